"""Database queries of the reminders of seats that are to act. Times are seconds since 1970."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    String,
    Table,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls.member_rows import FALSE_DEFAULT, ZERO_DEFAULT, member_hours
from bot.calls.model import Reminder
from bot.store.proxies import proxy
from bot.store.tables import game as games
from bot.store.tables import game_id_column, metadata, upsert_statement

reminder = Table(
    "wait",
    metadata,
    game_id_column(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger),
    Column("mark", String, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("stage", Integer, nullable=False, server_default=ZERO_DEFAULT),
    Column("last", BigInteger, nullable=False, server_default=ZERO_DEFAULT),
    Column("touched", BigInteger, nullable=False, server_default=ZERO_DEFAULT),
    Column("snoozed", BigInteger),
    Column("by_card", Boolean, nullable=False, server_default=FALSE_DEFAULT),
    Column("told", Boolean, nullable=False, server_default=FALSE_DEFAULT),
    Column("voted", Boolean, nullable=False, server_default=FALSE_DEFAULT),
    Column("nudged", BigInteger),
    Column("extra", BigInteger, nullable=False, server_default=ZERO_DEFAULT),
    Column("due", BigInteger),
    Index("ix_wait_due", "due"),
    Index("ix_wait_user_id", "user_id"),
)


last_check = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""One row with the time of the last check, from which the length of a downtime is computed."""


# --- reminders ---------------------------------------------------------------------------------


def _reminder_from_row(row: Any) -> Reminder:
    """Build a seat's reminder from its row in the database."""
    return Reminder(
        game_id=row.game, seat=row.seat, user_id=row.user_id, round_and_company=row.mark, revision=row.rev,
        waiting_since=row.since, time_limit_start=row.start, ping_count=row.stage, last_ping=row.last,
        last_move=row.touched, snoozed_until=row.snoozed, is_pinged_by_card=row.by_card,
        is_notice_sent=row.told, is_vote_opened=row.voted, nudger_id=row.nudged, deadline_extension=row.extra,
    )  # fmt: skip


async def reminders_matching(conn: AsyncConnection, condition: Any) -> list[Reminder]:
    """Query the reminders that meet an SQL condition on the database table `reminder`; [] if there are none.

    They are sorted by game and seat.
    """
    query = select(reminder).where(condition).order_by(reminder.c.game, reminder.c.seat)
    return [_reminder_from_row(row) for row in (await conn.execute(query)).all()]


_QUERY_REMINDERS = select(reminder).where(reminder.c.game == bindparam("game")).order_by(reminder.c.seat)


async def reminders_of_game(conn: AsyncConnection, game_id: int) -> list[Reminder]:
    """Query the reminders of a game: one for each seat that is to act, sorted by seat; [] for none."""
    return [
        _reminder_from_row(row) for row in (await conn.execute(_QUERY_REMINDERS, {"game": game_id})).all()
    ]


async def reminders_of_user(conn: AsyncConnection, user_id: int) -> list[Reminder]:
    """Query the reminders of a user: one for each of the user's seats that a game is waiting for.

    They are sorted by game and seat; [] if there are none.
    """
    return await reminders_matching(conn, reminder.c.user_id == user_id)


async def due_reminders(conn: AsyncConnection, now: int, limit: int = 200) -> list[Reminder]:
    """Query the reminders that the scheduler must check by ``now`` (seconds since 1970), at most ``limit``.

    Those due first come first; [] if none is due. Their rows and games stay locked until the transaction
    ends; rows that another transaction has locked are left out.
    """
    query = (
        select(reminder)
        .join(games, games.c.id == reminder.c.game)
        .where(reminder.c.due <= now)
        .order_by(reminder.c.due)
        .limit(limit)
        .with_for_update(of=[reminder, games], skip_locked=True)
    )
    return [_reminder_from_row(row) for row in (await conn.execute(query)).all()]


_INSERT_REMINDER = insert(reminder)
_FIELD_NAMES = [field.name for field in fields(Reminder)]
_COLUMNS_BY_FIELD = {
    "game_id": "game", "round_and_company": "mark", "revision": "rev", "waiting_since": "since",
    "time_limit_start": "start", "ping_count": "stage", "last_ping": "last", "last_move": "touched",
    "snoozed_until": "snoozed", "is_pinged_by_card": "by_card", "is_notice_sent": "told",
    "is_vote_opened": "voted", "nudger_id": "nudged", "deadline_extension": "extra",
}  # fmt: skip
"""The columns of the fields of a reminder that have other names in the database."""


def _column_values(new_reminder: Reminder, due: int | None) -> dict[str, Any]:
    """Return the values of a reminder's row in the database, by column.

    ``due`` is when the scheduler must check it next, in seconds since 1970; None for never.
    """
    row = {_COLUMNS_BY_FIELD.get(name, name): getattr(new_reminder, name) for name in _FIELD_NAMES}
    return row | {"due": due}


async def store_reminder(conn: AsyncConnection, new_reminder: Reminder, due: int | None) -> None:
    """Store the reminder of a seat in place of its previous one, if any.

    ``due`` is when the scheduler must check it next, in seconds since 1970; None for never.
    """
    await delete_reminders(conn, new_reminder.game_id, [new_reminder.seat])
    await conn.execute(_INSERT_REMINDER, _column_values(new_reminder, due))


_DELETE_REMINDERS = delete(reminder).where(reminder.c.game == bindparam("game"))
_DELETE_OF_SEATS = _DELETE_REMINDERS.where(reminder.c.seat.in_(bindparam("seats", expanding=True)))


