"""The schema's history; `bot.store.migrations.migrate` runs it at start."""
