"""Claims on queues: which process sends the messages of a queue when several processes share a database.

A game has several queues of messages in the outbox, each sent one message after another: for its channel, for
a thread, and for each member's direct messages. A process claims a queue to send what is due, and releases it
when nothing more is. A claim is a lock in the database, so it also ends when the process loses its
connection.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.config import Shards
from bot.store import Store
from bot.store.game_rows import now_ms
from bot.store.peers import PeerConnection
from bot.store.tables import game, outbox

MessageQueue = tuple[int, str]
"""A game id and the name of one of its queues of messages: "" (the channel), "log" or "dm:7" (a member)."""

OVERDUE_MS = 20_000
"""Milliseconds after which any process sends an overdue message, because the responsible one may be down."""


class Claims(Protocol):
    """Decides which process sends the messages of a queue."""

    async def acquire(self, queue: MessageQueue) -> bool:
        """Claim a queue of messages to send them, until `release`; return False if another process has it."""

    async def release(self, queue: MessageQueue) -> None:
        """End the claim on a queue of messages, so that another process may send them."""


class SingleProcessClaims:
    """The claims of a process that is alone: it sends the messages of all queues."""

    async def acquire(self, queue: MessageQueue) -> bool:
        """Return True: this process, the only one, may send the messages of every queue."""
        return True

    async def release(self, queue: MessageQueue) -> None:
        """Do nothing: there is no other process that could send the messages of the queue."""


class SharedDatabaseClaims:
    """The claims of one of several processes.

    It sends the messages of its shards' servers, and overdue messages of others, whose process may be down.
    """

    def __init__(
        self,
        store: Store,
        peers: PeerConnection,
        shards: Shards,
        clock: Callable[[], int] = now_ms,
        overdue_ms: int = OVERDUE_MS,
    ) -> None:  # fmt: skip
        """Send for the servers of these shards, and messages overdue by ``overdue_ms`` milliseconds.

        ``clock`` returns milliseconds since 1970; ``peers`` has the locks.
        """
        self._store, self._peers, self._shards, self._clock, self._overdue_ms = (
            store,
            peers,
            shards,
            clock,
            overdue_ms,
        )

    async def acquire(self, queue: MessageQueue) -> bool:
        """Claim a queue of messages until `release`, if this process may send them.

        Return False if another process sends them or has the queue, or the connection to the others is down.
        """
        return await self._may_send(queue) and await self._peers.acquire(_lock_key(queue))

    async def release(self, queue: MessageQueue) -> None:
        """End the claim on a queue of messages, so that another process may send them."""
        await self._peers.release(_lock_key(queue))

    async def _may_send(self, queue: MessageQueue) -> bool:
        """Return True if this process may send the messages of a queue; nothing is claimed.

        It may if the game's server is in its shards, or if a message is overdue by ``overdue_ms``
        milliseconds.
        """
        if self._shards.serves_all or self._shards.serves(
            await self._store.read(partial(_query_number, query=_guild_query(queue)))
        ):
            return True
        moment = self._clock()
        due = await self._store.read(partial(_query_number, query=_oldest_due_query(queue, moment)))
        return due is not None and bool(due < moment - self._overdue_ms)


async def _query_number(conn: AsyncConnection, query: Select[Any]) -> int | None:
    """Run a query about a queue of messages, and return the number in its first row; None without a row."""
    value: int | None = (await conn.execute(query)).scalar()
    return value


def _lock_key(queue: MessageQueue) -> str:
    """Return the key of the lock on a queue of messages; all versions of the bot must use the same."""
    return f"lane {queue[0]} {queue[1]}"


def _guild_query(queue: MessageQueue) -> Select[tuple[int]]:
    """Return the query for the server (guild id) of the game whose queue of messages this is."""
    return select(game.c.guild).where(game.c.id == queue[0])


def _oldest_due_query(queue: MessageQueue, moment: int) -> Select[tuple[int]]:
    """Return the query for the time since when a message of a queue is due at ``moment``.

    Both times are milliseconds since 1970.
    """
    is_due = (outbox.c.game == queue[0]) & (outbox.c.lane == queue[1]) & (outbox.c.due <= moment)
    return select(func.min(outbox.c.due)).where(is_due)
