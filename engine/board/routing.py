"""The exact search for the best set of routes, in plain ints (`engine.rules.suggest` asks it for a game).

Method: the best single route of each train; a first set, greedily; then all routes that can still be part of
a wanted set (its floor less the single optima of the other trains), and branch and bound over these. Each
part asks ``stop()`` now and then and gives up when told: what was found by then is returned, with a bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from .packing import Column, Packing, Pick
from .tracks import ones
from .walks import PATIENCE, Found, Problem, Stopped, best_route, most_value, routes_worth


@dataclass(frozen=True, slots=True)
class Choice:
    """A set of routes, one for each train of the problem (None: the train stays at home)."""

    value: int
    routes: tuple[Found | None, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The best sets found, best first. ``bound``: no set earns more. ``proven``: no better one was missed."""

    choices: tuple[Choice, ...]
    proven: bool
    bound: int


def best_sets(problem: Problem, count: int = 1) -> Answer:
    """The ``count`` best sets of routes that differ in the stops they visit, best first.

    Without any route the answer is one set of trains that all stay at home.
    """
    search = _Search(problem, count)
    try:
        search.run()
    except Stopped:
        return search.answer(proven=False)
    return search.answer(proven=True)


@dataclass
class _Search:
    """The search for one problem and what it knows so far. Trains are sorted, the longest reach first.

    Trains of a reach are of one kind and choose different routes; where they may share track, each is a kind.
    ``floor`` is what a set must earn to be wanted. ``first`` is the greedy set, kept for the case of need.
    """

    problem: Problem
    count: int
    bound: int = 0
    floor: int = 0
    first: Choice = Choice(0, ())
    _found: list[Choice] = field(default_factory=list)
    _steps: int = 0

    def __post_init__(self) -> None:
        reaches = self.problem.reaches
        self._trains = sorted(range(len(reaches)), key=lambda i: (-reaches[i], i))
        self._reaches = [reaches[i] for i in self._trains]
        self._kinds = range(len(reaches)) if self.problem.track_shared else self._reaches
        self._stop_mask = (1 << self.problem.graph.track_shift) - 1
        self.first = self._choice(0, [None] * len(reaches))
        self.bound = sum(most_value(self.problem, reach) for reach in reaches)

    def answer(self, proven: bool) -> Answer:
        """What is known now."""
        known = sorted(self._found or [self.first], key=lambda choice: -choice.value)
        if not proven and self.first.value > known[0].value:
            known.insert(0, self.first)
        best = known[0].value
        return Answer(tuple(known[: self.count]), proven, best if proven else max(best, self.bound))

    def run(self) -> None:
        """Find the best sets. Raises Stopped."""
        optima = self._optima()
        self.bound = sum(optima)
        self.first = self._greedy()
        slack = 0
        while len(self._found) < self.count and self.floor != 1 and self.bound:
            self.floor = max(1, self.first.value - slack)
            self._choose(self._candidates(optima))
            slack = 2 * slack + 20

    def _choose(self, tables: dict[int, list[Found]]) -> None:
        packing = self._packing(tables)
        try:
            packing.run()
        finally:
            if packing.bound is not None:
                self.bound = min(self.bound, max(packing.bound, self.first.value))
            self._found = [
                self._choice(pick.value, self._picked(pick, tables)) for pick in packing.kept.values()
            ]

    def _picked(self, pick: Pick, tables: dict[int, list[Found]]) -> list[Found | None]:
        return [
            None if number is None else tables[kind][number]
            for kind, number in zip(self._kinds, pick.routes, strict=True)
        ]

    def _optima(self) -> list[int]:
        best = {reach: best_route(self.problem, reach) for reach in sorted(set(self._reaches))}
        return [route.value if route else 0 for route in map(best.__getitem__, self._reaches)]

    def _greedy(self) -> Choice:
        """A first set: each train in turn takes the best route that is left."""
        taken = value = 0
        routes: list[Found | None] = []
        for reach in self._reaches:
            route = best_route(self.problem, reach, taken)
            routes.append(route)
            if route is not None:
                taken |= self._track(route)
                value += route.value
        return self._choice(value, routes)

    def _choice(self, value: int, routes: Sequence[Found | None]) -> Choice:
        own: list[Found | None] = [None] * len(routes)
        for train, route in zip(self._trains, routes, strict=True):
            own[train] = route
        return Choice(value, tuple(own))

    def _track(self, route: Found) -> int:
        """The bits that other trains may not use."""
        return 0 if self.problem.track_shared else route.bits & ~self._stop_mask

    def _candidates(self, optima: list[int]) -> dict[int, list[Found]]:
        """By kind, the routes that a wanted set can hold, best and shortest first."""
        tables: dict[int, list[Found]] = {}
        for kind, reach, optimum in zip(self._kinds, self._reaches, optima, strict=True):
            if kind not in tables:
                found = routes_worth(self.problem, reach, max(1, self.floor - sum(optima) + optimum))
                tables[kind] = self._undominated(found)
        return tables

    def _undominated(self, routes: list[Found]) -> list[Found]:
        """Without routes that visit the stops of another one but use its track and more."""
        routes.sort(key=lambda route: (-route.value, route.length))
        kept: dict[int, list[int]] = {}
        found = []
        for route in routes:
            others = kept.setdefault(route.bits & self._stop_mask, [])
            if not any(other & route.bits == other for other in others):
                others.append(route.bits)
                found.append(route)
        return found

    def _packing(self, tables: dict[int, list[Found]]) -> Packing:
        """The choice among candidates; resources are hex sides and passes where track meets in odd number."""
        graph = self.problem.graph
        odd = [node for node, exits in enumerate(graph.exits) if exits % 2 and exits > 1]
        bits = [self._track(route) >> graph.track_shift for table in tables.values() for route in table]
        sides = max((used.bit_length() for used in bits), default=0)
        resource = {node: sides + i for i, node in enumerate(odd)}
        return Packing(
            kinds=self._kinds,
            tables={
                kind: [self._column(i, route, resource) for i, route in enumerate(table)]
                for kind, table in tables.items()
            },
            capacity=[1] * sides + [graph.exits[node] // 2 for node in odd],
            unit=gcd(*self.problem.values) or 1,
            floor=self.floor,
            count=self.count,
            tick=self._tick,
        )

    def _column(self, number: int, route: Found, resource: Mapping[int, int]) -> Column:
        taken = self._track(route)
        passes = () if self.problem.track_shared else route.passes
        uses = (
            *ones(taken >> self.problem.graph.track_shift),
            *(resource[n] for n in passes if n in resource),
        )
        return Column(route.value, taken, uses, route.bits & self._stop_mask, number)

    def _tick(self, steps: int) -> None:
        self._steps += steps
        if self._steps >= PATIENCE:
            self._steps = 0
            if self.problem.stop():
                raise Stopped
