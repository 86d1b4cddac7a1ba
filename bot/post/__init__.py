"""The delivery of messages from the outbox to channels, exactly once: sending, editing, retrying."""
