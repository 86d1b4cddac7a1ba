"""The stored games: tables, migrations, and the queries over them."""

from __future__ import annotations

from bot.store import absence, lost, orders, people, reminders
from bot.store.database import Store, StoreUnusable, alone, open_store, sqlite_file

__all__ = [
    "Store", "StoreUnusable", "absence", "alone", "lost", "open_store", "orders", "people", "reminders",
    "sqlite_file",
]  # fmt: skip
