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

SCALE = 100
# Pricing and branch and bound take turns: rounds of steps, then nodes, of these twice as many each time.
PRICE_ROUNDS, PRICE_STEPS, FIRST_NODES = 3, 30, 300
# Prices are tuned on a core of each table only: the routes that gained most when the whole was looked at.
CORE = 60
# How much shorter the steps of pricing become after one that did not help.
SLOWER = 0.92


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
    ``count`` sets that differ in their visits or their pay are kept. tick: called at each step, may raise.
    """

    kinds: Sequence[int]
    tables: dict[int, list[Column]]
    capacity: Sequence[int]
    unit: int
    floor: int
    count: int
    tick: Callable[[int], None]
    kept: dict[tuple[tuple[int, int], ...], Pick] = field(default_factory=dict)
    _bound: int | None = None
    _core: dict[int, dict[int, Column]] = field(default_factory=dict)
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

    @property
    def bound(self) -> int | None:
        """What no set exceeds, as far as the prices tell."""
        return None if self._bound is None else self._bound // SCALE // self.unit * self.unit

    # --- prices

    def _price(self) -> bool:
        """Improve the prices; False when they prove that no further set is wanted."""
        prices = self._prices
        for _ in range(PRICE_ROUNDS):
            self.tick(PRICE_STEPS)
            bound = self._bound_at(prices)
            if self._bound is None or bound < self._bound:
                self._bound, self._prices = bound, prices
            else:
                self._speed *= SLOWER
            if bound < self.floor * SCALE:
                return False
            prices = self._tuned(prices)
        return True

    def _bound_at(self, prices: list[int]) -> int:
        """What no set exceeds at these prices. The routes that gain most join the core."""
        bound = _cost(prices, self.capacity)
        for kind, trains in Counter(self.kinds).items():
            table = self.tables[kind]
            gains = _gains(table, prices)
            best = heapq.nlargest(max(trains, CORE), range(len(gains)), key=gains.__getitem__)
            bound += sum(max(0, gains[i]) for i in best[:trains])
            self._core.setdefault(kind, {}).update((table[i].route, table[i]) for i in best)
        return bound

    def _tuned(self, prices: list[int]) -> list[int]:
        """Better prices as far as the core of the tables tells: steps against what is asked for too often."""
        best, found = None, prices
        for _ in range(PRICE_STEPS):
            bound, used = self._demand(prices)
            if best is None or bound < best:
                best, found = bound, prices
            pull = [
                use - cap if use > cap or price else 0
                for use, cap, price in zip(used, self.capacity, prices, strict=True)
            ]
            length = sum(way * way for way in pull)
            if bound < self.floor * SCALE or not length:
                break
            step = self._speed * (bound - self.floor * SCALE) / length
            prices = [max(0, price + int(step * way)) for price, way in zip(prices, pull, strict=True)]
        return found

    def _demand(self, prices: list[int]) -> tuple[int, list[int]]:
        """The bound for the core at these prices, and how often each resource is asked for."""
        bound, used = _cost(prices, self.capacity), [0] * len(prices)
        for kind, trains in Counter(self.kinds).items():
            core = [*self._core[kind].values()]
            gains = _gains(core, prices)
            for i in heapq.nlargest(trains, range(len(gains)), key=gains.__getitem__):
                if gains[i] > 0:
                    bound += gains[i]
                    for use in core[i].uses:
                        used[use] += 1
        return bound, used

    def _drop(self) -> None:
        """Leave out routes with which no wanted set is possible, and order the rest."""
        bound = self._bound_at(self._prices)
        self._paid = _cost(self._prices, self.capacity)
        for kind, trains in Counter(self.kinds).items():
            gains = _gains(self.tables[kind], self._prices)
            weakest = max(0, min(heapq.nlargest(trains, gains))) if len(gains) >= trains else 0
            need = self.floor * SCALE - bound + weakest
            pairs = zip(gains, self.tables[kind], strict=True)
            ranked = [(gain, column.taken, column) for gain, column in pairs if gain >= need]
            self.tables[kind] = [column for _, _, column in ranked]
            self._core[kind] = {c.route: c for c in self.tables[kind] if c.route in self._core[kind]}
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
        self.tick(1)
        self._nodes -= 1
        if not self._nodes:
            raise _OutOfNodes

    def _keep(self, value: int, columns: _Chosen) -> None:
        """Remember a set unless one with its stops and pay is known; the floor rises when all are found."""
        visits = tuple(sorted((column.visits, column.value) for column in columns if column))
        self.kept.setdefault(
            visits, Pick(value, tuple(column.route if column else None for column in columns))
        )
        if len(self.kept) >= self.count:
            values = sorted((pick.value for pick in self.kept.values()), reverse=True)
            self.floor = values[self.count - 1] + self.unit


class _OutOfNodes(Exception):
    """The nodes of a round of branch and bound are used up."""


def _cost(prices: Sequence[int], capacity: Sequence[int]) -> int:
    """What all there is of the resources costs."""
    return sum(price * cap for price, cap in zip(prices, capacity, strict=True))


def _gains(table: Sequence[Column], prices: list[int]) -> list[int]:
    """What each route earns beyond the prices of what it uses."""
    price = prices.__getitem__
    return [column.value * SCALE - sum(map(price, column.uses)) for column in table]
