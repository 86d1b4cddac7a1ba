"""The schema's history; `bot.store.migrate` runs it at start."""
