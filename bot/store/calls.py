"""Owed calls: one row per game, from the moment it begins to wait for somebody until he is pinged.

A call is told at most once, whatever card or message tells it, and is owed until then: a card that is
posted for another reason tells it, too. A new wait takes the place of the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import call


@dataclass(frozen=True, slots=True)
class Call:
    """The game waits for ``players`` since the commit that led to ``rev``; ``told`` is when they heard.

    Times are milliseconds since 1970; before ``due`` nobody is called.
    """

    id: int
    rev: int
    players: tuple[str, ...]
    since: int
    due: int
    told: int | None


_BEGIN = insert(call)
_DROP = delete(call).where(call.c.game == bindparam("game"))
_TOLD = (
    update(call).where(call.c.id == bindparam("this"), call.c.told.is_(None)).values(told=bindparam("moment"))
)


async def begin(
    conn: AsyncConnection, game: int, rev: int, players: Sequence[str], since: int, due: int
) -> None:
    """Begin a call for these seats and drop the earlier one; times are milliseconds since 1970."""
    await drop(conn, game)
    row = {"game": game, "rev": rev, "players": list(players), "since": since, "due": due}
    await conn.execute(_BEGIN, row)


_CALL = select(call).where(call.c.game == bindparam("game"))


async def current(conn: AsyncConnection, game: int) -> Call | None:
    """Return the newest call of a game, delivered or not, or None."""
    row = (await conn.execute(_CALL, {"game": game})).first()
    return None if row is None else Call(row.id, row.rev, tuple(row.players), row.since, row.due, row.told)


async def told(conn: AsyncConnection, number: int, moment: int) -> None:
    """Note that a call was delivered; a later call of the game is still owed."""
    await conn.execute(_TOLD, {"this": number, "moment": moment})


async def drop(conn: AsyncConnection, game: int) -> None:
    """Delete the call of a game."""
    await conn.execute(_DROP, {"game": game})
