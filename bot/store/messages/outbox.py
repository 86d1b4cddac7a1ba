"""The queue of messages. A row is stored with the move that it describes and deleted after sending.

    await outbox.queue_message(conn, game, "turn_card", {...}, latest_only=True)    # with the move

**A message for later, on a condition** (a reminder): `queue_message(conn, game, "reminder", {"call":
call.id}, due=moment, latest_only=True)`. ``due`` is in milliseconds since 1970; the outbox wakes by itself
when it falls due, also after a restart. The condition is judged when it is delivered, against what is
committed then: its handler (`@posts("reminder")`, see `bot.post.deliver`) raises `Obsolete` when the state
has moved on (`await post.due_call()` is the call that is still to be made), and the row is dropped. Nothing
else ever drops a row unsent. `calls.current_call` says who is waited for and since when.

**Lanes.** The rows of a game and lane are sent one after another, each lane by itself: "" is the table's
channel; a direct message takes a lane of its own (``f"dm:{user}"``), so that it holds no card up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, bindparam, delete, exists, func, insert, select, update
from sqlalchemy import Row as Found
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.game_rows import now_ms
from bot.store.messages import calls
from bot.store.tables import game as tables
from bot.store.tables import outbox

PING_AFTER = "ping_after"
"""The setting of a game: seconds from a move until the next player is pinged."""


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """A message to send: its kind and payload; ``latest_only``: an earlier one still waiting is superseded.

    It supersedes those of its ``key``, or of its kind when it has none. A ``ping`` in its payload begins a
    new call (see `calls`), which is owed whatever becomes of this row.
    """

    kind: str
    payload: Mapping[str, Any]
    latest_only: bool = False
    due: int | None = None
    key: str = ""
    lane: str = ""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A waiting message; ``id`` is the same at each attempt.

    ``owed_since`` is when the oldest message was owed that it stands for.
    """

    id: int
    game_id: int
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    latest_only: bool
    key: str = ""
    lane: str = ""
    due: int = 0
    owed_since: int = 0
    error: str = ""


async def queue_message(
    conn: AsyncConnection, game_id: int, kind: str, payload: Mapping[str, Any], *,
    due: int | None = None, latest_only: bool = False, key: str = "", lane: str = "",
) -> None:  # fmt: skip
    """Queue one message of a game in the outbox, in the caller's transaction.

    ``due`` is in ms since 1970 (None is now); for ``latest_only``, ``key`` and ``lane`` see
    `OutboxMessage`.
    """
    await queue_messages(conn, game_id, [OutboxMessage(kind, payload, latest_only, due, key, lane)])


_INSERT_MESSAGE = insert(outbox)


async def queue_messages(conn: AsyncConnection, game_id: int, messages: Sequence[OutboxMessage]) -> None:
    """Insert messages of a game into the outbox, a database table, in the caller's transaction.

    A message with ``latest_only`` replaces the waiting ones with its key (or kind) and keeps the time since
    when they waited. One whose payload has a true ``ping`` also stores a call for its players. An empty list
    does nothing.
    """
    moment = now_ms()
    for message in messages:
        key, since = message.key or message.kind, moment
        if message.latest_only:
            since = min(moment, await _delete_superseded(conn, game_id, key) or moment)
        row = {
            "game": game_id, "kind": message.kind, "payload": dict(message.payload),
            "latest_only": message.latest_only,
            "key": key, "lane": message.lane, "since": since,
        }  # fmt: skip
        await conn.execute(_INSERT_MESSAGE, {**row, "due": moment if message.due is None else message.due})
        if message.payload.get("ping"):
            await _begin_call(conn, game_id, message.payload, moment)


_SUPERSEDE = (
    delete(outbox)
    .where(outbox.c.game == bindparam("game"), outbox.c.key == bindparam("key"))
    .returning(outbox.c.since)
)


