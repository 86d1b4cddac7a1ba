"""What tables vote on, and the ballots. Times are seconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.kept import KEPT, Kept
from bot.store import outbox
from bot.store.game_rows import now
from bot.store.outbox import Note
from bot.store.tables import Id, metadata, of_game

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


# --- taking moves back

undo_vote = Table(
    "undo_vote",
    metadata,
    of_game(primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("body", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class UndoVote:
    """A member asks whether everything after record ``to`` may be taken back.

    Asked at revision ``rev``, and good for that alone. ``needed`` are the seats whose moves it takes back,
    ``agreed`` those that have said yes.
    """

    user: int
    seat: str
    to: int
    rev: int
    needed: tuple[str, ...]
    agreed: tuple[str, ...] = ()

    @property
    def open_for(self) -> tuple[str, ...]:
        """The seats that have not answered yet."""
        return tuple(seat for seat in self.needed if seat not in self.agreed)


async def undo_vote_of(conn: AsyncConnection, game: int) -> UndoVote | None:
    """The vote on taking moves back that is open in a game."""
    row = (await conn.execute(select(undo_vote).where(undo_vote.c.game == game))).first()
    if row is None:
        return None
    body = row.body
    needed, agreed = tuple(body["needed"]), tuple(body["agreed"])
    return UndoVote(row.user_id, body["seat"], body["to"], body["rev"], needed, agreed)


async def put_undo_vote(conn: AsyncConnection, game: int, v: UndoVote | None) -> None:
    """Keep this vote of a game in place of the one before."""
    await conn.execute(delete(undo_vote).where(undo_vote.c.game == game))
    if v is not None:
        body = {
            "seat": v.seat, "to": v.to, "rev": v.rev, "needed": list(v.needed), "agreed": list(v.agreed),
        }  # fmt: skip
        await conn.execute(insert(undo_vote).values(game=game, user_id=v.user, body=body, at=now()))


UNDO_VOTE: Kept[UndoVote | None] = Kept("vote on taking moves back", None, undo_vote_of, put_undo_vote)
KEPT.add(UNDO_VOTE.name)(UNDO_VOTE)


async def owe_votes(conn: Any, game: int) -> None:
    """The cards of open votes show how they stand; one whose message is gone is posted anew."""
    notes = [Note("vote", {"vote": vote.id}) for vote in await open_votes(conn, game)]
    await outbox.put(conn, game, notes)
