"""Which players still have to be pinged: one row per game, a "call".

It begins when the game begins to wait for players. It is told at most once, by whichever card or message
comes first. A new call replaces the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import call


@dataclass(frozen=True, slots=True)
class Call:
    """The ping owed to ``players`` (seats), for whom the game waits since the commit of revision ``rev``.

    Nobody is pinged before ``due_at``; ``pinged_at`` is when they were pinged, None until then. Times are
    milliseconds since 1970.
    """

    id: int
    rev: int
    players: tuple[str, ...]
    waiting_since: int
    due_at: int
    pinged_at: int | None


_INSERT_CALL = insert(call)
_DELETE_CALL = delete(call).where(call.c.game == bindparam("game"))
_MARK_PINGED = (
    update(call).where(call.c.id == bindparam("this"), call.c.told.is_(None)).values(told=bindparam("moment"))
)


async def begin_call(
    conn: AsyncConnection, game_id: int, rev: int, players: Sequence[str], since: int, due: int
) -> None:
    """Insert the database row of a call, the ping that a game owes to these seats, in place of the last.

    ``rev`` is the revision since which the game waits. ``since`` and ``due`` (no ping before then) are in
    milliseconds since 1970.
    """
    await delete_call(conn, game_id)
    row = {"game": game_id, "rev": rev, "players": list(players), "since": since, "due": due}
    await conn.execute(_INSERT_CALL, row)


_CALL = select(call).where(call.c.game == bindparam("game"))


async def current_call(conn: AsyncConnection, game_id: int) -> Call | None:
    """Query the newest call of a game, the ping that it owes to players, pinged or not.

    None if the game waits for nobody.
    """
    row = (await conn.execute(_CALL, {"game": game_id})).first()
    if row is None:
        return None
    return Call(
        row.id, row.rev, tuple(row.players), waiting_since=row.since, due_at=row.due, pinged_at=row.told
    )


async def mark_pinged(conn: AsyncConnection, call_id: int, pinged_at: int) -> None:
    """Store that the players of a call were pinged at ``pinged_at`` (ms since 1970).

    Nothing is stored if they were pinged before or if a newer call has replaced it.
    """
    await conn.execute(_MARK_PINGED, {"this": call_id, "moment": pinged_at})


async def delete_call(conn: AsyncConnection, game_id: int) -> None:
    """Delete the call of a game, because nobody needs to be pinged."""
    await conn.execute(_DELETE_CALL, {"game": game_id})