async def store_reminders(
    conn: AsyncConnection, game_id: int, reminders_and_times: Sequence[tuple[Reminder, int | None]]
) -> None:
    """Store reminders of a game in place of all its previous ones.

    Each is paired with the time at which the scheduler must check it next: seconds since 1970, None for
    never.
    """
    await conn.execute(_DELETE_REMINDERS, {"game": game_id})
    if reminders_and_times:
        await conn.execute(
            _INSERT_REMINDER, [_column_values(new_reminder, due) for new_reminder, due in reminders_and_times]
        )


async def store_snooze_or_nudge(
    conn: AsyncConnection, snoozed_reminder: Reminder, until: int, nudger_id: int | None = None
) -> None:
    """Store the time of a reminder's next ping: ``until`` (seconds since 1970).

    It is a snooze by the player, or, with ``nudger_id``, a nudge by that user. The caller must then call
    `reschedule_reminders`.
    """
    is_reminder = (reminder.c.game == snoozed_reminder.game_id) & (reminder.c.seat == snoozed_reminder.seat)
    await conn.execute(update(reminder).where(is_reminder).values(snoozed=until, nudged=nudger_id))


async def restart_time_limit(conn: AsyncConnection, game_id: int, seat: str, timestamp: int) -> None:
    """Store that the time limit of a seat with a reminder counts from ``timestamp`` (seconds since 1970).

    Earlier extensions are dropped, and when the new deadline passes, a vote about the seat may be opened
    again.
    """
    is_reminder = (reminder.c.game == game_id) & (reminder.c.seat == seat)
    await conn.execute(update(reminder).where(is_reminder).values(start=timestamp, extra=0, voted=False))


async def mark_vote_opened(conn: AsyncConnection, game_id: int, seat: str) -> None:
    """Store in a seat's reminder that a vote about the seat is open.

    So no other vote is opened when the deadline passes.
    """
    await conn.execute(
        update(reminder).where(reminder.c.game == game_id, reminder.c.seat == seat).values(voted=True)
    )


async def delete_reminders(conn: AsyncConnection, game_id: int, seats: Iterable[str]) -> None:
    """Delete the reminders of some seats (ids) of a game; seats without a reminder are ignored."""
    await conn.execute(_DELETE_OF_SEATS, {"game": game_id, "seats": list(seats)})


async def ids_of_games_without_reminders(conn: AsyncConnection) -> list[int]:
    """Query the ids of running games that have no reminders, as after an import; [] if there are none."""
    games_with_reminders = select(reminder.c.game)
    query = select(games.c.id).where(games.c.status == "running", games.c.id.not_in(games_with_reminders))
    return list((await conn.execute(query)).scalars())


async def extend_deadlines(conn: AsyncConnection, seconds: int) -> list[int]:
    """Postpone the deadlines of all seats with reminders by ``seconds``, in all games; return the games' ids.

    The times of the next checks do not change; call `reschedule_reminders`.
    """
    await conn.execute(update(reminder).values(extra=reminder.c.extra + seconds))
    return list((await conn.execute(select(reminder.c.game).distinct())).scalars())


async def reschedule_reminders(
    conn: AsyncConnection, now: int, *, user_id: int | None = None, game_id: int | None = None
) -> None:
    """Make reminders due for a check at ``now`` (seconds since 1970), which computes their next ping anew.

    ``user_id`` and ``game_id`` limit this to the reminders of a user, of a game, or of both; None is no
    limit.
    """
    query = update(reminder).values(due=now)
    if user_id is not None:
        query = query.where(reminder.c.user_id == user_id)
    if game_id is not None:
        query = query.where(reminder.c.game == game_id)
    await conn.execute(query)


async def reschedule_after_system_clock_change(conn: AsyncConnection, now: int) -> None:
    """Set times stored in reminders that are later than ``now`` back to ``now``, and make all reminders due.

    These are times of past events, which are later only if the machine's clock was ahead. ``now`` is in
    seconds since 1970.
    """
    past_times = (reminder.c.since, reminder.c.start, reminder.c.last, reminder.c.touched)
    values = {column.name: case((column > now, now), else_=column) for column in past_times}
    await conn.execute(update(reminder).values(**values, due=now))


async def settings_of_games(conn: AsyncConnection, game_ids: Iterable[int]) -> dict[int, Mapping[str, Any]]:
    """Query the settings of some games by game id; `PingTimes.from_settings` reads the ping times from them.

    Unknown games are left out.
    """
    query = select(games.c.id, games.c.settings).where(games.c.id.in_(sorted(set(game_ids))))
    return {row.id: row.settings for row in await conn.execute(query)}


async def next_due_time(conn: AsyncConnection) -> int | None:
    """Query when the next reminder or digest is due or the next proxy ends, whichever comes first.

    The time is in seconds since 1970; None if never.
    """
    times = [
        (await conn.execute(select(func.min(column)))).scalar()
        for column in (reminder.c.due, member_hours.c.digest_due, proxy.c.until)
    ]
    return min((timestamp for timestamp in times if timestamp is not None), default=None)


# --- the checks --------------------------------------------------------------------------------


async def replace_reminder_check_time(conn: AsyncConnection, now: int) -> int | None:
    """Store the time of this check of reminders; return the time of the previous one, None for the first.

    Both are in seconds since 1970.
    """
    previous_check = (await conn.execute(select(last_check.c.at))).scalar()
    await conn.execute(upsert_statement(conn, last_check, {"id": 1}, {"at": now}))
    return previous_check
