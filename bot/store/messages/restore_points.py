"""Moves that a restored backup does not have; messages from before the restore still show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Column, Integer, Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import game_id_column, metadata

lost_moves = Table(
    "lost_moves",
    metadata,
    game_id_column(primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("rev", Integer, nullable=False),
)


@dataclass(frozen=True, slots=True)
class RestorePoint:
    """The restore of a backup that put a game back to ``revision``, at the time ``at`` (ms since 1970)."""

    revision: int
    at: int

    def outdates_message(self, revision: int, sent_at: int) -> bool:
        """Return True if a message in Discord shows moves that this restore of a backup has removed.

        The message shows the game at ``revision`` and was sent at ``sent_at`` (milliseconds since 1970).
        """
        return revision > self.revision and sent_at < self.at


async def store_restore_points(conn: AsyncConnection, revisions: Sequence[tuple[int, int]], at: int) -> None:
    """Store that a restored backup put games back to a revision at the time ``at`` (ms since 1970).

    ``revisions`` are pairs of game id and revision; [] stores nothing.
    """
    if revisions:
        rows = [{"game": game, "at": at, "rev": revision} for game, revision in revisions]
        await conn.execute(insert(lost_moves), rows)


async def read_restore_points(conn: AsyncConnection) -> dict[int, list[RestorePoint]]:
    """Query when and to which revision games were restored from a backup, by game id.

    A game that was never restored has no entry.
    """
    points_by_game: dict[int, list[RestorePoint]] = {}
    for row in await conn.execute(select(lost_moves)):
        points_by_game.setdefault(row.game, []).append(RestorePoint(row.rev, row.at))
    return points_by_game
