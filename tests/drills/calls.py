"""Cards and calls while Discord fails one table in every way: each turn is called once, nothing owed is lost.

Two tables play, one of them in a channel that is ill. After each scene: every wait that lasted was called
exactly once and by the right card, each table has one live card, nothing is owed, and the healthy table never
waited for a call `PROMPT` seconds longer than while nothing ails. A turn that is over before its card could
be posted needs no call any more; the figures count it as over.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from tests.drills.floor import STRANGER, Floor
from tests.drills.ledger import Figures
from tests.loopback import Fault
from tests.loopback.wire import rate_limited
from tests.loopback.world import SEND

SeatsToAct = Callable[[Floor, "Scale"], Awaitable[None]]


@dataclass(frozen=True)
class Scale:
    """How much of it: the full drill, or what a test has time for."""

    turns: int
    fast: int
    kills: int
    long: float
    hours: int
    rng: Random


def full(seed: int) -> Scale:
    return Scale(turns=6, fast=100, kills=50, long=40.0, hours=24, rng=Random(seed))


def brief(seed: int) -> Scale:
    return Scale(turns=2, fast=12, kills=2, long=3.0, hours=3, rng=Random(seed))


async def drill(short: bool, seed: int) -> AsyncIterator[Figures]:
    """All scenes, one after another, on one floor."""
    scale = brief(seed) if short else full(seed)
    with tempfile.TemporaryDirectory() as data:
        async with Floor(Path(data)) as floor:
            for name, scene in SCENES.items():
                if short and name not in BRIEF:
                    continue
                began = floor.begin_scene()
                await scene(floor, scale)
                floor.server.faults.clear()
                yield await floor.figures(name, began, each=name in EACH)


# --- faults on the requests of one channel -----------------------------------------------------------


def ailing(**fault: object) -> SeatsToAct:
    """Both tables play while requests on the sick one's messages meet a fault."""

    async def scene(floor: Floor, scale: Scale) -> None:
        made = {k: v(scale) if callable(v) else v for k, v in fault.items()}
        floor.server.faults.add(Fault(pattern=floor.sick.messages, **made))  # type: ignore[arg-type]
        await both(floor, scale.turns)

    return scene


async def both(floor: Floor, turns: int, pace: float = 1.0) -> None:
    """Both tables play so many turns."""
    await asyncio.gather(floor.sick.play(turns, pace), floor.well.play(turns, pace))


def slowed(method: str) -> SeatsToAct:
    """Discord asks to wait: some seconds first, then longer than anybody waits with a request at hand."""

    async def scene(floor: Floor, scale: Scale) -> None:
        for seconds in (scale.long / 4, scale.long):
            error = rate_limited(seconds, {"X-RateLimit-Scope": "shared"})
            floor.server.faults.add(Fault(method, floor.sick.messages, 1, 429, error.body, error.headers))
        await both(floor, scale.turns)

    return scene


# --- channels ----------------------------------------------------------------------------------------


async def forbidden(floor: Floor, scale: Scale) -> None:
    """A day without the permission to write; what looks at the card meanwhile swallows no call."""
    channel, server = floor.sick.channel, floor.server
    server.forbid(channel, SEND)
    await server.changed(channel)
    await both(floor, scale.turns)
    await server.member(STRANGER).slash("/game card", channel)
    for _ in range(scale.hours):
        await tried_again(floor)
    channel["permission_overwrites"].clear()
    await server.changed(channel)


async def tried_again(floor: Floor) -> None:
    """Something changes in the channel, which is no help: the bot tries again in vain."""
    before = attempts(floor)
    await floor.server.changed(floor.sick.channel)
    await floor.server.until(lambda: attempts(floor) > before)


def attempts(floor: Floor) -> int:
    """How often the bot has tried to post what waits at the sick table."""
    [[tried]] = floor.rows("SELECT coalesce(max(attempts), 0) FROM outbox WHERE game = ?", floor.sick.id)
    return int(tried)


async def deleted(floor: Floor, scale: Scale) -> None:
    """The channel goes; the game is played on from elsewhere and moves there."""
    sick, spare = floor.sick, floor.spare
    await floor.server.delete_channel(sick.channel)
    for _ in range(scale.turns):
        await sick.act(channel=spare)
        await floor.well.play(1, 0.5)
    moved = await floor.server.member("Ann").slash("/game move", spare, table=str(sick.id))
    assert "its card follows there" in moved.text, moved.text
    sick.channel = spare


# --- speed and death ---------------------------------------------------------------------------------


async def fast(floor: Floor, scale: Scale) -> None:
    """Turns at 0.3 s each, at both tables: whoever is called takes so long, so each of them is called."""
    await asyncio.gather(*(table.play_when_called(scale.fast, 0.3) for table in (floor.sick, floor.well)))


async def hasty(floor: Floor, scale: Scale) -> None:
    """A move every 0.3 s, whether or not its card has come: turns that are over are called no more."""
    await both(floor, scale.fast, 0.3)


async def killed(floor: Floor, scale: Scale) -> None:
    """Killed at any moment of a move, its card and its call, and started again; each call is waited for."""
    for _ in range(scale.kills):
        await floor.sick.act(wait=False)
        await asyncio.sleep(scale.rng.random() * 1.5)
        await floor.bot.restart()
        await floor.server.wait_ready(120)
        await floor.settle()
    floor.well.since = floor.well.game().revision


async def killed_unanswered(floor: Floor, scale: Scale) -> None:
    """Killed between Discord's send and the note of it: the answer never comes."""
    for _ in range(max(scale.kills // 5, 1)):
        held = floor.server.faults.add(Fault("POST", floor.sick.messages, hold=5.0))
        await floor.sick.act()
        await floor.server.until(partial(getattr, held, "hits"))
        await asyncio.sleep(0.2)
        await floor.bot.restart()
        await floor.server.wait_ready(120)
        floor.server.faults.clear()
        await floor.settle()


EACH = {"fast turns", "killed at random"}
"""Scenes in which no turn is over before its call: each is called exactly once."""

SCENES: dict[str, SeatsToAct] = {
    "nothing ails": ailing(method="POST", times=0),
    "429 on posts": slowed("POST"),
    "429 on edits": slowed("PATCH"),
    "500 on posts": ailing(method="POST", status=500, times=lambda s: s.turns),
    "503 on all": ailing(method="*", status=503, times=lambda s: 2 * s.turns),
    "400 on posts": ailing(method="POST", status=400, times=3),
    "400 on edits": ailing(method="PATCH", status=400, body={"code": 30046, "message": "edits"}, times=3),
    "413 on posts": ailing(method="POST", status=413, times=1),
    "hanging posts": ailing(method="POST", delay=lambda s: 1.75 * s.long),
    "hanging answers": ailing(method="POST", hold=lambda s: 1.75 * s.long),
    "hanging edits": ailing(method="PATCH", delay=lambda s: s.long),
    "lost answers of posts": ailing(method="POST", drop=True, after=True, times=lambda s: s.turns),
    "lost answers of edits": ailing(method="PATCH", drop=True, after=True, times=2),
    "lost posts": ailing(method="POST", drop=True, times=2),
    "no permission for a day": forbidden,
    "fast turns": fast,
    "turns faster than cards": hasty,
    "killed before the answer": killed_unanswered,
    "killed at random": killed,
    "deleted channel": deleted,
}

BRIEF = {
    "nothing ails", "429 on posts", "400 on edits", "hanging answers", "lost answers of posts", "lost posts",
    "no permission for a day", "fast turns", "turns faster than cards", "killed before the answer",
    "killed at random", "deleted channel",
}  # fmt: skip
