"""All routes of one train over a track graph, or the best one: depth-first search with a bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .tracks import Arc, Piece, TrackGraph

Trail = tuple["Trail | None", Arc]
PATIENCE = 512
"""Steps of a search between two questions to ``stop()``."""


_Order = list[tuple[int, int, bool]]


class Stopped(Exception):
    """The caller's ``stop()`` said that time is up."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What to search.

    values: money of each stop of the graph. anchors: stops of which a route needs one (those with a station,
    or all). reaches: the most stops of each train, in the company's order. fewest: stops of a route.
    track_shared: whether trains may use the same track. stop: polled now and then.
    """

    graph: TrackGraph
    values: tuple[int, ...]
    anchors: tuple[int, ...]
    reaches: tuple[int, ...]
    fewest: int
    track_shared: bool
    stop: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Found:
    """A route: what it earns, the bits it uses, how many stops, and two arms of track from an anchor."""

    value: int
    bits: int
    stops: int
    anchor: int
    arms: tuple[Trail | None, Trail | None]

    @property
    def length(self) -> int:
        """How many stops and pieces of track it uses."""
        return self.bits.bit_count()

    @property
    def passes(self) -> tuple[int, ...]:
        """The nodes that it runs through."""
        inner = tuple(arc.to for arm in self.arms for arc in _arcs(arm)[:-1])
        return (*inner, self.anchor) if None not in self.arms else inner

    @property
    def path(self) -> tuple[Piece, ...]:
        """Its segments in running order, from the end of the first arm to that of the second."""
        there = [piece for arc in _arcs(self.arms[0]) for piece in arc.path]
        back = [piece for arc in _arcs(self.arms[1]) for piece in arc.path]
        return (*((coord, b, a) for coord, a, b in reversed(there)), *back)


def _arcs(trail: Trail | None) -> list[Arc]:
    found = []
    while trail is not None:
        trail, arc = trail
        found.append(arc)
    return found[::-1]


@dataclass
class _Walk:
    """Depth-first search of all routes with at most ``reach`` stops that avoid ``taken`` bits.

    A route belongs to its first anchor: two arms lead from there, the first over an earlier arc than the
    second. ``floor`` is what a route must earn to be of use; `best` raises it as it goes.
    """

    problem: Problem
    reach: int
    floor: int
    taken: int = 0
    best_only: bool = False
    found: list[Found] = field(default_factory=list)
    _steps: int = 0
    _barred: int = 0
    _anchor: int = 0
    _first: int = 0
    _trail: Trail | None = None
    _order: _Order = field(default_factory=list)

    def run(self) -> list[Found]:
        """All routes of use, in the fixed order of the search; the last one is the best when best_only."""
        graph = self.problem.graph
        self._order = _by_value(self.problem)
        self._barred = self.taken
        for anchor in self.problem.anchors:
            bit = graph.stop_bits[anchor]
            if not self._barred & bit:
                self._from_anchor(anchor, bit)
            self._barred |= bit
        return self.found

    def _from_anchor(self, anchor: int, bit: int) -> None:
        self._anchor = anchor
        value = self.problem.values[anchor]
        for first, arc in enumerate(self.problem.graph.arcs[anchor]):
            self._first = first
            self._follow((arc,), self._barred | bit, self.reach - 1, value, None, True)

    def _follow(
        self, arcs: Sequence[Arc], used: int, left: int, value: int, trail: Trail | None, first_arm: bool
    ) -> None:
        """Go on over each of the arcs; ``left`` stops may still be visited."""
        graph = self.problem.graph
        stops = len(graph.stops)
        for arc in arcs:
            if used & arc.bits:
                continue
            node, bits = arc.to, used | arc.bits
            if node >= stops:
                self._follow(graph.arcs[node], bits, left, value, (trail, arc), first_arm)
            else:
                self._arrive(node, bits, left - 1, value + self.problem.values[node], (trail, arc), first_arm)

    def _arrive(self, node: int, used: int, left: int, value: int, trail: Trail, first_arm: bool) -> None:
        """At a stop: note the route that ends here, go on, and turn to the second arm."""
        self._tick()
        if value + _most_left(self._order, used, left, 2 if first_arm else 1) < self.floor:
            return
        graph = self.problem.graph
        if value >= self.floor and self.reach - left >= self.problem.fewest:
            self._note(used, left, value, trail, first_arm)
        if not left:
            return
        if graph.passable[node]:
            self._follow(graph.arcs[node], used, left, value, trail, first_arm)
        if first_arm and graph.passable[self._anchor]:
            self._trail = trail
            self._follow(graph.arcs[self._anchor][self._first + 1 :], used, left, value, None, False)

    def _note(self, used: int, left: int, value: int, trail: Trail, first_arm: bool) -> None:
        bits = used & ~self._barred
        arms = (trail, None) if first_arm else (self._trail, trail)
        self.found.append(Found(value, bits, self.reach - left, self._anchor, arms))
        if self.best_only:
            self.floor = value + 1

    def _tick(self) -> None:
        self._steps += 1
        if self._steps % PATIENCE == 0 and self.problem.stop():
            raise Stopped


def routes_worth(problem: Problem, reach: int, floor: int) -> list[Found]:
    """All routes of one train that earn at least ``floor``. Raises Stopped."""
    return _Walk(problem, reach, floor).run()


def best_route(problem: Problem, reach: int, taken: int = 0) -> Found | None:
    """The best route of one train that avoids bits taken by others; None when it has none. Raises Stopped."""
    found = _Walk(problem, reach, 0, taken, best_only=True).run()
    return found[-1] if found else None


def most_value(problem: Problem, reach: int) -> int:
    """No route of so many stops earns more, wherever its stops are."""
    return _most_left(_by_value(problem), 0, reach, 2)


def _by_value(problem: Problem) -> _Order:
    """The stops, most valuable first: value, bit, passable."""
    graph, values = problem.graph, problem.values
    order = sorted(range(len(values)), key=lambda node: (-values[node], node))
    return [(values[node], graph.stop_bits[node], graph.passable[node]) for node in order]


def _most_left(order: _Order, used: int, left: int, ends: int) -> int:
    """No more can be earned with ``left`` further stops, ``ends`` of which may be places to end only."""
    total = 0
    for value, bit, passable in order:
        if not left:
            break
        if used & bit:
            continue
        if not passable:
            if not ends:
                continue
            ends -= 1
        total += value
        left -= 1
    return total
