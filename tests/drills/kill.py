"""SIGKILL at any moment: what was acknowledged is there, once; what comes again is done at most once.

    python -m tests.drills kill [--short] [--seed N] [--kills N]

The process is the bot's service on its database, with four tables that move at once
(`tests.drills.writer`). It is killed while it starts, writes and answers; then what it told is held
against the database, and the next one gets the unanswered moves again, and some of the answered ones.
`tests/bot/whole/test_kill9.py` kills the whole bot in front of a Discord.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.drills.books import Books, Writing
from tests.drills.line import options, told

FULL, SHORT = 500, 3
LONGEST = 0.8
"""Seconds from the first move until the kill, at most."""
REPEATED = 5
"""Acknowledged moves that come once more after each kill."""
TOLD = 25
"""Kills between two lines on the way."""
STARTING = 0.1
"""The share of kills that come before it plays."""


async def drill(path: Path, kills: int, seed: int) -> Books:
    """Kill so often; returns the books."""
    books, rng = Books(), Random(seed)
    again: list[str] = []
    for number in range(kills):
        run = Writing(path, [books.tried[key] for key in again], rng.getrandbits(30))
        if number and rng.random() < STARTING:
            await asyncio.sleep(rng.random() * 2)
        else:
            await run.until_it_plays(2 + 2 * len(again))
            await asyncio.sleep(rng.random() * LONGEST)
        left = books.hear(run.kill())
        books.kills += 1
        books.check(path)
        again = left + rng.sample(sorted(books.acknowledged), min(REPEATED, len(books.acknowledged)))
        if books.faults:
            break
        if not books.kills % TOLD:
            print(books.line(), flush=True)
    return books


def main(argv: Sequence[str]) -> int:
    """The exit code is 1 when anything was lost or doubled."""
    parser = options("kill")
    parser.add_argument("--kills", type=int)
    chosen = parser.parse_args(argv)
    kills = chosen.kills or (SHORT if chosen.short else FULL)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        books = asyncio.run(drill(Path(folder) / "games.db", kills, chosen.seed))
    print(f"{books.line()}; {time.monotonic() - began:.0f} s")
    return told(books.faults)
