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


async def games_with_computers(conn: AsyncConnection) -> dict[int, int | None]:
    """Return the guilds of the running games in which computers play, by game id."""
    query = (
        select(game.c.id, game.c.guild)
        .join(seat, seat.c.game == game.c.id)
        .where(game.c.status == "running", seat.c.computer != "")
        .distinct()
    )
    return {row.id: row.guild for row in await conn.execute(query)}


async def hints(conn: AsyncConnection, game_id: int) -> dict[str, int]:
    """Return how many hints were taken for each seat of a game; seats without any are left out."""
    return {row.seat: row.taken for row in await conn.execute(select(hint).where(hint.c.game == game_id))}


async def count_hint(conn: AsyncConnection, game_id: int, hinted_seat: str) -> None:
    """Count one more hint for a seat."""
    total = (await hints(conn, game_id)).get(hinted_seat, 0) + 1
    await conn.execute(upsert(conn, hint, {"game": game_id, "seat": hinted_seat}, {"taken": total}))
