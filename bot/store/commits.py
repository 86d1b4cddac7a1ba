"""SQLite: runs database operations in aiosqlite's thread; those that wait at the same time share a commit.

    await reads.read(operation)      what it reads, all of one state of the database (`bot.store.reads`)
    await commits.write(operation)   what it wrote is on the disk when this returns

An operation is a coroutine function of SQL statements that gets a connection and awaits nothing else, so it
runs in the thread without hopping back for each statement (four hops each: 50 moves at once cost twice the
processor time, see SCALE.md). Each writing operation has its own savepoint, so one that fails undoes only its
own statements. No operation gets its result before the commit, because what another operation wrote may be
why it failed. When the commit fails, all its operations fail.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import NullPool

T = TypeVar("T")
DatabaseOperation = Callable[[AsyncConnection], Awaitable[T]]

MAX_WRITES_PER_COMMIT = 32
"""The most operations in one commit, since the first waits for the last."""


# --- in the driver's thread ------------------------------------------------------------------------


class ThreadConnection:
    """The connection that an operation gets in the driver's thread; statements run at once."""

    def __init__(self, connection: Connection) -> None:
        """Wrap the SQLAlchemy connection of a database thread; it blocks, so only that thread may use it."""
        self._connection, self.dialect = connection, connection.dialect

    async def execute(self, statement: Any, values: Any = None) -> Any:
        """Run one SQL statement and return its result, as `AsyncConnection.execute` does."""
        return self._connection.execute(statement, values)

    async def exec_driver_sql(self, statement: str) -> Any:
        """Run a SQL text as it is, without compiling it, and return its result.

        This does what `AsyncConnection.exec_driver_sql` does.
        """
        return self._connection.exec_driver_sql(statement)

    async def run_sync(self, function: Callable[[Connection], T]) -> T:
        """Call a function with the wrapped SQLAlchemy connection and return its result."""
        return function(self._connection)


def _run_operation(operation: DatabaseOperation[T], connection: Connection) -> T:
    """Run a database operation (a coroutine function) on a connection in this thread; return its result.

    Raises what the operation raises, and RuntimeError if it awaits anything but its connection.
    """
    coroutine: Any = operation(cast(AsyncConnection, ThreadConnection(connection)))
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return cast(T, stop.value)
    coroutine.close()
    raise RuntimeError("an operation of the store waits for its connection only")


@dataclass(slots=True, eq=False)
class QueuedOperation:
    """An operation in a queue for a database connection; later its result or its error."""

    operation: DatabaseOperation[Any]
    context: Context = field(default_factory=copy_context)
    future: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    result: Any = None
    error: Exception | None = None

    def run(self, connection: Connection) -> None:
        """Run this database operation with its caller's context variables; keep its result or its error."""
        try:
            self.result = self.context.run(_run_operation, self.operation, connection)
        except Exception as error:
            self.error = error

    def resolve(self, error: BaseException | None) -> None:
        """Give the task that waits for this operation its result or its error.

        ``error`` is the error of the commit, None if it succeeded; it takes precedence over the error of the
        operation. If it is CancelledError, `future` is cancelled. If `future` is done already, nothing
        happens.
        """
        if self.future.done():
            return
        if isinstance(error, asyncio.CancelledError):
            self.future.cancel()
        elif failure := error or self.error:
            self.future.set_exception(failure)
        else:
            self.future.set_result(self.result)


class QueuedWrite(QueuedOperation):
    """A database operation in the write queue, which runs in a savepoint of its own."""

    __slots__ = ()

    def run(self, connection: Connection) -> None:
        """Run this operation in a savepoint of a transaction, and keep its result or its error.

        An error of the operation (Exception) undoes only its own statements. Raises SQLAlchemyError if the
        database has rolled back the whole transaction.
        """
        connection.exec_driver_sql("SAVEPOINT operation")
        QueuedOperation.run(self, connection)
        if self.error is not None:
            # This raises when the database has rolled back the whole transaction, with its savepoints.
            connection.exec_driver_sql("ROLLBACK TO operation")
        connection.exec_driver_sql("RELEASE operation")


def _run_and_commit(writes: Sequence[QueuedWrite], connection: Connection) -> None:
    """Run queued database writes in one transaction, each in its own savepoint, and commit it.

    An operation that fails keeps its error; the others are committed. If this raises an error of the
    database, nothing was stored, and the caller must roll back.
    """
    for queued_write in writes:
        queued_write.run(connection)
    connection.commit()


# --- on the event loop -------------------------------------------------------------------------------


