"""The messages that a game owes to channels: the outbox, calls, and messages whose result is unknown."""
