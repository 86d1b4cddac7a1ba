"""The bot as a process of its own against a Discord with sockets: killed, doubled, slowed down."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.loopback import CALLBACK, MESSAGES, BotProcess, LoopbackServer, Message

pytestmark = [pytest.mark.slow(seconds=4), pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[LoopbackServer]:
    async with LoopbackServer() as made:
        for name in ("Ann", "Ben", "Cy"):
            made.member(name)
        for name in ("killed", "twice", "slow"):
            made.channel(name)
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process(
    server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    made = BotProcess(server, tmp_path_factory.mktemp("process"), env={"STATIONMASTER_WORKERS": "1"})
    yield made
    await made.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def bot(server: LoopbackServer, process: BotProcess) -> AsyncIterator[BotProcess]:
    """The process, running and connected; no faults are left behind."""
    if not process.running:
        await process.start()
    await server.wait_ready()
    yield process
    server.faults.clear()


async def made(server: LoopbackServer, name: str) -> Message:
    """The set-up card of a new game of Ann's in a channel of its own."""
    channel = server.channel(name)
    await server.member("Ann").slash("/game new", channel=channel, title="18EZ", name=name, pace="at once")
    await server.until(lambda: bool(server.channel_messages(channel)))
    [card] = server.channel_messages(channel)
    return card


async def begun(server: LoopbackServer, card: Message, name: str) -> Message:
    """The one new message that the start of the game brings."""
    channel = server.channel(name)
    await server.member("Ann").click(card, "Start")
    await server.until(lambda: len(server.channel_messages(channel)) > 1)
    await server.quiet()
    [_, turn] = server.channel_messages(channel)
    return turn


def count(bot: BotProcess, query: str) -> int:
    """A number from the database of the bot."""
    with sqlite3.connect(bot.data / "stationmaster.db") as db:
        found: int = db.execute(query).fetchone()[0]
    db.close()
    return found


async def test_what_was_acknowledged_survives_a_kill(server: LoopbackServer, bot: BotProcess) -> None:
    setup = await made(server, "killed")
    await server.member("Ben").click(setup, "Join")
    card = await begun(server, setup, "killed")
    actor = server.member(card.mentions[0])
    page = await actor.click(card, "Take turn")
    await actor.click(page, "Pass")
    await bot.kill9()
    records = count(bot, "SELECT rev FROM game WHERE name = 'killed'")
    await bot.start()
    await server.wait_ready()
    await server.until(lambda: count(bot, "SELECT count(*) FROM outbox") == 0)
    await server.quiet()
    messages = server.channel_messages(server.channel("killed"))
    if records == 2:
        assert len(messages) == 3
        assert "passes" in card.text
        card = messages[-1]
    assert card.mentions
    assert (await server.member(card.mentions[0]).click(card, "Take turn")).ephemeral


async def test_a_click_that_comes_twice_is_one_seat(server: LoopbackServer, bot: BotProcess) -> None:
    card, ben = await made(server, "twice"), server.member("Ben")
    reply = await ben.click(card, "Join", deliveries=2)
    await server.quiet()
    assert [a.status for a in reply.attempts].count(400) == 1
    assert card.text.count(ben.mention) == 1
    await server.redeliver(reply)
    await server.quiet()
    assert card.text.count(ben.mention) == 1
    assert "Traceback" not in bot.log


async def test_a_slow_or_failing_discord_gets_all_messages_once(
    server: LoopbackServer, bot: BotProcess
) -> None:
    card, cy = await made(server, "slow"), server.member("Cy")
    server.faults.rate_limit_once(MESSAGES, 0.3)
    server.faults.error_once(CALLBACK, 500)
    reply = await cy.click(card, "Join")
    await server.quiet()
    assert reply.acknowledged
    assert reply.acknowledged_after is not None
    assert reply.acknowledged_after < 3
    assert card.text.count(cy.mention) == 1
    turn = await begun(server, card, "slow")
    assert len(turn.mentions) == 1


async def test_it_ends_on_request_and_was_healthy(server: LoopbackServer, bot: BotProcess) -> None:
    await server.until((bot.data / "heartbeat").exists)
    await bot.stop()
    assert bot._process is not None
    assert bot._process.returncode == 0
    lines = [json.loads(line) for line in bot.log.splitlines() if line.startswith("{")]
    assert any(line["message"].startswith("connected as") for line in lines)
    assert not [line for line in lines if line["level"] == "ERROR"]


async def test_a_window_that_is_sent_a_second_time_is_answered(
    server: LoopbackServer, bot: BotProcess
) -> None:
    dora = server.member("Dora")  # who plays nowhere: her quiet hours keep no card silent
    page = await dora.slash("/remind settings")
    window = await dora.click(page, "Quiet hours")
    hours = {"From, such as 22:00": "22", "To, such as 7:30": "7:30"}
    assert "22:00" in (await dora.submit_modal(window, hours)).text
    again = await dora.submit_modal(window, {**hours, "From, such as 22:00": "21"})
    assert "no longer open" in again.text
    assert "22:00" in (await dora.slash("/remind settings")).text
