"""Messages sent to Discord without a confirmed result: one row from the sending until the answer.

After a crash, a lost answer or a send that hung, such a row says where to look for the message, so that
nobody is called twice and no card is left behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import posting


@dataclass(frozen=True, slots=True)
class Posting:
    """A message without a confirmed result: its ``key``, its revision and the call that it delivers.

    ``id`` marks the message; ``since`` is when it was sent last, in milliseconds since 1970. A superseded
    posting was replaced by another message before its own was found; that may still turn up.
    """

    id: int
    game: int
    key: str
    lane: str
    row: int
    channel: int
    rev: int
    call: int | None
    since: int
    is_superseded: bool = False


_INSERT_POSTING = insert(posting)
_DELETE_POSTING = delete(posting).where(posting.c.id == bindparam("this"))


async def begin_posting(conn: AsyncConnection, **values: Any) -> Posting:
    """Insert the database row of a message that is about to be sent to Discord, and return its posting.

    ``values`` are the fields of `Posting` other than its id.
    """
    result = await conn.execute(_INSERT_POSTING, values)
    assert result.inserted_primary_key is not None
    return Posting(int(result.inserted_primary_key[0]), **values)


async def retry_posting(conn: AsyncConnection, posting_id: int, row: int, since: int) -> None:
    """Store that the same message is about to be sent once more, at ``since`` (ms since 1970)."""
    await conn.execute(update(posting).where(posting.c.id == posting_id).values(row=row, since=since))


_UNCONFIRMED = (
    select(posting)
    .where(posting.c.game == bindparam("game"), posting.c.lane == bindparam("lane"))
    .where(posting.c.lost.is_(False))
    .order_by(posting.c.id)
)


async def unconfirmed_postings(conn: AsyncConnection, game_id: int, lane: str) -> list[Posting]:
    """Query the postings of a lane (a queue of a game's messages) without a result, except superseded ones.

    Their messages must be searched for before anything else is sent there. The oldest comes first.
    """
    return _postings((await conn.execute(_UNCONFIRMED, {"game": game_id, "lane": lane})).all())


async def superseded_postings(conn: AsyncConnection, game_id: int) -> list[Posting]:
    """Query the superseded postings of a game, whose messages may still appear in Discord.

    The oldest comes first.
    """
    is_superseded = (posting.c.game == game_id) & posting.c.lost.is_(True)
    return _postings((await conn.execute(select(posting).where(is_superseded).order_by(posting.c.id))).all())


async def mark_superseded(conn: AsyncConnection, posting_id: int) -> None:
    """Store that the message of a posting was not found in Discord and another is sent in its place."""
    await conn.execute(update(posting).where(posting.c.id == posting_id).values(lost=True))


async def end_posting(conn: AsyncConnection, posting_id: int) -> None:
    """Delete a posting, because it is known whether its message arrived at Discord."""
    await conn.execute(_DELETE_POSTING, {"this": posting_id})


def _postings(rows: Sequence[Row[Any]]) -> list[Posting]:
    """Build postings (messages to Discord without a confirmed result) from their database rows."""
    return [
        Posting(
            row.id, row.game, row.key, row.lane, row.row, row.channel, row.rev, row.call, row.since, row.lost
        )
        for row in rows
    ]
