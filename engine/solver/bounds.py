"""What a plain route can still earn from where it is: bounds for the search of `engine.solver.walks`.

Track may have prices, in `SCALE` parts of money: then routes are compared by their gain, which is what they
earn less the prices of what they use. All bounds are of gains.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import chain

from engine.solver.clock import NEVER
from engine.solver.graph import Node
from engine.solver.problem import Kind
from engine.solver.rides import Step, steps_of
from engine.solver.sums import Sums

SCALE = 100


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of each bit of track, and of each pass of a stop or junction."""

    track: Sequence[int] = ()
    passes: Mapping[Node, int] = field(default_factory=dict)


class Limit(ABC):
    """An upper bound on the gain from here on. ``prices``: None where gains are what routes earn.

    values: the gain of each stop by itself; fees: the price of each arc, by its number; adds: what each arc
    adds to the gain; tolls: the price of passing each node.
    """

    def __init__(self, kind: Kind, prices: Prices | None = None) -> None:
        self.kind, graph = kind, kind.graph
        self.steps = steps_of(kind)
        self.scale = 1 if prices is None else SCALE
        self.values = [value * self.scale for value in kind.values]
        self.fees, self.tolls = [0] * sum(map(len, graph.arcs)), [0] * len(graph.arcs)
        if prices is not None:
            self._price(prices)
        earned = [*self.values, *[0] * (len(graph.arcs) - len(self.values))]
        self.adds = [earned[arc.to] - self.fees[n] for n, arc, *_ in chain.from_iterable(self.steps)]

    def _price(self, prices: Prices) -> None:
        graph = self.kind.graph
        costs = Sums(prices.track)
        priced = sum(1 << bit for bit, price in enumerate(prices.track) if price)
        for number, _, bits, _ in (step for steps in self.steps for step in steps):
            self.fees[number] = costs[(bits & ~graph.common) >> graph.track_shift & priced]
        self.tolls = [prices.passes.get(name, 0) for name in graph.names]

    @abstractmethod
    def overall(self) -> int:
        """What no route exceeds."""

    @abstractmethod
    def ahead(self, number: int, left: int, used: int, second: Sequence[Step]) -> int:
        """The most that is added after the arc of this number; ``second`` begins the second arm if any."""


class Richest(Limit):
    """Reach in stops: as many of the most valuable stops that were not visited."""

    def __init__(self, kind: Kind, prices: Prices | None = None) -> None:
        super().__init__(kind, prices)
        best: dict[int, tuple[int, bool]] = {}
        gains, graph = self._gains(), kind.graph
        for gain, bit, passable in zip(gains, graph.stop_bits, graph.passable, strict=True):
            known = best.get(bit, (0, False))
            best[bit] = (max(gain, known[0]), passable or known[1])
        order = sorted(best.items(), key=lambda entry: (-entry[1][0], entry[0]))
        self._order = [(gain, bit, passable) for bit, (gain, passable) in order]

    def _gains(self) -> list[int]:
        """The most that each stop adds: every stop but the first is come to by an arc."""
        if self.scale == 1:
            return self.values
        cheapest: dict[int, int] = {}
        for number, arc, _, _ in (step for steps in self.steps for step in steps):
            cheapest[arc.to] = min(self.fees[number], cheapest.get(arc.to, NEVER))
        return [value - cheapest.get(node, value) for node, value in enumerate(self.values)]

    def overall(self) -> int:
        assert self.scale == 1
        return self._most(0, self.kind.reach, 2)

    def ahead(self, number: int, left: int, used: int, second: Sequence[Step]) -> int:
        return self._most(used, left, 2 if second else 1)

    def _most(self, used: int, left: int, ends: int) -> int:
        """With ``left`` further stops, ``ends`` of which may be places to end only."""
        total = 0
        for gain, bit, passable in self._order:
            if not left or gain <= 0:
                break
            if used & bit:
                continue
            if not passable:
                if not ends:
                    continue
                ends -= 1
            total += gain
            left -= 1
        return total


