"""Imported by a worker that has time: makes the kernels ready, which takes seconds at the first time."""

from __future__ import annotations

from importlib import import_module

from engine.solver.graph import Arc, TrackGraph
from engine.solver.large.network import Network
from engine.solver.packages import is_installed
from engine.solver.problem import Kind


def warm() -> bool:
    """Search a line between two stops; whether that was possible, and done."""
    if not is_installed():
        return False
    there, back = Arc(1, 0b110, (("A1", 6, 4), ("A3", 1, 6))), Arc(0, 0b101, (("A3", 6, 1), ("A1", 4, 6)))
    names, exits = (("A1", 6), ("A3", 6)), (frozenset({4}), frozenset({1}))
    graph = TrackGraph((("A1", 0), ("A3", 0)), (1, 2), (True, True), ((there,), (back,)), 2, names, exits)
    kind = Kind(graph, (10, 10), (0,), 2, False, 2, False)
    found = import_module("engine.solver.large.search").search(
        Network([kind]), [kind], [(0,)], 1, lambda: False
    )
    return bool(found.value == 20)


DONE = warm()
