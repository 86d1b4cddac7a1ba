"""Whether a problem is one for the search on large networks, which is loaded at the first need."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from engine.board.kinds import Problem
from engine.board.walks import Found

from .network import Network

LIVE = 90
"""Nodes from which on a network is large for trains that pass small stops for nothing, whose routes are long;
for others it is half as many again. Smaller ones are searched whole at once."""
PACKAGES = ("numba", "numpy", "highspy")


@dataclass(frozen=True, slots=True)
class RoughSet:
    """A set of routes, one for each train of a plan, and what it earns."""

    value: int
    routes: tuple[Found | None, ...]
    plan: int = 0


@dataclass(frozen=True, slots=True)
class Rough:
    """Sets of routes, best first, each for stops of its own. ``bound``: no set earns more.

    That the first one is the best is sure where it earns as much as the bound; of the others it never is.
    """

    sets: tuple[RoughSet, ...]
    bound: int

    @property
    def value(self) -> int:
        """What the best set earns."""
        return self.sets[0].value

    @property
    def routes(self) -> tuple[Found | None, ...]:
        """The routes of the best set."""
        return self.sets[0].routes


def rough_set(problem: Problem, count: int = 1) -> Rough | None:
    """The best set that is found without trying all, with a bound, and the next best ones that were met.

    None where the network is small or a package is missing.
    """
    plans = problem.plans or (problem.trains,)
    named = sorted({number for plan in plans for number in plan})
    kinds = [problem.kinds[number] for number in named]
    if not kinds or not any(kind.anchors for kind in kinds):
        return None
    long = any(kind.pay is not None and kind.pay.small for kind in kinds)
    least = LIVE if long else LIVE * 3 // 2
    if max(len(kind.graph.names) for kind in kinds) < least or not all(map(find_spec, PACKAGES)):
        return None
    network = Network(kinds)
    if len(network.nodes) < least * len(network.layers):
        return None
    search = import_module("engine.board.large.search").search
    found: Rough = search(network, problem.kinds, plans, count, problem.stop)
    return found
