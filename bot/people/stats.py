"""Statistics of a member: results of finished games, and how long the member's turns took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.game_rows import COMPUTERS
from bot.store.tables import game, record, seat

NOT_HIMSELF = ("auto", "absence", "gm", "computer")
"""Ways by which something is done for a seat that say nothing of its player's pace."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game of a member: its title, how many played, and his place in it (1: he has won).

    computers: whether a computer held a seat in it.
    """

    title: str
    players: int
    place: int
    computers: bool = False


async def of_user(conn: AsyncConnection, user: int) -> tuple[list[Result], tuple[int, int]]:
    """Return the results and the turns of a user, read at the same moment."""
    return await results(conn, user), await turns(conn, user)


async def results(conn: AsyncConnection, user: int) -> list[Result]:
    """Return the finished games in which the user held a seat at the end; not those ended by hand."""
    query = (
        select(game.c.title, game.c.scores, game.c.settings, seat.c.seat)
        .join(seat, seat.c.game == game.c.id)
        .where(seat.c.user_id == user, game.c.status == "ended", game.c.scores.is_not(None))
        .order_by(game.c.id)
    )
    rows = (await conn.execute(query)).all()
    return [
        Result(r.title, len(r.scores), _place(r.scores, r.seat), bool(r.settings.get(COMPUTERS)))
        for r in rows
        if r.seat in r.scores
    ]


def _place(scores: Mapping[str, int], mine: str) -> int:
    return 1 + sum(other > scores[mine] for other in scores.values())


async def turns(conn: AsyncConnection, user: int) -> tuple[int, int]:
    """Return how many turns the user took, and how long one took on average in seconds."""
    table, seq = record.c.game, record.c.seq
    mine = select(record.c.game).where(record.c.user_id == user).distinct()
    told = select(
        record.c.user_id, record.c.via, record.c.at,
        func.lag(record.c.at).over(partition_by=table, order_by=seq).label("since"),
        func.lag(record.c.user_id).over(partition_by=table, order_by=seq).label("previous"),
    ).where(table.in_(mine)).subquery()  # fmt: skip
    first = told.c.previous.is_distinct_from(user) & told.c.since.is_not(None)
    query = select(func.count(), func.avg(told.c.at - told.c.since)).where(
        told.c.user_id == user, told.c.via.not_in(NOT_HIMSELF), first
    )
    count, average = (await conn.execute(query)).one()
    return int(count), int((average or 0) // 1000)
