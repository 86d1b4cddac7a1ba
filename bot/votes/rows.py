"""Database queries of votes and their ballots. Times are seconds since 1970, UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    Select,
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

from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.store.tables import IdType, game_id_column, metadata

vote = Table(
    "vote",
    metadata,
    Column("id", IdType, primary_key=True),
    game_id_column(),
    Column("seat", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("user_id", BigInteger),
    Column("name", String, nullable=False, server_default=""),
    Column("rev", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("result", String, nullable=False, server_default=""),
    Column("body", JSON, nullable=False, server_default="{}"),
    Column("ends", BigInteger),
    Index("ix_vote_game", "game"),
)
"""``kind``: a registered kind of vote (`bot.votes.kinds`); ``seat``: which it is about, or which asks."""

ballot = Table(
    "ballot",
    metadata,
    Column("vote", IdType, ForeignKey("vote.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choice", String, nullable=False),
)

TIME_LIMIT_VOTE, ABSENCE_VOTE, SEAT_VOTE, UNDO_VOTE = "clock", "absent", "seat", "undo"
"""Kinds: what becomes of a seat whose time limit ran out, or about which somebody asked; whether a user gets
a seat; whether moves of other players are undone."""

GAME_MOVED_ON, TIME_OVER, TIME_LIMIT_REMOVED = "moved", "lapsed", "no_clock"
"""The result of a vote that has nothing left to decide, of one that nobody has decided in time, and of one
about a time limit that was removed."""

VOTE_SECONDS = 3 * 24 * 3600
"""Seconds for which a vote is open; whoever has not voted by then leaves the decision to the others."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of the players of a game.

    ``requester_id`` and ``requester_name`` are of the user who requested something. ``seat`` is the seat that
    the vote is about, for an undo vote the seat that requests the undo. ``revision`` is the revision at which
    the vote was opened. ``body`` has further values of this kind of vote. Times are in seconds since 1970;
    ``ends_at`` is None if no time limit ends the vote. ``result`` is "" while the vote is open. ``ballots``
    are pairs of user id and ballot.
    """

    id: int
    game_id: int
    seat: str
    kind: str
    requester_id: int | None
    requester_name: str
    revision: int
    opened_at: int
    closed_at: int | None = None
    result: str = ""
    ballots: tuple[tuple[int, str], ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)
    ends_at: int | None = None

    @property
    def is_about_absence(self) -> bool:
        """Return True if the vote is about an absent player's seat, for which the game waits."""
        return self.kind in (TIME_LIMIT_VOTE, ABSENCE_VOTE)


@dataclass(frozen=True, slots=True)
class Question:
    """A vote that is to be opened; ``duration`` is in seconds, None if the vote has no time limit.

    The other fields are those of `Vote`.
    """

    kind: str
    seat: str
    revision: int
    requester_id: int | None = None
    requester_name: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    duration: int | None = VOTE_SECONDS


async def open_vote(conn: AsyncConnection, game_id: int, question: Question, opened_at: int) -> int:
    """Store a new vote of a game, queue its card in the outbox, and return the id of the vote.

    ``opened_at`` is in seconds since 1970; the vote ends ``question.duration`` seconds later, or has no time
    limit if that is None.
    """
    values = {
        "game": game_id, "seat": question.seat, "kind": question.kind, "rev": question.revision,
        "opened": opened_at, "user_id": question.requester_id,
        "name": question.requester_name, "body": dict(question.body),
        "ends": None if question.duration is None else opened_at + question.duration,
    }  # fmt: skip
    result = await conn.execute(insert(vote).values(**values))
    assert result.inserted_primary_key is not None
    vote_id = int(result.inserted_primary_key[0])
    await outbox.queue_messages(conn, game_id, [vote_card_message(vote_id)])
    return vote_id


def vote_card_message(vote_id: int) -> OutboxMessage:
    """Return the outbox message that posts or edits the card of the vote ``vote_id``."""
    return OutboxMessage("vote", {"vote": vote_id})


async def find_vote(conn: AsyncConnection, vote_id: int) -> Vote | None:
    """Return a vote with its ballots from the database; None if no vote has this id."""
    row = (await conn.execute(select(vote).where(vote.c.id == vote_id))).first()
    if row is None:
        return None
    ballots = await conn.execute(select(ballot).where(ballot.c.vote == vote_id).order_by(ballot.c.user_id))
    return Vote(
        row.id, row.game, row.seat, row.kind, row.user_id, row.name, row.rev, row.opened, row.closed,
        row.result, tuple((ballot_row.user_id, ballot_row.choice) for ballot_row in ballots), row.body,
        row.ends,
    )  # fmt: skip


