"""Sends what the write path queued: at least once each, in order by game and kind, with back-off.

A row is deleted only after its delivery, in one transaction with what the delivery noted: a crash in between
sends it twice, never not at all. The drain runs in a task that ends when nothing is due; `kick` it after a
commit, and now and then besides.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store, outbox
from bot.store.outbox import Row

log = logging.getLogger(__name__)

LONGEST = 900.0
PATIENCE = 120.0


class Undeliverable(Exception):
    """This can never be sent (its channel is gone, say): the row is dropped."""


class Postpone(Exception):
    """Not now: try again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"for {seconds} s")
        self.seconds = seconds


Statement = Callable[[AsyncConnection], Awaitable[Any]]
Deliver = Callable[[Row], Awaitable[Statement | None]]
"""Sends one message. What it returns runs in the transaction that drops the row, and notes what was sent.

It gets the one connection that writes, so it must not ask the service for anything.
"""


class Outbox:
    """Drains the queue of one store into a `deliver` function."""

    def __init__(self, store: Store, deliver: Deliver, *, parallel: int = 8) -> None:
        self._store, self._deliver = store, deliver
        self._slots = asyncio.Semaphore(parallel)
        self._draining = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def kick(self) -> None:
        """See to it that what is due now gets sent, without waiting for it."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="outbox")

    async def drain(self) -> None:
        """Send everything that is due; ends when nothing is, or when all that is has to wait."""
        async with self._draining:
            while games := _by_game(await self._due()):
                await asyncio.gather(*(self._send_game(rows) for rows in games))

    async def idle(self) -> None:
        """Wait until the drain that was kicked has ended."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self, grace: float = 5.0) -> None:
        """Stop, after some seconds for what is being sent; what was not sent stays queued."""
        self._again = False
        if self._task is not None:
            await asyncio.wait([self._task], timeout=grace)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while self._again:
            self._again = False
            try:
                await self.drain()
            except (SQLAlchemyError, OSError):
                log.exception("the outbox cannot be read; it is tried again at the next kick")

    async def _due(self) -> list[Row]:
        async with self._store.read() as conn:
            return await outbox.waiting(conn)

    async def _send_game(self, rows: Sequence[Row]) -> None:
        async with self._slots:
            for row in rows:
                await self._send(row)

    async def _send(self, row: Row) -> None:
        noted = None
        try:
            async with asyncio.timeout(PATIENCE):
                noted = await self._deliver(row)
        except Undeliverable as never:
            log.warning("%s %s of game %s is dropped: %s", row.kind, row.id, row.game, never)
        except Postpone as later:
            await self._postpone(row, later.seconds, str(later))
            return
        except Exception as error:
            log.warning("%s %s of game %s failed", row.kind, row.id, row.game, exc_info=True)
            await self._postpone(row, min(2.0 ** (row.attempts + 1), LONGEST), repr(error))
            return
        async with self._store.write() as conn:
            if noted is not None:
                await noted(conn)
            await outbox.sent(conn, row.id)

    async def _postpone(self, row: Row, seconds: float, error: str) -> None:
        async with self._store.write() as conn:
            await outbox.postpone(conn, row.id, seconds, error)


def _by_game(rows: Sequence[Row]) -> list[list[Row]]:
    """The oldest message of each kind, game by game."""
    games: dict[int, dict[str, Row]] = {}
    for row in rows:
        games.setdefault(row.game, {}).setdefault(row.kind, row)
    return [list(kinds.values()) for kinds in games.values()]
