"""Whether a train may run over a row of arcs, and what it earns: looked at afresh, whoever proposes it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.solver.graph import Arc
from engine.solver.judging import Judge
from engine.solver.rides import Trail, after, begun
from engine.solver.walks import Found


def judged(judge: Judge, first: int, arcs: Sequence[Arc]) -> Found | None:
    """The route that begins at a stop of the graph and runs over these arcs; None when it is not legal."""
    kind, graph, node = judge.kind, judge.kind.graph, first
    if not arcs or first >= len(kind.values):
        return None
    at = begun(judge, first)
    trail: Trail | None = None
    for arc in arcs:
        if arc not in graph.arcs[node] or not _may_leave(judge, node, trail, arc):
            return None
        there = after(judge, node, at, arc, kind.cost(arc))
        if there is None:
            return None
        at, node, trail = there, arc.to, (trail, arc)
    if node >= len(kind.values) or not set(at.nodes) & set(kind.anchors):
        return None
    value = judge.value(at.nodes, at.waters, at.land, at.borders)
    return None if value is None else Found(value, at.used | at.seen, first, (None, trail))


def _may_leave(judge: Judge, node: int, trail: Trail | None, arc: Arc) -> bool:
    if trail is None or node >= len(judge.kind.values):
        return True
    return judge.kind.graph.may_pass(node, trail[1].path[-1][1], arc.path[0][2])
