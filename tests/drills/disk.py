"""A full disk while four tables are played: moves that do not fit are refused, and play goes on after.

    python -m tests.drills disk [--short] [--seed N]

The process may not let a file grow beyond some bytes (RLIMIT_FSIZE, as a full disk to SQLite), until moves at
each table were refused; then there is room again, without a restart. Afterwards every acknowledged move is
there, and no refused one.
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

ROUNDS, SHORT = 40, 1
MOVES = 25
"""Moves that are tried at each table in a round."""
ROOM = 60_000
"""Bytes that are left, at most."""


async def drill(path: Path, rounds: int, seed: int) -> tuple[Books, int]:
    """So many full disks; how many of them were noticed."""
    books, rng, full = Books(), Random(seed), 0
    for _ in range(rounds):
        before = len(books.refused)
        run = Writing(path, seed=rng.getrandbits(30), moves=MOVES, room=rng.randrange(ROOM))
        books.hear(await run.ended())
        books.check(path)
        full += len(books.refused) > before
    return books, full


def main(argv: Sequence[str]) -> int:
    """The exit code is 1 when a full disk cost a move, or none was full."""
    chosen = options("disk").parse_args(argv)
    began, rounds = time.monotonic(), SHORT if chosen.short else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        books, full = asyncio.run(drill(Path(folder) / "games.db", rounds, chosen.seed))
    print(
        f"{full} of {rounds} disks ran full, {len(books.acknowledged)} moves acknowledged, "
        f"{len(books.refused)} refused, {len(books.faults)} faults; {time.monotonic() - began:.0f} s"
    )
    return told(books.faults) or int(not full)
