"""PostgreSQL: how its connections are made, and what a transaction locks before it looks at anything.

    game            the row of that game: one writer a game, in whichever process
    NOTHING         nothing: what belongs to no game and asks nothing first (a new table, old answers)
    None            everything: nobody else writes meanwhile, as on SQLite
    read(unit)      one snapshot, however many tables it reads

A game's writer shares the lock of everything, so nobody meets another's half-done work. A connection that
cannot be had is asked for again for a few seconds: a server that restarts takes no longer.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

T = TypeVar("T")

NOTHING = 0

WRITERS, READERS = 5, 5
"""Connections of one process; one more listens (`bot.store.line`)."""

PATIENCE, PAUSE = 8.0, 0.1
"""Seconds for which a connection is asked for, and between two attempts."""

SPACE, EVERYTHING, RUNNING = 1397246285, 1, 2
"""Advisory locks: of all that is written, and of the bots that run. Each database has its own."""

LIMITS: Mapping[str, str] = {
    "application_name": "stationmaster",
    "lock_timeout": "15s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""A process that hangs or vanishes holds nobody else up for longer."""

UNLIMITED = {"application_name": "stationmaster migrations"}

_ALL = text(f"SELECT pg_advisory_xact_lock({SPACE}, {EVERYTHING})")
_SHARED = text(f"SELECT pg_advisory_xact_lock_shared({SPACE}, {EVERYTHING})")
_GAME = text(
    f"SELECT pg_advisory_xact_lock_shared({SPACE}, {EVERYTHING}) FROM game WHERE id = :game FOR UPDATE"
)


def writer(url: URL) -> AsyncEngine:
    """Return the engine for writing."""
    return _engine(url, pool_size=WRITERS, isolation_level="READ COMMITTED")


def reader(url: URL) -> AsyncEngine:
    """Return the engine for reading; each transaction sees one snapshot."""
    made = _engine(url, pool_size=READERS, isolation_level="REPEATABLE READ")
    return made.execution_options(postgresql_readonly=True)


def single(url: URL, *, limits: Mapping[str, str] = LIMITS, **options: Any) -> AsyncEngine:
    """Connections that are not kept: for migrations, and for one that listens."""
    return _engine(url, limits=limits, poolclass=NullPool, **options)


def _engine(url: URL, *, limits: Mapping[str, str] = LIMITS, **options: Any) -> AsyncEngine:
    if "pool_size" in options:
        options |= {"max_overflow": 0, "pool_timeout": 15.0, "pool_recycle": 1800}
    bounded = {"command_timeout": 60.0} if limits is LIMITS else {}
    how = {"timeout": 5.0, "server_settings": dict(limits), **bounded}
    return create_async_engine(url, json_serializer=to_json, connect_args=how, **options)


def to_json(value: Any) -> str:
    """Return a value as JSON text for the database."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def driven(url: URL) -> URL:
    """Return a usual PostgreSQL URL in the form that the driver needs."""
    query = {("ssl" if key == "sslmode" else key): value for key, value in url.query.items()}
    return url.set(query=query)


@asynccontextmanager
async def writing(engine: AsyncEngine, game: int | None) -> AsyncIterator[AsyncConnection]:
    """A transaction that holds its lock from the start; committed at the end, rolled back by any fault."""
    # Until it has its lock nothing is lost by trying anew.
    connection = await _patiently(partial(_locked, engine, *_lock(game)))
    try:
        yield connection
        await connection.commit()
    finally:
        await connection.close()


async def _locked(engine: AsyncEngine, statement: Any, values: Mapping[str, int]) -> AsyncConnection:
    connection = await _connect(engine)
    try:
        await connection.execute(statement, values)
    except BaseException:
        await connection.close()
        raise
    return connection


async def read(engine: AsyncEngine, unit: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """What a unit reads, all of one moment. It begins anew while the server is not there."""

    async def attempt() -> T:
        connection = await _connect(engine)
        try:
            return await unit(connection)
        finally:
            await connection.close()

    return await _patiently(attempt)


async def unused(connection: AsyncConnection) -> bool:
    """Return True if no bot has its line open (see `bot.store.line`)."""
    query = text(f"SELECT pg_try_advisory_xact_lock({SPACE}, {RUNNING})")
    return bool((await connection.execute(query)).scalar())


async def claimed(connection: AsyncConnection, task: str) -> bool:
    """Whether this transaction has a task to itself; another that asks meanwhile does not get it."""
    query = text(f"SELECT pg_try_advisory_xact_lock({SPACE}, hashtext(:task))")
    return bool((await connection.execute(query, {"task": task})).scalar())


@asynccontextmanager
async def migrating(url: URL) -> AsyncIterator[AsyncConnection]:
    """A transaction that changes tables, and may take its time: nobody else writes meanwhile."""
    engine = single(url, limits=UNLIMITED)
    try:
        async with writing(engine, None) as connection:
            yield connection
    finally:
        await engine.dispose()


def _lock(game: int | None) -> tuple[Any, Mapping[str, int]]:
    if game is None:
        return _ALL, {}
    return (_GAME, {"game": game}) if game != NOTHING else (_SHARED, {})


async def _patiently(attempt: Callable[[], Awaitable[T]]) -> T:
    """What an attempt comes to; it is made anew for a few seconds while the server is not there."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await attempt()
        except (DBAPIError, OSError) as error:
            if isinstance(error, PoolTimeout) or not unreachable(error):
                raise
            if asyncio.get_running_loop().time() > end:
                raise
        await asyncio.sleep(PAUSE)


async def _connect(engine: AsyncEngine) -> AsyncConnection:
    try:
        return await engine.connect()
    except engine.dialect.loaded_dbapi.asyncpg.PostgresError as error:
        # The driver's own error: the server is there, and does not take connections now.
        raise OperationalError("connect", {}, error) from error


STARTING = {"57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006"}
"""The server ends, begins, or has no room for another connection."""

ANEW = {"40001", "40P01", "55P03"}
"""Two transactions were in each other's way, and this one was rolled back."""


def unreachable(error: BaseException) -> bool:
    """Return True if the error means that the server was unreachable."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, InterfaceError) or code(error) in STARTING
    return isinstance(error, OSError)


def code(error: BaseException) -> str:
    """Return the server's code of an error; empty for other errors."""
    found = getattr(error, "orig", None)
    return str(getattr(found, "sqlstate", None) or getattr(found, "pgcode", None) or "")


def in_the_way(error: BaseException) -> bool:
    """Return True if a conflict aborted the transaction, so that it may be repeated."""
    return code(error) in ANEW
