"""The queue of messages. A row is stored with the move that it describes and deleted after sending.

    await outbox.queue_message(conn, game, "turn_card", {...}, latest_only=True)    # with the move

**A message for later, on a condition** (a reminder): `queue_message(conn, game_id, "reminder", payload,
due=due, latest_only=True)`. ``due`` is in milliseconds since 1970; the outbox wakes by itself when a
message falls due, also after a restart. The condition is checked when the message is delivered, against what
is committed then: its handler (`@posts("reminder")`, see `bot.post.deliver`) raises `Obsolete` if the message
is of no use any more, and the row is deleted. Nothing else ever deletes a row unsent.

**Queues.** The messages of a game are in several queues, each of which is sent by itself, one message after
another: "" for its channel, "log" for a thread, ``f"dm:{user_id}"`` for direct messages. So a direct message
that fails delays no card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.game_rows import now_ms
from bot.store.messages import pings
from bot.store.tables import game, outbox

PING_AFTER = "ping_after"
"""The setting of a game: seconds from a move until the next player is pinged."""


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """A message to send: its kind, payload (JSON) and when it is due (milliseconds since 1970; None: now).

    With ``latest_only`` it replaces a waiting message of the same ``key`` ("": its kind). ``queue`` is the
    name of a queue of the game. A true value of "ping" in the payload also stores a `TurnPing` for the seats
    in "players", which stays even if this message is replaced.
    """

    kind: str
    payload: Mapping[str, Any]
    latest_only: bool = False
    due: int | None = None
    key: str = ""
    queue: str = ""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A waiting message; its ``id`` stays the same at each attempt.

    ``owed_since`` is when it was queued, or when the oldest message was that it has replaced. Times are
    milliseconds since 1970. ``error`` is that of the last attempt, "" without one.
    """

    id: int
    game_id: int
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    latest_only: bool
    key: str = ""
    queue: str = ""
    due: int = 0
    owed_since: int = 0
    error: str = ""


async def queue_message(
    conn: AsyncConnection, game_id: int, kind: str, payload: Mapping[str, Any], *,
    due: int | None = None, latest_only: bool = False, key: str = "", queue: str = "",
) -> None:  # fmt: skip
    """Queue one message of a game in the outbox, in the caller's transaction.

    The parameters are the fields of `OutboxMessage`. ``due`` is in milliseconds since 1970; None is now.
    """
    await queue_messages(conn, game_id, [OutboxMessage(kind, payload, latest_only, due, key, queue)])


_INSERT_MESSAGE = insert(outbox)


async def queue_messages(conn: AsyncConnection, game_id: int, messages: Sequence[OutboxMessage]) -> None:
    """Insert messages of a game into the outbox, in the caller's transaction; [] does nothing.

    A message with ``latest_only`` replaces the waiting messages with its key, and counts as queued when the
    oldest of them was. If the payload of a message has a true "ping", the ping to the seats to act is stored,
    too.
    """
    now = now_ms()
    for message in messages:
        key, since = message.key or message.kind, now
        if message.latest_only:
            since = min(now, await _delete_superseded(conn, game_id, key) or now)
        row = {
            "game": game_id, "kind": message.kind, "payload": dict(message.payload),
            "latest_only": message.latest_only,
            "key": key, "lane": message.queue, "since": since,
        }  # fmt: skip
        await conn.execute(_INSERT_MESSAGE, {**row, "due": now if message.due is None else message.due})
        if message.payload.get("ping"):
            await _store_turn_ping(conn, game_id, message.payload, now)


_SUPERSEDE = (
    delete(outbox)
    .where(outbox.c.game == bindparam("game"), outbox.c.key == bindparam("key"))
    .returning(outbox.c.since)
)


async def _delete_superseded(conn: AsyncConnection, game_id: int, key: str) -> int | None:
    """Delete the waiting messages of a game with this key from the outbox: a newer one replaces them.

    Return when the oldest of them, or of those that they had replaced, was queued (milliseconds since 1970);
    None if there were none.
    """
    times = (await conn.execute(_SUPERSEDE, {"game": game_id, "key": key})).scalars()
    return min(times, default=None)


_SETTINGS = select(game.c.settings).where(game.c.id == bindparam("game"))


