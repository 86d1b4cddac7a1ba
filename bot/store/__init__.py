"""The stored games: tables, migrations, and the queries over them."""

from __future__ import annotations

from bot.store import absence, orders, people, reminders
from bot.store.database import Store, StoreUnusable, open_store

__all__ = ["Store", "StoreUnusable", "absence", "open_store", "orders", "people", "reminders"]
