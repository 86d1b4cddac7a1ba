"""The stored games: tables, migrations, and the queries over them."""

from __future__ import annotations

from bot.absence import rows as absence
from bot.calls import rows as reminders
from bot.orders import rows as orders
from bot.settings import rows as people
from bot.store import lost
from bot.store.database import Store, StoreUnusable, alone, open_store, sqlite_file

__all__ = [
    "Store", "StoreUnusable", "absence", "alone", "lost", "open_store", "orders", "people", "reminders",
    "sqlite_file",
]  # fmt: skip
