"""Which lanes of messages this process sends, where several share a database: one a lane at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Select, func, select

from bot.config import Shards
from bot.store import Store
from bot.store.game_rows import now
from bot.store.line import Line
from bot.store.tables import game, outbox

Lane = tuple[int, str]

LATE = 20_000
"""Milliseconds after which any process sends what its own one should have sent: that one may be down."""


class Claims(Protocol):
    """Who sends a lane."""

    async def take(self, lane: Lane) -> bool:
        """Whether it is this process; then nobody else sends it before `give`."""

    async def give(self, lane: Lane) -> None:
        """It has sent what was due."""


class Alone:
    """There is no other process."""

    async def take(self, lane: Lane) -> bool:
        """Every lane is its own."""
        return True

    async def give(self, lane: Lane) -> None:
        """Nobody waits for it."""


class Shared:
    """Each process sends for the guilds of its shards, and for others when their process is late."""

    def __init__(
        self, store: Store, line: Line, shards: Shards, clock: Callable[[], int] = now, late: int = LATE
    ) -> None:
        self._store, self._line, self._shards, self._clock, self._late = store, line, shards, clock, late

    async def take(self, lane: Lane) -> bool:
        """Whether it is this process's turn and no other has it in work."""
        return await self._turn(lane) and await self._line.take(_key(lane))

    async def give(self, lane: Lane) -> None:
        """Let others have it."""
        await self._line.give(_key(lane))

    async def _turn(self, lane: Lane) -> bool:
        if self._shards.all or self._shards.mine(await self._store.value(_guild(lane))):
            return True
        moment = self._clock()
        due = await self._store.value(_oldest(lane, moment))
        return due is not None and bool(due < moment - self._late)


def _key(lane: Lane) -> str:
    return f"lane {lane[0]} {lane[1]}"


def _guild(lane: Lane) -> Select[tuple[int]]:
    return select(game.c.guild).where(game.c.id == lane[0])


def _oldest(lane: Lane, moment: int) -> Select[tuple[int]]:
    """Since when something is due in a lane."""
    here = (outbox.c.game == lane[0]) & (outbox.c.lane == lane[1]) & (outbox.c.due <= moment)
    return select(func.min(outbox.c.due)).where(here)