async def _delete_superseded(conn: AsyncConnection, game_id: int, key: str) -> int | None:
    """Delete the rows of outbox messages that a newer one of the game replaces: those with its key.

    Return when the oldest was queued (ms since 1970), or None if none waited.
    """
    times = (await conn.execute(_SUPERSEDE, {"game": game_id, "key": key})).scalars()
    return min(times, default=None)


_SETTINGS = select(tables.c.settings).where(tables.c.id == bindparam("game"))


async def _begin_call(conn: AsyncConnection, game_id: int, payload: Mapping[str, Any], moment: int) -> None:
    """Store a call, the database row for seats in an outbox message's payload that are to be pinged.

    ``moment`` is now (ms since 1970). If the game's settings delay its pings (`PING_AFTER`), also queue a
    message that pings them then.
    """
    settings = (await conn.execute(_SETTINGS, {"game": game_id})).scalar() or {}
    due = moment + int(1000 * float(settings.get(PING_AFTER, 0)))
    await calls.begin_call(conn, game_id, payload["rev"], payload.get("players", ()), moment, due)
    if due > moment:
        await queue_message(conn, game_id, "call", {}, due=due, latest_only=True)


async def due_messages(
    conn: AsyncConnection,
    moment: int | None = None,
    lane: tuple[int, str] | None = None,
    limit: int = 500,
) -> list[OutboxRow]:
    """Query at most ``limit`` outbox messages that are due at ``moment`` (ms since 1970; None: now).

    The longest waiting come first. ``lane`` is a pair of game id and lane name ("" the table's channel,
    "dm:7" a user's direct messages); None reads all. A message that waits for its next attempt holds back the
    later ones of its key.
    """
    values: dict[str, Any] = {"moment": now_ms() if moment is None else moment, "most": limit}
    query = _DUE_MESSAGES
    if lane is not None:
        values |= {"game": lane[0], "lane": lane[1]}
        query = _DUE_IN_LANE
    return [_build_outbox_row(row) for row in (await conn.execute(query, values)).all()]


async def due_lanes(conn: AsyncConnection, moment: int) -> list[tuple[int, str]]:
    """Query the lanes (queues of a game's messages) with some due at ``moment`` (ms since 1970).

    Each is a pair of game id and lane name; there may be none.
    """
    return [(row.game, row.lane) for row in (await conn.execute(_DUE_LANES, {"moment": moment})).all()]


