"""What the command lines of the drills share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable


def options(name: str, about: str | None = None) -> argparse.ArgumentParser:
    """The options that every drill has."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.drills {name}", description=about)
    parser.add_argument("--short", action="store_true", help="the form that ./check runs")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def told(faults: Iterable[object]) -> int:
    """Print the faults; the exit code is 1 when there are any."""
    broken = list(faults)
    for fault in broken:
        print(f"    BROKEN: {fault}")
    return int(bool(broken))
