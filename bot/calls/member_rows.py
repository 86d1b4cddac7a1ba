"""Database queries of members' reminder settings: hours, vacations, mutes and nudges.

Times are seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    String,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    null,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls.model import ReminderSettings
from bot.store.tables import IdType, game_id_column, metadata, upsert_statement

FALSE_DEFAULT, ZERO_DEFAULT = text("false"), "0"
"""The defaults of columns."""

member_hours = Table(
    "member_hours",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("zone", String, nullable=False, server_default="UTC"),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("weekend", Boolean, nullable=False, server_default=FALSE_DEFAULT),
    Column("direct", Boolean, nullable=False, server_default=FALSE_DEFAULT),
    Column("gap", Integer, nullable=False, server_default=ZERO_DEFAULT),
    Column("digest", Integer),
    Column("digest_due", BigInteger),
    Column("pinged", BigInteger, nullable=False, server_default=ZERO_DEFAULT),
    Index("ix_member_hours_digest_due", "digest_due"),
)


vacation = Table(
    "vacation",
    metadata,
    Column("id", IdType, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Index("ix_vacation_user_id", "user_id"),
)


muted = Table(
    "muted",
    metadata,
    game_id_column(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)


nudge = Table(
    "nudge",
    metadata,
    game_id_column(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)


_STORE_PING = (
    update(member_hours).where(member_hours.c.user_id == bindparam("user")).values(pinged=bindparam("now"))
)


_QUERY_MEMBERS = select(member_hours).where(member_hours.c.user_id.in_(bindparam("users", expanding=True)))


_QUERY_VACATIONS_AND_MUTES = union_all(
    select(vacation.c.user_id, vacation.c.begins, vacation.c.ends, null().label("game")).where(
        vacation.c.user_id.in_(bindparam("users", expanding=True))
    ),
    select(muted.c.user_id, null(), null(), muted.c.game).where(
        muted.c.user_id.in_(bindparam("users", expanding=True))
    ),
)
"""The query for vacations and muted games."""


async def reminder_settings_by_user(
    conn: AsyncConnection, user_ids: Iterable[int]
) -> dict[int, ReminderSettings]:
    """Query the reminder settings of some users, by user id; those who have set nothing have the defaults."""
    sorted_ids = sorted(set(user_ids))
    if not sorted_ids:
        return {}
    rows = (await conn.execute(_QUERY_MEMBERS, {"users": sorted_ids})).all()
    by_user = {row.user_id: row for row in rows}
    absence_rows = (await conn.execute(_QUERY_VACATIONS_AND_MUTES, {"users": sorted_ids})).all()
    return {
        user_id: _reminder_settings_from_rows(
            user_id,
            by_user.get(user_id),
            [absence_row for absence_row in absence_rows if absence_row.user_id == user_id],
        )
        for user_id in sorted_ids
    }


def _reminder_settings_from_rows(user_id: int, row: Any, absence_rows: Sequence[Any]) -> ReminderSettings:
    """Build a member's reminder settings from database rows.

    ``row`` is the member's row of `member_hours`, None for the defaults. In ``absence_rows``, a row with a
    ``game`` is a muted game; one without is a vacation from ``begins`` to ``ends`` (seconds since 1970).
    """
    vacations = _merge_vacations(
        sorted(
            (absence_row.begins, absence_row.ends) for absence_row in absence_rows if absence_row.game is None
        )
    )
    muted_games = frozenset(absence_row.game for absence_row in absence_rows if absence_row.game is not None)
    if row is None:
        return ReminderSettings(user_id, muted_games=muted_games, vacations=vacations)
    quiet_hours = None if row.quiet_from is None else (row.quiet_from, row.quiet_to)
    return ReminderSettings(
        user_id,
        row.zone,
        quiet_hours,
        row.weekend,
        row.direct,
        row.gap,
        row.digest,
        muted_games,
        vacations,
        row.pinged,
    )


def _merge_vacations(vacations: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return a member's vacations, merged where they overlap or touch.

    They are pairs of start and end in seconds since 1970, and must be sorted. Pairs that end at or before
    their start are left out.
    """
    merged: list[tuple[int, int]] = []
    for start, end in vacations:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return tuple(merged)


