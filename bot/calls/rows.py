"""Database queries of the waits, from which reminders follow. Times are seconds since 1970."""

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
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.calls.member_rows import NO, NONE_YET, member
from bot.calls.model import Wait
from bot.store.proxies import proxy
from bot.store.tables import game as games
from bot.store.tables import metadata, of_game, upsert

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
    """Return the columns of a wait for its row, with when its player is reminded next."""
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
    """Store when a player is pinged next whom the game waits for (seconds since 1970).

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
    """Extend the clocks of all players whom reminders call by these seconds.

    Return the ids of their games.
    """
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


"""The query for vacations and muted games."""


# --- the clock ---------------------------------------------------------------------------------


async def store_check_time(conn: AsyncConnection, now: int) -> int | None:
    """Store the time of this check of reminders; return that of the previous one, None for the first."""
    previous = (await conn.execute(select(pulse.c.at))).scalar()
    await conn.execute(upsert(conn, pulse, {"id": 1}, {"at": now}))
    return previous
