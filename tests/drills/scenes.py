"""Runs a drill that is made of scenes, and tells the figures of each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence

from tests.drills.ledger import HEAD, Figures
from tests.drills.line import options

Drill = Callable[[bool, int], AsyncIterator[Figures]]


async def run(drill: Drill, short: bool, seed: int) -> int:
    """Print a line a scene; returns how many scenes broke something."""
    print(HEAD)
    began, broken = time.monotonic(), 0
    async for figures in drill(short, seed):
        print(figures.line(), flush=True)
        for fault in figures.faults:
            print(f"    BROKEN: {fault}", flush=True)
        broken += bool(figures.faults)
    print(f"{broken} scenes broke something; {time.monotonic() - began:.0f} s")
    return broken


def main(name: str, drill: Drill, argv: Sequence[str]) -> int:
    """The command line of one drill; the exit code is 1 when anything was broken."""
    chosen = options(name).parse_args(argv)
    return min(asyncio.run(run(drill, chosen.short, chosen.seed)), 1)
