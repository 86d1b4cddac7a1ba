"""The games in which computer players have seats, and how often players asked for hints."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import game, game_id_column, metadata, seat, upsert_statement

hint = Table(
    "hint",
    metadata,
    game_id_column(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("taken", Integer, nullable=False),
)


async def guild_ids_of_games_with_computer_players(conn: AsyncConnection) -> dict[int, int | None]:
    """Return the Discord guild ids (None: no server), by game id, of running games with computer players.

    Seats in which a computer player is the proxy of an absent player count, too.
    """
    query = (
        select(game.c.id, game.c.guild)
        .join(seat, seat.c.game == game.c.id)
        .where(game.c.status == "running", seat.c.computer != "")
        .distinct()
    )
    return {row.id: row.guild for row in await conn.execute(query)}


async def hint_counts_by_seat(conn: AsyncConnection, game_id: int) -> dict[str, int]:
    """Return how many hints each seat of a game has taken, by seat id; seats without hints are left out."""
    return {row.seat: row.taken for row in await conn.execute(select(hint).where(hint.c.game == game_id))}


async def increment_hint_count(conn: AsyncConnection, game_id: int, seat_id: str) -> None:
    """Add one to the stored number of hints that a seat of a game has taken."""
    total = (await hint_counts_by_seat(conn, game_id)).get(seat_id, 0) + 1
    await conn.execute(upsert_statement(conn, hint, {"game": game_id, "seat": seat_id}, {"taken": total}))