async def _store_turn_ping(conn: AsyncConnection, game_id: int, payload: Mapping[str, Any], now: int) -> None:
    """Store that the game pings the seats "players" in ``payload``, that of a message that is being queued.

    ``now`` is in milliseconds since 1970. If the game delays its pings (setting `PING_AFTER`, in seconds),
    also queue the message that sends the ping after this delay.
    """
    settings = (await conn.execute(_SETTINGS, {"game": game_id})).scalar() or {}
    due = now + int(1000 * float(settings.get(PING_AFTER, 0)))
    await pings.store_ping(conn, game_id, payload["rev"], payload.get("players", ()), now, due)
    if due > now:
        await queue_message(conn, game_id, "call", {}, due=due, latest_only=True)


async def due_messages(
    conn: AsyncConnection,
    now: int | None = None,
    queue: tuple[int, str] | None = None,
    limit: int = 500,
) -> list[OutboxRow]:
    """Query at most ``limit`` messages of the outbox that are due by ``now``, the longest waiting first.

    ``now`` is in milliseconds since 1970; None is the present time. ``queue`` is a game's id and the name of
    one of its queues (column ``lane``); None reads all queues. A failed message that is not due again yet
    holds back later messages of its queue with the same key.
    """
    values: dict[str, Any] = {"now": now_ms() if now is None else now, "most": limit}
    query = _DUE_MESSAGES
    if queue is not None:
        values |= {"game": queue[0], "queue": queue[1]}
        query = _DUE_IN_QUEUE
    return [_build_outbox_row(row) for row in (await conn.execute(query, values)).all()]


async def due_queues(conn: AsyncConnection, now: int) -> list[tuple[int, str]]:
    """Query the queues of the outbox with a message that is due by ``now``; [] for none.

    Each is a pair of a game's id and the name of its queue (column ``lane``). ``now`` is in milliseconds
    since 1970. A message that a failed one holds back does not count.
    """
    return [(row.game, row.lane) for row in (await conn.execute(_DUE_QUEUES, {"now": now})).all()]


