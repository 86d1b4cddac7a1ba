"""Database queries of reminders: waits, members' hours, vacations and mutes. Times are seconds since 1970."""

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
    and_,
    bindparam,
    delete,
    func,
    insert,
    null,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls.model import Member, Wait
from bot.store.proxies import proxy
from bot.store.tables import Id, metadata, of_game, upsert
from bot.store.tables import game as games

NO, NONE_YET = text("false"), "0"


wait = Table(
    "wait",
    metadata,
    of_game(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger),
    Column("mark", String, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("start", BigInteger, nullable=False),
    Column("stage", Integer, nullable=False, server_default=NONE_YET),
    Column("last", BigInteger, nullable=False, server_default=NONE_YET),
    Column("touched", BigInteger, nullable=False, server_default=NONE_YET),
    Column("snoozed", BigInteger),
    Column("by_card", Boolean, nullable=False, server_default=NO),
    Column("told", Boolean, nullable=False, server_default=NO),
    Column("voted", Boolean, nullable=False, server_default=NO),
    Column("nudged", BigInteger),
    Column("extra", BigInteger, nullable=False, server_default=NONE_YET),
    Column("due", BigInteger),
    Index("ix_wait_due", "due"),
    Index("ix_wait_user_id", "user_id"),
)

member = Table(
    "member_hours",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("zone", String, nullable=False, server_default="UTC"),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("weekend", Boolean, nullable=False, server_default=NO),
    Column("direct", Boolean, nullable=False, server_default=NO),
    Column("gap", Integer, nullable=False, server_default=NONE_YET),
    Column("digest", Integer),
    Column("digest_due", BigInteger),
    Column("pinged", BigInteger, nullable=False, server_default=NONE_YET),
    Index("ix_member_hours_digest_due", "digest_due"),
)

vacation = Table(
    "vacation",
    metadata,
    Column("id", Id, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Index("ix_vacation_user_id", "user_id"),
)

muted = Table(
    "muted",
    metadata,
    of_game(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)

nudge = Table(
    "nudge",
    metadata,
    of_game(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""One row with the time of the last check, from which the length of a downtime is computed."""


# --- waits -------------------------------------------------------------------------------------


def _wait(row: Any) -> Wait:
    """Build a wait, a seat that keeps a game waiting, from its database row."""
    return Wait(
        row.game, row.seat, row.user_id, row.mark, row.rev, row.since, row.start, row.stage, row.last,
        row.touched, row.snoozed, row.by_card, row.told, row.voted, row.nudged, row.extra,
    )  # fmt: skip


async def waits(conn: AsyncConnection, condition: Any) -> list[Wait]:
    """Query the waits (players to be reminded) that meet an SQL condition, by game and seat."""
    query = select(wait).where(condition).order_by(wait.c.game, wait.c.seat)
    return [_wait(row) for row in (await conn.execute(query)).all()]


_WAITS = select(wait).where(wait.c.game == bindparam("game")).order_by(wait.c.seat)


async def waits_of_game(conn: AsyncConnection, game: int) -> list[Wait]:
    """Query the waits of a game: one for each seat that is to act."""
    return [_wait(row) for row in (await conn.execute(_WAITS, {"game": game})).all()]


async def waits_of_user(conn: AsyncConnection, user: int) -> list[Wait]:
    """Query the waits of a user: his seats in all games that wait for him."""
    return await waits(conn, wait.c.user_id == user)


async def due_waits(conn: AsyncConnection, now: int, limit: int = 200) -> list[Wait]:
    """Query the waits whose next ping is due, the oldest first, at most `limit`.

    Their rows and games stay locked until the transaction ends; a game that another transaction has locked is
    left for later.
    """
    query = (
        select(wait)
        .join(games, games.c.id == wait.c.game)
        .where(wait.c.due <= now)
        .order_by(wait.c.due)
        .limit(limit)
        .with_for_update(of=[wait, games], skip_locked=True)
    )
    return [_wait(row) for row in (await conn.execute(query)).all()]


_PUT = insert(wait)
_FIELDS = [field.name for field in fields(Wait)]


def _row(item: Wait, due: int | None) -> dict[str, Any]:
    """Return the columns of the database row for a wait, with when its next reminder is due."""
    row = {name: getattr(item, name) for name in _FIELDS}
    row["user_id"] = row.pop("user")
    return row | {"due": due}


async def put_wait(conn: AsyncConnection, new_wait: Wait, due: int | None) -> None:
    """Store a wait in place of the previous one of its seat; `due` is when its next ping is looked at."""
    await drop_waits(conn, new_wait.game, [new_wait.seat])
    await conn.execute(_PUT, _row(new_wait, due))


_DROP = delete(wait).where(wait.c.game == bindparam("game"))


async def put_waits(
    conn: AsyncConnection, game: int, waits_and_dues: Sequence[tuple[Wait, int | None]]
) -> None:
    """Replace all waits of a game by these, each with when its next ping is due (seconds since 1970)."""
    await conn.execute(_DROP, {"game": game})
    if waits_and_dues:
        await conn.execute(_PUT, [_row(new_wait, due) for new_wait, due in waits_and_dues])


async def snooze(conn: AsyncConnection, snoozed_wait: Wait, until: int, nudger: int | None = None) -> None:
    """Store when a wait's next ping is (seconds since 1970).

    ``nudger`` is another member who asked for it.
    """
    is_wait = (wait.c.game == snoozed_wait.game) & (wait.c.seat == snoozed_wait.seat)
    await conn.execute(update(wait).where(is_wait).values(snoozed=until, nudged=nudger))


async def begin_clock(conn: AsyncConnection, game: int, seat: str, moment: int) -> None:
    """Store that the clock of a reminded seat starts again, at a time in seconds since 1970."""
    is_wait = (wait.c.game == game) & (wait.c.seat == seat)
    await conn.execute(update(wait).where(is_wait).values(start=moment, extra=0, voted=False))


async def mark_voted(conn: AsyncConnection, game: int, seat: str) -> None:
    """Store that the players vote about a waiting seat, so its clock does not run out again."""
    await conn.execute(update(wait).where(wait.c.game == game, wait.c.seat == seat).values(voted=True))


async def drop_waits(conn: AsyncConnection, game: int, seats: Iterable[str]) -> None:
    """Delete the waits of these seats of a game."""
    await conn.execute(delete(wait).where(wait.c.game == game, wait.c.seat.in_(list(seats))))


async def games_without_waits(conn: AsyncConnection) -> list[int]:
    """Query the ids of running games that remind nobody, as after an import."""
    watched = select(wait.c.game)
    query = select(games.c.id).where(games.c.status == "running", games.c.id.not_in(watched))
    return list((await conn.execute(query)).scalars())


async def extend_clocks(conn: AsyncConnection, seconds: int) -> list[int]:
    """Extend the clocks of all reminded players by these seconds; return the ids of their games."""
    await conn.execute(update(wait).values(extra=wait.c.extra + seconds))
    return list((await conn.execute(select(wait.c.game).distinct())).scalars())


async def reschedule_waits(
    conn: AsyncConnection, now: int, *, user: int | None = None, game: int | None = None
) -> None:
    """Make the waits of a user, of a game or all waits due now, after a reminder setting changed."""
    query = update(wait).values(due=now)
    if user is not None:
        query = query.where(wait.c.user_id == user)
    if game is not None:
        query = query.where(wait.c.game == game)
    await conn.execute(query)


async def settings_of(conn: AsyncConnection, game_ids: Iterable[int]) -> dict[int, Mapping[str, Any]]:
    """Query the settings of these games, by game id, for the pace of their pings.

    Unknown games are left out.
    """
    query = select(games.c.id, games.c.settings).where(games.c.id.in_(sorted(set(game_ids))))
    return {row.id: row.settings for row in await conn.execute(query)}


async def next_due(conn: AsyncConnection) -> int | None:
    """Query when the first ping or digest falls due or a proxy's time ends; None if there is none."""
    times = [
        (await conn.execute(select(func.min(column)))).scalar()
        for column in (wait.c.due, member.c.digest_due, proxy.c.until)
    ]
    return min((moment for moment in times if moment is not None), default=None)


# --- members -----------------------------------------------------------------------------------


_PINGED = update(member).where(member.c.user_id == bindparam("user")).values(pinged=bindparam("now"))
_MEMBERS = select(member).where(member.c.user_id.in_(bindparam("users", expanding=True)))
_ABSENCES = union_all(
    select(vacation.c.user_id, vacation.c.begins, vacation.c.ends, null().label("game")).where(
        vacation.c.user_id.in_(bindparam("users", expanding=True))
    ),
    select(muted.c.user_id, null(), null(), muted.c.game).where(
        muted.c.user_id.in_(bindparam("users", expanding=True))
    ),
)
"""The query for vacations and muted games."""


async def members(conn: AsyncConnection, users: Iterable[int]) -> dict[int, Member]:
    """Query how these users want to be pinged, by user id; the defaults for those who have set nothing."""
    user_ids = sorted(set(users))
    if not user_ids:
        return {}
    rows = (await conn.execute(_MEMBERS, {"users": user_ids})).all()
    by_user = {row.user_id: row for row in rows}
    absence_rows = (await conn.execute(_ABSENCES, {"users": user_ids})).all()
    return {
        user: _member(
            user,
            by_user.get(user),
            [absence_row for absence_row in absence_rows if absence_row.user_id == user],
        )
        for user in user_ids
    }


def _member(user: int, row: Any, absence_rows: Sequence[Any]) -> Member:
    """Build a member's reminder settings from a row of hours (None: defaults), vacations and mutes."""
    vacations = _merge_spans(
        sorted(
            (absence_row.begins, absence_row.ends) for absence_row in absence_rows if absence_row.game is None
        )
    )
    muted_games = frozenset(absence_row.game for absence_row in absence_rows if absence_row.game is not None)
    if row is None:
        return Member(user, muted=muted_games, vacations=vacations)
    quiet = None if row.quiet_from is None else (row.quiet_from, row.quiet_to)
    return Member(
        user,
        row.zone,
        quiet,
        row.weekend,
        row.direct,
        row.gap,
        row.digest,
        muted_games,
        vacations,
        row.pinged,
    )


def _merge_spans(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return vacations, in which nobody is pinged (sorted pairs of start and end), with overlaps merged.

    Empty ones are left out.
    """
    merged_spans: list[tuple[int, int]] = []
    for begins, ends in spans:
        if merged_spans and begins <= merged_spans[-1][1]:
            merged_spans[-1] = (merged_spans[-1][0], max(ends, merged_spans[-1][1]))
        elif ends > begins:
            merged_spans.append((begins, ends))
    return tuple(merged_spans)


async def pinged(conn: AsyncConnection, user: int, now: int) -> None:
    """Store that a member was last pinged, by any game, at ``now`` (seconds since 1970)."""
    if not (await conn.execute(_PINGED, {"user": user, "now": now})).rowcount:
        await change_member(conn, user, pinged=now)


async def change_member(conn: AsyncConnection, user: int, **values: Any) -> None:
    """Store columns of a member's reminder settings; the row is created if there is none."""
    result = await conn.execute(update(member).where(member.c.user_id == user).values(**values))
    if not result.rowcount:
        await conn.execute(upsert(conn, member, {"user_id": user}, values))


async def lock_members(conn: AsyncConnection, users: Iterable[int]) -> None:
    """Lock the rows of these members' reminder settings until the transaction ends."""
    query = select(member.c.user_id).where(member.c.user_id.in_(sorted(set(users))))
    await conn.execute(query.order_by(member.c.user_id).with_for_update())


async def due_digests(conn: AsyncConnection, now: int) -> list[int]:
    """Query and lock the users whose daily digest is due, as user ids."""
    query = select(member.c.user_id).where(member.c.digest_due <= now).with_for_update(skip_locked=True)
    return list((await conn.execute(query)).scalars())


async def put_vacation(conn: AsyncConnection, user: int, begins: int, ends: int) -> None:
    """Store a vacation of a user, from and to seconds since 1970."""
    await conn.execute(insert(vacation).values(user_id=user, begins=begins, ends=ends))


async def end_vacations(conn: AsyncConnection, user: int, now: int) -> None:
    """Store that a user's vacation from pings ends at ``now`` (seconds since 1970); delete later ones."""
    is_own = vacation.c.user_id == user
    await conn.execute(delete(vacation).where(is_own, vacation.c.begins >= now))
    await conn.execute(update(vacation).where(is_own, vacation.c.ends > now).values(ends=now))


async def mute(conn: AsyncConnection, user: int, game: int, is_muted: bool) -> None:
    """Store that reminders of a game are off, or with ``is_muted`` False on again, for a user."""
    await conn.execute(delete(muted).where(_of_user_and_game(muted, user, game)))
    if is_muted:
        await conn.execute(insert(muted).values(user_id=user, game=game))


async def nudged(conn: AsyncConnection, user: int, game: int) -> int | None:
    """Query when a user last nudged in a game, in seconds since 1970; None if never."""
    return (await conn.execute(select(nudge.c.at).where(_of_user_and_game(nudge, user, game)))).scalar()


async def put_nudge(conn: AsyncConnection, user: int, game: int, moment: int) -> None:
    """Store when a user last nudged in a game."""
    await conn.execute(delete(nudge).where(_of_user_and_game(nudge, user, game)))
    await conn.execute(insert(nudge).values(user_id=user, game=game, at=moment))


def _of_user_and_game(table: Table, user: int, game: int) -> Any:
    """Return the SQL condition that a row belongs to a user and a game."""
    return and_(table.c.user_id == user, table.c.game == game)


# --- the clock ---------------------------------------------------------------------------------


async def store_check_time(conn: AsyncConnection, now: int) -> int | None:
    """Store the time of this check of reminders; return that of the previous one, None for the first."""
    previous = (await conn.execute(select(pulse.c.at))).scalar()
    await conn.execute(upsert(conn, pulse, {"id": 1}, {"at": now}))
    return previous