class CallingConnection(sqlite3.Connection):
    """A SQLite connection whose `execute` also takes a function, to be called in aiosqlite's thread.

    ``sqlalchemy_connection`` is SQLAlchemy's connection on top of it; None until an operation needs it.
    """

    sqlalchemy_connection: Connection | None = None

    def __init__(self, path: str, *args: Any, **options: Any) -> None:
        """Connect to the SQLite file at a path; raises sqlite3.OperationalError if there is none.

        By default SQLite would create an empty database, and delete a ``-wal`` file that is beside it.
        """
        super().__init__(f"{Path(path).resolve().as_uri()}?mode=rw", *args, **{**options, "uri": True})

    def execute(self, statement: Any, parameters: Any = (), /) -> Any:
        """Run SQL with its parameters, or call a function with this SQLite connection; return the result.

        ``statement`` is the SQL or the function; ``parameters`` are ignored for a function.
        """
        return statement(self) if callable(statement) else super().execute(statement, parameters)


_THREAD_STATE = threading.local()
"""``sqlite_connection`` is the connection on which this thread connects next."""


@cache
def _shared_thread_engine(to_json: Callable[[Any], str]) -> Engine:
    """Return the SQLAlchemy engine that all threads with a SQLite connection share.

    It is created at the first call. It connects to the SQLite connection that the calling thread has set
    (`_THREAD_STATE`). Because it is shared, a statement that was compiled for one operation is not compiled
    again for others. ``to_json`` serializes the values of JSON columns.
    """
    return create_engine(
        "sqlite://",
        creator=lambda: _THREAD_STATE.sqlite_connection,
        poolclass=NullPool,
        json_serializer=to_json,
    )


class FileWatcher(Protocol):
    """Checks the files of the database before and after each transaction, in the thread of its connection."""

    def check_files(self, connection: sqlite3.Connection) -> None:
        """Raise OSError or sqlite3.Error if the files of the SQLite database must not be written to now."""

    def on_commit(self, connection: sqlite3.Connection) -> None:
        """Record the state of the files of the SQLite database after a commit; must not raise."""


class DriverThread:
    """aiosqlite's thread for a SQLite connection. ``begin_sql`` is the SQL that begins a transaction."""

    def __init__(self, driver: Any, engine: Engine, begin_sql: str, file_watcher: FileWatcher | None) -> None:
        """Wrap a SQLite connection of aiosqlite, which has a thread of its own.

        ``engine`` is the SQLAlchemy engine that is used in this thread, and ``begin_sql`` the SQL that begins
        a transaction. ``file_watcher`` checks the files of the database before and after each transaction;
        None for no checks.
        """
        self._driver, self._engine, self.begin_sql, self._file_watcher = (
            driver,
            engine,
            begin_sql,
            file_watcher,
        )

    async def run(self, function: Callable[[Connection], T]) -> T:
        """Run a function in the thread of a SQLite connection; return its result or raise its error.

        The function gets an SQLAlchemy connection on which a transaction has begun; the function must commit
        it or roll it back. Also raises OSError or sqlite3.Error if the database files must not be written to.
        """
        results: list[T] = []
        await self._driver.execute(
            lambda sqlite_connection: results.append(self._call_in_transaction(sqlite_connection, function))
        )
        return results[0]

    def _call_in_transaction(
        self, sqlite_connection: CallingConnection, function: Callable[[Connection], T]
    ) -> T:
        """Begin a transaction, call a function with its SQLAlchemy connection, and return the result.

        The function must commit the transaction or roll it back. The SQLAlchemy connection is created when
        the SQLite connection first needs it. After any error, it is dropped, the transaction is rolled back,
        and the error is raised again. Call this in the thread of the SQLite connection.
        """
        if sqlite_connection.sqlalchemy_connection is None:
            _THREAD_STATE.sqlite_connection = sqlite_connection
            sqlite_connection.sqlalchemy_connection = self._engine.connect()
            sqlite_connection.sqlalchemy_connection.detach()
        try:
            if self._file_watcher is not None:
                self._file_watcher.check_files(sqlite_connection)
            # With a listener for "begin", SQLAlchemy would look for listeners at each statement, too.
            sqlite_connection.sqlalchemy_connection.exec_driver_sql(self.begin_sql)
            result = function(sqlite_connection.sqlalchemy_connection)
            if self._file_watcher is not None:
                self._file_watcher.on_commit(sqlite_connection)
            return result
        except BaseException:
            sqlite_connection.sqlalchemy_connection = None
            with suppress(sqlite3.Error):  # of both errors the first one tells more
                sqlite_connection.rollback()
            raise


