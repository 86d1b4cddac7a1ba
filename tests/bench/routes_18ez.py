"""How long the search for routes takes on late boards of 18EZ, with its biggest sets of trains."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from engine.core.view import View
from engine.routes.suggest import alternatives
from engine.titles.g18ez import TITLE
from tests.bench.boards import late_position
from tests.bench.timing import Times, spread

BOARDS = 12
COMPANY = "BL"
# What the system may hold: four trains in phase 5, three later; two for a major.
CASES = {
    "phase 5: 4 5 5 5": ("5", ("4", "5", "5", "5")),
    "phase 8: 5 6 8": ("8", ("5", "6", "8")),
    "phase 8: 6 8 8": ("8", ("6", "8", "8")),
    "phase 8: 8 8": ("8", ("8", "8")),
    "beyond the limit: 5 6 8 8": ("8", ("5", "6", "8", "8")),
}


def figures() -> dict[str, Any]:
    """Figures for each set of trains over the same boards: all tiles laid, three or four stations each."""
    return {name: _case(phase, trains) for name, (phase, trains) in CASES.items()}


def _case(phase: str, trains: tuple[str, ...]) -> dict[str, Any]:
    times, more = Times(), []
    for seed in range(BOARDS):
        view = position(phase, trains, seed)
        times.search(view, COMPANY)
        start = time.process_time()
        alternatives(view, COMPANY, 9)
        more.append((time.process_time() - start) * 1000)
    return {**times.told(), "nine_more": spread(more)}


def position(phase: str, trains: tuple[str, ...], seed: int) -> View:
    """A late board on which the system has these trains; more cards are made where a kind runs short."""
    scene = late_position(TITLE, Random(seed), phase, 200, 4)
    for kind in trains:
        if not any(train.kind == kind and train.owner == "depot" for train in scene.state.trains.values()):
            card = next(train for train in scene.state.trains.values() if train.kind == kind)
            extra = f"{kind}-{len(scene.state.trains)}"
            scene.state.trains[extra] = type(card)(extra, kind, "depot")
        scene.trains(COMPANY, kind)
    return View(TITLE, scene.state)
