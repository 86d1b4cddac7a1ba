"""What the search for the best sets of routes answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.solver.walks import Found


@dataclass(frozen=True, slots=True)
class Solution:
    """A set of routes, one for each train of the problem, or for each kind of the plan of this number.

    None: the train stays at home.
    """

    value: int
    routes: tuple[Found | None, ...]
    plan: int = 0

    def earned(self, shift: int) -> tuple[tuple[int, int], ...]:
        """The stops of each route, the bits below the shift, and what it earns; in one order."""
        mask = (1 << shift) - 1
        return tuple(sorted((route.bits & mask, route.value) for route in self.routes if route))


@dataclass(frozen=True, slots=True)
class Answer:
    """The best sets found, best first. ``bound``: no set earns more. ``proven``: no better one was missed."""

    solutions: tuple[Solution, ...]
    proven: bool
    bound: int

    @property
    def value(self) -> int:
        """What the best set earns."""
        return self.solutions[0].value


def distinct(solutions: Iterable[Solution], shift: int) -> list[Solution]:
    """Of the sets with the same stops, the bits below the shift, the best one; all best first."""
    found: dict[object, Solution] = {}
    for solution in sorted(solutions, key=lambda solution: -solution.value):
        found.setdefault(tuple(stops for stops, _ in solution.earned(shift)), solution)
    return list(found.values())
