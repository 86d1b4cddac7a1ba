"""Files that lie about being exported games, handed in by `/game import` while somebody else plays.

Each becomes one private sentence and nothing is stored; the honest file in between is taken; and whoever
presses something meanwhile is answered at once: the event loop is never held. Most of the lies go through the
same reading in this process, the others through a real bot.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.work.importer import parse_and_check_file
from engine import TITLES
from engine.checks.random_play import play
from tests.drills.hall import GAME, Hall, Place
from tests.drills.lies import LIES, lies
from tests.drills.line import options, told
from tests.loopback import Member
from tests.loopback.messages import Upload
from tests.loopback.views import Reply
from tests.loopback.wire import snowflake

HARMLESS = {"other_code", "left_out", "wrong_values", "wrong_head", "long_note", "false_note"}
"""What may still be the game that it was: other bytes for the same text, a default left out, a note."""

SLOW = 1.5
"""Seconds for a press of somebody else while files are read; more where all is slow on this machine."""

SHOTS = 40
"""Moves of the honest game."""


@dataclass
class Tally:
    """What came of all of it."""

    said: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    presses: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def line(self, took: float) -> str:
        slowest = max(self.presses, default=0.0)
        return (
            f"{self.said.total()} lying files ({self.sent} to a real bot): {len(self.said)} kinds of "
            f"sentences, {len(self.faults)} faults; {len(self.presses)} presses meanwhile, the slowest "
            f"{slowest * 1000:.0f} ms; {took:.0f} s"
        )


def honest_game() -> Any:
    """The beginning of a game as it is exported."""
    game = play(TITLES["18EZ"], 3, 7, {}, False, SHOTS).game
    return json.loads(json.dumps(game.to_json()))


async def here(tally: Tally, honest: Any, count: int, seed: int) -> None:
    """The lies as the process reads them that reads files."""
    for name, data in lies(seed, count, honest):
        try:
            found = parse_and_check_file(data, "en", 60.0)
        except Exception as error:
            tally.faults.append(f"{name}: {type(error).__name__}: {str(error)[:200]}")
            continue
        tally.said[found[:40] if isinstance(found, str) else "taken"] += 1
        if not isinstance(found, str) and name not in HARMLESS:
            tally.faults.append(f"{name} was taken")
        if isinstance(found, str) and (len(found) > 500 or "Traceback" in found):
            tally.faults.append(f"{name}: no sentence: {found[:200]}")


async def there(hall: Hall, tally: Tally, honest: Any, count: int, seed: int) -> None:
    """The lies as members hand them in to a bot, one after another, while others press."""
    ann, place = hall.server.member("Ann"), Place(hall.home, hall.server.guild["channels"][0])
    hall.server.patience = 120.0  # the process that reads is started for the first of them
    before, done = hall.state(), asyncio.Event()
    usual = max([await _pressed(hall) for _ in range(5)])
    pressing = asyncio.create_task(_press(hall, tally, done, max(SLOW, 4 * usual)))
    for name, file in lies(seed, count, honest):
        reply = await hand_in(hall, ann, place, file)
        tally.sent += 1
        tally.said[reply.text[:40]] += 1
        if not reply.text or "(error" in reply.text:
            tally.faults.append(f"{name}: {reply.text[:200]!r}")
        if name not in HARMLESS and hall.state() != before:
            tally.faults.append(f"{name} changed something: {reply.text[:100]}")
        before = hall.state()
    done.set()
    await pressing
    tally.faults += hall.faults_in_log()


async def hand_in(hall: Hall, who: Member, place: Place, data: bytes, *, kept: bool = True) -> Reply:
    """`/game import` with a file; ``kept``: Discord still has it."""
    number = snowflake()
    if kept:
        hall.server.messages.stored[number] = Upload("game.json", data)
    url = f"{hall.server.base}/cdn/attachments/1/{number}/game.json"
    file = {"id": number, "filename": "game.json", "size": len(data), "url": url, "proxy_url": url}
    option = {"name": "file", "type": 11, "value": number}
    return await hall.command(
        who, place, "game import", [option], resolved={"attachments": {number: {**file, "ephemeral": True}}}
    )


async def _press(hall: Hall, tally: Tally, done: asyncio.Event, longest: float) -> None:
    """Somebody presses again and again, and is answered as soon as when no file is read."""
    while not done.is_set():
        took = await _pressed(hall)
        tally.presses.append(took)
        if took > longest:
            tally.faults.append(f"a press took {took:.1f} s while files were read, {longest:.1f} s at most")
        await asyncio.sleep(0.1)


async def _pressed(hall: Hall) -> float:
    """Seconds until a press of Join on a full table is acknowledged."""
    place, made = Place(hall.home, hall.places[GAME]), f"x:{hall.ids[GAME]}:0:join:"
    took = (await hall.press(hall.server.member("Ben"), place, made)).acknowledged_after
    return took if took is not None else 99.0


async def run(count: int, real: int, seed: int) -> Tally:
    """So many lies, some of them to a real bot."""
    tally, honest = Tally(), honest_game()
    with tempfile.TemporaryDirectory() as data:
        async with Hall(Path(data)) as hall:
            await there(hall, tally, honest, real, seed)
    await here(tally, honest, count - real, seed + 1)
    return tally


def main(argv: list[str]) -> int:
    """Five thousand of them, 500 to a bot; or one of each kind."""
    chosen = options("imports", __doc__).parse_args(argv)
    began, most = time.monotonic(), 2 * len(LIES) if chosen.short else 5000
    tally = asyncio.run(run(most, len(LIES) if chosen.short else 500, chosen.seed))
    print(tally.line(time.monotonic() - began))
    for said, count in tally.said.most_common(12):
        print(f"    {count:>5}  {said}")
    return told(tally.faults[:40])