class Near(Richest):
    """Reach in stops: also no more than the best walk on, which may come to a stop again."""

    def __init__(self, kind: Kind, prices: Prices | None = None) -> None:
        super().__init__(kind, prices)
        self._arcs = [
            (number, node, arc.to) for node, here in enumerate(self.steps) for number, arc, *_ in here
        ]
        self._back: dict[int, list[tuple[int, int]]] = {}
        for number, node, to in self._arcs:
            if to >= len(self.values):
                self._back.setdefault(to, []).append((number, node))
        self._on = [[0] * len(self.values) + [-NEVER] * (len(self.steps) - len(self.values))]
        while len(self._on) < max(1, kind.reach):
            self._on.append(self._further())
        self._ends = {number: to for number, _, to in self._arcs}

    def _further(self) -> list[int]:
        """The most that is gained from each node on with one stop more than was looked at before."""
        stops, passable, before = len(self.values), self.kind.graph.passable, self._on[-1]
        after = [
            value + (max(0, before[node] - self.tolls[node]) if passable[node] else 0)
            for node, value in enumerate(self.values)
        ]
        best = [-NEVER] * len(self.steps)
        for number, node, to in self._arcs:
            if to < stops:
                best[node] = max(best[node], after[to] - self.fees[number])
        heap = [(-gain, node) for node, gain in enumerate(best) if node >= stops and gain > -NEVER]
        heapify(heap)
        while heap:
            lost, here = heappop(heap)
            if -lost < best[here]:
                continue
            for number, node in self._back.get(here, ()):
                gain = -lost - self.tolls[here] - self.fees[number]
                if gain > best[node]:
                    best[node] = gain
                    if node >= stops:
                        heappush(heap, (-gain, node))
        return best

    def ahead(self, number: int, left: int, used: int, second: Sequence[Step]) -> int:
        richest = super().ahead(number, left, used, second)
        node = self._ends[number]
        if node < len(self.values) and not self.kind.graph.passable[node]:
            first = [0] * (left + 1)
        else:
            least = 0 if node < len(self.values) else -NEVER
            toll = self.tolls[node]
            first = [max(least, self._on[part][node] - toll) for part in range(left + 1)]
        if not second:
            return min(richest, first[left])
        return min(richest, max(first[part] + self._begun(second, left - part) for part in range(left + 1)))

    def _begun(self, second: Sequence[Step], left: int) -> int:
        """The most that a second arm gains with so many stops."""
        if not left:
            return 0
        best, stops = 0, len(self.values)
        for number, arc, *_ in second:
            to = arc.to
            if to >= stops:
                gain = self._on[left][to] - self.tolls[to]
            elif self.kind.graph.passable[to]:
                gain = self.values[to] + max(0, self._on[left - 1][to] - self.tolls[to])
            else:
                gain = self.values[to]
            best = max(best, gain - self.fees[number])
        return best


class Walks(Limit):
    """Reach in hex sides: the best walk on from an arc, which may come to a stop again but not turn back."""

    def __init__(self, kind: Kind, prices: Prices | None = None) -> None:
        super().__init__(kind, prices)
        self._step = {step[0]: step for steps in self.steps for step in steps}
        self._known: dict[tuple[int, int], int] = {}
        self._all = sum(value for value in self.values if value > 0)

    def overall(self) -> int:
        both = 2 * max((self._best(steps, self.kind.reach, 0) for steps in self.steps), default=0)
        return max(self.values, default=0) + both

    def ahead(self, number: int, left: int, used: int, second: Sequence[Step]) -> int:
        first = self._after(number, left)
        if not second:
            return first
        return max(
            self._after(number, part) + self._best(second, left - part, used) for part in range(left + 1)
        )

    def _best(self, steps: Sequence[Step], left: int, used: int) -> int:
        """The best walk that begins with one of these arcs."""
        best = 0
        for number, _, bits, cost in steps:
            if cost <= left and not bits & used:
                best = max(best, self.adds[number] + self._after(number, left - cost))
        return best

    def _after(self, number: int, left: int) -> int:
        """The best walk on from the end of an arc."""
        known = self._known.get((number, left))
        if known is None:
            self._known[number, left] = self._all
            _, arc, bits, _ = self._step[number]
            stops = len(self.kind.values)
            onward = () if arc.to < stops and not self.kind.graph.passable[arc.to] else self.steps[arc.to]
            known = max(0, self._best(onward, left, bits) - self.tolls[arc.to])
            self._known[number, left] = known
        return known
