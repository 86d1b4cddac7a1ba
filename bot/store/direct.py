"""A SQLite file without a thread for each statement: these take microseconds, a hop to a thread takes more.

Statements run where they are asked for. Only a commit waits for the disk, so it alone goes to a thread; and
the transactions that come meanwhile are committed together, each within a savepoint of its own: one that
fails takes none of the others with it. Whoever writes goes on when his commit is on the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

BUSY, STEP = 5.0, 0.02
"""Seconds for which another process may hold the file, and between two looks."""

READERS = 4
"""Connections for reading that are kept."""


class _Plain:
    """A connection under the names of SQLAlchemy's for asyncio; nothing of it ever waits."""

    def __init__(self, connection: Connection) -> None:
        self.sync_connection = connection
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self.raw = raw

    async def execute(self, *args: Any, **more: Any) -> Any:
        return self.sync_connection.execute(*args, **more)

    async def exec_driver_sql(self, *args: Any, **more: Any) -> Any:
        return self.sync_connection.exec_driver_sql(*args, **more)

    async def run_sync(self, work: Callable[..., Any], *args: Any) -> Any:
        return work(self.sync_connection, *args)

    def say(self, statement: str) -> None:
        """Something about transactions, of which SQLAlchemy knows nothing here."""
        try:
            self.raw.execute(statement)
        except sqlite3.Error as error:
            raise OperationalError(statement, {}, error) from error


class Direct:
    """One connection that writes, a few that read."""

    def __init__(
        self, url: URL, pragmas: Sequence[str], to_json: Callable[[Any], str], busy: float = BUSY
    ) -> None:
        self._engine = _engine(url, pragmas, to_json)
        self._busy = busy
        self._idle: list[_Plain] = []
        self._writer: _Plain | None = None
        self._lock = asyncio.Lock()
        self._group: list[asyncio.Future[None]] = []
        self._flusher: asyncio.Task[None] | None = None
        self._disk = ThreadPoolExecutor(1, "commit")

    async def close(self) -> None:
        """Let go of the file."""
        if self._flusher is not None:
            await asyncio.wait([self._flusher])
        async with self._lock:
            for each in [*self._idle, *([self._writer] if self._writer else [])]:
                each.sync_connection.close()
            self._idle, self._writer = [], None
        self._engine.dispose()
        self._disk.shutdown(wait=False)

    # --- reading -------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """What is read in the block is one state of the database."""
        plain = self._idle.pop() if self._idle else self._connect()
        try:
            plain.say("BEGIN")
            yield cast(AsyncConnection, plain)
        finally:
            with suppress(OperationalError):
                plain.say("ROLLBACK")
            if len(self._idle) < READERS and not plain.raw.in_transaction:
                self._idle.append(plain)
            else:
                plain.sync_connection.close()

    def _connect(self) -> _Plain:
        return _Plain(self._engine.connect())

    # --- writing -------------------------------------------------------------------------------

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: on the disk at the end of the block, rolled back by any exception."""
        async with self._lock:
            plain = await self._begun()
            plain.say("SAVEPOINT one")
            try:
                yield cast(AsyncConnection, plain)
                plain.say("RELEASE one")
            except BaseException as error:
                self._take_back(plain, error)
                raise
            done = asyncio.get_running_loop().create_future()
            done.add_done_callback(lambda known: known.cancelled() or known.exception())
            self._group.append(done)
        if self._flusher is None:
            self._flusher = asyncio.create_task(self._flush(), name="commit")
        await _known(done)

    async def _begun(self) -> _Plain:
        """The connection in a transaction; another process may hold the file for a while."""
        if self._writer is None:
            self._writer = self._connect()
        end = asyncio.get_running_loop().time() + self._busy
        while not (self._writer.raw.in_transaction or _taken(self._writer)):
            if asyncio.get_running_loop().time() > end:
                raise OperationalError("BEGIN IMMEDIATE", {}, sqlite3.OperationalError("database is locked"))
            await asyncio.sleep(STEP)
        return self._writer

    def _take_back(self, plain: _Plain, error: BaseException) -> None:
        """Undo one; where the database has undone all (a full disk), those before it have failed, too."""
        if plain.raw.in_transaction:
            plain.say("ROLLBACK TO one")
            plain.say("RELEASE one")
            if not self._group:
                plain.say("ROLLBACK")
        else:
            self._tell(error if isinstance(error, Exception) else OSError(str(error)))

    async def _flush(self) -> None:
        """Commit what was written. The lock lets those go first who wait to write: they join."""
        async with self._lock:
            self._flusher = None
            if self._group and self._writer is not None:
                self._tell(await self._committed(self._writer))

    async def _committed(self, plain: _Plain) -> Exception | None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._disk, plain.say, "COMMIT")
        except Exception as error:
            if plain.raw.in_transaction:
                plain.say("ROLLBACK")
            return error
        return None

    def _tell(self, error: Exception | None) -> None:
        """Everybody of the group hears what became of it."""
        group, self._group = self._group, []
        for done in group:
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)


async def _known(done: asyncio.Future[None]) -> None:
    """Wait for the commit; who is told to end meanwhile ends when its fate is known, and not before."""
    try:
        await asyncio.shield(done)
    except asyncio.CancelledError:
        await asyncio.wait([done])
        raise


def _engine(url: URL, pragmas: Sequence[str], to_json: Callable[[Any], str]) -> Engine:
    made = create_engine(
        url.set(drivername="sqlite+pysqlite"), json_serializer=to_json, isolation_level="AUTOCOMMIT",
        connect_args={"check_same_thread": False}, pool_size=READERS + 1, max_overflow=-1,
    )  # fmt: skip

    def prepare(connection: Any, _: object) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()

    event.listen(made, "connect", prepare)
    return made


def _taken(plain: _Plain) -> bool:
    """Try to begin at once; False while another process writes."""
    [[patience]] = plain.raw.execute("PRAGMA busy_timeout").fetchall()
    plain.raw.execute("PRAGMA busy_timeout=0")
    try:
        plain.say("BEGIN IMMEDIATE")
    except OperationalError as error:
        if not _is_busy(error):
            raise
        return False
    finally:
        plain.raw.execute(f"PRAGMA busy_timeout={patience}")
    return True


def _is_busy(error: OperationalError) -> bool:
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
