"""The database: opening and locking it, its tables, queries that several rooms need, the outbox."""

from __future__ import annotations

from bot.store.addresses import StoreUnusable, lock_database, sqlite_file
from bot.store.database import Store, open_store

__all__ = ["Store", "StoreUnusable", "lock_database", "open_store", "sqlite_file"]
