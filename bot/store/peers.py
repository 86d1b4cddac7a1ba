"""Connects the processes that share a PostgreSQL database: locks between them, and notifications of writes.

    acquire, release   lock a queue of a game's messages, which one process at a time sends, and unlock
                       it; the locks of a process that ends are released at once
    notify, on_change  another process changed a game or a member's preferences: drop it from the cache

A notification is only a help: a game is checked before it is shown and its revision when it is written. While
the connection is down nothing can be acquired, so nothing is posted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import postgres
from bot.store.database import Store

log = logging.getLogger(__name__)

CHANNEL = "stationmaster"
ACQUIRE = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
RELEASE = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
NOTIFY, CHECK_CONNECTION = "SELECT pg_notify($1, $2)", "SELECT 1"


class PeerConnection:
    """The connection to the other processes that share the database; it stays open.

    ``on_change`` is called with each change by another process, such as "game 5"; with "" if some may have
    been missed.
    """

    def __init__(self, store: Store, on_change: Callable[[str], None]) -> None:
        """Prepare the PostgreSQL connection to the other processes; `ensure_open` opens it.

        ``on_change`` is called with each change that another process has stored, such as "game 5", and with
        "" if changes may have been missed.
        """
        self._engine, self._on_change = (
            postgres.create_unpooled_engine(store.url, isolation_level="AUTOCOMMIT"),
            on_change,
        )
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._cannot_listen = False
        self._process_id, self._lock = uuid4().hex[:8], asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_open(self) -> bool:
        """Return True if the connection that listens for other processes is open, as far as is known."""
        return self._driver is not None and not self._driver.is_closed()

    async def ensure_open(self) -> bool:
        """Reconnect to PostgreSQL unless the connection responds; return True if it is open afterwards.

        Nothing is raised. If changes by other processes may have been missed, `on_change` is called with "".
        """
        if await self._fetch_value(CHECK_CONNECTION) == 1:
            if self._cannot_listen:
                self._on_change("")
            return True
        async with self._lock:
            await self._disconnect()
            try:
                await self._connect()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the connection to the other processes is down: %s", error)
                await self._disconnect()
        self._on_change("")
        return self.is_open

    async def _connect(self) -> None:
        """Connect to PostgreSQL, mark this process as running and listen for notifications of the others.

        A shared lock marks it. Raises SQLAlchemyError or OSError if that fails. A server without LISTEN is
        accepted; then no notifications arrive.
        """
        self._connection = await self._engine.connect()
        driver: Any = (await self._connection.get_raw_connection()).driver_connection
        try:
            await driver.add_listener(CHANNEL, self._on_notify)
        except Exception as error:  # a compatible server without LISTEN: go on without news
            log.warning("other processes are not heard: %s", error)
            self._cannot_listen = True
        await driver.execute(
            f"SELECT pg_advisory_lock_shared({postgres.LOCK_SPACE}, {postgres.RUNNING_BOT_LOCK})"
        )
        self._driver = driver

    async def _disconnect(self) -> None:
        """Close the PostgreSQL connection to the other processes, if it is open; this releases its locks."""
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        """Close the PostgreSQL connection to the other processes for good; this releases its locks."""
        async with self._lock:
            await self._disconnect()
        await self._engine.dispose()

    async def acquire(self, lock_name: str) -> bool:
        """Acquire a named lock that all processes on this PostgreSQL database share, and return True.

        Return False at once if another process holds it or the connection is down.
        """
        return bool(await self._fetch_value(ACQUIRE, lock_name))

    async def release(self, lock_name: str) -> None:
        """Release a named lock of this process in PostgreSQL; nothing is raised, even if it is not held."""
        await self._fetch_value(RELEASE, lock_name)

    def notify(self, change: str) -> None:
        """Notify the other processes on this PostgreSQL database of a change, such as "member 7".

        The notification is sent by a task of its own, so this does not wait. Nothing is sent while the
        connection is down.
        """
        if self.is_open:
            task = asyncio.ensure_future(self._fetch_value(NOTIFY, CHANNEL, f"{self._process_id} {change}"))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _on_notify(self, _driver: Any, _pid: int, _channel: str, payload: str) -> None:
        """Pass a change that another process sent by PostgreSQL to `on_change`; ignore this process's own.

        ``payload`` is the sender's id, a space and the change.
        """
        sender, _, change = payload.partition(" ")
        if sender != self._process_id:
            self._on_change(change)

    async def _fetch_value(self, query: str, *values: str) -> Any:
        """Return the single value of a PostgreSQL query on the connection to the other processes.

        ``values`` are the parameters of the query ($1, $2). Return None if the connection is down, fails or
        does not respond within 5 seconds; it is closed in the last two cases.
        """
        async with self._lock:
            if not self.is_open:
                return None
            try:
                async with asyncio.timeout(5):
                    return await self._driver.fetchval(query, *values)
            except Exception as error:
                log.warning("the connection to the other processes is broken: %s", error)
                await self._disconnect()
                return None
