"""The order in which calls wait for workers: by priority of the calling task, then by turns of the members.

A task and all tasks that it starts have the priority that was last set in it: the page of an acting member
goes before cards, cards before what others look at, and that before the moves of computer players. Within a
priority a member's second call waits for the first calls of all others. Neither what others look at nor a
computer player takes the last worker.
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


class Priority(IntEnum):
    """How urgent a worker's task is, the most urgent first; ``MAINTENANCE`` is the replacement of workers."""

    MEMBER_PAGE = 0
    CARD = 1
    OTHER_RESPONSE = 2
    COMPUTER_PLAYER = 3
    MAINTENANCE = 4


_PRIORITY: ContextVar[Priority] = ContextVar("priority", default=Priority.CARD)
_MEMBER: ContextVar[int | None] = ContextVar("member", default=None)


def set_worker_call_context(priority: Priority, member_id: int | None = None) -> None:
    """Set the priority and the member of all later worker calls by this task and by tasks that it starts.

    ``member_id`` (a Discord user id) is None for work of the bot itself.
    """
    _PRIORITY.set(priority)
    _MEMBER.set(member_id)


def new_ticket() -> Ticket:
    """Return a ticket for the queue of calls to workers, with the priority and the member of this task."""
    return Ticket(_PRIORITY.get(), _MEMBER.get())


@dataclass(slots=True)
class Ticket:
    """A place in the queue; ``calls_before`` counts the calls of its member that were waiting before it.

    ``future`` is done when the call may begin; None before it is in the queue.
    """

    priority: Priority
    member_id: int | None = None
    calls_before: int = 0
    future: asyncio.Future[None] | None = field(default=None, repr=False)


class WorkerQueue:
    """The queue of calls in front of ``size`` workers."""

    def __init__(self, size: int) -> None:
        """Begin with ``size`` free workers and no waiting calls.

        Calls of the priority `OTHER_RESPONSE` and lower ones never occupy all workers if there are several.
        """
        self.size, self.max_low_priority = size, max(size - 1, 1)
        self.running_calls: Counter[Priority] = Counter()
        self._waiting: list[tuple[Priority, int, int, Ticket]] = []
        self._calls_of_member: Counter[int] = Counter()
        self._arrivals = 0

    def __len__(self) -> int:
        """Return the number of calls that wait for a worker."""
        return sum(_is_waiting(entry) for entry in self._waiting)

    @property
    def _running_low_priority_count(self) -> int:
        """Return how many calls of the priority `OTHER_RESPONSE` and lower ones occupy workers."""
        low_priorities = [priority for priority in Priority if priority >= Priority.OTHER_RESPONSE]
        return sum(self.running_calls[priority] for priority in low_priorities)

    @asynccontextmanager
    async def worker_slot(self, ticket: Ticket) -> AsyncIterator[None]:
        """Wait in the queue for a free worker, and occupy one while the block runs.

        Calls are served by priority. Within a priority, those go first whose member had the fewest calls
        waiting before them; then the earliest.
        """
        await self._wait_for_worker(ticket)
        priority = ticket.priority
        try:
            yield
        finally:
            self.running_calls[priority] -= 1
            self._start_next_calls()

    def raise_priority(self, ticket: Ticket, priority: Priority) -> None:
        """Raise the priority of a call that waits for a worker, because a more urgent task needs its result.

        A call that no longer waits, or that is at least as urgent already, is left alone.
        """
        if priority < ticket.priority and ticket.future is not None and not ticket.future.done():
            ticket.priority = priority
            self._enqueue(ticket)
            self._start_next_calls()

    async def _wait_for_worker(self, ticket: Ticket) -> None:
        """Wait until a worker is free for the call, which then counts as running.

        If the task is cancelled, CancelledError is raised, and a worker that it has just got is given back.
        """
        ticket.future = asyncio.get_running_loop().create_future()
        if ticket.member_id is not None:
            ticket.calls_before = self._calls_of_member[ticket.member_id]
            self._calls_of_member[ticket.member_id] += 1
        self._enqueue(ticket)
        self._start_next_calls()
        try:
            await ticket.future
        except asyncio.CancelledError:
            if ticket.future.done() and not ticket.future.cancelled():
                self.running_calls[ticket.priority] -= 1
                self._start_next_calls()
            raise
        finally:
            self._decrement_waiting_calls(ticket)

    def _decrement_waiting_calls(self, ticket: Ticket) -> None:
        """Subtract one from the waiting calls of the ticket's member: the call has begun or was cancelled.

        Does nothing for a ticket without a member.
        """
        if ticket.member_id is not None:
            self._calls_of_member[ticket.member_id] -= 1
            self._calls_of_member += Counter()

    def _enqueue(self, ticket: Ticket) -> None:
        """Add a ticket to the calls that wait for a worker.

        They are ordered by priority, then by how many calls of the member waited before (`calls_before`),
        then by arrival.
        """
        self._arrivals += 1
        heapq.heappush(self._waiting, (ticket.priority, ticket.calls_before, self._arrivals, ticket))

    def _start_next_calls(self) -> None:
        """Let waiting calls begin, as long as workers are free for their priorities."""
        while self._waiting and self.running_calls.total() < self.size:
            entry = self._waiting[0]
            priority, _, _, ticket = entry
            if not _is_waiting(entry):
                heapq.heappop(self._waiting)
            elif (
                priority >= Priority.OTHER_RESPONSE
                and self._running_low_priority_count >= self.max_low_priority
            ):
                return
            else:
                heapq.heappop(self._waiting)
                assert ticket.future is not None
                self.running_calls[priority] += 1
                ticket.future.set_result(None)


def _is_waiting(entry: tuple[Priority, int, int, Ticket]) -> bool:
    """Return True if an entry of the queue is a call that still waits for a worker.

    False if the call has begun or was cancelled, or has another entry since its priority was raised.
    """
    priority, _, _, ticket = entry
    return ticket.future is not None and not ticket.future.done() and ticket.priority is priority
