"""Sends the rows of the outbox: each at least once, in order within a game and key, with back-off.

A row is deleted after its delivery, in the transaction that stores the result. After a crash in between, the
row is delivered again, and the deliver function finds the message that it had sent. No row is given up. Each
queue of a game's messages (see `bot.post.claims`) has its own task, so a slow channel does not delay others.
All tasks end when nothing is due, and a timer starts them again when the next row is due. Call
`start_sending` after each commit. If several processes share a database, each sends the queues that it has
claimed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.post.claims import Claims, MessageQueue, SingleProcessClaims
from bot.store import Store
from bot.store.game_rows import now_ms
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxRow
from bot.work.logs import add_log_fields
from bot.work.metrics import METRICS

log = logging.getLogger(__name__)

MAX_BACKOFF = 900.0
SEND_TIMEOUT = 60.0
"""Seconds before a delivery is aborted. Its result is then unknown, and the next attempt looks for it."""

DATABASE_RETRY_MS = 5000
"""Milliseconds until the next look when the database did not respond."""

CLAIM_RETRY_MS = 1000
"""Milliseconds until the next look at what another process sends."""

MAX_SLEEP = 60.0
"""Seconds that the timer sleeps at most: the clock may be set anew meanwhile."""


class Obsolete(Exception):
    """The message is of no use any more, so its row is deleted without being sent."""


class Postpone(Exception):
    """The message cannot be sent now; it is tried again after ``seconds``."""

    def __init__(self, seconds: float, reason: str = "") -> None:
        """Ask for another delivery after ``seconds``; the ``reason`` is stored with the row of the outbox."""
        super().__init__(reason or f"for {seconds} s")
        self.seconds = seconds


StoreResult = Callable[[AsyncConnection], Awaitable[Any]]
Deliver = Callable[[OutboxRow], Awaitable[StoreResult | None]]
"""Sends one message. The function that it returns stores the result, in the transaction that deletes the row.

