"""Who goes first: an acting member's page, then cards, then what others look at, and of them all in turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.work.pictures import Pictures
from bot.work.pool import Pool
from bot.work.priority import Priority, Ticket, WorkerQueue, new_ticket, set_worker_call_context
from engine import new_game
from tests.bot import jobs


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(2)
    await made.start_workers(["json"])
    yield made
    await made.close()


class Arrivals:
    """Work that notes when it was its turn; each holds its worker until `go_on`."""

    def __init__(self, size: int) -> None:
        self.line, self.order = WorkerQueue(size), list[str]()
        self.tasks = dict[str, asyncio.Task[None]]()
        self.gates = dict[str, asyncio.Event]()

    async def come(self, name: str, rank: Priority, member: int | None = None) -> Ticket:
        ticket, gate = Ticket(rank, member), asyncio.Event()

        async def work() -> None:
            async with self.line.worker_slot(ticket):
                self.order.append(name)
                await gate.wait()

        self.gates[name], self.tasks[name] = gate, asyncio.create_task(work())
        await asyncio.sleep(0)
        return ticket

    async def go_on(self) -> None:
        """Let all work end, in the order in which it began."""
        for _ in range(1000):
            for name in self.order:
                self.gates[name].set()
            await asyncio.sleep(0)
        await asyncio.gather(*self.tasks.values())


async def test_pages_go_before_cards_and_cards_before_what_others_look_at() -> None:
    queue = Arrivals(1)
    await queue.come("first", Priority.CARD)
    for name, rank in (
        ("look", Priority.OTHER_RESPONSE), ("card", Priority.CARD), ("page", Priority.MEMBER_PAGE),
        ("care", Priority.MAINTENANCE), ("computer", Priority.COMPUTER_PLAYER),
        ("second card", Priority.CARD), ("second look", Priority.OTHER_RESPONSE),
    ):  # fmt: skip
        await queue.come(name, rank)
    assert len(queue.line) == 7
    await queue.go_on()
    assert queue.order == ["first", "page", "card", "second card", "look", "second look", "computer", "care"]
    assert (len(queue.line), queue.line.running_calls.total()) == (0, 0)


async def test_a_member_who_asks_much_waits_for_those_who_ask_once() -> None:
    queue = Arrivals(1)
    await queue.come("first", Priority.CARD)
    for name, member in (("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("b2", 2), ("c1", 3)):
        await queue.come(name, Priority.OTHER_RESPONSE, member)
    await queue.go_on()
    assert queue.order == ["first", "a1", "b1", "c1", "a2", "b2", "a3"]


async def test_what_others_look_at_never_takes_the_last_worker() -> None:
    queue = Arrivals(3)
    for number in range(5):
        await queue.come(f"look {number}", Priority.OTHER_RESPONSE, number)
    assert queue.order == ["look 0", "look 1"]
    await queue.come("page", Priority.MEMBER_PAGE)
    assert queue.order == ["look 0", "look 1", "page"]
    await queue.go_on()
    assert len(queue.order) == 6


async def test_what_a_better_rank_waits_for_is_hastened() -> None:
    queue = Arrivals(1)
    await queue.come("first", Priority.CARD)
    await queue.come("look", Priority.OTHER_RESPONSE)
    wanted = await queue.come("wanted", Priority.OTHER_RESPONSE)
    queue.line.raise_priority(wanted, Priority.MEMBER_PAGE)
    queue.line.raise_priority(wanted, Priority.CARD)
    assert len(queue.line) == 2
    await queue.go_on()
    assert queue.order == ["first", "wanted", "look"]


async def test_who_gives_up_leaves_the_queue_and_frees_the_worker() -> None:
    queue = Arrivals(1)
    await queue.come("first", Priority.CARD)
    await queue.come("gone", Priority.MEMBER_PAGE, 1)
    await queue.come("last", Priority.CARD, 1)
    queue.tasks.pop("gone").cancel()
    await asyncio.sleep(0)
    assert len(queue.line) == 1
    queue.tasks.pop("first").cancel()
    for _ in range(3):
        await asyncio.sleep(0)
    assert queue.order == ["first", "last"]
    await queue.go_on()
    assert queue.line.running_calls.total() == 0


async def test_a_task_and_what_it_starts_have_its_rank() -> None:
    async def inner() -> tuple[Priority, int | None]:
        return new_ticket().priority, new_ticket().member_id

    async def outer() -> tuple[Priority, int | None]:
        set_worker_call_context(Priority.MEMBER_PAGE, 7)
        return await asyncio.create_task(inner())

    assert await asyncio.create_task(outer()) == (Priority.MEMBER_PAGE, 7)
    assert await inner() == (Priority.CARD, None)


async def test_forty_searches_of_spectators_delay_no_page(pool: Pool) -> None:
    async def look(member: int) -> None:
        set_worker_call_context(Priority.OTHER_RESPONSE, member)
        await pool.run(time.sleep, 0.2)

    looks = [asyncio.create_task(look(member % 8)) for member in range(40)]
    await asyncio.sleep(0.05)
    set_worker_call_context(Priority.MEMBER_PAGE, 99)
    began = time.monotonic()
    for _ in range(5):
        assert await pool.run(jobs.add, 1, 2) == 3
    waited, left = time.monotonic() - began, sum(not task.done() for task in looks)
    for task in looks:
        task.cancel()
    await asyncio.gather(*looks, return_exceptions=True)
    assert waited < 2
    assert left > 25


async def test_a_picture_that_a_page_waits_for_is_hastened(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(1, processes=False)
    pictures, hastened = Pictures(pool), list[tuple[Priority, Priority]]()
    monkeypatch.setattr(
        pool.queue, "raise_priority", lambda ticket, rank: hastened.append((ticket.priority, rank))
    )
    game = new_game("18EZ", ["Ann", "Ben", "Cy"], seed=3)

    async def ask(rank: Priority) -> object:
        set_worker_call_context(rank)
        return await pictures.draw(1, game, "market")

    first, second = await asyncio.gather(ask(Priority.OTHER_RESPONSE), ask(Priority.MEMBER_PAGE))
    assert first is second
    assert hastened == [
        (Priority.OTHER_RESPONSE, Priority.OTHER_RESPONSE),
        (Priority.OTHER_RESPONSE, Priority.MEMBER_PAGE),
    ]
    await pool.close()
