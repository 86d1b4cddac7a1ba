"""The queue of messages still to be sent. A row is written with the move it tells of, deleted once sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.games import now
from bot.store.tables import outbox


@dataclass(frozen=True, slots=True)
class Note:
    """A message to send: its kind and payload; ``latest_only``: an earlier one still waiting is dropped."""

    kind: str
    payload: Mapping[str, Any]
    latest_only: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A waiting message; ``id`` is the same at each attempt."""

    id: int
    game: int
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    latest_only: bool


async def put(conn: AsyncConnection, game: int, notes: Sequence[Note]) -> None:
    """Queue messages of a game; a card replaces the one of its kind that still waits."""
    moment = now()
    for note in notes:
        if note.latest_only:
            waiting = (outbox.c.game == game) & (outbox.c.kind == note.kind)
            await conn.execute(delete(outbox).where(waiting))
        row = {
            "game": game,
            "kind": note.kind,
            "payload": dict(note.payload),
            "latest_only": note.latest_only,
        }
        await conn.execute(insert(outbox).values(**row, due=moment))


async def waiting(conn: AsyncConnection, limit: int = 500) -> list[Row]:
    """The messages to send now, in the order in which they were queued.

    A message that failed holds back the later ones of its game and kind until it is due again.
    """
    moment = now()
    failed = outbox.alias("failed")
    earlier = exists().where(
        failed.c.game == outbox.c.game, failed.c.kind == outbox.c.kind,
        failed.c.id < outbox.c.id, failed.c.attempts > 0, failed.c.due > moment,
    )  # fmt: skip
    query = select(outbox).where(outbox.c.due <= moment, ~earlier).order_by(outbox.c.id).limit(limit)
    rows = (await conn.execute(query)).all()
    return [Row(r.id, r.game, r.kind, r.payload, r.attempts, r.latest_only) for r in rows]


async def count(conn: AsyncConnection) -> int:
    """How many messages wait."""
    return int((await conn.execute(select(func.count()).select_from(outbox))).scalar_one())


async def sent(conn: AsyncConnection, row: int) -> None:
    """Drop a message that was sent (or never can be)."""
    await conn.execute(delete(outbox).where(outbox.c.id == row))


async def postpone(conn: AsyncConnection, row: int, seconds: float, error: str) -> None:
    """Keep a message that could not be sent for another try."""
    values = {"due": now() + int(seconds * 1000), "attempts": outbox.c.attempts + 1, "error": error[:500]}
    await conn.execute(update(outbox).where(outbox.c.id == row).values(**values))
