"""What a route earns a train, and how much of its reach it uses up: `Kind` made good, route by route."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from engine.solver.graph import Water
from engine.solver.problem import Kind, Pay, Reduction

Waters = tuple[int, ...]
_Units = tuple[int, ...]


class Judge:
    """Judges routes of trains of a kind; it remembers what reductions make of the same water."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.relief = sum(reduction.amount for reduction in kind.reductions)
        """No route has more units of water reduced."""
        self._reduced: dict[tuple[tuple[Reduction, ...], Waters], int] = {}

    def value(self, nodes: Sequence[int], waters: Waters, land: int, borders: int) -> int | None:
        """What a route earns; None when it is not legal.

        nodes: the stops that it visits, each once; waters: sea zones each time that it enters one, ferries
        once; land: the hex sides that it crosses on land; borders: all that it crosses.
        """
        kind = self.kind
        spare = kind.reach - self.used(nodes, borders) - self.counted(nodes, waters)
        if spare < 0 or len(nodes) < kind.fewest:
            return None
        if any(group.isdisjoint(nodes) for group in kind.must):
            return None
        earned = kind.base
        for bonus in kind.bonuses:
            if (land or not bonus.land) and not any(group.isdisjoint(nodes) for group in bonus.groups):
                earned += bonus.amount
            elif bonus.required:
                return None
        return earned + sum(value for _, value in self.paid(nodes, spare))

    def used(self, nodes: Sequence[int], borders: int) -> int:
        """How much of the reach stops and hex sides use up."""
        if self.kind.hexes:
            return borders
        return sum(self._is_large(node) and node not in self.kind.free for node in nodes)

    def counted(self, nodes: Collection[int], waters: Waters) -> int:
        """How much of the reach water uses up, after all reductions."""
        if not waters:
            return 0
        table = self.kind.graph.waters
        ready = tuple(r for r in self.kind.reductions if not r.stops or not r.stops.isdisjoint(nodes))
        key = ready, tuple(sorted(waters))
        if key not in self._reduced:
            units = [0] * len(table)
            for water in waters:
                units[water] += table[water].cost
            self._reduced[key] = sum(units) - _most_reduced(ready, tuple(units), table)
        return self._reduced[key]

    def paid(self, nodes: Sequence[int], spare: int) -> list[tuple[int, int]]:
        """The stops that pay and what, two in one twice; ``spare`` is what the route leaves of the reach."""
        kind, pay = self.kind, self.kind.pay
        if pay is None:
            return [(node, kind.values[node]) for node in nodes]
        order = sorted(nodes, key=lambda node: (-kind.values[node], node))
        large = [node for node in order if node not in pay.small]
        small = [n for node in order if node in pay.small for n in [node] * (1 + (node in pay.twins))]
        slots = self._slots(len(large) + len(small), [n for n in large if n not in kind.free], spare)
        chosen, small = small[: pay.towns], small[pay.towns :]
        kept = [node for node in large if node in kind.free]
        able = [node for node in large if node not in kind.free]
        if pay.fill and slots:
            one = able[:1] if not kept else []
            rest = sorted(able[len(one) :] + small, key=lambda node: (-kind.values[node], node))
            kept += one + rest[: slots - len(one)]
        else:
            kept += able[:slots]
        kept.sort(key=lambda node: (-kind.values[node], node))
        return [*self._doubled(pay, kept), *((node, kind.values[node]) for node in chosen)]

    def _slots(self, visited: int, able: Sequence[int], spare: int) -> int:
        """How many stops pay in the place of a large one."""
        pay = self.kind.pay
        slots = visited if self.kind.hexes else len(able) + spare
        return slots if pay is None or pay.most is None else min(slots, pay.most)

    def _doubled(self, pay: Pay, kept: Sequence[int]) -> Iterator[tuple[int, int]]:
        values, left = self.kind.values, pay.doubled
        for node in kept:
            if left is None or node in pay.small:
                yield node, values[node]
            else:
                yield node, values[node] if left > 0 else pay.lesser[node]
                left -= 1

    def _is_large(self, node: int) -> bool:
        return self.kind.pay is None or node not in self.kind.pay.small


def _most_reduced(reductions: Sequence[Reduction], units: _Units, table: Sequence[Water]) -> int:
    """The most units that these reductions take off together."""
    if not reductions:
        return 0
    first, *rest = reductions
    ways = set(_ways(first, units, table))
    return max(
        sum(units) - sum(left) + _most_reduced(rest, left, table) if rest else sum(units) - sum(left)
        for left in ways
    )


def _ways(reduction: Reduction, units: _Units, table: Sequence[Water]) -> Iterator[_Units]:
    """What may be left of the units after a reduction."""
    yield units
    if reduction.abutting:
        starts = [water for water in sorted(reduction.waters) if units[water]]
        for start in starts:
            yield from _spread(_less(units, start), {start}, reduction.amount - 1, table)
        return
    each = [water for water in sorted(reduction.waters) for _ in range(min(units[water], reduction.amount))]
    for amount in range(1, min(reduction.amount, len(each)) + 1):
        for taken in set(combinations(each, amount)):
            yield _less(units, *taken)


def _spread(units: _Units, taken: set[int], amount: int, table: Sequence[Water]) -> Iterator[_Units]:
    """Further units: more of a ferry, or of zones that adjoin one that was taken."""
    yield units
    if not amount:
        return
    near = {other for water in taken for other in table[water].abuts} - taken
    near |= {water for water in taken if table[water].ferry}
    for water in sorted(near):
        if units[water]:
            yield from _spread(_less(units, water), taken | {water}, amount - 1, table)


def _less(units: _Units, *waters: int) -> _Units:
    left = list(units)
    for water in waters:
        left[water] -= 1
    return tuple(left)
