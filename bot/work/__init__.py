"""What the process does in the background: worker processes, metrics, the bot's own log, registry."""
