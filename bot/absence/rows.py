"""Who plays for whom, seats to be had, and what a table votes on. Times are seconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    ForeignKey,
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

from bot.store.tables import Id, metadata, of_game

proxy = Table(
    "proxy",
    metadata,
    of_game(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("ix_proxy_until", "until"),
)

vote = Table(
    "vote",
    metadata,
    Column("id", Id, primary_key=True),
    of_game(),
    Column("seat", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("user_id", BigInteger),
    Column("name", String, nullable=False, server_default=""),
    Column("rev", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("result", String, nullable=False, server_default=""),
    Index("ix_vote_game", "game"),
)
"""``kind``: what becomes of a seat whose clock ran out (``clock``), or about which somebody asked
(``absent``); ``seat``: whether a user gets a seat."""

ballot = Table(
    "ballot",
    metadata,
    Column("vote", Id, ForeignKey("vote.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choice", String, nullable=False),
)

offered = Table(
    "offered_seat",
    metadata,
    of_game(primary_key=True),
    Column("seat", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Seats that their holders would give to somebody else; seats without a holder are free anyhow."""


CLOCK, ABSENT, SEAT = "clock", "absent", "seat"

MOVED, LAPSED, NO_CLOCK = "moved", "lapsed", "no_clock"
"""The result of a vote that has nothing left to decide, of one that nobody has decided in time, and of one
about a clock that was taken away."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of a table; ``user`` and ``name`` are of the candidate for a seat, ``result`` once closed."""

    id: int
    game: int
    seat: str
    kind: str
    user: int | None
    name: str
    rev: int
    opened: int
    closed: int | None
    result: str
    ballots: tuple[tuple[int, str], ...] = ()

    @property
    def about_holder(self) -> bool:
        """Whether it is about a seat for which the game waits, and not about who gets one."""
        return self.kind != SEAT


# --- proxies -----------------------------------------------------------------------------------


async def proxies(conn: AsyncConnection, games: Sequence[int]) -> dict[int, dict[str, int]]:
    """Who plays for which seat, game by game."""
    found: dict[int, dict[str, int]] = {}
    for row in await conn.execute(select(proxy).where(proxy.c.game.in_(games))):
        found.setdefault(row.game, {})[row.seat] = row.user_id
    return found


_PROXIES = select(proxy).where(proxy.c.game == bindparam("game"))


async def proxies_of(conn: AsyncConnection, game: int) -> dict[str, int]:
    """Who plays for which seat of a game."""
    return {row.seat: row.user_id for row in await conn.execute(_PROXIES, {"game": game})}


async def put_proxy(conn: AsyncConnection, game: int, seat: str, user: int, until: int) -> None:
    """Let somebody play for a seat until a time."""
    await drop_proxy(conn, game, seat)
    await conn.execute(insert(proxy).values(game=game, seat=seat, user_id=user, until=until))


async def drop_proxy(conn: AsyncConnection, game: int, seat: str) -> None:
    """Nobody plays for a seat but its holder."""
    await conn.execute(delete(proxy).where(proxy.c.game == game, proxy.c.seat == seat))


async def ended_proxies(conn: AsyncConnection, now: int) -> list[tuple[int, str]]:
    """The games and seats whose proxy's time is over."""
    rows = await conn.execute(select(proxy.c.game, proxy.c.seat).where(proxy.c.until <= now))
    return [(row.game, row.seat) for row in rows]


# --- votes -------------------------------------------------------------------------------------


async def open_vote(
    conn: AsyncConnection, game: int, seat: str, kind: str, *, rev: int, at: int,
    user: int | None = None, name: str = "",
) -> int:  # fmt: skip
    """Begin a vote; returns its number."""
    values = {
        "game": game,
        "seat": seat,
        "kind": kind,
        "rev": rev,
        "opened": at,
        "user_id": user,
        "name": name,
    }
    made = await conn.execute(insert(vote).values(**values))
    assert made.inserted_primary_key is not None
    return int(made.inserted_primary_key[0])


async def find_vote(conn: AsyncConnection, number: int) -> Vote | None:
    """A vote with its ballots."""
    row = (await conn.execute(select(vote).where(vote.c.id == number))).first()
    if row is None:
        return None
    cast = await conn.execute(select(ballot).where(ballot.c.vote == number).order_by(ballot.c.user_id))
    return Vote(
        row.id, row.game, row.seat, row.kind, row.user_id, row.name, row.rev, row.opened, row.closed,
        row.result, tuple((b.user_id, b.choice) for b in cast),
    )  # fmt: skip


async def open_votes(conn: AsyncConnection, game: int) -> list[Vote]:
    """The votes of a game that are not closed."""
    return await _unclosed(conn, vote.c.game == game)


async def asked_about(conn: AsyncConnection, game: int, seat: str) -> bool:
    """Whether the table votes on what becomes of a seat."""
    return any(v.about_holder and v.seat == seat for v in await open_votes(conn, game))


async def old_votes(conn: AsyncConnection, before: int) -> list[Vote]:
    """The votes that were opened until then and are not closed."""
    return await _unclosed(conn, vote.c.opened <= before)


async def _unclosed(conn: AsyncConnection, which: ColumnElement[bool]) -> list[Vote]:
    query = select(vote.c.id).where(which, vote.c.closed.is_(None)).order_by(vote.c.id)
    found = [await find_vote(conn, number) for number in (await conn.execute(query)).scalars()]
    return [one for one in found if one is not None]


async def first_opened(conn: AsyncConnection, after: int) -> int | None:
    """When the oldest vote was opened after then that is not closed."""
    query = select(func.min(vote.c.opened)).where(vote.c.opened > after, vote.c.closed.is_(None))
    found: int | None = (await conn.execute(query)).scalar()
    return found


async def put_off_votes(conn: AsyncConnection, seconds: int) -> None:
    """Nobody could vote for so long."""
    await conn.execute(update(vote).where(vote.c.closed.is_(None)).values(opened=vote.c.opened + seconds))


async def cast(conn: AsyncConnection, number: int, user: int, choice: str) -> None:
    """A ballot in place of the voter's earlier one."""
    await conn.execute(delete(ballot).where(ballot.c.vote == number, ballot.c.user_id == user))
    await conn.execute(insert(ballot).values(vote=number, user_id=user, choice=choice))


async def close_vote(conn: AsyncConnection, number: int, result: str, at: int) -> None:
    """End a vote."""
    await conn.execute(update(vote).where(vote.c.id == number).values(closed=at, result=result))


# --- seats to be had ---------------------------------------------------------------------------


async def offer_seat(conn: AsyncConnection, game: int, seat: str, at: int) -> None:
    """The holder would give this seat to somebody else."""
    await withdraw_seat(conn, game, seat)
    await conn.execute(insert(offered).values(game=game, seat=seat, at=at))


async def withdraw_seat(conn: AsyncConnection, game: int, seat: str) -> None:
    """The seat is not to be had, unless it is free."""
    await conn.execute(delete(offered).where(offered.c.game == game, offered.c.seat == seat))


async def offered_seats(conn: AsyncConnection, game: int) -> list[str]:
    """The seats whose holders would give them away."""
    return list((await conn.execute(select(offered.c.seat).where(offered.c.game == game))).scalars())
