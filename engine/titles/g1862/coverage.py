"""Choose a run for each train so that what they score together is worth most: exact.

A thing that several runs score pays once. Every thing gets a price: what a run must give up to score it,
at most its worth. All prices together with the best that each train gains beyond them bound from above what
any set earns; prices are improved step by step (subgradient). Branch and bound goes over the runs that reach
the floor at these prices.
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.board.tracks import ones
from engine.titles.g1862.walks import Clock, Run

ROUNDS, STEPS, CORE, NODES = 3, 30, 60, 2_000
SLOWER = 0.9


@dataclass(frozen=True, slots=True)
class Column:
    """A way to run a train: the things it scores, its bonus, the large stops it meets others at.

    ``left``: stops on the way that it does not score. ``parts``: the numbers of the bits in ``scored``.
    """

    scored: int
    bonus: int
    meets: int
    parts: tuple[int, ...]
    run: Run
    left: int


_Ranked = tuple[int, Column]
Pick = tuple[Column | None, ...]


@dataclass
class Kept:
    """The best sets so far; ``count`` are wanted that differ in what they visit, worth ``floor`` at least."""

    count: int
    floor: int
    sets: dict[object, tuple[int, Pick, Sequence[object]]] = field(default_factory=dict)

    def add(self, value: int, pick: Pick, units: Sequence[object]) -> None:
        """Remember a set unless one with the same stops is as good; when all are found the floor rises."""
        key = tuple(sorted((c.run.stops, c.scored) for c in pick if c is not None))
        if value > self.sets.get(key, (-1,))[0]:
            self.sets[key] = (value, pick, units)
        if len(self.sets) >= self.count:
            values = heapq.nlargest(self.count, (found[0] for found in self.sets.values()))
            self.floor = max(self.floor, values[-1] + 1)


@dataclass
class Cover:
    """One choice to make: a run for the main unit from ``main``; one or none for each other unit.

    worth: of each thing by the number of its bit. units: the kinds, the main unit's first, equal kinds
    adjacent after it. kept: takes the sets found.
    """

    worth: Sequence[int]
    units: Sequence[object]
    main: Sequence[Column]
    tables: Mapping[object, Sequence[Column]]
    kept: Kept
    clock: Clock
    bound: int = 0
    _rest: list[int] = field(default_factory=list)
    _core: list[dict[int, Column]] = field(default_factory=list)
    _speed: float = 1.0
    _nodes: int = 0
    _groups: list[tuple[Sequence[Column], int]] = field(default_factory=list)
    _sums: dict[int, int] = field(default_factory=dict)
    _dues: dict[int, int] = field(default_factory=dict)

    def run(self) -> None:
        """Find the wanted sets. Raises Stopped."""
        self._start()
        nodes = NODES
        while self._price():
            self._nodes = nodes
            if self._branch():
                return
            nodes *= 2

    def _start(self) -> None:
        others = Counter(self.units[1:])
        self._groups = [(self.main, 1), *((self.tables[kind], n) for kind, n in others.items())]
        self._core = [{} for _ in self._groups]
        self._rest = list(self.worth)
        self.bound = self._scan(self._rest)

    def is_hopeless(self) -> bool:
        """Whether the prices prove that no wanted set is here. Raises Stopped."""
        self._start()
        return not self._price()

    # --- prices

    def _price(self) -> bool:
        """Improve the prices; False when they prove that no further set is wanted."""
        rest = self._rest
        for _ in range(ROUNDS):
            if self.bound < self.kept.floor:
                return False
            rest = self._tuned(rest)
            bound = self._scan(rest)
            if bound < self.bound:
                self.bound, self._rest = bound, rest
            else:
                self._speed *= SLOWER
        return self.bound >= self.kept.floor

    def _scan(self, rest: Sequence[int]) -> int:
        """What no set exceeds when this much of each thing's worth remains; the best runs join the core."""
        bound = sum(self.worth) - sum(rest)
        for i, (table, trains) in enumerate(self._groups):
            self.clock.tick(len(table) // 16)
            gains = [c.bonus + sum(map(rest.__getitem__, c.parts)) for c in table]
            best = heapq.nlargest(max(trains, CORE), range(len(gains)), key=gains.__getitem__)
            bound += sum(gains[j] for j in best[:trains])
            self._core[i].update((j, table[j]) for j in best)
        return bound

    def _tuned(self, rest: Sequence[int]) -> list[int]:
        """Better prices as far as the core tells: what many score costs more, what nobody scores less."""
        best, found, now = self.bound + 1, list(rest), list(rest)
        for _ in range(STEPS):
            self.clock.tick(8)
            bound, used = self._demand(now)
            if bound < best:
                best, found = bound, now
            pull = [use - 1 if use > 1 or (not use and left < full) else 0
                    for use, left, full in zip(used, now, self.worth, strict=True)]  # fmt: skip
            length = sum(way * way for way in pull)
            if bound < self.kept.floor or not length:
                break
            step = self._speed * (bound - self.kept.floor + 1) / length
            now = [min(full, max(0, left - int(step * way)))
                   for left, way, full in zip(now, pull, self.worth, strict=True)]  # fmt: skip
        return found

    def _demand(self, rest: Sequence[int]) -> tuple[int, list[int]]:
        bound, used = sum(self.worth) - sum(rest), [0] * len(rest)
        for (_, trains), core in zip(self._groups, self._core, strict=True):
            columns = [*core.values()]
            gains = [c.bonus + sum(map(rest.__getitem__, c.parts)) for c in columns]
            for i in heapq.nlargest(trains, range(len(gains)), key=gains.__getitem__):
                bound += gains[i]
                for part in columns[i].parts:
                    used[part] += 1
        return bound, used

    # --- branch and bound

    def _branch(self) -> bool:
        """Try all sets that can reach the floor; False when the nodes of this round ran out."""
        self._dues = {}
        prices = sum(self.worth) - sum(self._rest)
        later = self._ranked(self.units[1:], self.tables, 0)
        main = _by_gain(self._gain(c, 0) for c in self.main)
        most = self._most(self.units[1:], later)
        best = main[0][0] if main else 0
        later = self._useful(self.units[1:], later, prices + most + best)
        try:
            for gain, column in main:
                if prices + gain + most < self.kept.floor:
                    break
                self._place((column,), column.bonus + self._worth_of(column.scored), column.scored, later)
        except _OutOfNodes:
            return False
        return True

    def _gain(self, column: Column, covered: int) -> _Ranked:
        rest = self._rest
        if not column.scored & covered:
            return column.bonus + sum(map(rest.__getitem__, column.parts)), column
        return column.bonus + sum(rest[part] for part in column.parts if not covered >> part & 1), column

    def _ranked(
        self, units: Sequence[object], tables: Mapping[object, Sequence[Column]], covered: int
    ) -> dict[object, list[_Ranked]]:
        return {kind: _by_gain(self._gain(c, covered) for c in tables[kind]) for kind in dict.fromkeys(units)}

    def _most(self, units: Sequence[object], ranked: Mapping[object, list[_Ranked]]) -> int:
        """The most that these units gain beyond the prices."""
        return sum(
            gain for kind, trains in Counter(units).items() for gain, _ in ranked[kind][:trains]
        )  # fmt: skip

    def _useful(
        self, units: Sequence[object], ranked: Mapping[object, list[_Ranked]], bound: int
    ) -> dict[object, list[_Ranked]]:
        """Without columns with which nothing reaches the floor; ``bound`` is what all the best would do."""
        found = {}
        for kind, trains in Counter(units).items():
            table = ranked[kind]
            weakest = table[trains - 1][0] if len(table) >= trains else 0
            need = self.kept.floor - bound + weakest
            found[kind] = table[: bisect_right(table, -need, key=lambda rank: -rank[0])]
        return found

    def _place(self, chosen: Pick, value: int, covered: int, left: Mapping[object, list[_Ranked]]) -> None:
        """Go on after a choice: drop what is of no use beside it, then try each run for the next unit."""
        self._nodes -= 1
        if self._nodes < 0:
            raise _OutOfNodes
        self.clock.tick(1 + sum(len(table) for table in left.values()) // 16)
        units = self.units[len(chosen) :]
        if not units:
            if value >= self.kept.floor and self._is_linked(chosen):
                self.kept.add(value, chosen, self.units)
            return
        ranked = {
            kind: _by_gain(self._gain(c, covered) for _, c in left[kind]) for kind in dict.fromkeys(units)
        }
        promise = value + self._price_of_rest(covered)
        kind, later = units[0], units[1:]
        ranked = self._useful(units, ranked, promise + self._most(units, ranked))
        most = promise + self._most(later, ranked)
        columns = ranked[kind]
        for i, (gain, column) in enumerate(columns):
            if most + gain < self.kept.floor:
                break
            after = {**ranked, kind: columns[i + 1 :]}
            earned = value + column.bonus + self._worth_of(column.scored & ~covered)
            self._place((*chosen, column), earned, covered | column.scored, after)
        if promise + self._most([k for k in later if k != kind], ranked) >= self.kept.floor:
            same = sum(k == kind for k in units)
            self._place((*chosen, *[None] * same), value, covered, ranked)

    def _price_of_rest(self, covered: int) -> int:
        """The prices of all things that are not yet scored."""
        known = self._dues.get(covered)
        if known is None:
            free = (i for i in range(len(self.worth)) if not covered >> i & 1)
            known = self._dues[covered] = sum(self.worth[i] - self._rest[i] for i in free)
        return known

    def _worth_of(self, things: int) -> int:
        known = self._sums.get(things)
        if known is None:
            known = self._sums[things] = sum(self.worth[i] for i in ones(things))
        return known

    def _is_linked(self, chosen: Pick) -> bool:
        columns = [c for c in chosen if c is not None]
        return linked(columns[0].meets, [c.meets for c in columns[1:]])


def linked(main: int, others: Sequence[int]) -> bool:
    """Whether all runs are joined to the main run by large stations (7.8)."""
    apart = list(others)
    while any(meets & main for meets in apart):
        for meets in [m for m in apart if m & main]:
            apart.remove(meets)
            main |= meets
    return not apart


def _by_gain(columns: Iterator[_Ranked]) -> list[_Ranked]:
    return sorted(columns, key=lambda rank: -rank[0])


class _OutOfNodes(Exception):
    """The nodes of a round of branch and bound are used up."""
