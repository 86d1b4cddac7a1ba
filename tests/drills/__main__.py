"""Runs one drill by name and tells its figures; the exit code is 1 when anything was broken."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import AsyncIterator, Callable

from tests.drills import calls, months
from tests.drills.ledger import HEAD, Figures

DRILLS: dict[str, Callable[[bool, int], AsyncIterator[Figures]]] = {"calls": calls.drill}


async def run(name: str, short: bool, seed: int) -> int:
    """Print a line a scene; returns how many scenes broke something."""
    print(HEAD)
    began, broken = time.monotonic(), 0
    async for figures in DRILLS[name](short, seed):
        print(figures.line(), flush=True)
        for fault in figures.faults:
            print(f"    BROKEN: {fault}", flush=True)
        broken += bool(figures.faults)
    print(f"{broken} scenes broke something; {time.monotonic() - began:.0f} s")
    return broken


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    parser.add_argument("name", choices=sorted([*DRILLS, "months"]))
    parser.add_argument("--short", action="store_true", help="the form that ./check runs")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.name == "months":
        return months.live_through(30 if chosen.short else 1000, chosen.seed)
    return min(asyncio.run(run(chosen.name, chosen.short, chosen.seed)), 1)


if __name__ == "__main__":
    raise SystemExit(main())
