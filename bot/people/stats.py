"""Statistics of a member: results of finished games, and how long the member's turns took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.game_rows import HAD_COMPUTERS
from bot.store.tables import game, record, seat

ORIGINS_NOT_BY_PLAYER = ("auto", "absence", "gm", "computer")
"""Origins of records that others made for a player, so that they say nothing about the player's pace."""


@dataclass(frozen=True, slots=True)
class Result:
    """A member's result in a finished game: its title, how many played, and the place (1: first).

    ``has_computers``: a computer player held a seat in the game.
    """

    title: str
    players: int
    place: int
    has_computers: bool = False


async def statistics_of_user(conn: AsyncConnection, user_id: int) -> tuple[list[Result], tuple[int, int]]:
    """Return the data of `/me stats`: a member's results of finished games, oldest first, and their turns.

    The turns are a pair: how many turns the member has taken, and their average length in seconds; both are 0
    for a member without turns.
    """
    return await results_of_user(conn, user_id), await turn_statistics(conn, user_id)


async def results_of_user(conn: AsyncConnection, user_id: int) -> list[Result]:
    """Return a member's results for `/me stats`: in finished games in which they held a seat at the end.

    The oldest come first; [] if there are none. Games that were ended by hand have no scores and are left
    out.
    """
    query = (
        select(game.c.title, game.c.scores, game.c.settings, seat.c.seat)
        .join(seat, seat.c.game == game.c.id)
        .where(seat.c.user_id == user_id, game.c.status == "ended", game.c.scores.is_not(None))
        .order_by(game.c.id)
    )
    rows = (await conn.execute(query)).all()
    return [
        Result(
            row.title,
            len(row.scores),
            _place_of_seat(row.scores, row.seat),
            bool(row.settings.get(HAD_COMPUTERS)),
        )
        for row in rows
        if row.seat in row.scores
    ]


def _place_of_seat(scores: Mapping[str, int], own_seat: str) -> int:
    """Return the place of a seat (id) in a finished game, for `/me stats`: 1 for the winner.

    Seats with equal scores have the same place. ``scores`` are by seat id, and must have this seat.
    """
    return 1 + sum(score > scores[own_seat] for score in scores.values())


async def turn_statistics(conn: AsyncConnection, user_id: int) -> tuple[int, int]:
    """Return how many turns a member has taken, and their average length in seconds, for `/me stats`.

    The length is the time from the record of the log before a turn to the member's first move in it. Turns
    that begin with a move of a computer player, a standing order or another person for the member do not
    count. Both numbers are 0 for a member without turns.
    """
    game_id, record_number = record.c.game, record.c.seq
    own_games = select(record.c.game).where(record.c.user_id == user_id).distinct()
    moves = select(
        record.c.user_id, record.c.via, record.c.at,
        func.lag(record.c.at).over(partition_by=game_id, order_by=record_number).label("since"),
        func.lag(record.c.user_id).over(partition_by=game_id, order_by=record_number).label("previous"),
    ).where(game_id.in_(own_games)).subquery()  # fmt: skip
    is_first_of_turn = moves.c.previous.is_distinct_from(user_id) & moves.c.since.is_not(None)
    query = select(func.count(), func.avg(moves.c.at - moves.c.since)).where(
        moves.c.user_id == user_id, moves.c.via.not_in(ORIGINS_NOT_BY_PLAYER), is_first_of_turn
    )
    count, average = (await conn.execute(query)).one()
    return int(count), int((average or 0) // 1000)
