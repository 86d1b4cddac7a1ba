"""Connects the processes that share a PostgreSQL database: locks between them, and news of what each wrote.

    take, give     acquire and release a lane of messages, which one process at a time sends; a dead process
                   releases at once
    tell, heard    another process changed a game or a member's settings: drop what is cached of it

The news is only a help: a game is checked before it is shown and its revision when it is written. While the
connection is down nothing can be acquired, so nothing is posted.
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
NOTIFY, CHECK = "SELECT pg_notify($1, $2)", "SELECT 1"


class Line:
    """One connection that stays open.

    ``heard`` is called with what other processes tell; "" when some may be missed.
    """

    def __init__(self, store: Store, heard: Callable[[str], None]) -> None:
        self._engine, self._heard = postgres.single(store.url, isolation_level="AUTOCOMMIT"), heard
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._deaf = False
        self._me, self._lock = uuid4().hex[:8], asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def up(self) -> bool:
        """Whether the connection is open, as far as is known."""
        return self._driver is not None and not self._driver.is_closed()

    async def keep(self) -> bool:
        """Connect again unless the connection answers; True when there is a connection afterwards."""
        if await self._fetch(CHECK) == 1:
            if self._deaf:
                self._heard("")
            return True
        async with self._lock:
            await self._disconnect()
            try:
                await self._connect()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the line to the other processes is down: %s", error)
                await self._disconnect()
        self._heard("")
        return self.up

    async def _connect(self) -> None:
        """Open the connection, listen for news and mark this process as running."""
        self._connection = await self._engine.connect()
        driver: Any = (await self._connection.get_raw_connection()).driver_connection
        try:
            await driver.add_listener(CHANNEL, self._on_notify)
        except Exception as error:  # a compatible server without LISTEN: go on without news
            log.warning("other processes are not heard: %s", error)
            self._deaf = True
        await driver.execute(f"SELECT pg_advisory_lock_shared({postgres.SPACE}, {postgres.RUNNING})")
        self._driver = driver

    async def _disconnect(self) -> None:
        """Drop the connection, if there is one."""
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        """Close the connection, which releases all that was acquired."""
        async with self._lock:
            await self._disconnect()
        await self._engine.dispose()

    async def take(self, key: str) -> bool:
        """Acquire a lock by its key; False while another process has it or the connection is down."""
        return bool(await self._fetch(ACQUIRE, key))

    async def give(self, key: str) -> None:
        """Release a lock."""
        await self._fetch(RELEASE, key)

    def tell(self, what: str) -> None:
        """Tell the other processes soon; nothing happens while the connection is down."""
        if self.up:
            task = asyncio.ensure_future(self._fetch(NOTIFY, CHANNEL, f"{self._me} {what}"))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _on_notify(self, _driver: Any, _pid: int, _channel: str, payload: str) -> None:
        """Pass on what another process told; ignore what this one told itself."""
        sender, _, what = payload.partition(" ")
        if sender != self._me:
            self._heard(what)

    async def _fetch(self, query: str, *values: str) -> Any:
        """The one value of a query; None when the connection is down or fails."""
        async with self._lock:
            if not self.up:
                return None
            try:
                async with asyncio.timeout(5):
                    return await self._driver.fetchval(query, *values)
            except Exception as error:
                log.warning("the line to the other processes is broken: %s", error)
                await self._disconnect()
                return None
