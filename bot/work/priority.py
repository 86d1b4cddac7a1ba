"""Who goes first where work waits for the workers: the rank of what a task does, and the queue by ranks.

A task and all that it starts have the rank that was set in it last: an acting member's page goes before
cards, cards before what others look at. Among those of one rank a member's second piece of work waits for
the first pieces of all others. What others look at never takes the last worker.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum


class Rank(IntEnum):
    """What goes first; ``CARE`` is what the workers need themselves."""

    PAGE = 0
    CARD = 1
    LOOK = 2
    CARE = 3


_RANK: ContextVar[Rank] = ContextVar("rank", default=Rank.CARD)
_MEMBER: ContextVar[int | None] = ContextVar("member", default=None)


def rank_as(rank: Rank, member: int | None = None) -> None:
    """From here on this task does work of that rank, for a member."""
    _RANK.set(rank)
    _MEMBER.set(member)


def present() -> Ticket:
    """A ticket for work of this task."""
    return Ticket(_RANK.get(), _MEMBER.get())


@dataclass(slots=True)
class Ticket:
    """A place in the queue; ``turn`` counts the pieces of work that its member had waiting before."""

    rank: Rank
    member: int | None = None
    turn: int = 0
    called: asyncio.Future[None] | None = field(default=None, repr=False)


class Queue:
    """The queue in front of ``size`` workers."""

    def __init__(self, size: int) -> None:
        self.size, self.spare = size, max(size - 1, 1)
        self.working: Counter[Rank] = Counter()
        self._waiting: list[tuple[Rank, int, int, Ticket]] = []
        self._of_member: Counter[int] = Counter()
        self._number = 0

    def __len__(self) -> int:
        """How many wait."""
        return sum(_waits(entry) for entry in self._waiting)

    @asynccontextmanager
    async def place(self, ticket: Ticket) -> AsyncIterator[None]:
        """Wait for a free worker, and hold it during the block."""
        await self._enter(ticket)
        rank = ticket.rank
        try:
            yield
        finally:
            self.working[rank] -= 1
            self._call()

    def hasten(self, ticket: Ticket, rank: Rank) -> None:
        """Somebody of a better rank waits for the same work."""
        if rank < ticket.rank and ticket.called is not None and not ticket.called.done():
            ticket.rank = rank
            self._push(ticket)
            self._call()

    async def _enter(self, ticket: Ticket) -> None:
        ticket.called = asyncio.get_running_loop().create_future()
        if ticket.member is not None:
            ticket.turn = self._of_member[ticket.member]
            self._of_member[ticket.member] += 1
        self._push(ticket)
        self._call()
        try:
            await ticket.called
        except asyncio.CancelledError:
            if ticket.called.done() and not ticket.called.cancelled():
                self.working[ticket.rank] -= 1
                self._call()
            raise
        finally:
            self._leave_queue(ticket)

    def _leave_queue(self, ticket: Ticket) -> None:
        if ticket.member is not None:
            self._of_member[ticket.member] -= 1
            self._of_member += Counter()

    def _push(self, ticket: Ticket) -> None:
        self._number += 1
        heapq.heappush(self._waiting, (ticket.rank, ticket.turn, self._number, ticket))

    def _call(self) -> None:
        """Call those who come next, as far as workers are free for them."""
        while self._waiting and self.working.total() < self.size:
            entry = self._waiting[0]
            rank, _, _, ticket = entry
            if not _waits(entry):
                heapq.heappop(self._waiting)
            elif rank >= Rank.LOOK and self.working[Rank.LOOK] + self.working[Rank.CARE] >= self.spare:
                return
            else:
                heapq.heappop(self._waiting)
                assert ticket.called is not None
                self.working[rank] += 1
                ticket.called.set_result(None)


def _waits(entry: tuple[Rank, int, int, Ticket]) -> bool:
    """Whether an entry stands for a ticket that waits, and not for one that was hastened or gave up."""
    rank, _, _, ticket = entry
    return ticket.called is not None and not ticket.called.done() and ticket.rank is rank