_OPEN_VOTES = select(vote.c.id).where(vote.c.closed.is_(None)).order_by(vote.c.id)
_OPEN_VOTES_OF_GAME = _OPEN_VOTES.where(vote.c.game == bindparam("game"))
_EXPIRED_VOTES = _OPEN_VOTES.where(vote.c.ends <= bindparam("now"))


async def list_open_votes(conn: AsyncConnection, game_id: int) -> list[Vote]:
    """Return the open votes of a game with their ballots, the oldest first; [] if there are none."""
    return await _query_votes(conn, _OPEN_VOTES_OF_GAME, {"game": game_id})


async def has_open_absence_vote(conn: AsyncConnection, game_id: int, seat: str) -> bool:
    """Return True if an open vote of the game is about the absent player of a seat."""
    return any(
        candidate.is_about_absence and candidate.seat == seat
        for candidate in await list_open_votes(conn, game_id)
    )


async def expired_votes(conn: AsyncConnection, now: int) -> list[Vote]:
    """Return the open votes whose time is over at ``now`` (seconds since 1970), the oldest first.

    Return [] if there are none.
    """
    return await _query_votes(conn, _EXPIRED_VOTES, {"now": now})


async def _query_votes(conn: AsyncConnection, query: Select[Any], values: Mapping[str, int]) -> list[Vote]:
    """Return the votes whose ids an SQL query with these ``values`` selects, in its order; [] if none."""
    vote_ids = (await conn.execute(query, values)).scalars().all()
    votes = [await find_vote(conn, vote_id) for vote_id in vote_ids]
    return [candidate for candidate in votes if candidate is not None]


async def next_vote_deadline(conn: AsyncConnection, now: int) -> int | None:
    """Return the first time after ``now`` at which an open vote ends; None if no vote ends later.

    Both times are in seconds since 1970.
    """
    query = select(func.min(vote.c.ends)).where(vote.c.ends > now, vote.c.closed.is_(None))
    end: int | None = (await conn.execute(query)).scalar()
    return end


async def shift_open_votes(conn: AsyncConnection, seconds: int) -> None:
    """Move the start and the deadline of all open votes by the ``seconds`` for which the bot was offline.

    A vote without a time limit gets none.
    """
    values = {"opened": vote.c.opened + seconds, "ends": vote.c.ends + seconds}
    await conn.execute(update(vote).where(vote.c.closed.is_(None)).values(values))


async def reschedule_votes_opened_in_future(conn: AsyncConnection, now: int) -> None:
    """Move open votes with a start later than ``now`` (seconds since 1970) so that they start at ``now``.

    They were opened while the machine's clock was ahead. The duration of each vote stays the same.
    """
    values = {"opened": now, "ends": vote.c.ends - vote.c.opened + now}
    await conn.execute(update(vote).where(vote.c.closed.is_(None), vote.c.opened > now).values(values))


async def store_ballot(conn: AsyncConnection, vote_id: int, user_id: int, option: str) -> None:
    """Store a voter's ballot in a vote, in place of the voter's earlier ballot.

    ``option`` is the name of a vote option, or "name:user id" if the option names a member.
    """
    await conn.execute(delete(ballot).where(ballot.c.vote == vote_id, ballot.c.user_id == user_id))
    await conn.execute(insert(ballot).values(vote=vote_id, user_id=user_id, choice=option))


async def close_vote(conn: AsyncConnection, closed_vote: Vote, result: str, closed_at: int) -> None:
    """Store that a vote is closed with this result, and queue the last edit of its card.

    ``closed_at`` is in seconds since 1970. ``result`` is the ballot that won, the result of an undo vote
    (such as "agreed"), or why nothing won: "moved" (the game has moved on), "lapsed" (time over) or
    "no_clock" (the time limit that the vote was about was removed).
    """
    is_vote = vote.c.id == closed_vote.id
    await conn.execute(update(vote).where(is_vote).values(closed=closed_at, result=result))
    await outbox.queue_messages(conn, closed_vote.game_id, [vote_card_message(closed_vote.id)])


async def queue_vote_cards(conn: AsyncConnection, game_id: int) -> None:
    """Queue messages that edit the cards of a game's open votes, or post a card again if it was deleted."""
    await outbox.queue_messages(
        conn, game_id, [vote_card_message(candidate.id) for candidate in await list_open_votes(conn, game_id)]
    )
