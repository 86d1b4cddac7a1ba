"""How much water is left of a route's crossings after all reductions, each used where it helps most."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from engine.solver.graph import Water
from engine.solver.problem import Reduction

Waters = tuple[int, ...]
_Units = tuple[int, ...]
"""The water of each unit, sorted."""


class Relief:
    """What reductions make of water; it remembers what they made of the same before."""

    def __init__(self, reductions: Sequence[Reduction], table: Sequence[Water]) -> None:
        self._table = table
        self._order = sorted(reductions, key=lambda reduction: not reduction.abutting)
        self._touched = [_touched(reduction, table) for reduction in self._order]
        self._most: dict[tuple[Waters, _Units], int] = {}
        self._left: dict[tuple[tuple[int, ...], Waters], int] = {}

    def left(self, nodes: Collection[int], waters: Waters) -> int:
        """The units that count of a route that visits these stops and enters these waters."""
        ready = tuple(i for i, r in enumerate(self._order) if not r.stops or not r.stops.isdisjoint(nodes))
        key = ready, waters
        if key not in self._left:
            self._left[key] = self._reckoned(ready, waters)
        return self._left[key]

    def _reckoned(self, ready: tuple[int, ...], waters: Waters) -> int:
        within = {water for i in ready for water in self._touched[i]}
        units = [water for water in waters for _ in range(self._table[water].cost)]
        return len(units) - self._taken(ready, tuple(sorted(unit for unit in units if unit in within)))

    def _taken(self, ready: tuple[int, ...], units: _Units) -> int:
        """The most units that these reductions take off together."""
        if not ready or not units:
            return 0
        key = ready, units
        if key not in self._most:
            self._most[key] = self._search(ready, units)
        return self._most[key]

    def _search(self, ready: tuple[int, ...], units: _Units) -> int:
        first, best = self._order[ready[0]], 0
        ceiling = min(len(units), sum(self._order[i].amount for i in ready))
        ways = _spreads(first, units, self._table) if first.abutting else _full(first, units)
        for rest in ways:
            best = max(best, len(units) - len(rest) + self._taken(ready[1:], rest))
            if best == ceiling:
                break
        return best


def _touched(reduction: Reduction, table: Sequence[Water]) -> frozenset[int]:
    """The waters that a reduction may apply to."""
    found = reduction.waters
    for _ in range(reduction.amount - 1 if reduction.abutting else 0):
        found = found.union(*(table[water].abuts for water in found))
    return found


def _full(reduction: Reduction, units: _Units) -> Iterator[_Units]:
    """What may be left after a reduction that takes all it can: none after it needs neighbouring zones."""
    each = [unit for unit in units if unit in reduction.waters]
    for taken in set(combinations(each, min(reduction.amount, len(each)))):
        yield _less(units, *taken)


def _spreads(reduction: Reduction, units: _Units, table: Sequence[Water]) -> Iterator[_Units]:
    """What may be left after a reduction that spreads to zones which adjoin one that it took."""
    yield units
    for start in sorted(reduction.waters.intersection(units)):
        yield from _spread(_less(units, start), {start}, reduction.amount - 1, table)


def _spread(units: _Units, taken: set[int], amount: int, table: Sequence[Water]) -> Iterator[_Units]:
    """Further units: more of a ferry, or of zones that adjoin one that was taken."""
    yield units
    if not amount:
        return
    near = {other for water in taken for other in table[water].abuts} - taken
    near |= {water for water in taken if table[water].ferry}
    for water in sorted(near.intersection(units)):
        yield from _spread(_less(units, water), taken | {water}, amount - 1, table)


def _less(units: _Units, *waters: int) -> _Units:
    left = list(units)
    for water in waters:
        left.remove(water)
    return tuple(left)