def roll_back_open_transaction(connection: Any, _: object, reset_state: Any) -> None:
    """Roll back the open transaction, if any, of a SQLite connection that returns to its pool.

    SQLAlchemy calls this for the event "reset". A connection that will be closed is left alone. The pool
    itself would roll back without an open transaction, too, and would change threads for that each time.
    """
    if not reset_state.terminate_only and connection.driver_connection.in_transaction:
        connection.rollback()


class ConnectionThreads:
    """The SQLite connections of an engine, each with its thread; ``begin_sql`` begins a transaction."""

    def __init__(
        self,
        engine: AsyncEngine,
        begin_sql: str,
        to_json: Callable[[Any], str],
        file_watcher: FileWatcher | None = None,
    ) -> None:
        """Prepare to run operations on the SQLite connections of an engine, each in its own thread.

        ``begin_sql`` is the SQL that begins a transaction; ``to_json`` serializes the values of JSON columns.
        ``file_watcher`` checks the files of the database before and after each transaction; None for no
        checks.
        """
        self._engine, self._begin_sql, self._file_watcher = engine, begin_sql, file_watcher
        self._thread_engine = _shared_thread_engine(to_json)

    @asynccontextmanager
    async def borrow(self) -> AsyncIterator[DriverThread]:
        """Borrow a SQLite connection, with its thread, from the pool while the block runs.

        A transaction that is still open at the end is rolled back. Raises `sqlalchemy.exc.TimeoutError` if
        all connections stay in use for 30 seconds.
        """
        async with self._engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            yield DriverThread(driver, self._thread_engine, self._begin_sql, self._file_watcher)


class WriteQueue:
    """A queue of operations that write to the database; they are committed in the order of their arrival."""

    def __init__(self, threads: ConnectionThreads) -> None:
        """Begin with an empty queue of database writes; ``threads`` lends the connection that makes them."""
        self._threads = threads
        self._queue: deque[QueuedWrite] = deque()
        self._commit_task: asyncio.Task[None] | None = None

    async def write(self, operation: DatabaseOperation[T]) -> T:
        """Queue an operation that writes to the database, wait for the commit, and return its result.

        Raises the error of the operation or of the commit; nothing of the operation is stored then. If the
        caller is cancelled, CancelledError is raised: an operation that has not begun is not run; if it has
        begun, its commit is awaited first, so it may be stored.
        """
        queued_write = QueuedWrite(operation)
        self._queue.append(queued_write)
        if self._commit_task is None or self._commit_task.done():
            self._commit_task = asyncio.create_task(self._commit_queue(), name="commits")
        try:
            return cast(T, await asyncio.shield(queued_write.future))
        except asyncio.CancelledError:
            await self._cancel_or_wait(queued_write)
            raise

    async def _cancel_or_wait(self, queued_write: QueuedWrite) -> None:
        """Remove a database write from the queue, or wait for its commit if it has begun.

        If the write fails, its error is not raised here. Cancelling the task does not end the wait.
        """
        if queued_write in self._queue:
            self._queue.remove(queued_write)
            return
        while not queued_write.future.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([queued_write.future])
        if not queued_write.future.cancelled():
            queued_write.future.exception()

    async def close(self) -> None:
        """Wait until all queued database writes are committed or failed; their callers get the errors."""
        if self._commit_task is not None:
            await asyncio.wait([self._commit_task])

    async def _commit_queue(self) -> None:
        """Commit the queued database writes in batches until the queue is empty.

        If no connection is available, all writes in the queue get the error of the pool. If this task is
        cancelled, they get CancelledError.
        """
        failure: BaseException = asyncio.CancelledError()
        try:
            while self._queue:
                async with self._threads.borrow() as thread:
                    await self._commit_batch(thread)
        except Exception as error:
            failure = error
        finally:
            while self._queue:
                self._queue.popleft().resolve(failure)

    async def _commit_batch(self, thread: DriverThread) -> None:
        """Run at most `MAX_WRITES_PER_COMMIT` queued operations and commit them in one transaction.

        Each operation gets its result or its own error; if the commit fails, all get the error of the commit.
        Only an error that is not an `Exception`, such as CancelledError, is also raised here.
        """
        writes = [self._queue.popleft() for _ in range(min(MAX_WRITES_PER_COMMIT, len(self._queue)))]
        failure: BaseException | None = None
        try:
            await thread.run(partial(_run_and_commit, writes))
        except BaseException as error:
            failure = error
            if not isinstance(error, Exception):
                raise
        finally:
            for queued_write in writes:
                queued_write.resolve(failure)
