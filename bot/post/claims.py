"""Decides which process sends a lane of messages if several processes share a database."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.config import Shards
from bot.store import Store
from bot.store.game_rows import now
from bot.store.line import Line
from bot.store.tables import game, outbox

Lane = tuple[int, str]

LATE = 20_000
"""Milliseconds after which any process sends an overdue message, because the responsible one may be down."""


class Claims(Protocol):
    """Gives a lane to at most one process at a time."""

    async def take(self, lane: Lane) -> bool:
        """Try to claim the lane; return True if this process may send it until it calls `give`."""

    async def give(self, lane: Lane) -> None:
        """Release the lane after its due messages were sent."""


class Alone:
    """Claims for a single process."""

    async def take(self, lane: Lane) -> bool:
        """Return True: every lane belongs to this process."""
        return True

    async def give(self, lane: Lane) -> None:
        """Do nothing, because no other process waits for the lane."""


class Shared:
    """Claims for several processes: each serves the guilds of its shards, and overdue messages of others."""

    def __init__(
        self, store: Store, line: Line, shards: Shards, clock: Callable[[], int] = now, late: int = LATE
    ) -> None:
        self._store, self._line, self._shards, self._clock, self._late = store, line, shards, clock, late

    async def take(self, lane: Lane) -> bool:
        """Return True if this process is responsible for the lane and no other process is sending it."""
        return await self._turn(lane) and await self._line.take(_key(lane))

    async def give(self, lane: Lane) -> None:
        """Release the lane for other processes."""
        await self._line.give(_key(lane))

    async def _turn(self, lane: Lane) -> bool:
        if self._shards.all or self._shards.mine(await self._store.read(partial(_value, query=_guild(lane)))):
            return True
        moment = self._clock()
        due = await self._store.read(partial(_value, query=_oldest(lane, moment)))
        return due is not None and bool(due < moment - self._late)


async def _value(conn: AsyncConnection, query: Select[Any]) -> int | None:
    found: int | None = (await conn.execute(query)).scalar()
    return found


def _key(lane: Lane) -> str:
    return f"lane {lane[0]} {lane[1]}"


def _guild(lane: Lane) -> Select[tuple[int]]:
    return select(game.c.guild).where(game.c.id == lane[0])


def _oldest(lane: Lane, moment: int) -> Select[tuple[int]]:
    """The query for the earliest due time in a lane, in milliseconds since 1970."""
    here = (outbox.c.game == lane[0]) & (outbox.c.lane == lane[1]) & (outbox.c.due <= moment)
    return select(func.min(outbox.c.due)).where(here)
