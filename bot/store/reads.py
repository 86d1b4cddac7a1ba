"""SQLite: runs operations that read the database in the threads of a few connections that stay open.

Borrowing a connection and going to its thread costs more than a short query. So a connection that is free
takes all reads that wait, one after the other, each in a transaction of its own.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.store.commits import ConnectionThreads, DatabaseOperation, DriverThread, QueuedOperation

T = TypeVar("T")

READ_CONNECTIONS = 4
"""Connections that read a SQLite database at the same time."""

MAX_READS_AT_ONCE = 16
"""The most reads that a connection takes at once, since the first gets its result with the last."""

MAX_WAIT_SECONDS = 30.0
"""Seconds after which a read is given up that no connection has taken."""


def _run_reads(reads: Sequence[QueuedOperation], begin_sql: str, connection: Connection) -> None:
    """Run operations that read the database, each in its own transaction, and keep their results and errors.

    There must be at least one. The first transaction has begun already; ``begin_sql`` is the SQL that begins
    the others. Each transaction is rolled back, with all that its operation has written. Raises
    SQLAlchemyError if the connection fails between them.
    """
    for number, queued_read in enumerate(reads):
        if number > 0:
            connection.exec_driver_sql(begin_sql)
        queued_read.run(connection)
        connection.rollback()


MAX_BUSY_SECONDS = 0.5
"""Seconds after which connections that never stop reading pause.

SQLite begins its ``-wal`` file anew only at a moment without readers; else the file would grow without end.
"""

PAUSE_SECONDS = 0.03
"""Seconds of such a pause, in which a commit can begin the ``-wal`` file anew."""


class ReadQueue:
    """A queue of operations that read the database; connections that are free take them in their order."""

    def __init__(self, threads: ConnectionThreads) -> None:
        """Begin with an empty queue of database reads.

        ``threads`` lends at most `READ_CONNECTIONS` connections, which are given back by `close`.
        """
        self._threads = threads
        self._queue: deque[QueuedOperation] = deque()
        self._running, self._tasks = 0, set[asyncio.Task[None]]()
        self._opened, self._opening = 0, asyncio.Lock()
        self._busy_since, self._is_paused = 0.0, False
        self._idle_threads: list[DriverThread] = []
        self._borrowed_connections = AsyncExitStack()

    async def read(self, operation: DatabaseOperation[T]) -> T:
        """Queue an operation that reads the database, and return its result.

        What it writes is rolled back. Raises what the operation raises, and `sqlalchemy.exc.TimeoutError` if
        all connections stay in use for 30 seconds.
        """
        queued_read = QueuedOperation(operation)
        self._queue.append(queued_read)
        self._start_reader()
        timer = asyncio.get_running_loop().call_later(MAX_WAIT_SECONDS, self._time_out, queued_read)
        try:
            return cast(T, await queued_read.future)
        finally:
            timer.cancel()

    def _start_reader(self) -> None:
        """Start a task that runs queued reads on one more connection.

        Nothing is started if all connections are reading already, or if the pause of all reads has begun or
        is due.
        """
        if self._is_paused:
            return
        if self._running == 0:
            self._busy_since = asyncio.get_running_loop().time()
        elif self._running == READ_CONNECTIONS or self._is_pause_due():
            return
        self._running += 1
        task = asyncio.create_task(self._run_queue(), name="reads")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _is_pause_due(self) -> bool:
        """Return True if connections have been reading for more than `MAX_BUSY_SECONDS` without a pause."""
        return asyncio.get_running_loop().time() - self._busy_since > MAX_BUSY_SECONDS

    async def _pause_reads(self) -> None:
        """Let no connection read for `PAUSE_SECONDS`, then go on with the queue."""
        self._is_paused = True
        try:
            await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._is_paused = False
        for _ in range(min(READ_CONNECTIONS, len(self._queue))):
            self._start_reader()

    async def close(self) -> None:
        """Wait until all queued database reads have run, and give the connections back to their pool."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        self._idle_threads.clear()
        await self._borrowed_connections.aclose()

    def _time_out(self, queued_read: QueuedOperation) -> None:
        """End the wait of a queued database read with a TimeoutError, unless a connection has taken it."""
        if queued_read in self._queue:
            self._queue.remove(queued_read)
            queued_read.resolve(NoConnection("all connections that read the database are in use"))

    async def _run_queue(self) -> None:
        """Run queued database reads in batches until the queue is empty or the pause of all reads is due.

        The first batch is a single read, so that free connections can take the reads behind it; later batches
        have up to 16. Reads whose callers were cancelled are left out. The last reader that stops for a pause
        also waits for its end and starts new readers.
        """
        batch_size = 1
        try:
            while self._queue:
                batch = [self._queue.popleft() for _ in range(min(batch_size, len(self._queue)))]
                if pending_reads := [queued_read for queued_read in batch if not queued_read.future.done()]:
                    await self._run_batch(pending_reads)
                batch_size = MAX_READS_AT_ONCE
                if self._is_pause_due():
                    break
        finally:
            self._running -= 1
        if self._running == 0 and self._queue:
            await self._pause_reads()

    async def _run_batch(self, reads: Sequence[QueuedOperation]) -> None:
        """Run database reads in the thread of an idle connection; each gets its result or its own error.

        If the connection fails, all get its error. Only an error that is not an `Exception`, such as
        CancelledError, is also raised here.
        """
        failure: BaseException | None = None
        try:
            thread = await self._take_idle_thread()
            try:
                await thread.run(partial(_run_reads, reads, thread.begin_sql))
            finally:
                self._idle_threads.append(thread)
        except BaseException as error:
            failure = error
            if not isinstance(error, Exception):
                raise
        finally:
            for queued_read in reads:
                queued_read.resolve(failure)

    async def _take_idle_thread(self) -> DriverThread:
        """Remove a thread from the idle ones and return it; each thread has a SQLite connection of its own.

        The first read opens all connections: one that opened later might find another file at the path.
        Raises `sqlalchemy.exc.TimeoutError` if the pool has none left, and errors of the database.
        """
        async with self._opening:
            while self._opened < READ_CONNECTIONS:
                thread = await self._borrowed_connections.enter_async_context(self._threads.borrow())
                self._opened += 1
                self._idle_threads.append(thread)
        return self._idle_threads.pop()
