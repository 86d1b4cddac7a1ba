"""The line between the processes of one PostgreSQL: what this one has in work, and what the others wrote.

    take, give     a lane of messages is sent by one process at a time; a process that dies lets go at once
    tell, heard    another process changed a game or a wish: what is held in memory of it is dropped

All that is heard here is a help, nothing relies on it: a game is looked up before it is shown and counted
when it is written. While the line is down nothing is taken, so nothing is posted.
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
TAKE = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
GIVE = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
TELL, LIVES = "SELECT pg_notify($1, $2)", "SELECT 1"


class Line:
    """One connection that stays. ``heard`` gets what other processes tell; "": some may be missed."""

    def __init__(self, store: Store, heard: Callable[[str], None]) -> None:
        self._engine, self._heard = postgres.single(store.url, isolation_level="AUTOCOMMIT"), heard
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._deaf = False
        self._me, self._one = uuid4().hex[:8], asyncio.Lock()
        self._telling: set[asyncio.Task[Any]] = set()

    @property
    def up(self) -> bool:
        """True if the connection is open, as far as is known."""
        return self._driver is not None and not self._driver.is_closed()

    async def keep(self) -> bool:
        """Open the connection if necessary; return True if it is open."""
        if await self._ask(LIVES) == 1:
            if self._deaf:
                self._heard("")
            return True
        async with self._one:
            await self._hang_up()
            try:
                await self._dial()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the line to the other processes is down: %s", error)
                await self._hang_up()
        self._heard("")
        return self.up

    async def _dial(self) -> None:
        self._connection = await self._engine.connect()
        driver: Any = (await self._connection.get_raw_connection()).driver_connection
        try:
            await driver.add_listener(CHANNEL, self._told)
        except Exception as error:  # a server of that language that has no such thing: then without
            log.warning("other processes are not heard: %s", error)
            self._deaf = True
        await driver.execute(f"SELECT pg_advisory_lock_shared({postgres.SPACE}, {postgres.RUNNING})")
        self._driver = driver

    async def _hang_up(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        """Release all claims and close the connection."""
        async with self._one:
            await self._hang_up()
        await self._engine.dispose()

    async def take(self, key: str) -> bool:
        """Claim a key; return False if another process has claimed it or the connection is down."""
        return bool(await self._ask(TAKE, key))

    async def give(self, key: str) -> None:
        """Release a claimed key."""
        await self._ask(GIVE, key)

    def tell(self, what: str) -> None:
        """Notify the other processes soon, if the connection permits it."""
        if self.up:
            task = asyncio.ensure_future(self._ask(TELL, CHANNEL, f"{self._me} {what}"))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    def _told(self, _driver: Any, _pid: int, _channel: str, said: str) -> None:
        who, _, what = said.partition(" ")
        if who != self._me:
            self._heard(what)

    async def _ask(self, query: str, *values: str) -> Any:
        """One value; None when the line is down."""
        async with self._one:
            if not self.up:
                return None
            try:
                async with asyncio.timeout(5):
                    return await self._driver.fetchval(query, *values)
            except Exception as error:
                log.warning("the line to the other processes is broken: %s", error)
                await self._hang_up()
                return None
