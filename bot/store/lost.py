"""Moves that were lost when a backup was restored."""

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
    """A game lost all records after ``rev`` that were made before ``at`` (milliseconds since 1970)."""

    rev: int
    at: int

    def hits(self, rev: int, made: int) -> bool:
        """Return True if a message of revision ``rev``, sent at ``made``, shows lost moves."""
        return rev > self.rev and made < self.at


async def cut(conn: AsyncConnection, revs: Sequence[tuple[int, int]], at: int) -> None:
    """Store pairs of game and revision to which a restore at ``at`` has returned them."""
    if revs:
        rows = [{"game": game, "at": at, "rev": rev} for game, rev in revs]
        await conn.execute(insert(lost_moves), rows)


async def cuts(conn: AsyncConnection) -> dict[int, list[Cut]]:
    """Return the cuts of each game by id."""
    found: dict[int, list[Cut]] = {}
    for row in await conn.execute(select(lost_moves)):
        found.setdefault(row.game, []).append(Cut(row.rev, row.at))
    return found