That function awaits nothing except its connection.
"""


class Sender:
    """Sends the messages of the outbox, by a function that posts one row.

    ``clock`` returns milliseconds since 1970. ``wait_for_responses`` is awaited before the first message of a
    queue, so that responses to members go first. ``claims`` decides which queues this process sends.
    """

    def __init__(
        self, store: Store, deliver: Deliver, *, clock: Callable[[], int] = now_ms,
        wait_for_responses: Callable[[], Awaitable[None]] | None = None, claims: Claims | None = None,
    ) -> None:  # fmt: skip
        """Prepare the sender of the outbox; nothing is sent before `start_sending` or `send_all_due`.

        ``deliver`` posts a row, ``clock`` returns milliseconds since 1970, and ``wait_for_responses`` is
        awaited before the first message of a queue (None: nothing). ``claims`` is None if no other process
        sends messages.
        """
        self._store, self._deliver, self._clock, self._wait_for_responses = (
            store,
            deliver,
            clock,
            wait_for_responses,
        )
        self._claims = claims or SingleProcessClaims()
        self._tasks_by_queue: dict[MessageQueue, asyncio.Task[None]] = {}
        self._queues_to_restart: set[MessageQueue | None] = set()
        self._claim_retry_times: dict[MessageQueue, int] = {}
        self._scan_task: asyncio.Task[None] | None = None
        self._must_scan_again = self._closed = False
        self._timer: asyncio.TimerHandle | None = None

    def start_sending(self) -> None:
        """Start a task that sends the messages that are due, and return at once; a closed sender starts none.

        Database errors are logged, not raised. An event loop must be running.
        """
        self._must_scan_again = True
        if not self._closed and (self._scan_task is None or self._scan_task.done()):
            self._scan_task = asyncio.create_task(self._scan_outbox(), name="outbox")

    async def send_all_due(self) -> None:
        """Send all messages that are due; return when none is left, or all that are left must wait.

        Raises SQLAlchemyError or OSError if the outbox cannot be read.
        """
        while True:
            await self._start_due_queues()
            if not self._tasks_by_queue:
                return
            await asyncio.gather(*self._tasks_by_queue.values())

    @property
    def is_sending(self) -> bool:
        """Return True while messages of any queue are being sent."""
        return bool(self._tasks_by_queue)

    async def wait_until_idle(self) -> None:
        """Wait until all tasks that send messages have ended; messages due later stay in the outbox."""
        while tasks := self._running_tasks():
            await asyncio.wait(tasks)

    async def close(self, grace: float = 5.0) -> None:
        """Stop sending: messages that are being sent get ``grace`` seconds and are then cancelled.

        All messages that were not sent stay in the outbox. The sender cannot be used again.
        """
        self._must_scan_again, self._closed = False, True
        self._cancel_timer()
        if tasks := self._running_tasks():
            await asyncio.wait(tasks, timeout=grace)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _running_tasks(self) -> list[asyncio.Task[None]]:
        """Return the running tasks: the scan of the outbox, and one for each queue that is being sent."""
        scan = [self._scan_task] if self._scan_task is not None and not self._scan_task.done() else []
        return [*scan, *self._tasks_by_queue.values()]

    # --- finding what is due -------------------------------------------------------------------

    async def _scan_outbox(self) -> None:
        """Start sending what is due; scan again if `start_sending` was called in the meantime.

        Database errors are logged, not raised.
        """
        while self._must_scan_again:
            self._must_scan_again = False
            try:
                await self._start_due_queues()
            except (SQLAlchemyError, OSError):
                log.exception("the outbox cannot be read; it is tried again at the next start_sending")

    async def _start_due_queues(self, ended_queue: MessageQueue | None = None) -> None:
        """Start a task for each queue with due messages, and set the timer for the next message.

        ``ended_queue`` is the queue whose task ends with this call; it is started again if messages came
        meanwhile. A queue that another process had claimed is left out for a second. Raises SQLAlchemyError
        or OSError if the outbox cannot be read.
        """
        now = self._clock()
        self._queues_to_restart.discard(ended_queue)
        due_queues, next_due = await self._store.read(partial(_due_queues_and_next_time, now=now))
        queues = [queue for queue in due_queues if not self._waits_for_claim(queue, now)]
        if ended_queue is not None:
            self._tasks_by_queue.pop(ended_queue, None)
            queues += [ended_queue] * (ended_queue in self._queues_to_restart)
        for queue in queues:
            self._start_queue_task(queue)
        self._set_timer(next_due)

    def _waits_for_claim(self, queue: MessageQueue, now: int) -> bool:
        """Return True if a queue could not be claimed in the last second, as another process had it.

        ``now`` is in milliseconds since 1970. A retry time more than a second ahead does not count: it was
        stored by a clock that was ahead.
        """
        return 0 < self._claim_retry_times.get(queue, 0) - now <= CLAIM_RETRY_MS

    def _start_queue_task(self, queue: MessageQueue) -> None:
        """Start the task that sends the messages of a queue; a closed sender starts none.

        If such a task is running, another one is started after its end.
        """
        if queue in self._tasks_by_queue:
            self._queues_to_restart.add(queue)
        elif not self._closed:
            self._tasks_by_queue[queue] = asyncio.create_task(self._send_queue(queue), name=f"outbox {queue}")

    def _set_timer(self, due: int | None) -> None:
        """Set the timer that starts to send due messages to ``due`` (ms since 1970), at most 60 s ahead.

        Nothing changes for None, if the timer is set for an earlier time, or if the sender is closed.
        """
        if due is None or self._closed:
            return
        loop = asyncio.get_running_loop()
        loop_time = loop.time() + min(max((due - self._clock()) / 1000, 0.0) + 0.005, MAX_SLEEP)
        if self._timer is not None and self._timer.when() <= loop_time:
            return
        self._cancel_timer()
        self._timer = loop.call_at(loop_time, self._on_timer)

    def _on_timer(self) -> None:
        """Start to send the messages that are due; the event loop calls this when the timer goes off."""
        self._timer = None
        self.start_sending()

    def _cancel_timer(self) -> None:
        """Cancel the timer for the next due message, if one is set."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # --- sending -------------------------------------------------------------------------------

    async def _send_queue(self, queue: MessageQueue) -> None:
        """Send all due messages of a queue; after a database error it is tried again in 5 seconds.

        If the sender was given a function that waits for unfinished responses to members, it is awaited
        first. This runs as the queue's own task in ``_tasks_by_queue``, and removes the task from there at
        its end.
        """
        try:
            if self._wait_for_responses is not None:
                await self._wait_for_responses()
            await self._claim_and_send_queue(queue)
        except (SQLAlchemyError, OSError):
            log.exception("the outbox cannot be read or written; it is tried again soon")
            self._set_timer(self._clock() + DATABASE_RETRY_MS)
        finally:
            if self._tasks_by_queue.get(queue) is asyncio.current_task():
                del self._tasks_by_queue[queue]

    async def _claim_and_send_queue(self, queue: MessageQueue) -> None:
        """Claim a queue and send all its due messages; if it cannot be claimed, try again in a second.

        Raises SQLAlchemyError or OSError if the database fails.
        """
        if not await self._claims.acquire(queue):
            self._queues_to_restart.discard(queue)
            self._claim_retry_times[queue] = self._clock() + CLAIM_RETRY_MS
            self._set_timer(self._claim_retry_times[queue])
            return
        try:
            while rows := await self._due_rows(queue):
                for row in rows:
                    await self._send_row(row)
            await self._start_due_queues(ended_queue=queue)
        finally:
            await self._claims.release(queue)

    async def _due_rows(self, queue: MessageQueue) -> list[OutboxRow]:
        """Query the due messages of a queue, of each message key only the oldest; [] if none is due."""
        rows = await self._store.read(lambda conn: outbox.due_messages(conn, self._clock(), queue))
        oldest_by_key: dict[str, OutboxRow] = {}
        for row in rows:
            oldest_by_key.setdefault(row.key, row)
        return list(oldest_by_key.values())

    async def _send_row(self, row: OutboxRow) -> None:
        """Deliver one message and delete its row; the row of an obsolete message is deleted undelivered.

        If the delivery fails, the message is tried again: after a Postpone in the seconds that it gives;
        after any other error, or 60 seconds without a result, in 2 seconds, doubled with each attempt up to
        900. Raises SQLAlchemyError or OSError if the result cannot be stored.
        """
        store_result = None
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                add_log_fields(game=row.game_id)
                store_result = await self._deliver(row)
        except Obsolete as error:
            log.info("%s %s of game %s is dropped: %s", row.kind, row.id, row.game_id, error)
        except Postpone as delay:
            await self._postpone_row(row, delay.seconds, str(delay))
            return
        except Exception as failure:
            log.warning("%s %s of game %s failed", row.kind, row.id, row.game_id, exc_info=True)
            await self._postpone_row(row, min(2.0 ** (row.attempts + 1), MAX_BACKOFF), repr(failure))
            return
        await self._store.write(partial(_finish_row, row=row, store_result=store_result), game_id=row.game_id)
        METRICS.observe("message", (self._clock() - max(row.owed_since, row.due)) / 1000)

    async def _postpone_row(self, row: OutboxRow, seconds: float, error: str) -> None:
        """Store that a message was not sent because of ``error``, and is due again ``seconds`` from now.

        Raises SQLAlchemyError or OSError if that cannot be stored.
        """
        await self._store.write(
            lambda conn: outbox.postpone_message(conn, row.id, seconds, error, self._clock()),
            game_id=row.game_id,
        )


async def _due_queues_and_next_time(conn: AsyncConnection, now: int) -> tuple[list[MessageQueue], int | None]:
    """Query the queues of the outbox with messages due at ``now``, and the next due time after it.

    Times are milliseconds since 1970; None if no message is due later.
    """
    return await outbox.due_queues(conn, now), await outbox.next_due_time(conn, now)


async def _finish_row(conn: AsyncConnection, row: OutboxRow, store_result: StoreResult | None) -> None:
    """Delete the outbox row of a message that was posted or is obsolete, and store the result of posting it.

    ``store_result`` stores the result in the same transaction; None stores nothing.
    """
    if store_result is not None:
        await store_result(conn)
    await outbox.delete_queued_message(conn, row.id)
