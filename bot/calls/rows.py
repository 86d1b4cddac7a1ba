"""Database tables and queries for waits and members' hours. All times are seconds since 1970, UTC."""

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
    return Wait(
        row.game, row.seat, row.user_id, row.mark, row.rev, row.since, row.start, row.stage, row.last,
        row.touched, row.snoozed, row.by_card, row.told, row.voted, row.nudged, row.extra,
    )  # fmt: skip


async def waits(conn: AsyncConnection, where: Any) -> list[Wait]:
    """Return the waits that meet a condition."""
    query = select(wait).where(where).order_by(wait.c.game, wait.c.seat)
    return [_wait(row) for row in (await conn.execute(query)).all()]


_WAITS = select(wait).where(wait.c.game == bindparam("game")).order_by(wait.c.seat)


async def waits_of_game(conn: AsyncConnection, game: int) -> list[Wait]:
    """Return the waits of a game, in order of seats."""
    return [_wait(row) for row in (await conn.execute(_WAITS, {"game": game})).all()]


async def waits_of_user(conn: AsyncConnection, user: int) -> list[Wait]:
    """Return the waits for a user in all games."""
    return await waits(conn, wait.c.user_id == user)


async def due_waits(conn: AsyncConnection, now: int, limit: int = 200) -> list[Wait]:
    """Return up to ``limit`` due waits, the longest overdue first, and lock them and their games.

    Whoever looks keeps their games to himself; a game that is being written this moment is left for later.
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


def _row(one: Wait, due: int | None) -> dict[str, Any]:
    row = {name: getattr(one, name) for name in _FIELDS}
    row["user_id"] = row.pop("user")
    return row | {"due": due}


async def put_wait(conn: AsyncConnection, one: Wait, due: int | None) -> None:
    """Store a wait and replace the earlier one of its seat; ``due`` is when it is due next."""
    await drop_waits(conn, one.game, [one.seat])
    await conn.execute(_PUT, _row(one, due))


_DROP = delete(wait).where(wait.c.game == bindparam("game"))


async def put_waits(conn: AsyncConnection, game: int, now: Sequence[tuple[Wait, int | None]]) -> None:
    """Replace all waits of a game; each comes with the time at which it is due next."""
    await conn.execute(_DROP, {"game": game})
    if now:
        await conn.execute(_PUT, [_row(one, due) for one, due in now])


async def snooze(conn: AsyncConnection, one: Wait, until: int, by: int | None = None) -> None:
    """Set the time of the next ping; ``by`` is the member who asked for it, None for the player himself."""
    here = (wait.c.game == one.game) & (wait.c.seat == one.seat)
    await conn.execute(update(wait).where(here).values(snoozed=until, nudged=by))


async def begin_clock(conn: AsyncConnection, game: int, seat: str, at: int) -> None:
    """Restart the clock of a wait."""
    here = (wait.c.game == game) & (wait.c.seat == seat)
    await conn.execute(update(wait).where(here).values(start=at, extra=0, voted=False))


async def mark_voted(conn: AsyncConnection, game: int, seat: str) -> None:
    """Note that a vote about this wait has begun, so that its clock does not expire again."""
    await conn.execute(update(wait).where(wait.c.game == game, wait.c.seat == seat).values(voted=True))


async def drop_waits(conn: AsyncConnection, game: int, seats: Iterable[str]) -> None:
    """Delete the waits of some seats."""
    await conn.execute(delete(wait).where(wait.c.game == game, wait.c.seat.in_(list(seats))))


async def unwatched(conn: AsyncConnection) -> list[int]:
    """Return the ids of running games without a wait."""
    kept = select(wait.c.game)
    query = select(games.c.id).where(games.c.status == "running", games.c.id.not_in(kept))
    return list((await conn.execute(query)).scalars())


async def put_off_clocks(conn: AsyncConnection, seconds: int) -> list[int]:
    """Extend all clocks by some seconds; return the ids of the games with a wait."""
    await conn.execute(update(wait).values(extra=wait.c.extra + seconds))
    return list((await conn.execute(select(wait.c.game).distinct())).scalars())


async def look_again(
    conn: AsyncConnection, now: int, *, user: int | None = None, game: int | None = None
) -> None:
    """Mark the waits of a user, of a game or all waits as due now, so that they are planned again."""
    query = update(wait).values(due=now)
    if user is not None:
        query = query.where(wait.c.user_id == user)
    if game is not None:
        query = query.where(wait.c.game == game)
    await conn.execute(query)


async def settings_of(conn: AsyncConnection, wanted: Iterable[int]) -> dict[int, Mapping[str, Any]]:
    """Return the settings of some games by id."""
    query = select(games.c.id, games.c.settings).where(games.c.id.in_(sorted(set(wanted))))
    return {row.id: row.settings for row in await conn.execute(query)}


async def next_due(conn: AsyncConnection) -> int | None:
    """Return when the next wait, digest or end of a proxy is due; None if there is none."""
    found = [
        (await conn.execute(select(func.min(column)))).scalar()
        for column in (wait.c.due, member.c.digest_due, proxy.c.until)
    ]
    return min((at for at in found if at is not None), default=None)


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
    """Return the settings of some members by id; members without settings get the defaults."""
    wanted = sorted(set(users))
    if not wanted:
        return {}
    rows = (await conn.execute(_MEMBERS, {"users": wanted})).all()
    found = {row.user_id: row for row in rows}
    absent = (await conn.execute(_ABSENCES, {"users": wanted})).all()
    return {user: _member(user, found.get(user), [r for r in absent if r.user_id == user]) for user in wanted}


def _member(user: int, row: Any, absent: Sequence[Any]) -> Member:
    vacations = _joined(sorted((r.begins, r.ends) for r in absent if r.game is None))
    games = frozenset(r.game for r in absent if r.game is not None)
    if row is None:
        return Member(user, muted=games, vacations=vacations)
    quiet = None if row.quiet_from is None else (row.quiet_from, row.quiet_to)
    return Member(
        user, row.zone, quiet, row.weekend, row.direct, row.gap, row.digest, games, vacations, row.pinged
    )


def _joined(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Merge overlapping spans of time."""
    found: list[tuple[int, int]] = []
    for begins, ends in spans:
        if found and begins <= found[-1][1]:
            found[-1] = (found[-1][0], max(ends, found[-1][1]))
        elif ends > begins:
            found.append((begins, ends))
    return tuple(found)


