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
        """Claim a queue of messages until `release`, so that only this process may send them.

        Return True if it is claimed; False if this process may not send them now, for example because another
        one has claimed the queue.
        """

    async def release(self, queue: MessageQueue) -> None:
        """End the claim on a queue of messages, so that another process may send them."""


class SingleProcessClaims:
    """The claims of a process that is alone: it sends the messages of all queues."""

    async def acquire(self, queue: MessageQueue) -> bool:
        """Claim nothing and return True: this process, the only one, may send the messages of every queue."""
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
        """Claim the queues of games on the servers of these shards, and of any game with overdue messages.

        A message is overdue ``overdue_ms`` milliseconds after it was due. ``clock`` returns milliseconds
        since 1970; ``peers`` has the locks that the processes share.
        """
        self._store, self._peers, self._shards, self._clock, self._overdue_ms = (
            store,
            peers,
            shards,
            clock,
            overdue_ms,
        )

    async def acquire(self, queue: MessageQueue) -> bool:
        """Claim a queue of messages until `release`, and return True; return False if that is impossible.

        It is impossible if the messages are left to another process (`_may_send`), another process has
        claimed the queue, or the connection for the locks is down. Raises SQLAlchemyError or OSError if the
        database fails.
        """
        return await self._may_send(queue) and await self._peers.acquire(_lock_key(queue))

    async def release(self, queue: MessageQueue) -> None:
        """End the claim on a queue of messages, so that another process may send them."""
        await self._peers.release(_lock_key(queue))

    async def _may_send(self, queue: MessageQueue) -> bool:
        """Return True if this process may send the messages of a queue; nothing is claimed.

        It may if it serves the server of the queue's game (by its shards), or if a message is overdue. Raises
        SQLAlchemyError or OSError if the database fails.
        """
        if self._shards.serves_all or self._shards.serves(
            await self._store.read(partial(_query_number, query=_guild_query(queue)))
        ):
            return True
        now = self._clock()
        oldest_due = await self._store.read(partial(_query_number, query=_earliest_due_query(queue, now)))
        return oldest_due is not None and bool(oldest_due < now - self._overdue_ms)


async def _query_number(conn: AsyncConnection, query: Select[Any]) -> int | None:
    """Run a query about a queue of messages that selects a number, and return it; None for NULL or no row."""
    number: int | None = (await conn.execute(query)).scalar()
    return number


def _lock_key(queue: MessageQueue) -> str:
    """Return the key of the lock on a queue of messages: "lane", the game's id and the queue's name.

    All versions of the bot must use the same keys, because their processes share the locks.
    """
    return f"lane {queue[0]} {queue[1]}"


def _guild_query(queue: MessageQueue) -> Select[tuple[int]]:
    """Return the query for the server (guild id; may be NULL) of the game that has a queue of messages."""
    return select(game.c.guild).where(game.c.id == queue[0])


def _earliest_due_query(queue: MessageQueue, now: int) -> Select[tuple[int]]:
    """Return the query for the earliest due time of the messages in a queue that are due at ``now``.

    Both times are milliseconds since 1970. The result is NULL if no message is due. In the database, the
    queue is the column ``lane``.
    """
    is_due = (outbox.c.game == queue[0]) & (outbox.c.lane == queue[1]) & (outbox.c.due <= now)
    return select(func.min(outbox.c.due)).where(is_due)
