"""The search for the best set of routes of one plan (see `engine.solver.routing`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.solver.answer import Answer, Solution
from engine.solver.bounds import SCALE
from engine.solver.clock import Clock
from engine.solver.exact.claims import Claims, Taken
from engine.solver.exact.packing import Column, Packing
from engine.solver.exact.pricing import Pricing
from engine.solver.exact.resources import Resources
from engine.solver.kept import Kept
from engine.solver.problem import Problem
from engine.solver.walks import PATIENCE, Found, Search

FIRST_SLACK = 40
"""How much less than the optima of all trains alone a set may earn that is looked for first."""
FEW = 6000
"""Steps of the search of all routes of a train, after which prices are tuned to look at fewer."""

STARTS = 60
"""Routes of each train from which better first sets are built."""


@dataclass
class SetSearch:
    """The search for one problem and what it knows so far. Trains are sorted, those that may earn most first.

    Trains that share one table of routes are of a lot: those of a kind, which choose different routes; a
    train that may share track is a lot by itself. ``floor`` is what a set must earn to be wanted, ``least``
    what it must earn at all. ``first`` is the greedy set, kept for the case of need.
    """

    problem: Problem
    trains: Sequence[int]
    count: int
    searches: Sequence[Search]
    least: int = 1
    bound: int = 0
    floor: int = 0
    first: Solution = field(init=False)
    found: list[Solution] = field(default_factory=list)
    _pricing: Pricing | None = None
    _is_cut: bool = False

    def __post_init__(self) -> None:
        kinds, trains = self.problem.kinds, self.trains
        self._routes = self.searches
        self._clock = Clock(self.problem.stop, PATIENCE)
        most = {kind: self._routes[kind].most for kind in trains}
        order = sorted(enumerate(trains), key=lambda t: (-most[t[1]], -kinds[t[1]].reach, t[1], t[0]))
        self._trains = [train for train, _ in order]
        self._kinds = [kind for _, kind in order]
        self._lots = [len(kinds) + i if kinds[k].shares else k for i, k in enumerate(self._kinds)]
        self._shift = kinds[0].graph.track_shift if kinds else 0
        self._stop_mask = (1 << self._shift) - 1
        self.first = self._solution(0, [None] * len(trains))
        self.bound = sum(most[kind] for kind in self._kinds)
        self._claims = Claims(kinds, self._lots, self._kinds)

    @cached_property
    def _resources(self) -> Resources:
        kinds = self.problem.kinds
        by_lot = {lot: kinds[number] for lot, number in zip(self._lots, self._kinds, strict=True)}
        return Resources(by_lot, self._lots, self._claims)

    def answer(self, proven: bool) -> Answer:
        """What is known now."""
        if not proven and not self.first.value:
            self.first = self.greedy(hasty=True)
        known = sorted(self.found or [self.first], key=lambda solution: -solution.value)
        if not proven and self.first.value > known[0].value:
            known.insert(0, self.first)
        best = known[0].value
        return Answer(tuple(known[: self.count]), proven, best if proven else max(best, self.bound))

    def run(self) -> None:
        """Find the best sets. Raises Stopped."""
        best = {kind: self._routes[kind].best() for kind in sorted(set(self._kinds))}
        optima = {kind: route.value if route else 0 for kind, route in best.items()}
        self.bound = sum(optima[kind] for kind in self._kinds)
        self.first = self.greedy()
        if self.count == 1 and self.first.value == self.bound:
            self.found = [self.first]
            return
        unit = self._resources.unit
        most, slack = self.bound, FIRST_SLACK
        while len(self.found) < self.count and self.bound >= self._low:
            self.floor = max(self._low, -(-(most - slack) // unit) * unit)
            tables = self._candidates(optima, best)
            if self._pricing is None and self._is_cut:
                self._build_up(tables)
                self._tune(tables, optima, max(self._low, self.first.value))
                most, slack = self.bound, 0
                continue
            self._choose(tables)
            if not self.found:
                self.bound = max(self.first.value, min(self.bound, self.floor - unit))
            if self.floor <= self._low:
                break
            if self._pricing is not None and not self.found:
                self._build_up(tables)
            slack = 2 * slack + (unit if self._pricing else FIRST_SLACK)
        if not self.found and self.first.value >= self.least:
            self.found = [self.first]

    @property
    def _low(self) -> int:
        """The lowest floor that is of use."""
        unit = self._resources.unit
        low = max(self.least, self.first.value + unit if self.count == 1 else 1)
        return -(-low // unit) * unit

    def _build_up(self, tables: Mapping[int, list[Found]]) -> None:
        """A better first set from the routes that are known: the first one is chosen, the others greedily."""
        if self.count > 1:
            return
        claimed = {
            lot: [(self._claims.of(lot, route), route) for route in sorted(table, key=lambda r: -r.value)]
            for lot, table in tables.items()
        }
        for train, lot in enumerate(self._lots):
            for claim, route in claimed[lot][:STARTS]:
                self._clock.tick(len(self._lots) * STARTS)
                chosen: list[Found | None] = [None] * len(self._lots)
                chosen[train], taken = route, claim
                for other, near in enumerate(self._lots):
                    if other != train:
                        free = (pair for pair in claimed[near] if not pair[0] & taken)
                        more, chosen[other] = next(free, (0, None))
                        taken |= more
                value = sum(found.value for found in chosen if found)
                if value > self.first.value:
                    self.first = self._solution(value, chosen)

    def _tune(self, tables: dict[int, list[Found]], optima: Mapping[int, int], aim: int) -> None:
        self.floor, floor = aim, self.floor
        pairs = [*zip(self._lots, self._kinds, strict=True)]
        self._pricing = Pricing(
            {lot: self._routes[number] for lot, number in pairs},
            Counter(self._lots),
            self._resources,
            {lot: optima[number] * SCALE for lot, number in pairs},
        )
        try:
            self._pricing.improve(self._packing(tables), tables)
        finally:
            unit = self._resources.unit
            most = self._pricing.bound // SCALE // unit * unit
            self.bound = max(self.first.value, min(self.bound, most))
            self.floor = floor

    def _choose(self, tables: dict[int, list[Found]]) -> None:
        packing = self._packing(tables, self._pricing.prices if self._pricing else ())
        try:
            packing.run()
        finally:
            if packing.bound is not None:
                below = self.floor - self._resources.unit
                self.bound = min(self.bound, max(packing.bound, below, self.first.value))
            self.found = [
                self._solution(
                    value,
                    [
                        None if i is None else tables[lot][i]
                        for lot, i in zip(self._lots, numbers, strict=True)
                    ],
                )
                for value, numbers in packing.kept.found.values()
            ]

    def greedy(self, hasty: bool = False) -> Solution:
        """A first set: each train in turn takes the best route left; ``hasty``: one that is at hand."""
        value, taken = 0, Taken()
        routes: list[Found | None] = []
        for lot, number in zip(self._lots, self._kinds, strict=True):
            search, closed = self._routes[number], self._claims.closed_to(lot, taken)
            route = search.some(closed) if hasty else search.best(closed)
            routes.append(route)
            if route is not None:
                taken = self._claims.after(lot, route, taken)
                value += route.value
        if hasty and not value:
            return self._one()
        return self._solution(value, routes)

    def _one(self) -> Solution:
        """One train runs, if a route is found."""
        for train, number in enumerate(self._kinds):
            if route := self._routes[number].one():
                return self._solution(
                    route.value, [route if i == train else None for i in range(len(self._kinds))]
                )
        return self._solution(0, [None] * len(self._kinds))

    def _solution(self, value: int, routes: Sequence[Found | None]) -> Solution:
        own: list[Found | None] = [None] * len(routes)
        for train, route in zip(self._trains, routes, strict=True):
            own[train] = route
        return Solution(value, tuple(own))

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
            if kind.shares and self.count == 1 and not self._claims.layers:
                tables[lot] = [route] if route else []
            elif self._pricing is not None:
                tables[lot] = self._undominated(lot, self._pricing.worth(lot, self.floor))
            else:
                found = self._routes[number].worth(max(1, lost + optima[number]), FEW)
                self._is_cut |= self._routes[number].is_cut
                tables[lot] = self._undominated(lot, found)
        return tables

    def _undominated(self, lot: int, routes: list[Found]) -> list[Found]:
        """Without routes that visit the stops of another one but use its track and more."""
        routes.sort(key=lambda route: (-route.value, route.length))
        kept: dict[int, list[int]] = {}
        found = []
        for route in routes:
            taken = self._claims.of(lot, route)
            others = kept.setdefault(route.bits & self._stop_mask, [])
            self._clock.tick(1 + len(others) // 16)
            if not any(other & taken == other for other in others):
                others.append(taken)
                found.append(route)
        return found

    def _packing(self, tables: dict[int, list[Found]], prices: Sequence[int] = ()) -> Packing:
        """The choice among candidates."""
        resources = self._resources
        columns = {
            lot: [c for i, r in enumerate(table) for c in self._columns(lot, i, r)]
            for lot, table in tables.items()
        }
        kept = Kept[tuple[int | None, ...]](self.count, self.floor, resources.unit)
        return Packing(self._lots, columns, resources.capacity, kept, self._clock.tick, prices)

    def _columns(self, lot: int, number: int, route: Found) -> list[Column]:
        self._clock.tick(4)
        return self._resources.columns(lot, number, route)
