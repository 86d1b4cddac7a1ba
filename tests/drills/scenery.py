"""Scenes at a hall: what each is to come to, told in a line, with what went wrong."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.drills.hall import Hall
from tests.drills.line import options, told

SeatsToAct = Callable[[Hall, "Scale"], Awaitable[str | None]]
"""What is wrong after it; None when nothing is."""


@dataclass(frozen=True)
class Scale:
    """How often each scene is played, and by which dice."""

    times: int
    rng: Random


async def play(hall: Hall, scenes: Mapping[str, SeatsToAct], scale: Scale) -> list[str]:
    """All scenes, each so often; a line is printed for each."""
    broken = []
    for name, scene in scenes.items():
        began = time.monotonic()
        found = [fault for _ in range(scale.times) if (fault := await scene(hall, scale)) is not None]
        print(f"{name:<48}{scale.times:>5} times{len(found):>4} faults{time.monotonic() - began:>8.1f} s")
        broken += [f"{name}: {fault}" for fault in found]
    return broken + hall.odd_lines()


def main(name: str, scenes: Mapping[str, SeatsToAct], argv: Sequence[str], most: int) -> int:
    """The command line of one drill; the exit code is 1 when anything was broken."""
    chosen = options(name).parse_args(argv)
    broken = asyncio.run(_alone(scenes, Scale(1 if chosen.short else most, Random(chosen.seed))))
    print(f"{len(broken)} faults")
    return told(broken[:40])


async def _alone(scenes: Mapping[str, SeatsToAct], scale: Scale) -> list[str]:
    with tempfile.TemporaryDirectory() as data:
        async with Hall(Path(data)) as hall:
            return await play(hall, scenes, scale)
