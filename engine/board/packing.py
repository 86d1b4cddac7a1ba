"""Choose a route for each train so that no track is used twice and the sum is the best: exact.

Every hex side gets a price, and so does passing a junction or stop where an odd number of tracks meets (three
tracks let one train through, five let two). Trains that pay these prices bound from above what any set earns;
prices are improved step by step (subgradient). Routes that cannot reach the floor at these prices are left
out, and branch and bound goes over the rest, ordered by what they earn beyond their prices.

All sums are ints, in hundredths of money, so bounds are exact.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul

SCALE = 100
# Pricing and branch and bound take turns: so many steps, then so many nodes, twice as many each time.
PRICE_STEPS, FIRST_NODES = 15, 300
# How much shorter the steps of pricing become after one that did not help.
SLOWER = 0.96


@dataclass(frozen=True, slots=True)
class Column:
    """A route in a table: what it earns, the track it takes, the resources it uses, the stops it visits."""

    value: int
    taken: int
    uses: tuple[int, ...]
    visits: int
    route: int


_Ranked = tuple[int, int, Column]
_Chosen = tuple[Column | None, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """A chosen set: what it earns and, for each train, the number of its route (None: none)."""

    value: int
    routes: tuple[int | None, ...]


@dataclass
class Packing:
    """One choice to make.

    kinds: the table of each train, trains of a kind adjacent. tables: columns by kind. capacity: of each
    resource. unit: all values are multiples of it. floor: the least value that is wanted; it rises once
    ``count`` sets that differ in their visits are kept. tick: called at each step, may raise.
    """

    kinds: Sequence[int]
    tables: dict[int, list[Column]]
    capacity: Sequence[int]
    unit: int
    floor: int
    count: int
    tick: Callable[[], None]
    kept: dict[tuple[int, ...], Pick] = field(default_factory=dict)
    bound: int | None = None
    _prices: list[int] = field(default_factory=list)
    _speed: float = 1.0
    _paid: int = 0
    _left: dict[int, list[_Ranked]] = field(default_factory=dict)
    _nodes: int = 0

    def run(self) -> None:
        """Find the wanted sets."""
        self._prices = [0] * len(self.capacity)
        nodes = FIRST_NODES
        while self._price():
            self._drop()
            self._nodes = nodes
            if self._branch():
                return
            nodes *= 2

    # --- prices

    def _price(self) -> bool:
        """Improve the prices; False when they prove that no further set is wanted."""
        prices, best = self._prices, None
        for _ in range(PRICE_STEPS):
            self.tick()
            bound, used = self._value_at(prices)
            if best is None or bound < best:
                best, self._prices = bound, prices
            else:
                self._speed *= SLOWER
            gap = bound - self.floor * SCALE
            if gap < 0:
                break
            pull = [
                use - cap if use > cap or price else 0
                for use, cap, price in zip(used, self.capacity, prices, strict=True)
            ]
            length = sum(map(mul, pull, pull))
            if not length:
                break
            step = self._speed * gap / length
            prices = [max(0, price + int(step * way)) for price, way in zip(prices, pull, strict=True)]
        assert best is not None
        self.bound = best // SCALE if self.bound is None else min(self.bound, best // SCALE)
        return best >= self.floor * SCALE

    def _value_at(self, prices: list[int]) -> tuple[int, list[int]]:
        """The bound at these prices, and how often each resource is asked for."""
        bound, used = sum(map(mul, prices, self.capacity)), [0] * len(prices)
        for kind, trains in Counter(self.kinds).items():
            table = self.tables[kind]
            gains = _gains(table, prices)
            for i in heapq.nlargest(trains, range(len(gains)), key=gains.__getitem__):
                if gains[i] > 0:
                    bound += gains[i]
                    for use in table[i].uses:
                        used[use] += 1
        return bound, used

    def _drop(self) -> None:
        """Leave out routes with which no wanted set is possible, and order the rest."""
        bound, _ = self._value_at(self._prices)
        self._paid = sum(map(mul, self._prices, self.capacity))
        for kind, trains in Counter(self.kinds).items():
            gains = _gains(self.tables[kind], self._prices)
            weakest = max(0, min(heapq.nlargest(trains, gains))) if len(gains) >= trains else 0
            need = self.floor * SCALE - bound + weakest
            pairs = zip(gains, self.tables[kind], strict=True)
            ranked = [(gain, column.taken, column) for gain, column in pairs if gain >= need]
            self.tables[kind] = [column for _, _, column in ranked]
            self._left[kind] = sorted(ranked, key=lambda rank: -rank[0])

    # --- branch and bound

    def _branch(self) -> bool:
        """Try all sets that can reach the floor; False when the nodes of this round ran out."""
        try:
            self._place(0, self._paid, (), self._left)
        except _OutOfNodes:
            return False
        return True

    def _place(self, value: int, promise: int, chosen: _Chosen, left: Mapping[int, list[_Ranked]]) -> None:
        """Try every route for the next train beside those chosen.

        ``left`` are the routes, by kind, that are free of chosen track; trains of a kind choose in order.
        ``promise`` is what no set that begins like this one exceeds, less the gains of the other trains.
        """
        self._count_node()
        kind, later = self.kinds[len(chosen)], self.kinds[len(chosen) + 1 :]
        rest = promise + sum(max(0, left[other][0][0]) for other in later if left[other])
        columns = left[kind]
        for i, (gain, taken, column) in enumerate(columns):
            if rest + gain < self.floor * SCALE:
                break
            picked = (*chosen, column)
            if later:
                free = {
                    other: [
                        rank
                        for rank in (columns[i + 1 :] if other == kind else left[other])
                        if not rank[1] & taken
                    ]
                    for other in dict.fromkeys(later)
                }
                self._place(value + column.value, promise + gain, picked, free)
            elif value + column.value >= self.floor:
                self._keep(value + column.value, picked)
        if rest >= self.floor * SCALE:
            self._stay(value, promise, chosen, left)

    def _stay(self, value: int, promise: int, chosen: _Chosen, left: Mapping[int, list[_Ranked]]) -> None:
        """The next train and all others of its kind stay at home."""
        kind = self.kinds[len(chosen)]
        chosen = (*chosen, *(None for other in self.kinds[len(chosen) :] if other == kind))
        if len(chosen) < len(self.kinds):
            self._place(value, promise, chosen, left)
        elif value >= self.floor:
            self._keep(value, chosen)

    def _count_node(self) -> None:
        self.tick()
        self._nodes -= 1
        if not self._nodes:
            raise _OutOfNodes

    def _keep(self, value: int, columns: _Chosen) -> None:
        """Remember a set unless one with the same stops is known; when all are found the floor rises."""
        visits = tuple(sorted(column.visits for column in columns if column))
        self.kept.setdefault(
            visits, Pick(value, tuple(column.route if column else None for column in columns))
        )
        if len(self.kept) >= self.count:
            values = sorted((pick.value for pick in self.kept.values()), reverse=True)
            self.floor = values[self.count - 1] + self.unit


class _OutOfNodes(Exception):
    """The nodes of a round of branch and bound are used up."""


def _gains(table: Sequence[Column], prices: list[int]) -> list[int]:
    """What each route earns beyond the prices of what it uses."""
    price = prices.__getitem__
    return [column.value * SCALE - sum(map(price, column.uses)) for column in table]