async def store_last_ping(conn: AsyncConnection, user_id: int, now: int) -> None:
    """Store that the last ping of a member, by any game, was at ``now`` (seconds since 1970)."""
    if not (await conn.execute(_STORE_PING, {"user": user_id, "now": now})).rowcount:
        await upsert_reminder_settings(conn, user_id, pinged=now)


async def upsert_reminder_settings(conn: AsyncConnection, user_id: int, **values: Any) -> None:
    """Store some of a member's reminder settings: ``values`` by column of the database table `member_hours`.

    The row is created if the member has none.
    """
    result = await conn.execute(
        update(member_hours).where(member_hours.c.user_id == user_id).values(**values)
    )
    if not result.rowcount:
        await conn.execute(upsert_statement(conn, member_hours, {"user_id": user_id}, values))


async def lock_reminder_settings(conn: AsyncConnection, user_ids: Iterable[int]) -> None:
    """Lock the rows of these members' reminder settings (if stored) until the transaction ends."""
    query = select(member_hours.c.user_id).where(member_hours.c.user_id.in_(sorted(set(user_ids))))
    await conn.execute(query.order_by(member_hours.c.user_id).with_for_update())


async def ids_of_users_with_due_digest(conn: AsyncConnection, now: int) -> list[int]:
    """Query the ids of users whose daily digest is due at ``now`` (seconds since 1970); [] if there are none.

    Their rows stay locked until the transaction ends; rows that another transaction has locked are left out.
    """
    query = (
        select(member_hours.c.user_id)
        .where(member_hours.c.digest_due <= now)
        .with_for_update(skip_locked=True)
    )
    return list((await conn.execute(query)).scalars())


async def ids_of_users_with_later_digest(conn: AsyncConnection, now: int) -> list[int]:
    """Query the ids of users whose daily digest is due after ``now`` (seconds since 1970).

    Returns [] if there are none.
    """
    return list(
        (await conn.execute(select(member_hours.c.user_id).where(member_hours.c.digest_due > now))).scalars()
    )


async def correct_times_after_system_clock_change(conn: AsyncConnection, now: int) -> None:
    """Set the times of last pings and nudges back to ``now`` (seconds since 1970) if they are later.

    They are later if the machine's clock was ahead.
    """
    await conn.execute(update(member_hours).where(member_hours.c.pinged > now).values(pinged=now))
    await conn.execute(update(nudge).where(nudge.c.at > now).values(at=now))


async def store_vacation(conn: AsyncConnection, user_id: int, start: int, end: int) -> None:
    """Store a vacation of a user, a time without pings, from ``start`` to ``end`` (seconds since 1970)."""
    await conn.execute(insert(vacation).values(user_id=user_id, begins=start, ends=end))


async def end_vacations(conn: AsyncConnection, user_id: int, now: int) -> None:
    """Store that a user's current vacation ends at ``now`` (seconds since 1970).

    The user's later vacations are deleted.
    """
    is_own = vacation.c.user_id == user_id
    await conn.execute(delete(vacation).where(is_own, vacation.c.begins >= now))
    await conn.execute(update(vacation).where(is_own, vacation.c.ends > now).values(ends=now))


async def store_mute(conn: AsyncConnection, user_id: int, game_id: int, is_muted: bool) -> None:
    """Store that a user has muted a game, so that it does not ping them; ``is_muted`` False ends that."""
    await conn.execute(delete(muted).where(_user_and_game_condition(muted, user_id, game_id)))
    if is_muted:
        await conn.execute(insert(muted).values(user_id=user_id, game=game_id))


async def last_nudge_time(conn: AsyncConnection, user_id: int, game_id: int) -> int | None:
    """Query when a user last nudged another player of a game, in seconds since 1970; None if never."""
    return (
        await conn.execute(select(nudge.c.at).where(_user_and_game_condition(nudge, user_id, game_id)))
    ).scalar()


async def store_nudge(conn: AsyncConnection, user_id: int, game_id: int, timestamp: int) -> None:
    """Store when a user last nudged another player of a game; ``timestamp`` is in seconds since 1970."""
    await conn.execute(delete(nudge).where(_user_and_game_condition(nudge, user_id, game_id)))
    await conn.execute(insert(nudge).values(user_id=user_id, game=game_id, at=timestamp))


def _user_and_game_condition(table: Table, user_id: int, game_id: int) -> Any:
    """Return the SQL condition that a row of a database table (mutes or nudges) is of a user and a game."""
    return and_(table.c.user_id == user_id, table.c.game == game_id)
