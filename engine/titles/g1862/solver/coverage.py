"""Choose a run for each train so that what they score together is worth most: exact.

A thing that several runs score pays once. Every thing gets a price: what a run must give up to score it,
at most its worth. All prices together with the best that each train gains beyond them bound from above what
any set earns; prices are improved step by step (subgradient). Branch and bound grows a set from the home,
each run meeting those before it at a large station; of all runs that may come next each is tried in turn and
is barred after that, so no set comes twice.
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from importlib import import_module
from math import gcd
from operator import or_

from engine.solver.clock import Clock
from engine.solver.graph import ones
from engine.solver.tuning import Tuner
from engine.titles.g1862.data.options import FREIGHT
from engine.titles.g1862.solver.columns import Column, Node, Pick, Picks, Unit, Worth

CORE, STEPS, MORE_STEPS, ROUNDS = 24, 12, 60, 6
"""Runs of a table on which prices are tuned; steps of tuning at first, and later so many times."""
SLICES = 1_000
"""How long sets grow before it is asked whether better prices settle it."""
SLOWER = 0.9
WORK = 1_500
"""Runs looked at in the branches before sets grow in compiled loops."""
COST = 8
"""Runs looked at for one step of the clock."""
LOOKS = 100
"""Comparisons of two runs for one step of the clock."""
_Ranked = tuple[int, Column]


@dataclass
class Cover:
    """One choice to make: a run or none for each idle unit, all linked to what is met.

    worth: of each thing by the number of its bit. begin: the set so far. kept: takes the sets
    found. ``bound``: what no set earns that is still to be found.
    """

    worth: Sequence[int]
    tables: Mapping[Unit, Sequence[Column]]
    begin: Node
    kept: Picks
    clock: Clock
    bound: int = 0
    _prices: Sequence[int] = ()
    _core: dict[Unit, dict[int, int]] = field(default_factory=dict)
    _sums: Worth = field(init=False)
    _full: Worth = field(init=False)
    _paid: Worth = field(init=False)
    _tuner: Tuner = field(init=False)
    _step: int = 1
    _work: int = 0

    def run(self) -> None:
        """Find the wanted sets. Raises Stopped.

        Where prices do not settle it soon, sets grow in compiled loops.
        """
        self._start()
        if self.bound < self.kept.floor or self._branch():
            return
        self._price(STEPS)
        if self.bound < self.kept.floor or self._grown(SLICES):
            return
        for _ in range(ROUNDS):
            self._price(MORE_STEPS)
            if self.bound < self.kept.floor:
                return
        self._grown(None)

    def _grown(self, slices: int | None) -> bool:
        """Let sets grow, for so long at most; whether that is all."""
        work = import_module("engine.titles.g1862.solver.growth").Growth(
            self.worth, self._prices, self.tables, self.begin, self.kept, self.clock, self.bound, self._step
        )
        try:
            return bool(work.run(slices))
        finally:
            self.bound = work.bound

    def is_hopeless(self) -> bool:
        """Whether the prices prove that no wanted set is here. Raises Stopped."""
        self._start()
        self._price(3 * STEPS)
        return self.bound < self.kept.floor

    def useful(self, unit: Unit) -> list[Column]:
        """The runs of a unit with which a wanted set may be here, by the prices; the best first."""
        gains = {other: self._sums.gains(table, -1) for other, table in self.tables.items()}
        best = {u: _top(u, self.begin.units[u], gains[u], self.tables[u]) for u in self.tables}
        most = self.begin.value + sum(self._prices) + sum(map(sum, best.values()))
        least = self.kept.floor - most + self._last(unit, best)
        ranked = sorted(zip(gains[unit], self.tables[unit], strict=True), key=lambda pair: -pair[0])
        return [column for gain, column in ranked if gain >= least]

    def _start(self) -> None:
        covered = self.begin.covered
        self.worth = [0 if covered >> i & 1 else worth for i, worth in enumerate(self.worth)]
        self.tables = linkable(self.begin, self.tables)
        self._core = {unit: {} for unit in self.tables}
        self._full = Worth(self.worth)
        self._tuner = Tuner([1] * len(self.worth), self.worth, SLOWER)
        self._set([0] * len(self.worth), self._full)
        columns = [column for table in self.tables.values() for column in table]
        scored = ones(reduce(or_, (column.scored for column in columns), 0))
        self._step = gcd(*{self.worth[i] for i in scored}, *{column.bonus for column in columns}) or 1
        self.bound = self._scan(self._prices, self._full)
        if not self.kept.is_whole(unit for unit, table in self.tables.items() if not table):
            self.bound = 0

    def _set(self, prices: Sequence[int], sums: Worth) -> None:
        """Go by these prices; ``sums``: what remains of the worth of things."""
        self._prices, self._sums, self._paid = prices, sums, Worth(prices)

    # --- prices

    def _price(self, steps: int) -> None:
        """Improve the prices."""
        prices = self._tuned(steps)
        sums = Worth(self._rest(prices))
        bound = self._scan(prices, sums)
        if bound < self.bound:
            self.bound = bound
            self._set(prices, sums)
        else:
            self._tuner.slow_down()

    def _rest(self, prices: Sequence[int]) -> list[int]:
        """What the prices leave of the worth of each thing."""
        return [full - price for full, price in zip(self.worth, prices, strict=True)]

    def _scan(self, prices: Sequence[int], sums: Worth) -> int:
        """What no set exceeds at these prices; the best runs join the core."""
        best: dict[Unit, list[int]] = {}
        main: dict[Unit, int] = {}
        for unit, table in self.tables.items():
            self.clock.tick(len(table) // COST)
            gains = sums.gains(table, -1)
            top = heapq.nlargest(max(self.begin.units[unit], CORE), range(len(gains)), key=gains.__getitem__)
            at_home = [i for i, column in enumerate(table) if column.meets & self.begin.met]
            first = heapq.nlargest(CORE // 2, at_home, key=gains.__getitem__)
            best[unit] = _top(unit, self.begin.units[unit], gains, table)
            if first:
                main[unit] = gains[first[0]]
            self._core[unit].update((i, table[i].meets & self.begin.met) for i in (*top, *first))
        bound = sum(prices) + self._most(best, main)[0]
        return self.begin.value + bound - bound % self._step

    def _most(self, best: Mapping[Unit, list[int]], main: Mapping[Unit, int]) -> tuple[int, Unit | None]:
        """The most that all units gain when one of them, the second of the pair, runs from the home."""
        total = sum(map(sum, best.values()))
        found = [(total - self._last(unit, best) + gain, unit) for unit, gain in main.items()]
        return max(found, default=(0, None), key=lambda pair: pair[0])

    def _last(self, unit: Unit, best: Mapping[Unit, list[int]]) -> int:
        """What the weakest of the chosen runs of a unit gains."""
        return best[unit][-1] if len(best[unit]) == self.begin.units[unit] else 0

    def _tuned(self, steps: int) -> Sequence[int]:
        """Better prices as far as the core tells: what many score costs more, what nobody scores less."""
        core = {
            unit: [(tuple(ones(table[i].scored)), table[i].bonus, home) for i, home in core.items()]
            for (unit, core), table in zip(self._core.items(), self.tables.values(), strict=True)
        }
        aim, every = self.kept.floor - 1, range(len(self.worth))
        demand = partial(self._demand, core)
        return self._tuner.tuned(self._prices, self.bound, aim, steps, demand, every)

    def _demand(
        self, core: Mapping[Unit, list[tuple[tuple[int, ...], int, int]]], prices: Sequence[int]
    ) -> tuple[int, list[int]]:
        """The bound for the core, and how many runs score each thing when each unit takes its best."""
        self.clock.tick(1 + sum(map(len, core.values())) // 4)
        rest = self._rest(prices).__getitem__
        best: dict[Unit, list[int]] = {}
        main: dict[Unit, int] = {}
        chosen: dict[Unit, list[int]] = {}
        first: dict[Unit, int] = {}
        for unit, columns in core.items():
            gains = [bonus + sum(map(rest, parts)) for parts, bonus, _ in columns]
            count = self.begin.units[unit]
            top = heapq.nlargest(count, range(len(gains)), key=gains.__getitem__)
            best[unit], chosen[unit] = [gains[i] for i in top], top
            home = max((i for i, c in enumerate(columns) if c[2]), key=gains.__getitem__, default=None)
            if home is not None:
                first[unit], main[unit] = home, gains[home]
        gain, unit_at_home = self._most(best, main)
        if unit_at_home is not None and first[unit_at_home] not in chosen[unit_at_home]:
            chosen[unit_at_home][self.begin.units[unit_at_home] - 1 :] = [first[unit_at_home]]
        used = [0] * len(prices)
        for unit, picked in chosen.items():
            for i in picked:
                for part in core[unit][i][0]:
                    used[part] += 1
        return self.begin.value + sum(prices) + gain, used

    # --- branch and bound

    def _branch(self) -> bool:
        """Try all sets that can reach the floor; False when they are too much work."""
        self._work = WORK
        try:
            self._grow((), self.begin, self.tables)
        except _OutOfWork:
            return False
        return True

    def _grow(self, chosen: Pick, node: Node, left: Mapping[Unit, Sequence[Column]]) -> None:
        """Try each run that may come next. ``left``: runs that are not barred, for the units still idle."""
        self._count(sum(map(len, left.values())))
        if sum(node.units.values()) == 1:
            self._finish(chosen, node, left)
            return
        ranked = {unit: self._ranked(table, node.covered) for unit, table in left.items()}
        total, last = self._total(node, ranked)
        near, far = self._parted(node, ranked, last, total)
        begun = dict.fromkeys(near, 0)
        for loss, _, unit, number in heapq.merge(*(_offers(unit, near[unit], last[unit]) for unit in near)):
            if total - loss < self.kept.floor:
                break
            column = near[unit][number][1]
            begun[unit] = number if self.kept.repeats(unit) else number + 1
            picked, after = (*chosen, (unit, column)), self._after(node, unit, column)
            if after.value >= self.kept.floor and self.kept.is_whole(after.units):
                self.kept.keep(after.value, picked)
            tables = {u: [c for _, c in near[u][begun[u] :]] + far[u] for u in after.units}
            self._grow(picked, after, tables)
            begun[unit] = number + 1

    def _ranked(self, table: Sequence[Column], covered: int) -> list[_Ranked]:
        """The runs by what they gain beyond the prices of things that are not yet scored."""
        pairs = zip(self._sums.gains(table, ~covered), table, strict=True)
        return sorted(pairs, key=lambda rank: -rank[0])

    def _total(self, node: Node, ranked: Mapping[Unit, list[_Ranked]]) -> tuple[int, dict[Unit, int]]:
        """What no set exceeds that begins so, and what the weakest run of each unit gains in that."""
        every = (1 << len(self.worth)) - 1
        best = {}
        for unit, table in ranked.items():
            most = table if unit[0] == FREIGHT else table[: node.units[unit]]
            best[unit] = _top(unit, node.units[unit], [gain for gain, _ in most], [c for _, c in most])
        last = {unit: top[-1] if len(top) == node.units[unit] else 0 for unit, top in best.items()}
        return node.value + self._paid.of(every & ~node.covered) + sum(map(sum, best.values())), last

    def _parted(
        self, node: Node, ranked: Mapping[Unit, list[_Ranked]], last: Mapping[Unit, int], total: int
    ) -> tuple[dict[Unit, list[_Ranked]], dict[Unit, list[Column]]]:
        """The runs with which the floor can be reached: those that meet the set, and the others."""
        near, far = {}, {}
        for unit, table in ranked.items():
            useful = table[: bisect_right(table, total - last[unit] - self.kept.floor, key=lambda r: -r[0])]
            if self.kept.count == 1:
                useful = self._distinct(node, useful)
            near[unit] = [rank for rank in useful if rank[1].meets & node.met]
            far[unit] = [column for _, column in useful if not column.meets & node.met]
        return near, far

    def _distinct(self, node: Node, ranked: list[_Ranked]) -> list[_Ranked]:
        """Without runs that add no thing, no station and no link beyond those of one that gains more."""
        width = len(self.worth)
        found: list[_Ranked] = []
        beaten_by: list[tuple[int, int]] = []
        for rank in ranked:
            column = rank[1]
            self.clock.tick(len(beaten_by) // LOOKS)
            adds = column.scored & ~node.covered | (column.meets & ~node.met) << width
            adds |= bool(column.meets & node.met) << 2 * width
            for others, bonus in beaten_by:
                if not adds & others and column.bonus <= bonus:
                    break
            else:
                found.append(rank)
                beaten_by.append((~adds, column.bonus))
        return found

    def _after(self, node: Node, unit: Unit, column: Column) -> Node:
        value = node.value + column.bonus + self._full.of(column.scored & ~node.covered)
        units = {other: count - (other == unit) for other, count in node.units.items()}
        idle = {other: count for other, count in units.items() if count}
        return Node(value, node.covered | column.scored, node.met | column.meets, idle)

    def _finish(self, chosen: Pick, node: Node, left: Mapping[Unit, Sequence[Column]]) -> None:
        """The last unit: the runs that meet the set and reach the floor, best first."""
        for unit, table in left.items():
            near = [column for column in table if column.meets & node.met]
            gains = self._full.gains(near, ~node.covered)
            good = [i for i, gain in enumerate(gains) if node.value + gain >= self.kept.floor]
            for i in sorted(good, key=lambda i: -gains[i]):
                if node.value + gains[i] >= self.kept.floor:
                    self.kept.keep(node.value + gains[i], (*chosen, (unit, near[i])))

    def _count(self, runs: int) -> None:
        self.clock.tick(1 + runs // COST)
        self._work -= 10 + runs
        if self._work < 0:
            raise _OutOfWork


def _top(unit: Unit, count: int, gains: list[int], table: Sequence[Column]) -> list[int]:
    """What so many runs of a unit gain at most; freight trains may repeat one for its bonus."""
    if unit[0] == FREIGHT and count > 1:
        gains = gains + [column.bonus for column in table] * (count - 1)
    return heapq.nlargest(count, gains)


def _offers(unit: Unit, near: Sequence[_Ranked], last: int) -> Iterator[tuple[int, int, Unit, int]]:
    """The runs of a unit in the order in which they are tried: what the best total loses by each first."""
    return ((max(0, last - gain), -gain, unit, number) for number, (gain, _) in enumerate(near))


def linkable(node: Node, tables: Mapping[Unit, Sequence[Column]]) -> dict[Unit, list[Column]]:
    """Without runs that cannot be linked to what is met by as many runs as there are."""
    found: dict[Unit, list[Column]] = {unit: [] for unit in node.units}
    apart = {unit: list(tables[unit]) for unit in node.units}
    met = node.met
    for _ in range(sum(node.units.values())):
        near = {unit: [c for c in table if c.meets & met] for unit, table in apart.items()}
        apart = {unit: [c for c in table if not c.meets & met] for unit, table in apart.items()}
        for unit, table in near.items():
            found[unit] += table
            for column in table:
                met |= column.meets
    return found


class _OutOfWork(Exception):
    """The work of the branches is done up."""


def undominated(columns: list[Column], clock: Clock) -> list[Column]:
    """Without runs of which another one scores all they score and meets all they meet. Raises Stopped."""
    uses = Counter(i for column in columns for i in ones(column.scored))
    holders: dict[int, list[tuple[int, int]]] = {}
    found = []
    for column in sorted(columns, key=lambda c: -c.scored.bit_count()):
        scored, meets = column.scored, column.meets
        rare = min(ones(scored), key=lambda i: (uses[i], i), default=-1)
        others = holders.get(rare, ())
        clock.tick(1 + len(others) // COST)
        if any(o & scored == scored and m & meets == meets for o, m in others):
            continue
        found.append(column)
        for i in ones(scored):
            holders.setdefault(i, []).append((scored, meets))
    return found
