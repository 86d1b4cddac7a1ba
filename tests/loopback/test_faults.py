"""The server misbehaves on demand, and the unmodified client meets it."""

from __future__ import annotations

import time

import pytest

from tests.loopback import CALLBACK, MESSAGES, Fault, LoopbackServer, Member
from tests.loopback.gateway import Drop
from tests.loopback.world import SEND

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


@pytest.fixture
def ann(server: LoopbackServer) -> Member:
    return server.member("Ann")


async def test_a_429_is_waited_for(server: LoopbackServer, ann: Member) -> None:
    fault = server.faults.rate_limit_once(CALLBACK, 0.4)
    reply = await ann.slash("/sample press")
    assert fault.hits == 1
    assert len(reply.attempts) == 1
    assert reply.acknowledged_after is not None
    assert 0.4 <= reply.acknowledged_after < 3


async def test_a_bucket_limits_a_channel(server: LoopbackServer, ann: Member) -> None:
    server.faults.limit("POST", "/channels/{c}/messages", 2, 0.5)
    started = time.monotonic()
    reply = await ann.slash("/sample spread", notes=5)
    assert reply.text.startswith("done")
    assert time.monotonic() - started > 0.9
    assert len(server.channel_messages(server.threads()[-1])) == 5


async def test_one_500_is_retried(server: LoopbackServer, ann: Member) -> None:
    fault = server.faults.error_once(CALLBACK)
    reply = await ann.slash("/sample press")
    assert (fault.hits, reply.acknowledged, len(reply.attempts)) == (1, True, 1)


async def test_500_after_the_work_makes_one_message(server: LoopbackServer, ann: Member) -> None:
    server.faults.error_once(CALLBACK, after=True)
    reply = await ann.slash("/sample press")
    await server.until(lambda: len(reply.attempts) == 2)
    assert [a.status for a in reply.attempts] == [200, 400]
    assert len(reply.messages) == 1


async def test_a_lost_callback_is_not_retried(server: LoopbackServer, ann: Member) -> None:
    server.interactions.deadline = 0.5
    server.faults.lose_callback()
    reply = await ann.slash("/sample press")
    assert (reply.acknowledged, reply.attempts) == (False, [])
    server.interactions.deadline = 3.0
    assert (await ann.slash("/sample press")).acknowledged


async def test_a_duplicate_delivery_is_counted_once(server: LoopbackServer, ann: Member) -> None:
    reply = await ann.slash("/sample press", deliveries=2)
    await server.until(lambda: len(reply.attempts) == 2)
    assert [a.status for a in reply.attempts] == [200, 400]
    [message] = reply.messages
    assert message.text.startswith("new")
    after = await ann.slash("/sample press")
    assert int(after.text.split()[1]) == int(message.text.split()[1]) + 1


async def test_a_late_answer_is_refused(server: LoopbackServer, ann: Member) -> None:
    server.interactions.deadline = 0.2
    reply = await ann.slash("/sample slow", seconds=0.5)
    assert not reply.acknowledged
    await server.until(lambda: reply.attempts)
    assert reply.attempts[0].status == 404


@pytest.mark.parametrize("how", ["abort", "close", "reconnect"])
async def test_a_dropped_gateway_resumes_and_gets_what_it_missed(
    server: LoopbackServer, ann: Member, how: Drop
) -> None:
    seen = len(server.gateway.events)
    await server.drop_gateway(how)
    reply = await ann.slash("/sample press", wait=False)
    await server.wait_ready()
    await server.until(lambda: reply.answered)
    assert "RESUMED" in server.gateway.events[seen:]
    assert "READY" not in server.gateway.events[seen:]


async def test_a_missing_permission_is_403(server: LoopbackServer, ann: Member) -> None:
    closed = server.channel("general")
    server.forbid(closed, SEND)
    try:
        seen = len(server.calls)
        reply = await ann.slash("/sample spread", closed, wait=False)
        await server.until(lambda: 403 in [c.status for c in server.calls[seen:]])
        assert not reply.answered
    finally:
        closed["permission_overwrites"].clear()


async def test_a_delayed_answer_still_counts(server: LoopbackServer, ann: Member) -> None:
    fault = server.faults.add(Fault("POST", MESSAGES, delay=0.3))
    started = time.monotonic()
    reply = await ann.slash("/sample spread")
    assert (fault.hits, reply.answered) == (1, True)
    assert time.monotonic() - started >= 0.3
