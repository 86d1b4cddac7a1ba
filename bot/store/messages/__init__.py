"""The messages that a game owes to channels: the outbox, pings, and unconfirmed messages."""
