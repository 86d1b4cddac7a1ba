"""Sends what the write path queued: at least once each, in order by game and key, with back-off.

A row is deleted only after its delivery, in one transaction with what the delivery noted: a crash in between
delivers it again, and the deliverer finds what it had sent. Nothing owed is given up. Each lane of a game is
sent by a task of its own, so one that hangs holds up nobody else; all tasks end when nothing is due, and a
timer wakes the queue when the next row falls due. `kick` it after a commit. Of several processes on one
database each sends the lanes that it could take (`bot.post.claims`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.post.claims import Alone, Claims, Lane
from bot.store import Store, outbox
from bot.store.game_rows import now
from bot.store.outbox import Row
from bot.work.logs import add_log_fields
from bot.work.metrics import METRICS

log = logging.getLogger(__name__)

LONGEST = 900.0
PATIENCE = 60.0
"""Seconds that one delivery gets. Its fate is then unknown, and the next attempt looks it up."""

TROUBLED = 5000
"""Milliseconds until the next look when the database did not answer."""

TAKEN = 1000
"""Milliseconds until the next look at what another process sends."""

FARTHEST = 60.0
"""Seconds that the timer sleeps at most: the clock may be set anew meanwhile."""


class Obsolete(Exception):
    """The message has nothing to say any more, for the state has moved on: the row is dropped."""


class Postpone(Exception):
    """Not now: try again after so many seconds."""

    def __init__(self, seconds: float, why: str = "") -> None:
        super().__init__(why or f"for {seconds} s")
        self.seconds = seconds


Statement = Callable[[AsyncConnection], Awaitable[Any]]
Deliver = Callable[[Row], Awaitable[Statement | None]]
"""Sends one message. What it returns runs in the transaction that drops the row, and notes what was sent.

It waits for nothing but its connection.
"""


class Sender:
    """Drains the queue of one store into a `deliver` function. ``clock`` tells milliseconds since 1970.

    ``calm`` is waited for before the first message of a lane: what else goes before messages. ``claims``
    tells which lanes are for this process to send.
    """

    def __init__(
        self, store: Store, deliver: Deliver, *, clock: Callable[[], int] = now,
        calm: Callable[[], Awaitable[None]] | None = None, claims: Claims | None = None,
    ) -> None:  # fmt: skip
        self._store, self._deliver, self._clock, self._calm = store, deliver, clock, calm
        self._claims = claims or Alone()
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._more: set[Lane | None] = set()
        self._elsewhere: dict[Lane, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._again = self._closed = False
        self._timer: asyncio.TimerHandle | None = None

    def kick(self) -> None:
        """See to it that what is due now gets sent, without waiting for it."""
        self._again = True
        if not self._closed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._scan(), name="outbox")

    async def drain(self) -> None:
        """Send everything that is due; ends when nothing is, or when all that is has to wait."""
        while True:
            await self._look()
            if not self._lanes:
                return
            await asyncio.gather(*self._lanes.values())

    @property
    def busy(self) -> bool:
        """Whether something is being sent."""
        return bool(self._lanes)

    async def idle(self) -> None:
        """Wait until everything that was kicked has ended."""
        while tasks := self._tasks():
            await asyncio.wait(tasks)

    async def close(self, grace: float = 5.0) -> None:
        """Stop, after some seconds for what is being sent; what was not sent stays queued."""
        self._again, self._closed = False, True
        self._sleep()
        if tasks := self._tasks():
            await asyncio.wait(tasks, timeout=grace)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _tasks(self) -> list[asyncio.Task[None]]:
        scan = [self._task] if self._task is not None and not self._task.done() else []
        return [*scan, *self._lanes.values()]

    # --- finding what is due -------------------------------------------------------------------

    async def _scan(self) -> None:
        while self._again:
            self._again = False
            try:
                await self._look()
            except (SQLAlchemyError, OSError):
                log.exception("the outbox cannot be read; it is tried again at the next kick")

    async def _look(self, ended: Lane | None = None) -> None:
        """Start a task for each lane with something due, and the timer for what comes next."""
        moment = self._clock()
        self._more.discard(ended)
        due, later = await self._store.read(partial(_to_send, moment=moment))
        found = [lane for lane in due if self._elsewhere.get(lane, 0) <= moment]
        if ended is not None:
            self._lanes.pop(ended, None)
            found += [ended] * (ended in self._more)
        for lane in found:
            self._start(lane)
        self._wake_at(later)

    def _start(self, lane: Lane) -> None:
        if lane in self._lanes:
            self._more.add(lane)
        elif not self._closed:
            self._lanes[lane] = asyncio.create_task(self._send_lane(lane), name=f"outbox {lane}")

    def _wake_at(self, due: int | None) -> None:
        """Look again then; a timer that is set for an earlier moment stays."""
        if due is None or self._closed:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + min(max((due - self._clock()) / 1000, 0.0) + 0.005, FARTHEST)
        if self._timer is not None and self._timer.when() <= when:
            return
        self._sleep()
        self._timer = loop.call_at(when, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.kick()

    def _sleep(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- sending -------------------------------------------------------------------------------

    async def _send_lane(self, lane: Lane) -> None:
        try:
            if self._calm is not None:
                await self._calm()
            await self._send_claimed(lane)
        except (SQLAlchemyError, OSError):
            log.exception("the outbox cannot be read or written; it is tried again soon")
            self._wake_at(self._clock() + TROUBLED)
        finally:
            if self._lanes.get(lane) is asyncio.current_task():
                del self._lanes[lane]

    async def _send_claimed(self, lane: Lane) -> None:
        if not await self._claims.take(lane):
            self._more.discard(lane)
            self._elsewhere[lane] = self._clock() + TAKEN
            self._wake_at(self._elsewhere[lane])
            return
        try:
            while rows := await self._due(lane):
                for row in rows:
                    await self._send(row)
            await self._look(ended=lane)
        finally:
            await self._claims.give(lane)

    async def _due(self, lane: Lane) -> list[Row]:
        """The oldest message of each key that can be sent now."""
        found = await self._store.read(lambda conn: outbox.waiting(conn, self._clock(), lane))
        oldest: dict[str, Row] = {}
        for row in found:
            oldest.setdefault(row.key, row)
        return list(oldest.values())

    async def _send(self, row: Row) -> None:
        noted = None
        try:
            async with asyncio.timeout(PATIENCE):
                add_log_fields(game=row.game)
                noted = await self._deliver(row)
        except Obsolete as moot:
            log.info("%s %s of game %s is dropped: %s", row.kind, row.id, row.game, moot)
        except Postpone as later:
            await self._postpone(row, later.seconds, str(later))
            return
        except Exception as error:
            log.warning("%s %s of game %s failed", row.kind, row.id, row.game, exc_info=True)
            await self._postpone(row, min(2.0 ** (row.attempts + 1), LONGEST), repr(error))
            return
        await self._store.write(partial(_sent, row=row, noted=noted), game=row.game)
        METRICS.observe("message", (self._clock() - max(row.since, row.due)) / 1000)

    async def _postpone(self, row: Row, seconds: float, error: str) -> None:
        await self._store.write(
            lambda conn: outbox.postpone(conn, row.id, seconds, error, self._clock()), game=row.game
        )


async def _to_send(conn: AsyncConnection, moment: int) -> tuple[list[Lane], int | None]:
    """The lanes in which something is due, and when more falls due."""
    return await outbox.lanes(conn, moment), await outbox.next_due(conn, moment)


async def _sent(conn: AsyncConnection, row: Row, noted: Statement | None) -> None:
    if noted is not None:
        await noted(conn)
    await outbox.sent(conn, row.id)
