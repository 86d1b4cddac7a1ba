"""The local chat with several viewers: nobody waits for what another one has begun.

    python -m tests.drills chat [--short]

Ann and Ben play at a table that holds each call for 20 s. Meanwhile Cy hands in files that take long to judge
and Dee looks at a late game whose pages search for routes. Measured is each action of Ann and Ben until the
chat takes their next one, and until its answer stands on their page: 95 of 100 within a second.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from engine import TITLES
from engine.checks.random_play import play
from tests.bot.browser import Browser
from tests.drills.line import options, told
from tests.loopback.process import ROOT

TITLE = "18EZ"
LATE, LONG, SHORT_LONG = 260, 700, 300
"""Moves of the late game, and of the game in the file that takes long."""

ROUNDS, SHORT = 60, 12
"""Rounds of actions of Ann and Ben."""

WITHIN, SHARE = 1.0, 0.95
PATIENCE = 60.0
"""Seconds after which an answer is given up."""

ACTIONS = ("/turn", "/act pass", "/show market", "/show players", "/game list")
THINKING = "thinking"


@dataclass
class Waits:
    """Seconds that each action took, by what it was."""

    free: list[tuple[str, float]] = field(default_factory=list)
    shown: list[tuple[str, float]] = field(default_factory=list)
    others: int = 0
    faults: list[str] = field(default_factory=list)

    def line(self, what: str, found: list[tuple[str, float]]) -> str:
        """The figures of one kind of wait."""
        spans = sorted(took for _, took in found)
        fast = sum(took <= WITHIN for took in spans)
        slowest = max(found, key=lambda pair: pair[1])
        return (
            f"{what}: {fast} of {len(spans)} within {WITHIN:g} s; "
            f"p50 {spans[len(spans) // 2] * 1000:.0f} ms, "
            f"p95 {spans[int(len(spans) * SHARE)] * 1000:.0f} ms, "
            f"the slowest {slowest[1] * 1000:.0f} ms ({slowest[0]})"
        )

    def judged(self) -> list[str]:
        """The faults, too many slow actions among them."""
        slow = [
            what for what, found in (("free", self.free), ("shown", self.shown)) if not fast_enough(found)
        ]
        return [*self.faults, *(f"too few actions were {what} within {WITHIN:g} s" for what in slow)]


def fast_enough(found: list[tuple[str, float]]) -> bool:
    """Whether enough of the actions took no longer than they may."""
    return sum(took <= WITHIN for _, took in found) >= SHARE * len(found) > 0


def exported(moves: int, seed: int, *, sound: bool = True) -> bytes:
    """A game of so many moves as it is exported; one that is not sound is seen to be so at its last move."""
    raw: Any = json.loads(json.dumps(play(TITLES[TITLE], 3, seed, {}, False, moves).game.to_json()))
    if not sound:
        raw["records"][-1]["by"] = "p9"
    return json.dumps(raw).encode()


@asynccontextmanager
async def chat(data: Path) -> AsyncIterator[Callable[[str], Awaitable[Browser]]]:
    """The local chat in a process of its own; opens pages by the names of members."""
    env = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    env |= {"STATIONMASTER_DATA": str(data), "STATIONMASTER_WORKERS": "1", "PYTHONUNBUFFERED": "1"}
    with (data / "chat.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "--port", "0",
            cwd=ROOT, env=env, stdout=asyncio.subprocess.PIPE, stderr=log,
        )  # fmt: skip
    assert process.stdout is not None
    try:
        async with aiohttp.ClientSession() as web:
            while not (found := re.search(rb"open at (http://\S+)/#(\S+)", await process.stdout.readline())):
                assert process.returncode is None, (data / "chat.log").read_text("utf-8")

            async def opened(name: str) -> Browser:
                page = Browser(web, found[1].decode(), found[2].decode())
                await page.open(name)
                return page

            yield opened
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def timed(page: Browser, waits: Waits, text: str) -> None:
    """One action of a viewer."""
    began = time.monotonic()
    await page.write(text)
    waits.free.append((text, time.monotonic() - began))
    while THINKING in str(page.state["messages"].get(page.state["timeline"][-1])).lower():
        if time.monotonic() - began > PATIENCE:
            waits.faults.append(f"{text} was never answered")
            return
        await asyncio.sleep(0.02)
        await page.look()
    waits.shown.append((text, time.monotonic() - began))


async def set_up(ann: Browser, dee: Browser) -> None:
    """A table that holds its calls, and a late game of which Dee plays all seats."""
    await ann.choose(TITLE)
    await ann.write("/gm clock first_ping: 0")
    await ann.write("/gm table hold: 20")
    await dee.write("/go place: second-table")
    await dee.look()
    await dee.hand_in("game import", "file", exported(LATE, 5))
    await _until(dee, lambda: any("paused" in text for text in dee.texts()))
    for seat in ("1", "2", "3"):
        await dee.write(f"/gm replace seat: p{seat} user: Dee")
    await dee.write("/game resume")


async def _until(page: Browser, done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, page.texts()
        await asyncio.sleep(0.1)
        await page.look()


def since(page: Browser, before: set[str]) -> list[str]:
    """What a page reads that was not there before."""
    read = zip(page.state["timeline"], page.texts(), strict=True)
    return [text for number, text in read if number not in before]


async def one_import(cy: Browser, before: set[str], data: bytes) -> None:
    """A file, and what is said of it."""
    await cy.hand_in("game import", "file", data)
    await _until(cy, lambda: any("not a sound game" in text for text in since(cy, before)))


async def importing(cy: Browser, waits: Waits, data: bytes) -> None:
    """Cy hands in files, one after another."""
    await cy.write("/go place: third-table")
    while True:
        await cy.look()
        await one_import(cy, set(cy.state["timeline"]), data)
        waits.others += 1


async def searching(dee: Browser, waits: Waits) -> None:
    """Dee looks at his turn and passes, again and again."""
    while True:
        for text in ("/turn", "/act pass", "/act done"):
            await dee.write(text)
            waits.others += 1
            await asyncio.sleep(0.2)


async def drill(data: Path, rounds: int, moves: int) -> Waits:
    """Ann and Ben act while the others keep the bot at work."""
    waits = Waits()
    async with chat(data) as opened:
        ann, ben, cy, dee = [await opened(name) for name in ("Ann", "Ben", "Cy", "Dee")]
        await set_up(ann, dee)
        for page in (ann, ben):
            await page.open("Ann" if page is ann else "Ben")
            await page.write("/go place: stationmaster")
        file = await asyncio.to_thread(exported, moves, 7, sound=False)
        busy = [asyncio.create_task(importing(cy, waits, file)), asyncio.create_task(searching(dee, waits))]
        try:
            for number in range(rounds):
                text = ACTIONS[number % len(ACTIONS)]
                await asyncio.gather(timed(ann, waits, text), timed(ben, waits, text))
                await asyncio.sleep(0.3)
        finally:
            for task in busy:
                waits.faults += [f"{task.exception()!r}"] if task.done() else []
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
    return waits


def main(argv: list[str]) -> int:
    """Prints the figures; the exit code is 1 when the chat stood still."""
    chosen = options("chat", __doc__).parse_args(argv)
    with tempfile.TemporaryDirectory() as data:
        rounds, moves = (SHORT, SHORT_LONG) if chosen.short else (ROUNDS, LONG)
        waits = asyncio.run(drill(Path(data), rounds, moves))
    print(waits.line("free again", waits.free))
    print(waits.line("answer shown", waits.shown))
    print(f"{waits.others} imports, searches and moves of others meanwhile")
    return told(waits.judged())
