"""Opens the database. It must be readable, undamaged and not newer than this program.

    StoreUnusable      one line for the operator; the bot does not start

There is never a fallback to memory: what was acknowledged must survive a crash.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from alembic.util.exc import CommandError
from sqlalchemy import (
    JSON,
    URL,
    Table,
    Text,
    and_,
    cast,
    event,
    func,
    inspect,
    literal,
    make_url,
    not_,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import files, postgres, seals
from bot.store.commits import Carrier, Commits, Threads, Unit
from bot.store.migrate import UnknownSchema, upgrade
from bot.store.tables import metadata

T = TypeVar("T")

log = logging.getLogger(__name__)

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
WRITES, READS = "BEGIN IMMEDIATE", "BEGIN"
"""How transactions begin."""

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


UNREADABLE = (SQLAlchemyError, sqlite3.Error, CommandError, OSError, ValueError, LookupError, TypeError)
"""What is raised where a file is damaged: names that are no text, tables that are no tables."""


class StoreUnusable(Exception):
    """The database cannot be used. The text gives the reason in one line."""


class Store:
    """The database. `read` and `write` each run a unit. Call `close` at the end.

    A unit is a function that gets a connection and waits for nothing else: it is carried out in one go, on
    SQLite by one connection that writes. ``shared``: other processes may write there, too (PostgreSQL).
    """

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine) -> None:
        self._writer, self._reader = writer, reader
        self.shared = writer.url.get_backend_name() == "postgresql"
        self._commits = Commits(Threads(writer, WRITES, postgres.to_json))
        self._reads = Threads(reader, READS, postgres.to_json)

    @property
    def url(self) -> URL:
        """The URL of the database."""
        return self._writer.url

    async def read(self, unit: Unit[T]) -> T:
        """Run a unit that reads and return its result; it sees one state of the database."""
        return await (postgres.read(self._reader, unit) if self.shared else self._reads.read(unit))

    async def write(self, unit: Unit[T], *, game: int | None = None) -> T:
        """Run a unit that writes and return its result after the commit; if this raises, nothing is stored.

        ``game`` is the one that it is about: others are written meanwhile where the database can do it.
        ``postgres.NOTHING`` belongs to none and asks nothing first; None keeps everybody else from writing.
        """
        if not self.shared:
            return await self._commits.write(unit)
        async with self.transaction(game) as connection:
            return await unit(connection)

    @asynccontextmanager
    async def transaction(self, game: int | None = None) -> AsyncIterator[AsyncConnection]:
        """A transaction whose block may await anything.

        Only for opening and copying databases and for tests.
        """
        begun = postgres.writing(self._writer, game) if self.shared else self._writer.begin()
        async with begun as connection:
            yield connection

    async def mine_alone(self, connection: AsyncConnection, task: str) -> bool:
        """Return True if this transaction may perform a task that one process at a time performs."""
        return not self.shared or await postgres.claimed(connection, task)

    async def nobody_runs(self, connection: AsyncConnection) -> bool:
        """Return True if no bot is connected, as far as the database knows."""
        return not self.shared or await postgres.unused(connection)

    async def ping(self) -> None:
        """Send a trivial query; raises SQLAlchemyError if the database does not answer."""
        await self.read(_ask_anything)

    async def close(self) -> None:
        """Close all connections after pending writes are finished."""
        await self._commits.close()
        await self._reader.dispose()
        await self._writer.dispose()


async def _ask_anything(connection: AsyncConnection) -> None:
    await connection.execute(select(literal(1)))


async def open_store(url: str, *, new: bool = True) -> Store:
    """Open, check and migrate the database at an SQLAlchemy URL; raises StoreUnusable.

    Where there is none, one is made, or with ``new`` False refused.
    """
    parsed = _parse(url)
    try:
        store = Store(*_engines(parsed))
    except ModuleNotFoundError as error:
        raise StoreUnusable(
            f"The database needs the package {error.name}, which is not installed."
        ) from error
    try:
        if not new:
            await _is_there(store)
        if not store.shared:
            await _begin(parsed)
        await _check(store)
        await _migrate(store)
        await _whole(store)
        await _mend(store)
        await store.write(seals.seal_all)
        await _give_back(store.url)
    except StoreUnusable:
        await store.close()
        raise
    except UNREADABLE as error:
        await store.close()
        raise StoreUnusable(f"The database {shown(parsed)} cannot be used: {reason(error)}.") from error
    return store


def shown(url: URL) -> str:
    """Return a URL for display: the file, or the address without the password."""
    return (
        str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    )


def _address(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreUnusable(
            "The database URL cannot be read; sqlite:////data/stationmaster.db is one."
        ) from error
    backend = parsed.get_backend_name()
    if backend not in _DRIVERS:
        raise StoreUnusable(f"The database must be SQLite or PostgreSQL, not {backend}.")
    return parsed


def _parse(url: str) -> URL:
    parsed = _address(url)
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        _check_file(parsed.database or "")
    else:
        parsed = postgres.driven(parsed)
    return parsed if "+" in parsed.drivername else parsed.set(drivername=_DRIVERS[backend])


def sqlite_file(url: str) -> Path | None:
    """Return the file of a database, None for a server; raises StoreUnusable if the URL is invalid."""
    parsed = _address(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Have a SQLite file for this process alone; raises StoreUnusable. A server sees to that itself."""
    path = sqlite_file(url)
    with ExitStack() as held:
        if path is not None and path.name:
            try:
                held.enter_context(files.lock_file(path))
            except files.Unfit as why:
                raise StoreUnusable(str(why)) from why
        yield


