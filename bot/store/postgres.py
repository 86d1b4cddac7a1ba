"""PostgreSQL: how its connections are made, and what a transaction locks before it looks at anything.

    game id         the row of that game: one writer a game, in whichever process
    LOCK_NOTHING    nothing: what belongs to no game and reads nothing first (a new game, old results)
    None            everything: nobody else writes meanwhile, as on SQLite
    read(operation) one snapshot, however many tables it reads

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

LOCK_NOTHING = 0

WRITER_POOL_SIZE, READER_POOL_SIZE = 5, 5
"""Connections of one process; one more listens (`bot.store.peers`)."""

RETRY_SECONDS, RETRY_PAUSE = 8.0, 0.1
"""Seconds for which a connection is asked for, and between two attempts."""

LOCK_SPACE, ALL_GAMES_LOCK, RUNNING_BOT_LOCK = 1397246285, 1, 2
"""Advisory locks: of all that is written, and of the bots that run. Each database has its own."""

SERVER_SETTINGS: Mapping[str, str] = {
    "application_name": "stationmaster",
    "lock_timeout": "15s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""A process that hangs or vanishes holds nobody else up for longer."""

MIGRATION_SETTINGS = {"application_name": "stationmaster migrations"}

_LOCK_ALL_GAMES = text(f"SELECT pg_advisory_xact_lock({LOCK_SPACE}, {ALL_GAMES_LOCK})")
_LOCK_NO_GAME = text(f"SELECT pg_advisory_xact_lock_shared({LOCK_SPACE}, {ALL_GAMES_LOCK})")
_LOCK_ONE_GAME = text(
    f"SELECT pg_advisory_xact_lock_shared({LOCK_SPACE}, {ALL_GAMES_LOCK}) "
    "FROM game WHERE id = :game FOR UPDATE"
)


def create_writer_engine(url: URL) -> AsyncEngine:
    """Return a new SQLAlchemy engine for writing to a PostgreSQL database, with at most 5 connections."""
    return _create_engine(url, pool_size=WRITER_POOL_SIZE, isolation_level="READ COMMITTED")


def create_reader_engine(url: URL) -> AsyncEngine:
    """Return a new SQLAlchemy engine that only reads a PostgreSQL database, with at most 5 connections.

    Each transaction sees one snapshot.
    """
    engine = _create_engine(url, pool_size=READER_POOL_SIZE, isolation_level="REPEATABLE READ")
    return engine.execution_options(postgresql_readonly=True)


def create_unpooled_engine(
    url: URL, *, server_settings: Mapping[str, str] = SERVER_SETTINGS, **options: Any
) -> AsyncEngine:
    """Return a PostgreSQL engine that keeps no connections open: for migrations and for `bot.store.peers`.

    ``server_settings`` are settings of the server for each connection; ``options`` are those of
    `create_async_engine`.
    """
    return _create_engine(url, server_settings=server_settings, poolclass=NullPool, **options)


def _create_engine(
    url: URL, *, server_settings: Mapping[str, str] = SERVER_SETTINGS, **options: Any
) -> AsyncEngine:
    """Return a PostgreSQL engine; ``options`` are SQLAlchemy's, ``server_settings`` those of the server.

    Connecting may take 5 seconds. With the standard server settings, a statement may take 60 seconds. With a
    ``pool_size``, a connection is awaited for at most 15 seconds and replaced after 30 minutes.
    """
    if "pool_size" in options:
        options |= {"max_overflow": 0, "pool_timeout": 15.0, "pool_recycle": 1800}
    timeout = {"command_timeout": 60.0} if server_settings is SERVER_SETTINGS else {}
    connect_args = {"timeout": 5.0, "server_settings": dict(server_settings), **timeout}
    return create_async_engine(url, json_serializer=to_json, connect_args=connect_args, **options)


