"""Moves that are no more: a copy was restored, and whoever looks at a message of before sees another game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Column, Integer, Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import metadata, of_game

lost_moves = Table(
    "lost_moves",
    metadata,
    of_game(primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("rev", Integer, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Cut:
    """What a game had after ``rev`` and before a moment (milliseconds since 1970) is no more."""

    rev: int
    at: int

    def hits(self, rev: int, made: int) -> bool:
        """Whether a message of that revision and moment shows what is no more."""
        return rev > self.rev and made < self.at


async def cut(conn: AsyncConnection, revs: Sequence[tuple[int, int]], at: int) -> None:
    """Games (by id) go on from these revisions at a moment."""
    if revs:
        rows = [{"game": game, "at": at, "rev": rev} for game, rev in revs]
        await conn.execute(insert(lost_moves), rows)


async def cuts(conn: AsyncConnection) -> dict[int, list[Cut]]:
    """What was cut, by game."""
    found: dict[int, list[Cut]] = {}
    for row in await conn.execute(select(lost_moves)):
        found.setdefault(row.game, []).append(Cut(row.rev, row.at))
    return found
