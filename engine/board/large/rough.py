"""Whether a problem is one for the search on large networks, which is loaded at the first need."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import chain

from engine.board.kinds import Kind, Problem
from engine.board.walks import Found

from .network import Network

LIVE = 90
"""Nodes from which on a network is large for trains that pass small stops for nothing, whose routes are long;
for others it is half as many again. Smaller ones are searched whole at once."""
PACKAGES = ("numba", "numpy", "highspy")


@dataclass(frozen=True, slots=True)
class Rough:
    """A set of routes, one for each train, and what no set exceeds."""

    value: int
    routes: tuple[Found | None, ...]
    bound: int


def rough_set(problem: Problem) -> Rough | None:
    """The best set that is found without trying all, with a bound.

    None where the network is small, where a package is missing, and for kinds of trains that ask for what
    this search does not know: water, gates, doubled stops, several plans.
    """
    trains = [problem.kinds[kind] for kind in problem.trains]
    if not trains or problem.plans or not all(map(_is_carried, trains)):
        return None
    long = any(kind.pay is not None and kind.pay.small for kind in trains)
    least = LIVE if long else LIVE * 3 // 2
    if max(len(kind.graph.names) for kind in trains) < least or not all(map(find_spec, PACKAGES)):
        return None
    network = Network([problem.kinds[kind] for kind in dict.fromkeys(problem.trains)])
    if len(network.nodes) < least * len(network.layers):
        return None
    found: Rough = import_module("engine.board.large.search").search(network, trains, problem.stop)
    return found


def _is_carried(kind: Kind) -> bool:
    graph = kind.graph
    doubled = kind.pay is not None and kind.pay.doubled is not None
    wet = any(arc.waters for arc in chain.from_iterable(graph.arcs))
    return not (doubled or graph.gates or graph.bars or wet)
