"""Database queries of offered seats. Times are seconds since 1970, UTC."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, String, Table, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import game_id_column, metadata

offered_seat = Table(
    "offered_seat",
    metadata,
    game_id_column(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Seats that their holders offer to other members; a seat without a holder needs no row to be available."""


async def store_seat_offer(conn: AsyncConnection, game_id: int, seat: str, offered_at: int) -> None:
    """Store that a seat is offered to other members because its player wants to leave.

    An earlier offer of the seat is replaced. ``offered_at`` is in seconds since 1970.
    """
    await delete_seat_offer(conn, game_id, seat)
    await conn.execute(insert(offered_seat).values(game=game_id, seat=seat, at=offered_at))


async def delete_seat_offer(conn: AsyncConnection, game_id: int, seat: str) -> None:
    """Delete the offer of a player's seat to others, if there is one."""
    await conn.execute(
        delete(offered_seat).where(offered_seat.c.game == game_id, offered_seat.c.seat == seat)
    )


async def offered_seats(conn: AsyncConnection, game_id: int) -> list[str]:
    """Query the ids of the seats of a game that their holders offer to others, in no order; [] if none."""
    return list(
        (await conn.execute(select(offered_seat.c.seat).where(offered_seat.c.game == game_id))).scalars()
    )
