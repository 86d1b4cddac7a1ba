"""The ping that a game owes to the seats to act: at most one row for each game.

It begins when the game begins to wait for these seats, and is sent at most once, with whichever message comes
first. The next one replaces it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import turn_ping


@dataclass(frozen=True, slots=True)
class TurnPing:
    """The ping to the ``seats``, for which the game has waited since ``revision``.

    It is not sent before ``due_at``; ``pinged_at`` is when it was sent, None if it was not. Times are
    milliseconds since 1970.
    """

    id: int
    revision: int
    seats: tuple[str, ...]
    waiting_since: int
    due_at: int
    pinged_at: int | None


_INSERT_PING = insert(turn_ping)
_DELETE_PING = delete(turn_ping).where(turn_ping.c.game == bindparam("game"))
_MARK_PINGED = (
    update(turn_ping)
    .where(turn_ping.c.id == bindparam("ping_id"), turn_ping.c.told.is_(None))
    .values(told=bindparam("pinged_at"))
)


async def store_ping(
    conn: AsyncConnection, game_id: int, revision: int, seats: Sequence[str], since: int, due: int
) -> None:
    """Store the ping to the ``seats`` (ids) for which a game waits, in place of the earlier ping.

    The game has waited for them since ``revision``, which it reached at the time ``since``. ``due`` is the
    earliest time of the ping. Both times are milliseconds since 1970.
    """
    await delete_ping(conn, game_id)
    row = {"game": game_id, "rev": revision, "players": list(seats), "since": since, "due": due}
    await conn.execute(_INSERT_PING, row)


_PING = select(turn_ping).where(turn_ping.c.game == bindparam("game"))


async def current_ping(conn: AsyncConnection, game_id: int) -> TurnPing | None:
    """Query the ping to the seats for which a game waits now, whether it was sent or not.

    Return None if none is stored, such as when the game waits for nobody.
    """
    row = (await conn.execute(_PING, {"game": game_id})).first()
    if row is None:
        return None
    return TurnPing(
        row.id, row.rev, tuple(row.players), waiting_since=row.since, due_at=row.due, pinged_at=row.told
    )


async def mark_ping_sent(conn: AsyncConnection, ping_id: int, pinged_at: int) -> None:
    """Store that the ping ``ping_id`` was sent at ``pinged_at`` (milliseconds since 1970).

    Nothing is stored if the ping was sent before, or if a later ping has replaced it.
    """
    await conn.execute(_MARK_PINGED, {"ping_id": ping_id, "pinged_at": pinged_at})


async def delete_ping(conn: AsyncConnection, game_id: int) -> None:
    """Delete the stored ping to the seats for which a game waits now, if there is one."""
    await conn.execute(_DELETE_PING, {"game": game_id})


async def reschedule_after_system_clock_change(conn: AsyncConnection, now: int) -> None:
    """Correct the due times of pings that were stored while the machine's clock was ahead.

    ``now`` is the right time (milliseconds since 1970). Each such ping becomes due its original delay after
    ``now``.
    """
    due = now + turn_ping.c.due - turn_ping.c.since
    await conn.execute(update(turn_ping).where(turn_ping.c.since > now).values(due=due, since=now))
