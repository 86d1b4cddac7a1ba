"""Boards of the largest size with water, port tokens and markers: value, bound and seconds of processor time.

``late``: by how much a search passed the time it was given, the drawing of the graph among it.
"""

from __future__ import annotations

import time
from typing import Any

from engine.board.hexmap import HexMap
from engine.routes.planning import ask
from engine.solver.routing import best_sets
from tests.bench.large_boards import large_map
from tests.bench.large_seas import sea_position
from tests.seas import US

SEEDS, PART = (1, 2), 0.98
# Trains and the seconds they are given.
SETS = (
    (("8+8",), 10),
    (("8+8", "7+7"), 10),
    (("8+8", "7+7", "5D"), 15),
    (("8+8", "8+8", "5D", "5D"), 15),
)


def figures() -> dict[str, Any]:
    """All boards with all sets of trains."""
    hexmap = large_map()
    return {
        f"board {seed}, {' '.join(trains)}": timed(hexmap, seed, trains, limit)
        for seed in SEEDS
        for trains, limit in SETS
    }


def timed(hexmap: HexMap, seed: int, trains: tuple[str, ...], limit: float) -> dict[str, Any]:
    """One search within so many seconds."""
    view = sea_position(hexmap, seed, PART, trains)
    start = time.process_time()
    problem = ask(view, US, lambda: time.process_time() - start > limit).problem
    answer = best_sets(problem)
    seconds = time.process_time() - start
    value = answer.value
    return {
        "ways": max(1, len(problem.plans)),
        "value": value,
        "bound": answer.bound,
        "gap": f"{(answer.bound - value) / answer.bound:.1%}" if answer.bound else "0.0%",
        "proven": answer.proven,
        "s": round(seconds, 2),
        "late": max(0.0, round(seconds - limit, 2)),
    }
