"""The process killed while orders fire: a move and what follows it are stored together, or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.bot.crew import stored
from tests.bot.whole.test_kill9 import actions, begin, cards
from tests.loopback import BotProcess, LoopbackServer

pytestmark = pytest.mark.slow(seconds=14)

KILLS = 2


async def test_a_kill_leaves_no_order_half_fired(tmp_path: Path) -> None:
    chance = Random(5)
    async with LoopbackServer() as server:
        ann, *others = (server.member(name) for name in ("Ann", "Ben", "Cy"))
        bot = BotProcess(server, tmp_path, env={"STATIONMASTER_WORKERS": "1"})
        await bot.start()
        try:
            await server.wait_ready()
            await begin(server)
            first = stored(bot).waiting()
            assert first is not None
            for _ in range(KILLS):
                waiting = stored(bot).waiting()
                assert waiting is not None
                on_turn = server.member(stored(bot).view.name(waiting.players[0]))
                for member in (ann, *others):
                    if member is not on_turn:
                        assert (await member.slash("/auto pass", until="round")).ephemeral
                await server.until(lambda: "Pass" in cards(server)[-1].labels)
                await on_turn.click(cards(server)[-1], "Pass", wait=False)
                await asyncio.sleep(chance.random() * 0.5)
                await bot.kill9()
                assert actions(stored(bot)) % 3 == 0
                assert stored(bot).waiting() == waiting
                await bot.start()
                await server.wait_ready()
                await server.quiet()
            await on_turn.click(cards(server)[-1], "Pass")
            await server.quiet()
            game = stored(bot)
            assert actions(game) % 3 == 0
            assert all(r.note.startswith("by standing order") for r in game.log[-2:])
            await server.until(lambda: all_told(server, [r.note for r in game.log if r.note]))
        finally:
            await bot.stop()


def all_told(server: LoopbackServer, fired: list[str]) -> bool:
    """Whether the last two firings stand on one card, and on a closed card all of them."""
    told = max(server.channel_messages(), key=lambda m: m.text.count("(order)"))
    shown = told.text.count("(order)")
    return shown == len(fired) if told.text.startswith("###") else shown >= 2
