"""Delivers the messages of the outbox to channels, in order and each exactly once."""
