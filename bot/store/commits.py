"""SQLite: a unit of statements is carried out whole in aiosqlite's thread; units that meet share a commit.

    await threads.read(unit)    what it reads, all of one state of the database
    await commits.write(unit)   what it wrote is on the disk when this returns

A unit is a coroutine function that gets a connection and waits for nothing else. So it need not hop to the
thread and back for each statement (each takes four hops: 50 acts at once cost twice the processor time then,
see SCALE.md). Each writing unit has a savepoint of its own: one that fails takes back
its own statements only. None is told its end, good or bad, before the commit: what another of the same
transaction wrote may be why it failed. If there is no commit, none was carried out, and all are told that.
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
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import NullPool

T = TypeVar("T")
Unit = Callable[[AsyncConnection], Awaitable[T]]

MOST = 32
"""Units of one commit: the first of them waits for the last."""


# --- in the driver's thread ------------------------------------------------------------------------


class Inside:
    """The connection that a unit uses in the driver's thread. It executes statements directly."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self.dialect = connection, connection.dialect

    async def execute(self, statement: Any, values: Any = None) -> Any:
        """One statement, as `AsyncConnection` has it."""
        return self._connection.execute(statement, values)


def _finished(unit: Unit[T], connection: Connection) -> T:
    """The result of a unit, which waits for nothing."""
    made: Any = unit(cast(AsyncConnection, Inside(connection)))
    try:
        made.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    made.close()
    raise RuntimeError("a unit of the store waits for its connection only")


def _read(unit: Unit[T], context: Context, connection: Connection) -> T:
    try:
        return context.run(_finished, unit, connection)
    finally:
        connection.rollback()


@dataclass(slots=True, eq=False)
class Request:
    """A unit that waits for its execution, and its result."""

    unit: Unit[Any]
    context: Context = field(default_factory=copy_context)
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    found: Any = None
    fault: Exception | None = None

    def run(self, connection: Connection) -> None:
        """All of it or nothing; raises only when the whole transaction is lost."""
        connection.exec_driver_sql("SAVEPOINT unit")
        try:
            self.found = self.context.run(_finished, self.unit, connection)
        except Exception as fault:
            # Where the database gave up the whole transaction there is no savepoint any more: this raises.
            connection.exec_driver_sql("ROLLBACK TO unit")
            self.fault = fault
        connection.exec_driver_sql("RELEASE unit")

    def tell(self, lost: BaseException | None) -> None:
        """Whoever waits hears of it; ``lost`` is why there was no commit."""
        if self.done.done():
            return
        if isinstance(lost, asyncio.CancelledError):
            self.done.cancel()
        elif fault := lost or self.fault:
            self.done.set_exception(fault)
        else:
            self.done.set_result(self.found)


def _committed(requests: Sequence[Request], connection: Connection) -> None:
    """Carry out units in one transaction; raises when nothing of it is stored.

    What is open then is rolled back by the pool, before anybody gets the connection again.
    """
    for request in requests:
        request.run(connection)
    connection.commit()


# --- on the event loop -------------------------------------------------------------------------------

Do = Callable[[Callable[[Connection], T]], Awaitable[T]]


class Carrier(sqlite3.Connection):
    """aiosqlite calls `execute` in its thread: a function in place of SQL is called there.

    ``synchronous`` is the SQLAlchemy connection over this one, once a unit has needed it.
    """

    synchronous: Connection | None = None

    def execute(self, work: Any, parameters: Any = (), /) -> Any:
        """Carry out SQL, or a function that gets this connection."""
        return work(self) if callable(work) else super().execute(work, parameters)


class Threads:
    """The connections of an engine, each with its thread. ``begin`` is how a transaction begins there."""

    def __init__(self, engine: AsyncEngine, begin: str, to_json: Callable[[Any], str]) -> None:
        self._engine, self._here = engine, threading.local()
        self._inner = create_engine(
            "sqlite://", creator=lambda: self._here.made, poolclass=NullPool, json_serializer=to_json
        )
        event.listen(self._inner, "begin", lambda connection: connection.exec_driver_sql(begin))

    @asynccontextmanager
    async def thread(self) -> AsyncIterator[Do[Any]]:
        """Have a connection: the block gets what carries out a function in its thread."""
        async with self._engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection

            async def do(work: Callable[[Connection], T]) -> T:
                found: list[T] = []
                await driver.execute(lambda carrier: found.append(self._do(carrier, work)))
                return found[0]

            yield do

    def _do(self, carrier: Carrier, work: Callable[[Connection], T]) -> T:
        if carrier.synchronous is None:
            self._here.made = carrier
            carrier.synchronous = self._inner.connect()
            carrier.synchronous.detach()
        try:
            return work(carrier.synchronous)
        except BaseException:
            carrier.synchronous = None
            raise

    async def read(self, unit: Unit[T]) -> T:
        """Run a unit that reads and return its result."""
        context = copy_context()
        async with self.thread() as do:
            return cast(T, await do(partial(_read, unit, context)))


class Commits:
    """Those who write, in the order in which they came."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._waiting: deque[Request] = deque()
        self._worker: asyncio.Task[None] | None = None

    async def write(self, unit: Unit[T]) -> T:
        """Run a unit that writes and return its result after the commit; if this raises, nothing is stored.

        Whoever is cancelled hears so when it is known to be either.
        """
        request = Request(unit)
        self._waiting.append(request)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name="commits")
        try:
            return cast(T, await asyncio.shield(request.done))
        except asyncio.CancelledError:
            await self._settle(request)
            raise

    async def _settle(self, request: Request) -> None:
        if request in self._waiting:
            self._waiting.remove(request)
            return
        while not request.done.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([request.done])
        if not request.done.cancelled():
            request.done.exception()

    async def close(self) -> None:
        """Wait until all requests are finished."""
        if self._worker is not None:
            await asyncio.wait([self._worker])

    async def _work(self) -> None:
        lost: BaseException = asyncio.CancelledError()
        try:
            while self._waiting:
                async with self._threads.thread() as do:
                    await self._share(do)
        except Exception as error:
            lost = error
        finally:
            while self._waiting:
                self._waiting.popleft().tell(lost)

    async def _share(self, do: Do[None]) -> None:
        """One transaction for all that wait now."""
        requests = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
        lost: BaseException | None = None
        try:
            await do(partial(_committed, requests))
        except BaseException as error:
            lost = error
            if not isinstance(error, Exception):
                raise
        finally:
            for request in requests:
                request.tell(lost)
