"""Part (c): random boards of the largest size, with one to four trains, and how the effort grows.

Times are seconds of processor time. ``late``: by how much a search passed the time it was given.
"""

from __future__ import annotations

import resource
import time
from typing import Any

from engine.board.board import Board
from engine.board.hexmap import HexMap
from engine.solver.large.network import Network
from engine.solver.large.warm import warm
from engine.solver.problem import Problem
from engine.solver.routing import best_sets
from tests.bench.large_boards import company_graph, large_board, large_map, train_kind

# The boards by number, for parts of the land with tiles.
BOARDS = {0.5: (1, 2), 0.7: (1, 2), 0.9: (1, 2), 0.98: (1, 2, 3)}
# Trains and the seconds they are given.
SETS = (
    (("5D",), 10),
    (("8+8",), 10),
    (("8+8", "7+7"), 10),
    (("5D", "8+8", "7+7"), 15),
    (("8+8", "8+8", "5D", "5D"), 15),
)
FULL = 0.98
GROWING_PARTS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98)
GROWING_TRAINS = ("2+2", "3+3", "4+4", "5+5", "6+6", "7+7", "8+8")


def figures() -> dict[str, Any]:
    """All boards with all sets of trains, then the growth tables; the kernels are made ready before."""
    hexmap = large_map()
    found: dict[str, Any] = {}
    warm()
    for part, seeds in BOARDS.items():
        for seed in seeds:
            rows = board_figures(hexmap, seed, part)
            for trains, limit in SETS:
                rows[" ".join(trains)] = timed(large_board(hexmap, seed, part), trains, limit)
            found[f"{part:.0%} board {seed}"] = rows
    found["growth"] = growth()
    found["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return found


def growth() -> dict[str, Any]:
    """Seconds and gap against the size of the board, the length of a train and the number of trains."""
    hexmap = large_map()
    full = large_board(hexmap, 1, FULL)
    sizes = {}
    for part in GROWING_PARTS:
        row = timed(large_board(hexmap, 1, part), ("8+8",), 10)
        sizes[f"{part:.0%}"] = board_figures(hexmap, 1, part) | row
    lengths = {name: timed(full, (name,), 10) for name in GROWING_TRAINS}
    counts = {f"{count} x 5+5": timed(full, ("5+5",) * count, 15) for count in range(1, 5)}
    return {"size": sizes, "length": lengths, "trains": counts}


def board_figures(hexmap: HexMap, seed: int, part: float) -> dict[str, Any]:
    """Its tiles, nodes, the nodes and stops to which track leads from a station, and the time to draw it."""
    board = large_board(hexmap, seed, part)
    drawn = time.process_time()
    graph = company_graph(board)
    seconds = time.process_time() - drawn
    kind = train_kind(board, "8+8")
    network = Network([kind])
    return {
        "tiles": len(board.laid),
        "nodes": len(graph.names),
        "live_nodes": len(network.nodes),
        "live_stops": len(network.stops_of(kind)),
        "graph_s": round(seconds, 3),
    }


def timed(board: Board, trains: tuple[str, ...], limit: float) -> dict[str, Any]:
    """One search within so many seconds."""
    kinds = {name: train_kind(board, name) for name in trains}
    names = list(kinds)
    start = time.process_time()
    answer = best_sets(
        Problem(
            tuple(kinds.values()),
            tuple(map(names.index, trains)),
            lambda: time.process_time() - start > limit,
        )
    )
    seconds = time.process_time() - start
    value = answer.value
    gap = (answer.bound - value) / answer.bound if answer.bound else 0.0
    row: dict[str, Any] = {"value": value, "bound": answer.bound, "gap": f"{gap:.1%}"}
    return {
        **row,
        "proven": answer.proven,
        "s": round(seconds, 2),
        "late": max(0.0, round(seconds - limit, 2)),
    }
