"""The best routes of a company: runs of each train, ways to join its freight trains, the best choice (7.8).

Every train runs that can (see `duty`).
A director is offered what earns most revenue, and of that what brings most subsidy; a company in receivership
runs for the most of both (7.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import combinations
from operator import or_

from engine.core.state import Train
from engine.core.view import View
from engine.routes.paths import Route
from engine.routes.policy import RouteSet, Stop
from engine.solver.clock import Clock, Stopped
from engine.solver.recent import searched_once
from engine.titles.g1862.companies.receivership import in_receivership
from engine.titles.g1862.data.options import FREIGHT, LOCAL
from engine.titles.g1862.phases.bands import is_permanent, type_of
from engine.titles.g1862.solver.columns import Column, Node, Pick, Picks, Unit, Worth
from engine.titles.g1862.solver.coverage import Cover
from engine.titles.g1862.solver.duty import crews, other_units, runnable, unit_of
from engine.titles.g1862.solver.fares import (
    BONUS,
    HEX_SUBSIDY,
    PORT_BONUS,
    SMALL_STATION,
    crow_bonus,
    fare,
    local_subsidy,
    reach_of,
)
from engine.titles.g1862.solver.lines import PORT, Line, Network, network
from engine.titles.g1862.solver.plans import chains, parted
from engine.titles.g1862.solver.runs import Runs
from engine.titles.g1862.solver.walks import PATIENCE, Run, lines_of

_NO_LINE = Line(0, 0, 0, 0, 0, ("", ""), ())
REVENUE_FIRST = 10_000
"""The weight of revenue against subsidy where revenue alone decides and subsidy breaks ties."""
STEPS = 4_000_000
"""The work of a search at most."""
FEW, MORE = 4, 4
"""Pairs of stops between which joined trains are walked at first, and how many times more each time."""
Plan = Mapping[Unit, int]
"""How many there are of each unit."""


def best_sets(view: View, company: str, count: int, stop: Stop) -> tuple[RouteSet, ...]:
    """The ``count`` best sets of routes, best first; one without routes when the company cannot run."""
    net, board, phase = network(view, company), view.board(), view.state.phase
    values = tuple(board.revenue(*place, phase) for place in net.stops)
    trains = tuple((t.id, unit_of(view, t), is_permanent(view, t.kind)) for t in runnable(view, company))
    question = net, values, trains, in_receivership(view, company), count
    clock = Clock(stop, PATIENCE, STEPS)
    return searched_once(question, stop, lambda: _Search(view, company, count, clock).answer())


@dataclass
class _Search:
    view: View
    company: str
    count: int
    clock: Clock
    bound: int = 0
    _bounds: list[int] = field(default_factory=list)
    _tables: dict[Unit, list[Column]] = field(default_factory=dict)
    _aims: dict[Unit, set[tuple[int, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.net: Network = network(self.view, self.company)
        self.trains = runnable(self.view, self.company)
        self.crews = crews(self.view, self.company)
        self.others = other_units(self.view, self.company)
        self.scale = 1 if in_receivership(self.view, self.company) else REVENUE_FIRST
        self.worth = self._worth()
        self.home = 0 if self.net.home is None else self.net.bits[self.net.home]
        self.kept = Picks(1, 1)
        self.runs = Runs(self.net, self.view.board(), self.scale)

    def _worth(self) -> list[int]:
        net, key = self.net, self.view.state.phase
        worth = [0] * (
            max((bit.bit_length() for bit in net.bits), default=0) + len(net.towns) + len(net.hexes)
        )
        for place, bit in zip(net.stops, net.bits, strict=True):
            worth[bit.bit_length() - 1] = self.view.board().revenue(*place, key) * self.scale
        for number in net.towns:
            worth[number] = SMALL_STATION * self.scale
        for number in net.hexes:
            worth[number] = HEX_SUBSIDY
        return worth

    # --- the answer

    def answer(self) -> tuple[RouteSet, ...]:
        proven = True
        if self.crews:
            try:
                self._run()
            except Stopped:
                proven = False
        found = self.kept.best[: self.count]
        made = [self._route_set(self._filled(pick)) for _, pick in found] or [((), 0, 0)]
        sets = list({routes: one for one in reversed(made) for routes in [one[0]]}.values())[::-1]
        best = sets[0][1]
        bound = best if proven else max(best, self.bound)
        return tuple(RouteSet(routes, earned, proven, bound, more) for routes, earned, more in sets)

    def _run(self) -> None:
        plans = sorted(self._plans(), key=lambda plan: max(len(legs) for _, legs, _ in plan))
        bounds = [self._most(plan) for plan in plans]
        try:
            for i, plan in enumerate(plans):
                self._bounds = bounds[i:]
                self._solve(plan)
            if self.count > 1 and self.kept.found:
                self._next_best(plans)
        except Stopped:
            self._begun(plans[0])
            self.bound = max(self._bounds) // self.scale
            if self.count > 1 or max(self._bounds) >= self.kept.floor:
                raise

    def _next_best(self, plans: Sequence[Plan]) -> None:
        """Lower the floor until enough sets are found; the best set stays the first."""
        best = self._filled(self.kept.best[0][1])
        slack = 20 * self.scale
        while True:
            self.kept = Picks(self.count, max(1, self._value(best) - slack))
            least = self.kept.floor
            self._keep(best)
            for plan in plans:
                self._solve(plan)
            if len(self.kept.found) >= self.count or least == 1:
                return
            slack = 2 * slack + 20 * self.scale

    def _solve(self, plan: Plan) -> None:
        """Find the best sets for a plan.

        Runs of joined trains are many and take long to walk: first it is asked whether the plan earns enough
        if these could run between any two stops, and those between the best of them are walked before all.
        """
        joined = [unit for unit in plan if len(unit[1]) > 1]
        few = FEW
        while joined:
            self._begun(plan)
            tables = {unit: self._dreams(unit) if unit in joined else self._table(unit) for unit in plan}
            cover = self._cover(plan, tables)
            if cover.is_hopeless():
                return
            aimed = [self._aim(unit, cover.useful(unit), few) for unit in joined]
            if all(aimed):
                break
            self._cover(plan, {unit: self._table(unit) for unit in plan}).run()
            few *= MORE
        tables = {unit: self._table(unit) for unit in plan}
        self._greedy(plan, tables)
        cover = self._cover(plan, tables)
        try:
            cover.run()
        except Stopped:
            self._bounds[0] = min(self._bounds[0], cover.bound or self._bounds[0])
            raise

    def _cover(self, plan: Plan, tables: Mapping[Unit, Sequence[Column]]) -> Cover:
        return Cover(self.worth, tables, Node(0, 0, self.home, plan), self.kept, self.clock)

    def _aim(self, unit: Unit, dreams: Sequence[Column], few: int) -> bool:
        """Let the runs of a unit be walked that the first of these stand for; whether that is all of them."""
        every = list(dict.fromkeys(tuple(sorted((c.run.start, c.run.end))) for c in dreams))
        before = self._aims.get(unit, set())
        ends = {(low, high) for low, high in every[:few]}
        if unit not in self._aims or not ends <= before:
            self._aims[unit] = ends | before
            self._tables.pop(unit, None)
        return set(every) <= self._aims[unit]

    def _dreams(self, unit: Unit) -> list[Column]:
        """Runs not too far as the crow flies between any two stops at which its trains end, track or not."""
        ends = [reduce(or_, (c.scored for c in self._table(single)), 0) for single in _singles(unit)]
        if not all(ends):
            return []
        every, reach = reduce(or_, ends), sum(unit[1])
        return [c for borders, c in self._pairs if borders <= reach and c.scored & every == c.scored]

    @cached_property
    def _pairs(self) -> list[tuple[int, Column]]:
        """Runs between any two stops, by the borders that are crossed at least."""
        net, board = self.net, self.view.board()
        ends = [
            (node, net.measured(node, line.near[0])) for node, lines in enumerate(net.lines) for line in lines
        ]
        found = []
        for (a, by_a), (b, by_b) in combinations(dict.fromkeys(ends), 2):
            kinds = (net.kinds[a], net.kinds[b])
            if net.bits[a] != net.bits[b] and (kinds[0] is None or kinds[0] != kinds[1]):
                bonus = crow_bonus(board, (by_a, by_b), kinds)
                borders = bonus // (PORT_BONUS if PORT in kinds else BONUS) + 1
                run = Run(a, b, 0, 0, (by_a, by_b), (None, _NO_LINE))
                found.append(
                    (borders, Column(net.bits[a] | net.bits[b], bonus * self.scale, net.cities, run, 0))
                )
        return found

    # --- plans: which trains run as one (7.8.1)

    def _plans(self) -> Iterator[Plan]:
        for crew in self.crews:
            for together in chains(*crew):
                units = (*self.others, *((FREIGHT, legs, 0) for legs in together))
                yield dict(sorted(Counter(units).items()))

    def _most(self, plan: Plan) -> int:
        """What no set of the plan exceeds: the best stops, as many as units score; other things; bonuses."""
        large = {bit.bit_length() - 1 for bit in self.net.bits}
        stops = sorted((self.worth[i] for i in large), reverse=True)
        count = sum(n * (2 if unit[0] == FREIGHT else unit[2]) for unit, n in plan.items())
        others = sum(self.worth) - sum(stops) if any(unit[0] == LOCAL for unit in plan) else 0
        bonus = sum(PORT_BONUS * sum(unit[1]) * n for unit, n in plan.items() if unit[0] == FREIGHT)
        return sum(stops[:count]) + others + bonus * self.scale

    # --- tables of runs

    def _table(self, unit: Unit) -> list[Column]:
        if unit not in self._tables:
            self._tables[unit] = self.runs.wanted(unit, self._aims.get(unit), self.clock)
        return self._tables[unit]

    # --- first sets

    def _begun(self, plan: Plan) -> None:
        """A set, if there is none yet: from short walks, or the runs that show that a crew can run."""
        if not self.kept.found:
            self._greedy(plan, {unit: self.runs.near(unit) for unit in plan})
        if not self.kept.found:
            shown = next(iter(self.crews.values()))
            self._keep(self._filled(tuple((unit, self.runs.column(unit, run)) for unit, run in shown)))

    def _keep(self, pick: Pick) -> None:
        value = self._value(pick)
        if value >= self.kept.floor:
            self.kept.keep(value, pick)

    def _value(self, pick: Pick) -> int:
        scored = reduce(or_, (column.scored for _, column in pick), 0)
        return Worth(self.worth).of(scored) + sum(column.bonus for _, column in pick)

    def _filled(self, pick: Pick) -> Pick:
        """With a run from the home for each local and express train that is idle."""
        idle = Counter(self.others) - Counter(unit for unit, _ in pick)
        for unit in idle.elements():
            near = [(unit, column) for column in self.runs.near(unit) if column.meets & self.home]
            pick = max(((*pick, each) for each in near), key=self._value)
        return pick

    def _greedy(self, plan: Plan, tables: Mapping[Unit, Sequence[Column]]) -> None:
        """A set from these runs: the best run from the home, then of any unit what adds most."""
        sums, covered, met = Worth(self.worth), 0, self.home
        pick: Pick = ()
        left = dict(plan)
        while left:
            offers = [
                (gain, unit, column)
                for unit in left
                for near in [[c for c in tables[unit] if c.meets & met]]
                for gain, column in zip(sums.gains(near, ~covered), near, strict=True)
            ]
            if not offers:
                break
            _, unit, column = max(offers, key=lambda offer: offer[0])
            covered, met = covered | column.scored, met | column.meets
            pick = (*pick, (unit, column))
            left = {u: n - (u == unit) for u, n in left.items() if n > (u == unit)}
        if self.kept.is_whole(left):
            self._keep(pick)

    # --- routes of a set

    def _route_set(self, pick: Pick) -> tuple[tuple[Route, ...], int, int]:
        free = list(self.trains)
        routes: list[Route] = []
        for unit, column in pick:
            routes += self._routes(column, unit, free)
        order = {train.id: i for i, train in enumerate(self.trains)}
        routes.sort(key=lambda route: order[route.train])
        return tuple(routes), fare(self.view, routes).total, local_subsidy(self.view, routes)

    def _routes(self, column: Column, unit: Unit, free: list[Train]) -> Iterator[Route]:
        kind, legs, _ = unit
        if kind == FREIGHT:
            yield from self._relay(column, legs, free)
            return
        train = next(t for t in free if unit_of(self.view, t) == unit)
        free.remove(train)
        path = tuple(piece for line in lines_of(column.run.trail) for piece in line.path)
        nodes = [column.run.start, *(line.to for line in lines_of(column.run.trail))]
        left = tuple(self.net.stops[node] for node in nodes if self.net.bits[node] & column.left)
        yield Route(train.id, path, left or None)

    def _relay(self, column: Column, legs: tuple[int, ...], free: list[Train]) -> Iterator[Route]:
        """The run parted among the trains that are joined: each one its part."""
        lines = lines_of(column.run.trail)
        parts = parted(self.net, column.run.start, [(line.to, line.borders) for line in lines], legs)
        assert parts is not None
        begin = 0
        for leg, end in parts:
            train = next(t for t in free if type_of(t) == FREIGHT and reach_of(self.view, t.id)[1] == leg)
            free.remove(train)
            yield Route(train.id, tuple(piece for line in lines[begin:end] for piece in line.path))
            begin = end


def _singles(unit: Unit) -> list[Unit]:
    """Each train of a unit by itself."""
    kind, legs, paid = unit
    return [(kind, (leg,), paid) for leg in dict.fromkeys(legs)]
