"""The bot process is killed without warning and started again against the same Discord."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback import BotProcess, LoopbackServer

pytestmark = pytest.mark.slow


async def test_old_buttons_work_after_kill_9(data: Path, sample_command: list[str]) -> None:
    async with LoopbackServer() as server:
        ann, bot = server.member("Ann"), BotProcess(server, data, sample_command)
        await bot.start()
        card = await ann.slash("/sample card")
        await ann.click(card, "Press")
        first, pressed = bot.pid, await ann.slash("/sample press")
        await bot.kill9()
        assert not bot.running
        server.interactions.deadline = 0.2
        assert not (await ann.click(card, "Press")).acknowledged
        server.interactions.deadline = 3.0
        await bot.start()
        assert bot.pid != first
        await ann.click(card, "Press")
        assert card.text.endswith("3 presses")
        await server.redeliver(pressed)
        await server.until(lambda: len(pressed.attempts) == 2)
        assert (await ann.slash("/sample press")).text == "new: 4"
        assert bot.log.count("has connected to Gateway") == 2
        await bot.stop()


async def test_a_bot_that_cannot_start_shows_its_log(data: Path, sample_command: list[str]) -> None:
    async with LoopbackServer() as server:
        bot = BotProcess(server, data, sample_command, {"DISCORD_TOKEN": "wrong"})
        with pytest.raises(RuntimeError, match="Improper token"):
            await bot.start()
        assert not bot.running


async def test_an_invalid_session_identifies_again(data: Path, sample_command: list[str]) -> None:
    async with LoopbackServer() as server:
        bot = BotProcess(server, data, sample_command)
        await bot.start()
        await server.drop_gateway("invalid")
        await server.wait_ready()
        assert server.gateway.events.count("READY") == 2
        assert (await server.member("Ann").slash("/sample press")).text == "new: 1"
        await bot.stop()
