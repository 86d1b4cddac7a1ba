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

    ``id`` marks the message; ``since`` is when it was sent last, in milliseconds since 1970. A ``lost`` one
    was superseded before it was found; it may still turn up.
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
    lost: bool = False


_BEGIN = insert(posting)
_END = delete(posting).where(posting.c.id == bindparam("this"))


async def begin(conn: AsyncConnection, **values: Any) -> Posting:
    """Insert a row before a message is sent, and return it."""
    made = await conn.execute(_BEGIN, values)
    assert made.inserted_primary_key is not None
    return Posting(int(made.inserted_primary_key[0]), **values)


async def again(conn: AsyncConnection, number: int, row: int, since: int) -> None:
    """Update the row before the same message is sent again."""
    await conn.execute(update(posting).where(posting.c.id == number).values(row=row, since=since))


_UNANSWERED = (
    select(posting)
    .where(posting.c.game == bindparam("game"), posting.c.lane == bindparam("lane"))
    .where(posting.c.lost.is_(False))
    .order_by(posting.c.id)
)


async def unanswered(conn: AsyncConnection, game: int, lane: str) -> list[Posting]:
    """Return the messages of a lane that must be searched before anything else is sent there."""
    return _all((await conn.execute(_UNANSWERED, {"game": game, "lane": lane})).all())


async def lost(conn: AsyncConnection, game: int) -> list[Posting]:
    """Return the messages of a game that were given up but may still appear."""
    here = (posting.c.game == game) & posting.c.lost.is_(True)
    return _all((await conn.execute(select(posting).where(here).order_by(posting.c.id))).all())


async def lose(conn: AsyncConnection, number: int) -> None:
    """Mark a message as lost because it was not found and another one replaces it."""
    await conn.execute(update(posting).where(posting.c.id == number).values(lost=True))


async def end(conn: AsyncConnection, number: int) -> None:
    """Delete the row of a message whose result is known."""
    await conn.execute(_END, {"this": number})


def _all(rows: Sequence[Row[Any]]) -> list[Posting]:
    return [
        Posting(r.id, r.game, r.key, r.lane, r.row, r.channel, r.rev, r.call, r.since, r.lost) for r in rows
    ]