def to_json(value: Any) -> str:
    """Return a JSON value as compact text; raises TypeError or ValueError if it cannot be JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def asyncpg_url(url: URL) -> URL:
    """Return a PostgreSQL URL in the form that its driver asyncpg understands (``ssl`` for ``sslmode``)."""
    query = {("ssl" if key == "sslmode" else key): value for key, value in url.query.items()}
    return url.set(query=query)


@asynccontextmanager
async def write_transaction(engine: AsyncEngine, game_id: int | None) -> AsyncIterator[AsyncConnection]:
    """Open a PostgreSQL transaction, lock a game in it, and commit it at the end of the block.

    ``game_id`` may be `LOCK_NOTHING`, which locks nothing, or None, which locks out all other writers. An
    error in the block rolls it back. If the server is unreachable, opening is tried again for `RETRY_SECONDS`
    seconds; then DBAPIError or OSError is raised.
    """
    # Until it has its lock nothing is lost by trying anew.
    connection = await _retry_while_unreachable(partial(_connect_and_lock, engine, *_lock_statement(game_id)))
    try:
        yield connection
        await connection.commit()
    finally:
        await connection.close()


async def _connect_and_lock(
    engine: AsyncEngine, statement: Any, values: Mapping[str, int]
) -> AsyncConnection:
    """Open a PostgreSQL connection, run the statement that locks, and return the connection.

    ``values`` are the statement's parameters. If it fails, the connection is closed and the error raised.
    Raises DBAPIError or OSError if the server cannot be reached.
    """
    connection = await _connect(engine)
    try:
        await connection.execute(statement, values)
    except BaseException:
        await connection.close()
        raise
    return connection


async def read(engine: AsyncEngine, operation: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """Run an operation that reads one snapshot of the PostgreSQL database, and return its result.

    While the server is unreachable, the operation is repeated for up to `RETRY_SECONDS` seconds; after that,
    its error is raised. Any other error is raised at once.
    """

    async def attempt_read() -> T:
        """Run the operation on a new PostgreSQL connection, and return its result."""
        connection = await _connect(engine)
        try:
            return await operation(connection)
        finally:
            await connection.close()

    return await _retry_while_unreachable(attempt_read)


async def try_lock_out_bots(connection: AsyncConnection) -> bool:
    """Lock this PostgreSQL database against bots until the transaction ends, and return True.

    Return False, without a lock, if a running bot is connected (see `bot.store.peers`).
    """
    query = text(f"SELECT pg_try_advisory_xact_lock({LOCK_SPACE}, {RUNNING_BOT_LOCK})")
    return bool((await connection.execute(query)).scalar())


async def try_lock_task(connection: AsyncConnection, task: str) -> bool:
    """Lock a task (any name) in PostgreSQL until the transaction ends, and return True.

    Return False if another transaction has locked it.
    """
    query = text(f"SELECT pg_try_advisory_xact_lock({LOCK_SPACE}, hashtext(:task))")
    return bool((await connection.execute(query, {"task": task})).scalar())


@asynccontextmanager
async def migration_transaction(url: URL) -> AsyncIterator[AsyncConnection]:
    """Open a PostgreSQL transaction without time limits for migrations; commit it after the block.

    Nobody else can write meanwhile. An error in the block rolls it back. Raises DBAPIError or OSError if the
    server is unreachable.
    """
    engine = create_unpooled_engine(url, server_settings=MIGRATION_SETTINGS)
    try:
        async with write_transaction(engine, None) as connection:
            yield connection
    finally:
        await engine.dispose()


def _lock_statement(game_id: int | None) -> tuple[Any, Mapping[str, int]]:
    """Return the SQL statement that locks for a PostgreSQL write, and its parameters.

    ``game_id`` is the id of the game to lock, `LOCK_NOTHING` for nothing, or None for everything.
    """
    if game_id is None:
        return _LOCK_ALL_GAMES, {}
    return (_LOCK_ONE_GAME, {"game": game_id}) if game_id != LOCK_NOTHING else (_LOCK_NO_GAME, {})


async def _retry_while_unreachable(attempt: Callable[[], Awaitable[T]]) -> T:
    """Call ``attempt`` and return its result; repeat the call while PostgreSQL is unreachable.

    After `RETRY_SECONDS` seconds the error is raised. Any other error is raised at once, and so is a timeout
    in which no connection of the pool became free.
    """
    deadline = asyncio.get_running_loop().time() + RETRY_SECONDS
    while True:
        try:
            return await attempt()
        except (DBAPIError, OSError) as error:
            if isinstance(error, PoolTimeout) or not is_unreachable(error):
                raise
            if asyncio.get_running_loop().time() > deadline:
                raise
        await asyncio.sleep(RETRY_PAUSE)


async def _connect(engine: AsyncEngine) -> AsyncConnection:
    """Open a PostgreSQL connection and return it.

    Raises OperationalError if the server accepts none now, OSError or DBAPIError if it cannot be reached.
    """
    try:
        return await engine.connect()
    except engine.dialect.loaded_dbapi.asyncpg.PostgresError as error:
        # The driver's own error: the server is there, and does not take connections now.
        raise OperationalError("connect", {}, error) from error


UNREACHABLE_CODES = {"57P01", "57P02", "57P03", "53300", "08000", "08001", "08003", "08004", "08006"}
"""The server ends, begins, or has no room for another connection."""

CONFLICT_CODES = {"40001", "40P01", "55P03"}
"""Two transactions were in each other's way, and this one was rolled back."""


def is_unreachable(error: BaseException) -> bool:
    """Return True if an error means that PostgreSQL cannot be reached or takes no connections now."""
    if isinstance(error, DBAPIError):
        return (
            error.connection_invalidated
            or isinstance(error, InterfaceError)
            or error_code(error) in UNREACHABLE_CODES
        )
    return isinstance(error, OSError)


def error_code(error: BaseException) -> str:
    """Return the SQLSTATE (five characters) of a PostgreSQL error; "" if the server sent none."""
    cause = getattr(error, "orig", None)
    return str(getattr(cause, "sqlstate", None) or getattr(cause, "pgcode", None) or "")


def is_transaction_conflict(error: BaseException) -> bool:
    """Return True if PostgreSQL rolled a transaction back because of a concurrent one: it can be retried."""
    return error_code(error) in CONFLICT_CODES
