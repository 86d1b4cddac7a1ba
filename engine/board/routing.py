"""The exact search for the best set of routes, in plain ints (`engine.rules.suggest` asks it for a game).

Method: the best single route of each train; a first set, greedily; then all routes that can still be part of
a wanted set (its floor less the single optima of the other trains), and branch and bound over these. Each
part asks ``stop()`` now and then and gives up when told: what was found by then is returned, with a bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from .kinds import Kind, Problem
from .packing import Column, Packing, Pick
from .tracks import Node, ones
from .walks import PATIENCE, Found, Search, Stopped


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
    """The ``count`` best sets of routes that differ in the stops they visit or earn there, best first.

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
    """The search for one problem and what it knows so far. Trains are sorted, those that may earn most first.

    Trains that share one table of routes are of a lot: those of a kind, which choose different routes; a
    train that may share track is a lot by itself. ``floor`` is what a set must earn to be wanted. ``first``
    is the greedy set, kept for the case of need.
    """

    problem: Problem
    count: int
    bound: int = 0
    floor: int = 0
    first: Choice = Choice(0, ())
    _found: list[Choice] = field(default_factory=list)
    _steps: int = 0

    def __post_init__(self) -> None:
        kinds, trains = self.problem.kinds, self.problem.trains
        self._routes = [Search(kind, self.problem.stop) for kind in kinds]
        most = [routes.most for routes in self._routes]
        order = sorted(enumerate(trains), key=lambda t: (-most[t[1]], -kinds[t[1]].reach, t[1], t[0]))
        self._trains = [train for train, _ in order]
        self._kinds = [kind for _, kind in order]
        self._lots = [len(kinds) + i if kinds[k].shares else k for i, k in enumerate(self._kinds)]
        self._shift = kinds[0].graph.track_shift if kinds else 0
        self._stop_mask = (1 << self._shift) - 1
        self.first = self._choice(0, [None] * len(trains))
        self.bound = sum(most[kind] for kind in self._kinds)

    def answer(self, proven: bool) -> Answer:
        """What is known now."""
        known = sorted(self._found or [self.first], key=lambda choice: -choice.value)
        if not proven and self.first.value > known[0].value:
            known.insert(0, self.first)
        best = known[0].value
        return Answer(tuple(known[: self.count]), proven, best if proven else max(best, self.bound))

    def run(self) -> None:
        """Find the best sets. Raises Stopped."""
        best = {kind: self._routes[kind].best() for kind in sorted(set(self._kinds))}
        optima = {kind: route.value if route else 0 for kind, route in best.items()}
        self.bound = sum(optima[kind] for kind in self._kinds)
        self.first = self._greedy()
        slack = 0
        while len(self._found) < self.count and self.floor != 1 and self.bound:
            self.floor = max(1, self.first.value - slack)
            self._choose(self._candidates(optima, best))
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
            None if number is None else tables[lot][number]
            for lot, number in zip(self._lots, pick.routes, strict=True)
        ]

    def _greedy(self) -> Choice:
        """A first set: each train in turn takes the best route that is left."""
        taken = value = 0
        routes: list[Found | None] = []
        for number in self._kinds:
            kind = self.problem.kinds[number]
            route = self._routes[number].best(0 if kind.shares else taken)
            routes.append(route)
            if route is not None:
                taken |= self._track(kind, route)
                value += route.value
        return self._choice(value, routes)

    def _choice(self, value: int, routes: Sequence[Found | None]) -> Choice:
        own: list[Found | None] = [None] * len(routes)
        for train, route in zip(self._trains, routes, strict=True):
            own[train] = route
        return Choice(value, tuple(own))

    def _track(self, kind: Kind, route: Found) -> int:
        """The bits that other trains may not use."""
        return 0 if kind.shares else route.bits & ~self._stop_mask

    def _candidates(
        self, optima: Mapping[int, int], best: Mapping[int, Found | None]
    ) -> dict[int, list[Found]]:
        """By lot, the routes that a wanted set can hold, best and shortest first.

        Where one set is wanted, a train that may share track needs its best route only.
        """
        tables: dict[int, list[Found]] = {}
        lost = self.floor - sum(optima[kind] for kind in self._kinds)
        for lot, number in zip(self._lots, self._kinds, strict=True):
            route, kind = best[number], self.problem.kinds[number]
            if lot in tables:
                continue
            if kind.shares and self.count == 1:
                tables[lot] = [route] if route else []
            else:
                found = self._routes[number].worth(max(1, lost + optima[number]))
                tables[lot] = self._undominated(kind, found)
        return tables

    def _undominated(self, kind: Kind, routes: list[Found]) -> list[Found]:
        """Without routes that visit the stops of another one but use its track and more."""
        routes.sort(key=lambda route: (-route.value, route.length))
        kept: dict[int, list[int]] = {}
        found = []
        for route in routes:
            taken = self._track(kind, route)
            others = kept.setdefault(route.bits & self._stop_mask, [])
            if not any(other & taken == other for other in others):
                others.append(taken)
                found.append(route)
        return found

    def _packing(self, tables: dict[int, list[Found]]) -> Packing:
        """The choice among candidates; resources are hex sides and passes where track meets in odd number."""
        kinds = dict(zip(self._lots, (self.problem.kinds[k] for k in self._kinds), strict=True))
        exits = _odd(self.problem.kinds)
        taken = [self._track(kinds[lot], route) for lot, table in tables.items() for route in table]
        sides = max((used >> self._shift for used in taken), default=0).bit_length()
        resource = {name: sides + i for i, name in enumerate(exits)}
        values = [value for kind in self.problem.kinds for value in kind.values]
        return Packing(
            kinds=self._lots,
            tables={
                lot: [self._column(i, kinds[lot], route, resource) for i, route in enumerate(table)]
                for lot, table in tables.items()
            },
            capacity=[1] * sides + [count // 2 for count in exits.values()],
            unit=gcd(*values) or 1,
            floor=self.floor,
            count=self.count,
            tick=self._tick,
        )

    def _column(self, number: int, kind: Kind, route: Found, resource: Mapping[Node, int]) -> Column:
        taken, names = self._track(kind, route), kind.graph.names
        passes = () if kind.shares else [names[node] for node in route.passes]
        uses = (*ones(taken >> self._shift), *(resource[name] for name in passes if name in resource))
        return Column(route.value, taken, uses, route.bits & self._stop_mask, number)

    def _tick(self, steps: int) -> None:
        self._steps += steps
        if self._steps >= PATIENCE:
            self._steps = 0
            if self.problem.stop():
                raise Stopped


def _odd(kinds: Sequence[Kind]) -> dict[Node, int]:
    """Stops and junctions where an odd number of tracks meets, in any of the graphs, and that number."""
    exits: dict[Node, frozenset[int]] = {}
    for graph in {id(kind.graph): kind.graph for kind in kinds}.values():
        for name, here in zip(graph.names, graph.exits, strict=True):
            exits[name] = exits.get(name, frozenset()) | here
    return {name: len(here) for name, here in exits.items() if len(here) % 2 and len(here) > 1}
