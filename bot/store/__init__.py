"""The stored games: the database, its tables and migrations, the logs and the message queue."""

from __future__ import annotations

from bot.store.addresses import StoreUnusable, lock_database, sqlite_file
from bot.store.database import Store, open_store

__all__ = ["Store", "StoreUnusable", "lock_database", "open_store", "sqlite_file"]