async def pinged(conn: AsyncConnection, user: int, now: int) -> None:
    """Store the time of a member's last ping."""
    if not (await conn.execute(_PINGED, {"user": user, "now": now})).rowcount:
        await change_member(conn, user, pinged=now)


async def change_member(conn: AsyncConnection, user: int, **values: Any) -> None:
    """Change columns of a member's settings; insert the row if it does not exist."""
    done = await conn.execute(update(member).where(member.c.user_id == user).values(**values))
    if not done.rowcount:
        await conn.execute(upsert(conn, member, {"user_id": user}, values))


async def keep_members(conn: AsyncConnection, users: Iterable[int]) -> None:
    """Lock the settings of some members until the end of the transaction."""
    query = select(member.c.user_id).where(member.c.user_id.in_(sorted(set(users))))
    await conn.execute(query.order_by(member.c.user_id).with_for_update())


async def due_digests(conn: AsyncConnection, now: int) -> list[int]:
    """Return and lock the ids of members whose daily digest is due."""
    query = select(member.c.user_id).where(member.c.digest_due <= now).with_for_update(skip_locked=True)
    return list((await conn.execute(query)).scalars())


async def put_vacation(conn: AsyncConnection, user: int, begins: int, ends: int) -> None:
    """Store a vacation."""
    await conn.execute(insert(vacation).values(user_id=user, begins=begins, ends=ends))


async def end_vacations(conn: AsyncConnection, user: int, now: int) -> None:
    """Delete a user's future vacations and end the current one."""
    mine = vacation.c.user_id == user
    await conn.execute(delete(vacation).where(mine, vacation.c.begins >= now))
    await conn.execute(update(vacation).where(mine, vacation.c.ends > now).values(ends=now))


async def mute(conn: AsyncConnection, user: int, game: int, on: bool) -> None:
    """Mute a game for a user (``on``) or unmute it."""
    await conn.execute(delete(muted).where(_both(muted, user, game)))
    if on:
        await conn.execute(insert(muted).values(user_id=user, game=game))


async def nudged(conn: AsyncConnection, user: int, game: int) -> int | None:
    """Return the time of a user's last nudge in a game, or None."""
    return (await conn.execute(select(nudge.c.at).where(_both(nudge, user, game)))).scalar()


async def put_nudge(conn: AsyncConnection, user: int, game: int, at: int) -> None:
    """Store the time of a user's nudge in a game."""
    await conn.execute(delete(nudge).where(_both(nudge, user, game)))
    await conn.execute(insert(nudge).values(user_id=user, game=game, at=at))


def _both(table: Table, user: int, game: int) -> Any:
    return and_(table.c.user_id == user, table.c.game == game)


# --- the clock ---------------------------------------------------------------------------------


async def beat(conn: AsyncConnection, now: int) -> int | None:
    """Store the time of this check; return the time of the previous one, or None."""
    before = (await conn.execute(select(pulse.c.at))).scalar()
    await conn.execute(upsert(conn, pulse, {"id": 1}, {"at": now}))
    return before
