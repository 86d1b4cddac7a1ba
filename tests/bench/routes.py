"""How long the search for routes takes on late boards, in seconds of processor time."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from engine.rules.routes import check_routes
from engine.rules.suggest import alternatives, best_routes
from engine.titles.g18ez import TITLE
from engine.view import View
from tests.bench.boards import late_position

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


def run() -> dict[str, Any]:
    """Figures for each set of trains over the same boards: all tiles laid, three or four stations each."""
    return {name: _case(phase, trains) for name, (phase, trains) in CASES.items()}


def _case(phase: str, trains: tuple[str, ...]) -> dict[str, Any]:
    best, more, proven = [], [], 0
    for seed in range(BOARDS):
        view = position(phase, trains, seed)
        start = time.process_time()
        found = best_routes(view, COMPANY)
        best.append(time.process_time() - start)
        assert check_routes(view, COMPANY, found.routes) is None
        proven += found.proven
        start = time.process_time()
        alternatives(view, COMPANY, 9)
        more.append(time.process_time() - start)
    return {"boards": BOARDS, "proven": proven, "best": _figures(best), "nine_more": _figures(more)}


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


def _figures(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {"median": round(ordered[len(ordered) // 2], 3), "max": round(ordered[-1], 3)}
