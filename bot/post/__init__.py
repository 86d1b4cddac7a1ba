"""Delivery of messages to Discord channels from the outbox: in order, each exactly once."""