def _due_conditions() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Return two SQL conditions for rows of the outbox: due at the bound ``moment``, and not held back.

    ``moment`` is in ms since 1970. A message that failed holds back later ones of the same game, key and lane
    until it is due again.
    """
    failed = outbox.alias("failed")
    moment: BindParameter[int] = bindparam("moment")
    earlier = exists().where(
        failed.c.game == outbox.c.game, failed.c.key == outbox.c.key, failed.c.lane == outbox.c.lane,
        failed.c.id < outbox.c.id, failed.c.attempts > 0, failed.c.due > moment,
    )  # fmt: skip
    return outbox.c.due <= moment, ~earlier


_DUE_MESSAGES = (
    select(outbox).where(*_due_conditions()).order_by(outbox.c.since, outbox.c.id).limit(bindparam("most"))
)
_DUE_IN_LANE = _DUE_MESSAGES.where(outbox.c.game == bindparam("game"), outbox.c.lane == bindparam("lane"))
_DUE_LANES = select(outbox.c.game, outbox.c.lane).where(*_due_conditions()).distinct()
_NEXT_DUE = select(func.min(outbox.c.due)).where(outbox.c.due > bindparam("moment"))


async def next_due_time(conn: AsyncConnection, moment: int) -> int | None:
    """Query when the next outbox message after ``moment`` is due (milliseconds since 1970), or None."""
    due: int | None = (await conn.execute(_NEXT_DUE, {"moment": moment})).scalar()
    return due


def _build_outbox_row(row: Found[Any]) -> OutboxRow:
    """Build a queued message from its row in the outbox."""
    return OutboxRow(
        row.id,
        row.game,
        row.kind,
        row.payload,
        row.attempts,
        row.latest_only,
        row.key,
        row.lane,
        row.due,
        row.since,
        row.error,
    )


_ROW_BY_ID = select(outbox.c.id).where(outbox.c.id == bindparam("row"))


async def set_due(conn: AsyncConnection, key: str, kind: str, due: int) -> int:
    """Update the rows of queued messages of a key and kind, in all games, to be due at ``due``.

    That is in ms since 1970. Return the number of rows.
    """
    is_of_kind = (outbox.c.key == key) & (outbox.c.kind == kind)
    return (await conn.execute(update(outbox).where(is_of_kind).values(due=due))).rowcount


async def delete_messages(conn: AsyncConnection, key: str, kind: str) -> None:
    """Delete the queued messages of a key and kind from the outbox, in all games."""
    await conn.execute(delete(outbox).where(outbox.c.key == key, outbox.c.kind == kind))


async def is_queued(conn: AsyncConnection, row_id: int) -> bool:
    """Return True if a message (its row id) is still in the outbox, neither sent nor replaced by a newer."""
    return (await conn.execute(_ROW_BY_ID, {"row": row_id})).first() is not None


async def count_messages(conn: AsyncConnection) -> int:
    """Query the number of messages in the outbox, of all games, due or not."""
    return int((await conn.execute(select(func.count()).select_from(outbox))).scalar_one())


async def count_due_messages(conn: AsyncConnection, moment: int) -> tuple[int, int | None]:
    """Query how many outbox messages are due at ``moment``, and the due time of the oldest, None without one.

    Times are milliseconds since 1970. Searches for superseded messages (kind "tidy") are not counted.
    """
    query = select(func.count(), func.min(outbox.c.due)).where(outbox.c.due <= moment)
    number, oldest = (await conn.execute(query.where(outbox.c.kind != "tidy"))).one()
    return int(number), oldest


async def failed_messages(conn: AsyncConnection, limit: int = 500) -> list[OutboxRow]:
    """Query at most ``limit`` outbox messages of all games whose sending has failed.

    The longest waiting comes first. Searches for superseded messages (kind "tidy") are left out.
    """
    query = (
        select(outbox)
        .where(outbox.c.attempts > 0, outbox.c.kind != "tidy")
        .order_by(outbox.c.since, outbox.c.id)
        .limit(limit)
    )
    return [_build_outbox_row(row) for row in (await conn.execute(query)).all()]


async def retry_failed_messages(
    conn: AsyncConnection, moment: int, game_ids: Sequence[int] | None = None
) -> int:
    """Update the rows of the outbox's failed messages to be due at ``moment`` (ms since 1970).

    ``game_ids`` None means all games. Return how many rows were waiting for a later attempt.
    """
    is_delayed = (outbox.c.attempts > 0) & (outbox.c.due > moment)
    if game_ids is not None:
        is_delayed &= outbox.c.game.in_(game_ids)
    return (await conn.execute(update(outbox).where(is_delayed).values(due=moment))).rowcount


_DELETE_ROW = delete(outbox).where(outbox.c.id == bindparam("row"))


async def delete_sent(conn: AsyncConnection, row_id: int) -> None:
    """Delete a message from the outbox that was sent or has become obsolete."""
    await conn.execute(_DELETE_ROW, {"row": row_id})


async def postpone_message(
    conn: AsyncConnection, row_id: int, seconds: float, error: str, moment: int | None = None
) -> None:
    """Store in the outbox that sending a message failed and is tried again ``seconds`` after ``moment``.

    ``moment`` is in ms since 1970, None means now. The attempt is counted, and its error is kept (at most 500
    characters).
    """
    due = (now_ms() if moment is None else moment) + int(seconds * 1000)
    values = {"due": due, "attempts": outbox.c.attempts + 1, "error": error[:500]}
    await conn.execute(update(outbox).where(outbox.c.id == row_id).values(**values))
