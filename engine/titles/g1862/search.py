"""The best routes of a company: runs of each train, ways to join its freight trains, the best choice (7.8).

A director is offered what earns most revenue, and of that what brings most subsidy; a company in receivership
runs for the most of both (7.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.board.tracks import ones
from engine.rules.paths import Route
from engine.rules.routes import RouteSet, Stop
from engine.state import Train
from engine.titles.g1862.bands import is_permanent, type_of
from engine.titles.g1862.coverage import Column, Cover, Kept
from engine.titles.g1862.fares import (
    BONUS,
    HEX_SUBSIDY,
    PORT_BONUS,
    SMALL_STATION,
    crow_bonus,
    fare,
    local_subsidy,
    reach_of,
)
from engine.titles.g1862.lines import PORT, Line, Network, network
from engine.titles.g1862.options import FREIGHT, LOCAL, is_simple
from engine.titles.g1862.plans import Unit, chains, parted, repeated
from engine.titles.g1862.receivership import in_receivership
from engine.titles.g1862.walks import Clock, Run, Stopped, Walk, lines_of
from engine.view import View

_NO_LINE = Line(0, 0, 0, 0, 0, ("", ""), ())
REVENUE_FIRST = 10_000
"""The weight of revenue against subsidy where revenue alone decides and subsidy breaks ties."""
STEPS, FIRST_STEPS = 400_000, 8_000
"""The work of a search at most, some ten seconds; of a first look at the runs of one unit."""


def best_sets(view: View, company: str, count: int, stop: Stop) -> tuple[RouteSet, ...]:
    """The ``count`` best sets of routes, best first; one without routes when the company cannot run."""
    return _Search(view, company, count, Clock(stop, STEPS)).answer()


def runnable(view: View, company: str) -> list[Train]:
    """The trains for which the company has a permit (7.8)."""
    permits = view.company(company).data.get("permits", ())
    return [t for t in view.trains(company) if is_simple(view) or type_of(t) in permits]


@dataclass
class _Search:
    view: View
    company: str
    count: int
    clock: Clock
    bound: int = 0
    _tables: dict[Unit, list[Column]] = field(default_factory=dict)
    _parts: dict[Unit, list[Column]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.net: Network = network(self.view, self.company)
        self.trains = runnable(self.view, self.company)
        self.scale = 1 if in_receivership(self.view, self.company) else REVENUE_FIRST
        self.worth = self._worth()
        self.home = 0 if self.net.home is None else self.net.bits[self.net.home]
        self.kept = Kept(1, 1)

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
        if self.home and self.trains:
            try:
                self._run()
            except Stopped:
                proven = False
        found = sorted(self.kept.sets.values(), key=lambda kept: -kept[0])[: self.count]
        made = [self._route_set(pick, units) for _, pick, units in found] or [((), 0, 0)]
        sets = list({routes: one for one in reversed(made) for routes in [one[0]]}.values())[::-1]
        best = sets[0][1]
        bound = best if proven else max(best, self.bound)
        return tuple(RouteSet(routes, earned, proven, bound, more) for routes, earned, more in sets)

    def _run(self) -> None:
        plans = sorted(self._plans(), key=lambda plan: max(len(legs) for _, legs, _ in plan))
        self.bound = sum(self.worth) // self.scale + max(map(self._bonuses, plans), default=0)
        plans.sort(key=self._greedy, reverse=True)
        for plan in plans:
            if not self._is_hopeless(plan):
                self._solve(plan)
        if self.count > 1 and self.kept.sets:
            self._next_best(plans)

    def _next_best(self, plans: Sequence[list[Unit]]) -> None:
        """Lower the floor until enough sets are found; the best set stays the first."""
        best = max(self.kept.sets.values(), key=lambda found: found[0])
        slack = 20 * self.scale
        while True:
            self.kept = Kept(self.count, max(1, best[0] - slack))
            least = self.kept.floor
            self.kept.add(*best)
            for plan in plans:
                if not self._is_hopeless(plan):
                    self._solve(plan)
            if len(self.kept.sets) >= self.count or least == 1:
                return
            slack = 2 * slack + 20 * self.scale

    def _is_hopeless(self, plan: Sequence[Unit]) -> bool:
        """Whether a plan earns too little even if joined trains could run between any two stops.

        Their runs are many and take long to walk, so that is asked first.
        """
        if all(len(unit[1]) == 1 or unit in self._tables for unit in plan):
            return False
        known = {u for u in plan if len(u[1]) == 1 or u in self._tables}
        tables = repeated(plan, {u: self._table(u) if u in known else self._dreams(u) for u in plan})
        nothing = Column(0, 0, 0, (), Run(0, 0, 0, 0, ("", ""), (None, _NO_LINE)), 0)
        units: tuple[object, ...] = (None, *plan)
        return Cover(self.worth, units, [nothing], tables, self.kept, self.clock).is_hopeless()

    def _dreams(self, unit: Unit) -> list[Column]:
        """Runs between any two stops that are not too far apart as the crow flies, track or not."""
        net, board, reach = self.net, self.view.board(), sum(unit[1])
        ends = [
            (node, line.near[0] if net.kinds[node] else net.stops[node][0])
            for node, lines in enumerate(net.lines)
            for line in lines
        ]
        found = []
        for (a, by_a), (b, by_b) in combinations(dict.fromkeys(ends), 2):
            kinds = (net.kinds[a], net.kinds[b])
            bonus = crow_bonus(board, (by_a, by_b), kinds)
            borders = bonus // (PORT_BONUS if PORT in kinds else BONUS) + 1
            if net.bits[a] != net.bits[b] and borders <= reach and (kinds[0] is None or kinds[0] != kinds[1]):
                run = Run(a, b, 0, 0, (by_a, by_b), (None, _NO_LINE))
                found.append(self._column(net.bits[a] | net.bits[b], bonus * self.scale, run))
        return found

    # --- plans: which trains run as one (7.8.1)

    def _plans(self) -> Iterator[list[Unit]]:
        alone = [self._unit(train) for train in self.trains if type_of(train) != FREIGHT]
        freight = [train for train in self.trains if type_of(train) == FREIGHT]
        reaches = {train.id: reach_of(self.view, train.id)[1] for train in freight}
        lasting = [reaches[t.id] for t in freight if is_permanent(self.view, t.kind)]
        loose = [reaches[t.id] for t in freight if not is_permanent(self.view, t.kind)]
        seen = set()
        for together in chains(loose, lasting):
            key = tuple(sorted(together))
            if key not in seen and (alone or key):
                seen.add(key)
                yield sorted([*alone, *((FREIGHT, legs, 0) for legs in key)])

    def _unit(self, train: Train) -> Unit:
        paid, visited = reach_of(self.view, train.id)
        return type_of(train), (visited - 1,), paid

    def _bonuses(self, plan: Sequence[Unit]) -> int:
        return sum(PORT_BONUS * sum(legs) for kind, legs, _ in plan if kind == FREIGHT)

    # --- tables of runs

    def _table(self, unit: Unit) -> list[Column]:
        if unit not in self._tables:
            self._tables[unit] = self._freight(unit) if unit[0] == FREIGHT else self._others(unit)
        return self._tables[unit]

    def _freight(self, unit: Unit) -> list[Column]:
        """Runs by what they earn; of these only such as meet more stations than another one."""
        net, board = self.net, self.view.board()
        kept: dict[tuple[int, int], list[Run]] = {}

        def keep(run: Run) -> None:
            kinds = (net.kinds[run.start], net.kinds[run.end])
            key = net.bits[run.start] | net.bits[run.end], crow_bonus(board, run.ends, kinds)
            others = kept.setdefault(key, [])
            if not any(run.stops & other.stops == run.stops for other in others):
                others[:] = [o for o in others if run.stops & o.stops != o.stops]
                others.append(run)

        def columns() -> list[Column]:
            pairs = ((key, run) for key, runs in kept.items() for run in runs)
            return [self._column(ends, bonus * self.scale, run) for (ends, bonus), run in pairs]

        try:
            Walk(net, unit[1], True, False, keep, self.clock).run()
        except Stopped:
            self._parts[unit] = columns()
            raise
        return columns()

    def _others(self, unit: Unit) -> list[Column]:
        kind, legs, paid = unit
        kept: dict[int, Run] = {}

        def keep(run: Run) -> None:
            kept.setdefault(run.stops | run.extras, run)

        Walk(self.net, legs, False, kind == LOCAL, keep, self.clock).run()
        found: dict[tuple[int, int], Column] = {}
        for things, run in kept.items():
            count = max(0, run.stops.bit_count() - paid)
            for left in combinations([1 << i for i in ones(run.stops)], count):
                column = self._column(things & ~sum(left), 0, run, sum(left))
                found.setdefault((column.scored, column.meets), column)
        return _undominated(list(found.values()))

    def _column(self, scored: int, bonus: int, run: Run, left: int = 0) -> Column:
        return Column(scored, bonus, run.stops & self.net.cities, tuple(ones(scored)), run, left)

    def _first_runs(self, unit: Unit) -> list[Column]:
        """Its table, or the part of it that a short walk finds."""
        if unit not in self._tables and unit not in self._parts:
            whole, self.clock = self.clock, self.clock.part(FIRST_STEPS)
            try:
                self._table(unit)
            except Stopped:
                if whole.stop():
                    raise
            finally:
                self.clock = whole
        return self._tables.get(unit) or self._parts.get(unit, [])

    # --- choosing

    def _greedy(self, plan: Sequence[Unit]) -> int:
        """A first set: the best main run, then for each unit in turn what adds most and is linked."""
        best = 0
        for main in dict.fromkeys(plan):
            table = [c for c in self._first_runs(main) if c.meets & self.home]
            if not table:
                continue
            others = list(plan)
            others.remove(main)
            best = max(best, self._grow(main, max(table, key=lambda c: self._value(c, 0)), others))
        return best

    def _grow(self, main: Unit, first: Column, others: list[Unit]) -> int:
        chosen: list[Column | None] = [first]
        value, covered, meets = self._value(first, 0), first.scored, first.meets
        for unit in others:
            near = [c for c in self._first_runs(unit) if c.meets & meets]
            best = max(near, key=lambda c: self._value(c, covered), default=None)
            chosen.append(best)
            if best is not None:
                value += self._value(best, covered)
                covered, meets = covered | best.scored, meets | best.meets
        self.kept.add(value, tuple(chosen), (main, *others))
        return value

    def _value(self, column: Column, covered: int) -> int:
        worth = self.worth
        return column.bonus + sum(worth[part] for part in column.parts if not covered >> part & 1)

    def _solve(self, plan: Sequence[Unit]) -> None:
        """Each unit in turn has the main run; units before it then do not include the home."""
        tables = repeated(plan, {unit: self._table(unit) for unit in plan})
        for main in dict.fromkeys(plan):
            table = [c for c in tables[main] if c.meets & self.home]
            others = list(plan)
            others.remove(main)
            if table:
                Cover(self.worth, (main, *others), table, tables, self.kept, self.clock).run()
            tables[main] = [c for c in tables[main] if not c.meets & self.home]

    # --- routes of a set

    def _route_set(
        self, pick: Sequence[Column | None], units: Sequence[object]
    ) -> tuple[tuple[Route, ...], int, int]:
        free = list(self.trains)
        routes: list[Route] = []
        for column, unit in zip(pick, units, strict=True):
            if column is not None:
                routes += self._routes(column, unit, free)  # type: ignore[arg-type]
        order = {train.id: i for i, train in enumerate(self.trains)}
        routes.sort(key=lambda route: order[route.train])
        return tuple(routes), fare(self.view, routes).total, local_subsidy(self.view, routes)

    def _routes(self, column: Column, unit: Unit, free: list[Train]) -> Iterator[Route]:
        kind, legs, _ = unit
        if kind == FREIGHT:
            yield from self._relay(column, legs, free)
            return
        train = next(t for t in free if self._unit(t) == unit)
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


def _undominated(columns: list[Column]) -> list[Column]:
    """Without runs of which another one scores all they score and meets all they meet."""
    if len(columns) > 1_500:
        return columns
    columns.sort(key=lambda c: -c.scored.bit_count())
    found: list[Column] = []
    for column in columns:
        scored, meets = column.scored, column.meets
        if not any(o.scored & scored == scored and o.meets & meets == meets for o in found):
            found.append(column)
    return found
