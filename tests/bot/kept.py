"""What the bot keeps and shows to nobody: rows of the database, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Table, select

from bot.games.core import Games
from bot.store import tables

AUDIT, RECORD, TENURE = tables.audit, tables.record, tables.tenure


async def kept(games: Games, table: Table, game: int) -> Sequence[Row[Any]]:
    """The rows of a game in a table, the oldest first."""
    query = select(table).where(table.c.game == game).order_by(*table.primary_key)
    async with games.store.read() as conn:
        return (await conn.execute(query)).all()
