"""Sends the rows of the outbox: each at least once, in order within a game and key, with back-off.

A row is deleted after its delivery, in the transaction that stores the result. After a crash in between,
the row is delivered again, and the deliver function finds the message that it had sent. No row is given up.
Each lane of a game has its own task, so a slow channel does not delay others. All tasks end when nothing is
due, and a timer starts them again when the next row is due. Call `kick` after each commit. If several
processes share a database, each of them sends the lanes that it has claimed (`bot.post.claims`).
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
"""Seconds before a delivery is aborted. Its result is then unknown, and the next attempt looks for it."""

TROUBLED = 5000
"""Milliseconds before the next attempt if the database did not answer."""

TAKEN = 1000
"""Milliseconds before the next attempt to claim a lane that another process is sending."""

FARTHEST = 60.0
"""The longest sleep of the timer in seconds, because somebody may change the clock."""


class Obsolete(Exception):
    """The message is out of date, so its row is dropped without being sent."""


class Postpone(Exception):
    """The message cannot be sent now; it is tried again after ``seconds``."""

    def __init__(self, seconds: float, why: str = "") -> None:
        super().__init__(why or f"for {seconds} s")
        self.seconds = seconds


Statement = Callable[[AsyncConnection], Awaitable[Any]]
Deliver = Callable[[Row], Awaitable[Statement | None]]
"""Sends one message. The statement that it returns runs in the transaction that deletes the row.

The statement awaits nothing except its connection.
"""


class Sender:
    """Passes the rows of the outbox to a ``deliver`` function.

    clock: returns milliseconds since 1970. calm: awaited before the first message of a lane, so that more
    urgent work goes first. claims: decides which lanes this process sends.
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
        """Start to send all due rows in the background."""
        self._again = True
        if not self._closed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._scan(), name="outbox")

    async def drain(self) -> None:
        """Send all due rows; return when the remaining rows are due later."""
        while True:
            await self._look()
            if not self._lanes:
                return
            await asyncio.gather(*self._lanes.values())

    @property
    def busy(self) -> bool:
        """True while a row is being sent."""
        return bool(self._lanes)

    async def idle(self) -> None:
        """Wait until all background tasks have ended."""
        while tasks := self._tasks():
            await asyncio.wait(tasks)

    async def close(self, grace: float = 5.0) -> None:
        """Stop sending; running deliveries get ``grace`` seconds. Unsent rows stay in the outbox."""
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
        """Start a task for each lane with due rows, and set the timer for the next due row."""
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
        """Set the timer to ``due`` (milliseconds since 1970) unless it is already set to an earlier time."""
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
        """Return the oldest due row of each key in a lane."""
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
    """Return the lanes with due rows, and the next due time in milliseconds since 1970."""
    return await outbox.lanes(conn, moment), await outbox.next_due(conn, moment)


async def _sent(conn: AsyncConnection, row: Row, noted: Statement | None) -> None:
    if noted is not None:
        await noted(conn)
    await outbox.sent(conn, row.id)
