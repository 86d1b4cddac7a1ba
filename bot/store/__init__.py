"""The stored games: the database, its tables and migrations, the logs and the message queue."""

from __future__ import annotations

from bot.store.database import Store, StoreUnusable, alone, open_store, sqlite_file

__all__ = ["Store", "StoreUnusable", "alone", "open_store", "sqlite_file"]