def _due_conditions() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Return two SQL conditions for rows of the outbox: they are due, and they are not held back.

    They are due at the SQL parameter ``now`` (milliseconds since 1970). A failed message that is not due
    again yet holds back later messages of its queue (column ``lane``) with the same key.
    """
    failed = outbox.alias("failed")
    now: BindParameter[int] = bindparam("now")
    earlier = exists().where(
        failed.c.game == outbox.c.game, failed.c.key == outbox.c.key, failed.c.lane == outbox.c.lane,
        failed.c.id < outbox.c.id, failed.c.attempts > 0, failed.c.due > now,
    )  # fmt: skip
    return outbox.c.due <= now, ~earlier


_DUE_MESSAGES = (
    select(outbox).where(*_due_conditions()).order_by(outbox.c.since, outbox.c.id).limit(bindparam("most"))
)
_DUE_IN_QUEUE = _DUE_MESSAGES.where(outbox.c.game == bindparam("game"), outbox.c.lane == bindparam("queue"))
_DUE_QUEUES = select(outbox.c.game, outbox.c.lane).where(*_due_conditions()).distinct()
_NEXT_DUE = select(func.min(outbox.c.due)).where(outbox.c.due > bindparam("now"))


async def next_due_time(conn: AsyncConnection, now: int) -> int | None:
    """Query when the next message of the outbox is due after ``now``; None if none is.

    Both times are milliseconds since 1970.
    """
    due: int | None = (await conn.execute(_NEXT_DUE, {"now": now})).scalar()
    return due


def _build_outbox_row(row: Row[Any]) -> OutboxRow:
    """Build an OutboxRow from a row of the outbox, whose column ``lane`` is the name of the queue."""
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


async def set_messages_due(conn: AsyncConnection, key: str, kind: str, due_ms: int) -> int:
    """Make the messages of the outbox with a key and a kind due at ``due_ms``, in all games.

    ``due_ms`` is in milliseconds since 1970. Return how many such messages there are.
    """
    is_of_kind = (outbox.c.key == key) & (outbox.c.kind == kind)
    return (await conn.execute(update(outbox).where(is_of_kind).values(due=due_ms))).rowcount


async def delete_queued_messages(conn: AsyncConnection, key: str, kind: str) -> None:
    """Delete the queued messages with a key and a kind from the outbox, in all games."""
    await conn.execute(delete(outbox).where(outbox.c.key == key, outbox.c.kind == kind))


async def is_message_queued(conn: AsyncConnection, row_id: int) -> bool:
    """Return True if the row ``row_id`` is still in the outbox: not sent, not replaced and not deleted."""
    return (await conn.execute(_ROW_BY_ID, {"row": row_id})).first() is not None


async def count_messages(conn: AsyncConnection) -> int:
    """Query the number of messages in the outbox, due or not, of all games."""
    return int((await conn.execute(select(func.count()).select_from(outbox))).scalar_one())


async def count_due_messages(conn: AsyncConnection, now: int) -> tuple[int, int | None]:
    """Query how many messages of the outbox are due by ``now``, and when the first of them fell due.

    Both times are in milliseconds since 1970; the first due time is None if no message is due. Searches for
    superseded messages (kind "tidy") are not counted.
    """
    query = select(func.count(), func.min(outbox.c.due)).where(outbox.c.due <= now)
    number, oldest = (await conn.execute(query.where(outbox.c.kind != "tidy"))).one()
    return int(number), oldest


async def failed_messages(conn: AsyncConnection, limit: int = 500) -> list[OutboxRow]:
    """Query at most ``limit`` messages of all games whose last attempt to send failed; [] for none.

    The longest waiting come first. Searches for superseded messages (kind "tidy") are left out.
    """
    query = (
        select(outbox)
        .where(outbox.c.attempts > 0, outbox.c.kind != "tidy")
        .order_by(outbox.c.since, outbox.c.id)
        .limit(limit)
    )
    return [_build_outbox_row(row) for row in (await conn.execute(query)).all()]


async def retry_failed_messages(
    conn: AsyncConnection, now: int, game_ids: Sequence[int] | None = None
) -> int:
    """Make the failed messages in the outbox that wait for a later attempt due at ``now``; return how many.

    ``now`` is in milliseconds since 1970. ``game_ids`` are the games whose messages are meant; None means
    all.
    """
    is_delayed = (outbox.c.attempts > 0) & (outbox.c.due > now)
    if game_ids is not None:
        is_delayed &= outbox.c.game.in_(game_ids)
    return (await conn.execute(update(outbox).where(is_delayed).values(due=now))).rowcount


_DELETE_ROW = delete(outbox).where(outbox.c.id == bindparam("row"))


async def delete_queued_message(conn: AsyncConnection, row_id: int) -> None:
    """Delete a row of the outbox, if it is still there: its message was sent or is no longer needed."""
    await conn.execute(_DELETE_ROW, {"row": row_id})


async def postpone_message(
    conn: AsyncConnection, row_id: int, seconds: float, error: str, now: int | None = None
) -> None:
    """Count a failed attempt to send a message of the outbox, and make it due ``seconds`` after ``now``.

    ``now`` is in milliseconds since 1970, None means the present time. ``error`` is the text of the error; it
    is stored, cut at 500 characters.
    """
    due = (now_ms() if now is None else now) + int(seconds * 1000)
    values = {"due": due, "attempts": outbox.c.attempts + 1, "error": error[:500]}
    await conn.execute(update(outbox).where(outbox.c.id == row_id).values(**values))


MAX_DELAY_MS = 3 * 3600 * 1000
"""The longest time for which a message waits, unless it is due at a date, like the end of a vacation."""


async def reschedule_after_system_clock_change(conn: AsyncConnection, now: int) -> None:
    """Correct the due times of outbox messages that were queued while the machine's clock was ahead.

    ``now`` is the right time (milliseconds since 1970). Such a message becomes due its original delay after
    ``now``, if the delay is at most 3 hours. Then a failed or ``latest_only`` message that is still due in
    more than 3 hours becomes due now. All others stay as they are.
    """
    delay = outbox.c.due - outbox.c.since
    was_queued_later = (outbox.c.since > now) & delay.between(0, MAX_DELAY_MS)
    await conn.execute(update(outbox).where(was_queued_later).values(due=now + delay, since=now))
    is_still_ahead = (outbox.c.due > now + MAX_DELAY_MS) & ((outbox.c.attempts > 0) | outbox.c.latest_only)
    await conn.execute(update(outbox).where(is_still_ahead).values(due=now))
