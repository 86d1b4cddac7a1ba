"""Whether a problem is one for the search on large networks, which is loaded at the first need."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from engine.solver.answer import Answer
from engine.solver.large.network import Network
from engine.solver.packages import is_ready
from engine.solver.problem import Kind, Problem

LIVE = 90
"""Nodes from which on a network is large for trains that pass small stops for nothing, whose routes are long;
for others it is half as many again, and four times as many if all are plain. Smaller ones are searched
whole."""


def rough_set(problem: Problem, count: int = 1) -> Answer | None:
    """The best set that is found without trying all, with a bound, and the next best ones that were met.

    None where the network is small or a package is missing.
    """
    if not may_be_large(problem) or not is_ready():
        return None
    kinds = _kinds(problem)
    network, least = Network(kinds), _least(kinds)
    if len(network.nodes) < least * len(network.layers):
        return None
    search = import_module("engine.solver.large.search").search
    plans = problem.plans or (problem.trains,)
    found: Answer = search(network, problem.kinds, plans, count, problem.stop)
    return found


def may_be_large(problem: Problem) -> bool:
    """Whether there is so much track that the network may be large."""
    kinds = _kinds(problem)
    if not any(kind.anchors for kind in kinds):
        return False
    return max(len(kind.graph.names) for kind in kinds) >= _least(kinds)


def _kinds(problem: Problem) -> list[Kind]:
    """The kinds of all trains."""
    plans = problem.plans or (problem.trains,)
    return [problem.kinds[number] for number in sorted({number for plan in plans for number in plan})]


def _least(kinds: Sequence[Kind]) -> int:
    """Nodes from which on a network is large."""
    if all(kind.plain for kind in kinds):
        return 4 * LIVE
    long = any(kind.pay is not None and kind.pay.small for kind in kinds)
    return LIVE if long else LIVE * 3 // 2
