"""Opens the database. It must be readable, intact and not newer than this program.

    StoreUnusable      one line for the operator; the bot does not start

There is never a fallback to memory: what was acknowledged must survive a crash.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import JSON, URL, Column, Connection, Table, event, inspect, literal, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import checksums, files, open_files, postgres
from bot.store.addresses import StoreUnusable, display_url, prepare_url
from bot.store.commits import (
    CallingConnection,
    ConnectionThreads,
    DatabaseOperation,
    WriteQueue,
    roll_back_open_transaction,
)
from bot.store.migrations.migrate import MigrationFailed, UnknownSchema, is_up_to_date, upgrade
from bot.store.open_files import OpenFiles
from bot.store.reads import READ_CONNECTIONS, ReadQueue
from bot.store.tables import metadata

T = TypeVar("T")

log = logging.getLogger(__name__)

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
BEGIN_WRITE, BEGIN_READ = "BEGIN IMMEDIATE", "BEGIN"
"""How transactions begin."""

DATABASE_ERRORS = (
    SQLAlchemyError, sqlite3.Error, MigrationFailed, OSError, ValueError, LookupError, TypeError,
)  # fmt: skip
"""What is raised where a file is corrupt: names that are no text, tables that are no tables."""


class Store:
    """The database, used by `read` and `write` only, each with an operation. Close it at the end.

    An operation is a coroutine function that gets a connection and awaits nothing else. SQLite has one
    connection that writes. ``is_postgres``: other processes may write to the same database (PostgreSQL).
    """

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine) -> None:
        """Combine the SQLAlchemy engine that writes the database with the one that reads it."""
        self._writer, self._reader = writer, reader
        self.is_postgres = writer.url.get_backend_name() == "postgresql"
        file_watcher = None if self.is_postgres else OpenFiles(Path(str(self.url.database)))
        self._commits = WriteQueue(ConnectionThreads(writer, BEGIN_WRITE, postgres.to_json, file_watcher))
        self._reads = ReadQueue(ConnectionThreads(reader, BEGIN_READ, postgres.to_json))

    @property
    def url(self) -> URL:
        """Return the URL of the database."""
        return self._writer.url

    async def read(self, operation: DatabaseOperation[T]) -> T:
        """Run an operation that reads the database and return its result; it sees one consistent state.

        Raises SQLAlchemyError or OSError if the database fails, and what the operation raises.
        """
        if self.is_postgres:
            return await postgres.read(self._reader, operation)
        return await self._reads.read(operation)

    async def write(self, operation: DatabaseOperation[T], *, game_id: int | None = None) -> T:
        """Run an operation that writes to the database, commit it, and return its result.

        In PostgreSQL, ``game_id`` is the game to lock for the operation; None locks out all other writers,
        and ``postgres.LOCK_NOTHING`` nobody. Raises what the operation raises, and SQLAlchemyError or OSError
        if the database fails or a SQLite file was moved, deleted or truncated. Nothing is stored then.
        """
        if not self.is_postgres:
            return await self._commits.write(operation)
        async with self.transaction(game_id) as connection:
            return await operation(connection)

    @asynccontextmanager
    async def transaction(self, game_id: int | None = None) -> AsyncIterator[AsyncConnection]:
        """Open a write transaction and yield its connection; commit it at the end of the block.

        After an error, it is rolled back. The block may await anything. Use this only to open or copy
        databases and in tests. ``game_id`` is the game to lock, as for `write`.
        """
        writer = self._writer
        new_transaction = postgres.write_transaction(writer, game_id) if self.is_postgres else writer.begin()
        async with new_transaction as connection:
            yield connection

    async def try_lock_task(self, connection: AsyncConnection, task: str) -> bool:
        """Lock a task (any name) in the database until this transaction ends, and return True.

        Return False if another transaction has locked it. On SQLite nothing is locked, and True is returned.
        """
        return not self.is_postgres or await postgres.try_lock_task(connection, task)

    async def try_lock_out_bots(self, connection: AsyncConnection) -> bool:
        """Lock the PostgreSQL database against bots until the transaction ends, and return True.

        Return False, without a lock, if a bot is connected. On SQLite nothing is locked; True is returned.
        """
        return not self.is_postgres or await postgres.try_lock_out_bots(connection)

    async def ping(self) -> None:
        """Send a trivial query; raises SQLAlchemyError or OSError if the database does not respond.

        On SQLite it is an empty write, so OSError is also raised if the files were replaced after they were
        opened.
        """
        await (self.read(_ping) if self.is_postgres else self.write(_ping))

    async def close(self) -> None:
        """Wait for the queued writes and reads, then close all connections to the database."""
        await self._commits.close()
        await self._reads.close()
        await self._reader.dispose()
        await self._writer.dispose()


async def _ping(connection: AsyncConnection) -> None:
    """Run the smallest possible query; raises SQLAlchemyError or OSError if the database does not respond."""
    await connection.execute(select(literal(1)))


async def open_store(url: str, *, create: bool = True) -> Store:
    """Open, check and migrate the database at an SQLAlchemy URL, and return it as a Store.

    A missing database is created, or refused if ``create`` is False. Missing checksums of games are stored.
    In SQLite, invalid JSON outside of the logs is emptied, and a file that is more than half empty is shrunk.
    Raises StoreUnusable if the database cannot be used: corrupt, of another program, newer than this bot, or
    unreachable. Raises OSError if an interrupted replacement of its file cannot be finished.
    """
    parsed = prepare_url(url)
    try:
        store = Store(*_create_engines(parsed))
    except ModuleNotFoundError as error:
        raise StoreUnusable(
            f"The database needs the package {error.name}, which is not installed."
        ) from error
    try:
        if not create:
            await _require_game_database(store)
        if not store.is_postgres:
            await _create_database_file(parsed)
        await _check_database(store)
        if not store.is_postgres:
            await store.read(partial(_check_for_lost_rows, path=Path(str(store.url.database))))
        await _migrate(store)  # this may lower the ids that the database knows
        await _check_tables(store)
        if not store.is_postgres:
            await _shrink_file(store.url)
            await store.write(_reset_invalid_json)
        await store.write(checksums.store_missing_checksums)
    except StoreUnusable:
        await store.close()
        raise
    except DATABASE_ERRORS as error:
        await store.close()
        raise StoreUnusable(
            f"The database {display_url(parsed)} cannot be used: {database_error_text(error)}."
        ) from error
    return store


async def _require_game_database(store: Store) -> None:
    """Raise StoreUnusable if the database does not exist or has no database table of games.

    Raises SQLAlchemyError or OSError if it cannot be read.
    """
    if not store.is_postgres and not await asyncio.to_thread(Path(str(store.url.database)).exists):
        raise StoreUnusable(f"There is no database {display_url(store.url)}.")
    async with store.transaction() as connection:
        table_names = await connection.run_sync(_table_names)
    if "game" not in table_names:
        raise StoreUnusable(f"There are no games in the database {display_url(store.url)}.")


async def _create_database_file(url: URL) -> None:
    """Create the SQLite file of a URL with all database tables, unless it exists.

    It has another name until it is complete. Raises SQLAlchemyError, MigrationFailed or OSError.
    """
    path = Path(str(url.database))
    partial_file = await asyncio.to_thread(files.create_temporary_database_file, path)
    if partial_file is None:
        return
    store = Store(*_create_engines(url.set(database=str(partial_file))))
    try:
        await _migrate(store)
    finally:
        await store.close()
    partial_file.replace(path)


def _create_engines(url: URL) -> tuple[AsyncEngine, AsyncEngine]:
    """Return two SQLAlchemy engines for the database at a URL: one that writes to it, one that reads it."""
    if url.get_backend_name() == "postgresql":
        return postgres.create_writer_engine(url), postgres.create_reader_engine(url)
    writer = _create_sqlite_engine(url, pool_size=1, begin_sql=BEGIN_WRITE)
    return writer, _create_sqlite_engine(url, pool_size=READ_CONNECTIONS, begin_sql=BEGIN_READ)


def _create_sqlite_engine(url: URL, *, pool_size: int, begin_sql: str) -> AsyncEngine:
    """Create an SQLAlchemy engine of SQLite connections; ``begin_sql`` begins a transaction."""
    engine = create_async_engine(
        url, pool_size=pool_size, max_overflow=0, json_serializer=postgres.to_json,
        connect_args={"factory": CallingConnection}, pool_reset_on_return=None,
    )  # fmt: skip
    set_up = methodcaller("execute", _set_up_connection)
    event.listen(engine.sync_engine, "connect", lambda connection, _: connection.run_async(set_up))
    event.listen(engine.sync_engine, "reset", roll_back_open_transaction)
    event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql(begin_sql))
    return engine


def _set_up_connection(connection: sqlite3.Connection) -> None:
    """Set up a new SQLite connection: pragmas, no implicit transactions, and tolerant decoding of text."""
    # The driver must not begin transactions by itself, or schema changes would fall outside of them.
    connection.isolation_level = None
    # One flipped bit in a name must not keep every list of games from being read.
    connection.text_factory = _decode_text
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _decode_text(raw: bytes) -> str:
    """Return a text of the SQLite database; bytes that are not UTF-8 become replacement characters."""
    return raw.decode("utf-8", "replace")


async def _check_database(store: Store) -> None:
    """Raise StoreUnusable unless a SQLite database is intact and belongs to this bot.

    PostgreSQL is only asked to respond: raises SQLAlchemyError or OSError if it does not.
    """
    if store.is_postgres:
        await store.ping()
    else:
        await store.read(partial(_check_contents, label=display_url(store.url)))


async def _check_contents(connection: AsyncConnection, *, label: str) -> None:
    """Raise StoreUnusable if a SQLite database is corrupt or belongs to another program; it may be empty.

    ``label`` is the name of the database in the text of the error.
    """
    rows = [row[0] for row in await connection.exec_driver_sql("PRAGMA quick_check(1)")]
    if rows != ["ok"]:
        problem = " ".join(str(rows[0]).split()) if rows else "no answer"
        raise StoreUnusable(f"The database {label} is damaged ({problem}); restore a backup.")
    table_names = await connection.run_sync(_table_names)
    if table_names and not {"alembic_version", "game"} <= table_names:
        raise StoreUnusable(f"The database {label} is of another program; give the bot a file of its own.")


async def _check_tables(store: Store) -> None:
    """Raise StoreUnusable, with their names, if database tables or columns are missing."""
    if missing := await store.read(_missing_tables_or_columns):
        label, missing_names = display_url(store.url), ", ".join(missing)
        raise StoreUnusable(f"The database {label} is damaged (it lacks {missing_names}); restore a backup.")


async def _check_for_lost_rows(connection: AsyncConnection, *, path: Path) -> None:
    """Raise StoreUnusable if the newest rows of the SQLite database at a path are lost.

    They are lost if the file of the highest row ids beside it has higher ids (see `bot.store.open_files`).
    """
    if not (ids_in_file := open_files.read_highest_ids(path)):
        return
    ids = {row.name: row.seq for row in await connection.exec_driver_sql(open_files.ID_COUNTERS)}
    if lost := open_files.find_tables_with_lost_rows(ids_in_file, ids):
        raise StoreUnusable(
            f"The database {path} lacks the newest changes that were stored in it ({', '.join(lost)}): the "
            f"file {path.name}{files.WAL} was lost, or an older copy was put in place by hand. Put the right "
            "files back, or restore a backup (or a copy of this file) with python -m bot restore FILE. To go "
            f"on with the database as it is, delete {open_files.highest_ids_path(path)}."
        )


async def _missing_tables_or_columns(connection: AsyncConnection) -> list[str]:
    """Return the names of missing database tables, or else those of missing columns; [] if all are there."""
    missing = sorted(set(metadata.tables) - await connection.run_sync(_table_names))
    return missing or await _schema_mismatches(connection)


def _table_names(connection: Connection) -> set[str]:
    """Return the names of all tables of the database."""
    return set(inspect(connection).get_table_names())


_SQLITE_COLUMNS, _SQLITE_REFERENCES = (
    f"SELECT tables.name AS table_name, found.{column} AS found_name FROM sqlite_master AS tables"
    f" JOIN {pragma}(tables.name) AS found WHERE tables.type = 'table'"
    for pragma, column in (("pragma_table_info", "name"), ("pragma_foreign_key_list", '"table"'))
)
"""SQL for pairs of a table and its column, and of a table and the table that it refers to."""


async def _schema_mismatches(connection: AsyncConnection) -> list[str]:
    """Return the missing columns of the database, as "table.column"; [] if there are none.

    No table may be missing. In SQLite, the result also names unknown database tables to which foreign keys of
    known ones refer.
    """
    stored: dict[str, list[str]] = {name: [] for name in metadata.tables}
    unknown: list[str] = []
    if connection.dialect.name == "sqlite":
        for row in await connection.exec_driver_sql(_SQLITE_COLUMNS):
            stored.setdefault(row.table_name, []).append(row.found_name)
        references = await connection.exec_driver_sql(_SQLITE_REFERENCES)
        targets = [row.found_name for row in references if row.table_name in metadata.tables]
        unknown = [str(name) for name in targets if name not in metadata.tables]
    else:
        for table in metadata.sorted_tables:
            rows = await connection.execute(select(text("*")).select_from(table).limit(0))
            stored[table.name] += rows.keys()
    return [
        name for t in metadata.sorted_tables for name in _missing_column_names(t, stored[t.name])
    ] + unknown


def _missing_column_names(table: Table, stored_columns: Iterable[str]) -> list[str]:
    """Return the columns of a table that are not among the stored ones, as "table.column"; [] if all are."""
    return [f"{table.name}.{name}" for name in sorted(set(table.columns.keys()) - set(stored_columns))]


async def _migrate(store: Store) -> None:
    """Bring the schema of the database up to date.

    Raises StoreUnusable if it is newer than this program, MigrationFailed if Alembic refuses, and errors of
    the database.
    """
    if await store.read(_is_up_to_date):
        return
    async with (
        postgres.migration_transaction(store.url) if store.is_postgres else store.transaction() as connection
    ):
        try:
            await connection.run_sync(upgrade)
        except UnknownSchema as error:
            raise StoreUnusable(
                f"The database was written by a newer version ({error}); update the bot."
            ) from error


async def _is_up_to_date(connection: AsyncConnection) -> bool:
    """Return True if the database has the newest schema."""
    return await connection.run_sync(is_up_to_date)


async def _reset_invalid_json(connection: AsyncConnection) -> None:
    """Replace each invalid JSON value in a SQLite database with an empty object, and log how many there were.

    Games' logs and stored results of interactions are left alone. One invalid value makes all games
    unplayable.
    """
    for column in [column for table in metadata.sorted_tables for column in _json_columns(table)]:
        name, table_name = f'"{column.name}"', column.table.name
        result = await connection.exec_driver_sql(
            f"UPDATE \"{table_name}\" SET {name} = '{{}}'"
            f" WHERE {name} IS NOT NULL AND NOT json_valid(CAST({name} AS TEXT))"
        )
        if result.rowcount:
            log.error("%s values of %s were damaged and are empty now", result.rowcount, column)


def _json_columns(table: Table) -> list[Column[Any]]:
    """Return the JSON columns of a database table; [] for "interaction", whose rows are soon deleted."""
    return [
        column for column in table.columns if isinstance(column.type, JSON) and table.name != "interaction"
    ]


async def _shrink_file(url: URL) -> None:
    """Shrink a SQLite database that is more than half empty; an SQLite error is only logged."""
    try:
        await asyncio.to_thread(files.shrink_database_file, Path(str(url.database)))
    except sqlite3.Error:
        log.warning("the database stays as large as it was", exc_info=True)


def database_error_text(error: BaseException) -> str:
    """Return why a database failed in one line (at most 300 characters): the error's text, or its class."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:300].rstrip(".") or type(cause).__name__