def _check_file(name: str) -> None:
    if name in {"", ":memory:"} or name.startswith("file:"):
        raise StoreUnusable("The database must be a file: games are never kept in memory only.")
    try:
        files.finish_replacing(Path(name))
        files.check_fit(Path(name))
    except files.Unfit as why:
        raise StoreUnusable(str(why)) from why


async def _is_there(store: Store) -> None:
    """Refuse where there is no database yet."""
    if not store.shared and not await asyncio.to_thread(Path(str(store.url.database)).exists):
        raise StoreUnusable(f"There is no database {shown(store.url)}.")
    async with store.transaction() as connection:
        names = await connection.run_sync(lambda c: inspect(c).get_table_names())
    if "game" not in names:
        raise StoreUnusable(f"There are no games in the database {shown(store.url)}.")


async def _begin(url: URL) -> None:
    """A new file: it gets its name when it is whole, so an empty one is never a new one."""
    path = Path(str(url.database))
    part = await asyncio.to_thread(files.path_for_new, path)
    if part is None:
        return
    engine = _engine(url.set(database=str(part)), pool_size=1, begin=WRITES)
    try:
        await _migrate(Store(engine, engine))
    finally:
        await engine.dispose()
    part.replace(path)


def _engines(url: URL) -> tuple[AsyncEngine, AsyncEngine]:
    """What writes and what reads."""
    if url.get_backend_name() == "postgresql":
        return postgres.writer(url), postgres.reader(url)
    return _engine(url, pool_size=1, begin=WRITES), _engine(url, pool_size=4, begin=READS)


def _engine(url: URL, *, pool_size: int, begin: str) -> AsyncEngine:
    engine = create_async_engine(
        url, pool_size=pool_size, max_overflow=0, json_serializer=postgres.to_json,
        connect_args={"factory": Carrier},
    )  # fmt: skip
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _prepare(connection: Any, _: object) -> None:
    # The driver must not begin transactions by itself, or changes of tables would fall outside of them.
    connection.isolation_level = None
    # One flipped bit in a name must not keep every list of tables from being read.
    getattr(connection, "driver_connection", connection).text_factory = _text
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


async def _check(store: Store) -> None:
    if store.shared:
        await store.ping()
        return
    async with store.transaction() as connection:
        rows = [row[0] for row in await connection.exec_driver_sql("PRAGMA quick_check(1)")]
        if rows != ["ok"]:
            fault = " ".join(str(rows[0]).split()) if rows else "no answer"
            raise StoreUnusable(f"The database {shown(store.url)} is damaged ({fault}); restore a backup.")
        await _of_this_bot(connection, shown(store.url))


async def _of_this_bot(connection: AsyncConnection, where: str) -> None:
    """Nothing is added to the database of another program."""
    names = set(await connection.run_sync(lambda c: inspect(c).get_table_names()))
    if names and not {"alembic_version", "game"} <= names:
        raise StoreUnusable(f"The database {where} is of another program; give the bot a file of its own.")


async def _whole(store: Store) -> None:
    """All tables and columns are there; one that is not would be missed in the middle of a game."""
    async with store.transaction() as connection:
        names = await connection.run_sync(lambda c: inspect(c).get_table_names())
        missing = sorted(set(metadata.tables) - set(names))
        for table in () if missing else metadata.sorted_tables:
            missing += await _missing(connection, table)
    if missing:
        where, what = shown(store.url), ", ".join(missing)
        raise StoreUnusable(f"The database {where} is damaged (it lacks {what}); restore a backup.")


async def _missing(connection: AsyncConnection, table: Table) -> list[str]:
    """The columns that a table lacks, and the tables that it refers to and that are none of ours."""
    found = set((await connection.execute(select(text("*")).select_from(table).limit(0))).keys())
    lacks = [f"{table.name}.{name}" for name in sorted(set(table.columns.keys()) - found)]
    if connection.dialect.name != "sqlite":
        return lacks
    keys = await connection.exec_driver_sql(f'PRAGMA foreign_key_list("{table.name}")')
    return lacks + [str(row.table) for row in keys if row.table not in metadata.tables]


async def _migrate(store: Store) -> None:
    async with postgres.migrating(store.url) if store.shared else store.transaction() as connection:
        try:
            await connection.run_sync(upgrade)
        except UnknownSchema as error:
            raise StoreUnusable(
                f"The database was written by a newer version ({error}); update the bot."
            ) from error


async def _mend(store: Store) -> None:
    """What lies beside the logs and is no JSON any more is emptied: it must not keep all other tables up."""
    async with store.transaction() as connection:
        if connection.dialect.name != "sqlite":
            return
        for table in metadata.sorted_tables:
            for column in (
                c for c in table.columns if isinstance(c.type, JSON) and table.name != "interaction"
            ):
                broken = and_(column.is_not(None), not_(func.json_valid(cast(column, Text))))
                empty = update(table).where(broken).values({column: {}})
                if mended := (await connection.execute(empty)).rowcount:
                    log.error("%s values of %s were damaged and are empty now", mended, column)


async def _give_back(url: URL) -> None:
    """Make a SQLite file small again that is more than half empty, as a migration may leave it."""
    if url.get_backend_name() == "sqlite" and url.database:
        try:
            await asyncio.to_thread(_shrink, url.database)
        except sqlite3.Error:
            log.warning("the database stays as large as it was", exc_info=True)


def _shrink(path: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        names = ("freelist_count", "page_count")
        empty, pages = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
        if empty > max(pages // 2, 100):
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def reason(error: BaseException) -> str:
    """Return the reason why a database could not be used, in one line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:300].rstrip(".") or type(cause).__name__
