"""The games in which computers play, and how often players asked what they would do."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import game, metadata, of_game, seat, upsert

hint = Table(
    "hint",
    metadata,
    of_game(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("taken", Integer, nullable=False),
)


async def games_with(conn: AsyncConnection) -> dict[int, int | None]:
    """Return the running games in which computers play, with their guilds."""
    query = (
        select(game.c.id, game.c.guild)
        .join(seat, seat.c.game == game.c.id)
        .where(game.c.status == "running", seat.c.computer != "")
        .distinct()
    )
    return {row.id: row.guild for row in await conn.execute(query)}


async def hints(conn: AsyncConnection, of: int) -> dict[str, int]:
    """Return how many hints were taken for each seat of a game; seats without any are left out."""
    return {row.seat: row.taken for row in await conn.execute(select(hint).where(hint.c.game == of))}


async def take_hint(conn: AsyncConnection, of: int, chair: str) -> None:
    """Count one more hint for a seat."""
    taken = (await hints(conn, of)).get(chair, 0) + 1
    await conn.execute(upsert(conn, hint, {"game": of, "seat": chair}, {"taken": taken}))
