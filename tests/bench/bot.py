"""How long the bot takes to answer without a search for routes, in milliseconds.

By its service alone, and as a process of its own on the loopback server: from the press to the
acknowledgement and to the finished page. And both with 50 tables that act at once (see `tests.drills.load`).
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.games import moves
from bot.games.core import Games
from bot.store import open_store
from bot.table import service as tables
from engine import TITLES
from engine.checks.random_play import RandomPlayer
from tests.bot.crew import Crew
from tests.bot.playing import button_name_of
from tests.drills import load
from tests.loopback import BotProcess, LoopbackServer
from tests.loopback.member import HUMAN_DELAY

TITLE, SEED = "18EZ", 3
MOVES, PRESSES = 300, 120
AT_ONCE = load.Scale(tables=50, rounds=3)
NAMES = ("Ann", "Ben", "Cy")


def run() -> dict[str, Any]:
    """The middle and the 95th percentile of each kind of answer."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(Path(folder)))


async def _run(folder: Path) -> dict[str, Any]:
    return {
        "service": await _service(folder),
        "process": await _process(folder / "process"),
        "at_once": await load.drill(AT_ONCE, ("service", "bot")),
    }


async def _service(folder: Path) -> dict[str, Any]:
    """A move judged, stored with its messages and acknowledged by the database."""
    store = await open_store(f"sqlite:///{folder / 'games.db'}")
    games, spent = Games(store), []
    made = await tables.create_game(games, 1, title=TITLE, name="Bench", channel_id=1, owner_name=NAMES[0])
    for user, name in enumerate(NAMES[1:], 2):
        await tables.join_game(games, made.game_id, user, name)
    assert (await tables.start_game(games, made.game_id, 1)).ok
    dice = RandomPlayer(TITLES[TITLE], SEED)
    for _ in range(MOVES):
        game = await games.game(made.game_id)
        assert game is not None
        if game.state.ended:
            break
        action = dice.action(game)
        user = int(action.player[1:])
        start = time.perf_counter()
        done = await moves.make_move(games, made.game_id, user, action.kind, action.args, seat=action.player)
        spent.append(time.perf_counter() - start)
        assert done.ok, done.text
    await store.close()
    return {"move": _figures(spent)}


async def _process(folder: Path) -> dict[str, Any]:
    """Presses and completions of three people, one after the other."""
    async with LoopbackServer() as server:
        people = [server.member(name) for name in NAMES]
        bot = BotProcess(server, folder)
        await bot.start()
        await server.wait_ready()
        try:
            await people[0].slash("/game new", title=TITLE, name="Bench", order="join", pace="at once")
            await server.until(lambda: bool(server.channel_messages()))
            [card] = server.channel_messages()
            for person in people[1:]:
                await person.click(card, "Join")
            await people[0].click(card, "Start")
            await server.quiet()
            return await _presses(Crew(server, bot, SEED))
        finally:
            await bot.stop()


async def _presses(crew: Crew) -> dict[str, Any]:
    acknowledged: list[float] = []
    finished: list[float] = []
    completed: list[float] = []
    while len(finished) < PRESSES:
        if crew.page is None or crew.rests():
            await crew.take_turn()
        await asyncio.sleep(2 * HUMAN_DELAY)  # the press itself waits for that long after a page has changed
        start = time.perf_counter()
        reply = await crew.press()
        spent = time.perf_counter() - start
        assert crew.page is not None
        assert crew.member is not None
        if "w_run" not in [button_name_of(c) for c in crew.page.components]:
            acknowledged.append(reply.acknowledged_after or 0.0)
            finished.append(spent)
        if len(finished) % 5 == 0:
            start = time.perf_counter()
            await crew.member.autocomplete("/act choose", "move", "")
            completed.append(time.perf_counter() - start)
    return {
        "acknowledged": _figures(acknowledged),
        "page_with_picture": _figures(finished),
        "autocompletion": _figures(completed),
    }


def _figures(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    at = {name: ordered[min(len(ordered) - 1, int(len(ordered) * part))] for name, part in _PARTS}
    return {"count": len(ordered)} | {name: round(1000 * value, 1) for name, value in at.items()}


_PARTS = (("p50", 0.5), ("p95", 0.95))
