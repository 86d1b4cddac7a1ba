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

from engine.solver.clock import NEVER
from engine.solver.graph import ones
from engine.solver.kept import Kept
from engine.solver.sums import Sums
from engine.solver.tuning import Tuner

SCALE = 100
# Pricing and branch and bound take turns: steps, then nodes, twice as many of these each time.
FIRST_STEPS, MOST_STEPS, FIRST_NODES = 15, 60, 200
# Prices are tuned on a core of each table only: the routes that gained most when the whole was looked at.
CORE = 40
# Routes looked at for one step that is counted.
COST = 8
# How much shorter the steps of pricing become after one that did not help.
SLOWER = 0.92


@dataclass(frozen=True, slots=True)
class Column:
    """A route in a table: what it earns, the track it takes, the resources it uses, the stops it visits.

    ``uses`` is a mask; a resource that the route uses twice counts once.
    """

    value: int
    taken: int
    uses: int
    visits: int
    route: int


_Ranked = tuple[int, int, Column]
_Chosen = tuple[Column | None, ...]


@dataclass
class Packing:
    """One choice to make.

    kinds: the table of each train, trains of a kind adjacent. tables: columns by kind. capacity: of each
    resource. kept: takes the sets found, for each train the number of its route (None: none); they differ in
    their visits or their pay. tick: called at each step, may raise. prices: to begin with, of each resource.
    """

    kinds: Sequence[int]
    tables: dict[int, list[Column]]
    capacity: Sequence[int]
    kept: Kept[tuple[int | None, ...]]
    tick: Callable[[int], None]
    prices: Sequence[int] = ()
    _bound: int | None = None
    _core: dict[int, dict[int, tuple[int, tuple[int, ...]]]] = field(default_factory=dict)
    _prices: Sequence[int] = ()
    _paid: int = 0
    _left: dict[int, list[_Ranked]] = field(default_factory=dict)
    _nodes: int = 0

    def __post_init__(self) -> None:
        self._tuner = Tuner(self.capacity, [NEVER * SCALE] * len(self.capacity), SLOWER)

    def run(self) -> None:
        """Find the wanted sets."""
        self._begin()
        steps, nodes = FIRST_STEPS, FIRST_NODES
        while self._price(steps):
            self._drop()
            self._nodes = nodes
            if self._branch():
                return
            steps, nodes = min(2 * steps, MOST_STEPS), 2 * nodes

    @property
    def bound(self) -> int | None:
        """What no set exceeds, as far as the prices tell."""
        unit = self.kept.unit
        return None if self._bound is None else self._bound // SCALE // unit * unit

    def _begin(self) -> None:
        self._prices = [*self.prices] or [0] * len(self.capacity)
        self._bound = self._bound_at(self._prices)

    # --- prices

    def tuned(self, steps: int) -> Sequence[int]:
        """The best prices after some more steps, as far as the tables tell."""
        if self._bound is None:
            self._begin()
        self._improve(steps)
        return self._prices

    def join(self, kind: int, columns: Sequence[Column]) -> None:
        """Further columns for a table."""
        self.tables[kind] += columns
        self._bound = self._bound_at(self._prices)

    def best_gain(self, kind: int, prices: Sequence[int]) -> int:
        """The most that a column gains at these prices."""
        return max(self._gains(self.tables[kind], prices), default=0)

    def cost(self, prices: Sequence[int]) -> int:
        """What all resources cost."""
        return _cost(prices, self.capacity)

    def _price(self, steps: int) -> bool:
        """Improve the prices; False when they prove that no further set is wanted."""
        for _ in range(2):
            if self._floor > self._least:
                return False
            self._improve(steps)
        return self._floor <= self._least

    def _improve(self, steps: int) -> None:
        prices = self._tuned(steps)
        bound = self._bound_at(prices)
        if bound < self._least:
            self._bound, self._prices = bound, prices
        else:
            self._tuner.slow_down()

    @property
    def _least(self) -> int:
        """The least bound so far, in hundredths."""
        assert self._bound is not None
        return self._bound

    @property
    def _floor(self) -> int:
        """The floor in hundredths."""
        return self.kept.floor * SCALE

    def _bound_at(self, prices: Sequence[int]) -> int:
        """What no set exceeds at these prices. The routes that gain most join the core."""
        bound = _cost(prices, self.capacity)
        for kind, trains in Counter(self.kinds).items():
            table = self.tables[kind]
            gains = self._gains(table, prices)
            best = heapq.nlargest(max(trains, CORE), range(len(gains)), key=gains.__getitem__)
            bound += sum(max(0, gains[i]) for i in best[:trains])
            core = self._core.setdefault(kind, {})
            for i in best:
                if table[i].route not in core:
                    core[table[i].route] = table[i].value * SCALE, tuple(ones(table[i].uses))
        return bound

    def _gains(self, table: Sequence[Column], prices: Sequence[int]) -> list[int]:
        """What each route earns beyond the prices of what it uses."""
        self.tick(1 + len(table) // COST)
        priced = sum(1 << i for i, price in enumerate(prices) if price)
        costs = Sums(prices)
        return [column.value * SCALE - costs[column.uses & priced] for column in table]

    def _tuned(self, steps: int) -> Sequence[int]:
        """Better prices as far as the core of the tables tells."""
        active = sorted({use for core in self._core.values() for _, uses in core.values() for use in uses})
        return self._tuner.tuned(self._prices, self._least, self._floor, steps, self._demand, active)

    def _demand(self, prices: Sequence[int]) -> tuple[int, list[int]]:
        """The bound for the core at these prices, and how often each resource is asked for."""
        self.tick(1 + sum(map(len, self._core.values())) // COST)
        bound, used, price = _cost(prices, self.capacity), [0] * len(prices), prices.__getitem__
        for kind, trains in Counter(self.kinds).items():
            core = [*self._core[kind].values()]
            gains = [value - sum(map(price, uses)) for value, uses in core]
            for i in heapq.nlargest(trains, range(len(gains)), key=gains.__getitem__):
                if gains[i] > 0:
                    bound += gains[i]
                    for use in core[i][1]:
                        used[use] += 1
        return bound, used

    def _drop(self) -> None:
        """Leave out routes with which no wanted set is possible, and order the rest."""
        self._paid = _cost(self._prices, self.capacity)
        for kind, trains in Counter(self.kinds).items():
            gains = self._gains(self.tables[kind], self._prices)
            weakest = max(0, min(heapq.nlargest(trains, gains))) if len(gains) >= trains else 0
            need = self._floor - self._least + weakest
            pairs = zip(gains, self.tables[kind], strict=True)
            ranked = [(gain, column.taken, column) for gain, column in pairs if gain >= need]
            self.tables[kind] = [column for _, _, column in ranked]
            known = self._core[kind]
            self._core[kind] = {c.route: known[c.route] for _, _, c in ranked if c.route in known}
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
        self._count_node(sum(map(len, left.values())))
        kind, later = self.kinds[len(chosen)], self.kinds[len(chosen) + 1 :]
        rest = promise + sum(max(0, left[other][0][0]) for other in later if left[other])
        columns = left[kind]
        for i, (gain, taken, column) in enumerate(columns):
            if rest + gain < self._floor:
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
            elif value + column.value >= self.kept.floor:
                self._keep(value + column.value, picked)
        if rest >= self._floor:
            self._stay(value, promise, chosen, left)

    def _stay(self, value: int, promise: int, chosen: _Chosen, left: Mapping[int, list[_Ranked]]) -> None:
        """The next train and all others of its kind stay at home."""
        kind = self.kinds[len(chosen)]
        chosen = (*chosen, *(None for other in self.kinds[len(chosen) :] if other == kind))
        if len(chosen) < len(self.kinds):
            self._place(value, promise, chosen, left)
        elif value >= self.kept.floor:
            self._keep(value, chosen)

    def _count_node(self, routes: int) -> None:
        self.tick(1 + routes // COST)
        self._nodes -= 1
        if not self._nodes:
            raise _OutOfNodes

    def _keep(self, value: int, columns: _Chosen) -> None:
        """Remember a set unless one with its stops and pay is known."""
        visits = tuple(sorted((column.visits, column.value) for column in columns if column))
        self.kept.add(visits, value, tuple(column.route if column else None for column in columns))


class _OutOfNodes(Exception):
    """The nodes of a round of branch and bound are used up."""


def _cost(prices: Sequence[int], capacity: Sequence[int]) -> int:
    """What all there is of the resources costs."""
    return sum(price * cap for price, cap in zip(prices, capacity, strict=True))
