"""A table on a simulated Discord whose clock is moved by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.games.core import now_seconds
from tests.bot.playing import NoPictures
from tests.bot.tables import Table, open_table
from tests.loopback import Message
from tests.simtable import SimMember

MINUTE, HOUR, DAY = 60, 3600, 86400


class Sitting:
    """A table and its clock."""

    def __init__(self, table: Table) -> None:
        self.table, self.moved = table, 0
        self.hold_clock()

    def hold_clock(self) -> None:
        self.table.bot.games.now = lambda: now_seconds() + self.moved

    @property
    def now(self) -> int:
        return now_seconds() + self.moved

    async def look(self) -> None:
        with self.table.env._bot_scope():
            await self.table.bot.scheduler.queue_due_messages()
        await self.table.env.settle()

    async def later(self, span: int) -> None:
        """Time passes, and the clerk looks once."""
        self.moved += span
        await self.look()

    async def restart(self) -> None:
        await self.table.restart()
        self.hold_clock()

    async def actor(self) -> SimMember:
        [found] = await self.table.on_move()
        return found

    async def on_move_now(self) -> int | None:
        """The user who plays the seat that is to act."""
        waiting, info = (await self.table.game()).waiting(), await self.table.info()
        return info.user_id_playing(waiting.players[0]) if waiting else None

    def pings(self) -> list[tuple[set[str], Message]]:
        """All public messages that called somebody."""
        called = [(self.table.pinged(m), m) for m in self.table.channel_messages()]
        return [(names, message) for names, message in called if names]

    def pinged(self) -> list[set[str]]:
        return [names for names, _ in self.pings()]


@asynccontextmanager
async def sitting(path: Path) -> AsyncIterator[Sitting]:
    """A table without a game yet, without pictures."""
    async with open_table(path) as table:
        table.bot.pictures = NoPictures()  # type: ignore[assignment]
        yield Sitting(table)
