"""Depth-first search of routes for trains whose routes are not `Kind.plain`: water, small stops, bonuses.

It goes as `engine.solver.walks` does (routes belong to their first anchor, two arms lead from there) and
keeps what `Judge` wants to know: stops visited, water entered, whether land lay between two crossings.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from engine.solver.graph import Arc, TrackGraph
from engine.solver.judging import Judge
from engine.solver.problem import Kind

Trail = tuple["Trail | None", Arc]
"""The arcs of an arm, from the last one back."""
Step = tuple[int, Arc, int, int]
"""An arc on the way: its number, itself, its bits, how much of the reach it uses up."""
Note = Callable[[int, int, int, tuple[Trail | None, Trail | None]], int]
"""Takes a route (value, bits, anchor, arms); answers the least value that is of use from now on."""


class At(NamedTuple):
    """Where a route stands and what it did so far.

    left: of the reach, as if no water counted; wet: the units of water; zones: those of the crossing that it
    is on, as a mask; dry: whether it crossed land since its last crossing (or had none); early: whether the
    first arm began a crossing before it crossed land.
    """

    used: int
    left: int
    nodes: tuple[int, ...]
    seen: int
    waters: tuple[int, ...] = ()
    wet: int = 0
    land: int = 0
    borders: int = 0
    zones: int = 0
    dry: bool = True
    early: bool = False


def begun(judge: Judge, anchor: int, barred: int = 0) -> At:
    """Where a route stands that begins at a stop; ``barred``: bits that it may not use."""
    kind, bit = judge.kind, judge.kind.graph.stop_bits[anchor]
    left = kind.reach - (0 if kind.hexes else judge.used((anchor,), 0))
    return At(barred if kind.graph.returns(anchor) else barred | bit, left, (anchor,), bit)


def after(judge: Judge, node: int, at: At, arc: Arc, cost: int) -> At | None:
    """Where a route stands after an arc of this cost; None when it may not go there."""
    if at.used & arc.bits:
        return None
    kind, graph = judge.kind, judge.kind.graph
    stop = arc.to < len(kind.values)
    met = stop and bool(at.seen & graph.stop_bits[arc.to])
    left = at.left - (0 if met and not kind.hexes else cost)
    waters, wet = at.waters, at.wet
    if arc.waters:
        new = judge.entered(arc.waters, waters)
        waters, wet = waters + new, wet + judge.units(new)
    if left - max(0, wet - judge.relief) < 0:
        return None
    crossing = _crossing(graph, node, at, arc)
    if crossing is None:
        return None
    zones, dry, early = crossing
    nodes, seen = at.nodes, at.seen
    if stop and not met:
        nodes, seen = (*nodes, arc.to), seen | graph.stop_bits[arc.to]
    return At(
        at.used | arc.bits, left, nodes, seen, waters, wet,
        at.land + arc.land, at.borders + arc.borders, zones, dry, early,
    )  # fmt: skip


def _crossing(graph: TrackGraph, node: int, at: At, arc: Arc) -> tuple[int, bool, bool] | None:
    """The zones of the crossing, whether land was crossed since, whether the arm began with one."""
    here, there = graph.zones.get(node), graph.zones.get(arc.to)
    if there is None:
        return 0, bool(arc.land) if here is not None else at.dry or bool(arc.land), at.early
    if here is not None and not arc.ashore:
        return None if at.zones >> there & 1 else (at.zones | 1 << there, at.dry, at.early)
    if here is not None:
        return (1 << there, True, at.early) if arc.land else None
    if not at.dry and not arc.land:
        return None
    return 1 << there, True, at.early or not (at.land or arc.land)


class Most:
    """What no route earns more than, however it goes on; looser than for plain kinds, never too low."""

    def __init__(self, kind: Kind) -> None:
        pay = kind.pay
        best: dict[int, tuple[int, bool, bool]] = {}
        gated = {node for node, _ in kind.graph.gates}
        for node, bit in enumerate(kind.graph.stop_bits):
            small = pay is not None and node in pay.small
            value, passable, _ = best.get(bit, (0, False, small))
            here = kind.graph.passable[node] or node in gated
            best[bit] = max(value, kind.values[node]), here or passable, small
        order = sorted(best.items(), key=lambda entry: (-entry[1][0], entry[0]))
        free = {kind.graph.stop_bits[node] for node in kind.free}
        self.extra = kind.base + sum(bonus.amount for bonus in kind.bonuses)
        self.extra += sum(value for bit, (value, _, _) in order if bit in free)
        twins = {kind.graph.stop_bits[node] for node in pay.twins} if pay else set[int]()
        self._small = [v for bit, (v, _, small) in order if small for _ in range(1 + (bit in twins))]
        self._large = [(v, bit, p) for bit, (v, p, small) in order if not small and bit not in free]
        if pay is not None:
            self.extra += sum(self._small[: pay.towns])
        self._rivals = self._small[pay.towns :] if pay and pay.fill else []
        self._most = pay.most if pay else None
        self._unlimited = kind.hexes
        self._known: dict[tuple[int, int, int], int] = {}

    def most(self, seen: int, left: int, ends: int) -> int:
        """With stops of these bits visited, ``left`` further ones, ``ends`` of them only to end at."""
        key = seen, left, ends
        if key not in self._known:
            self._known[key] = self._reckoned(seen, left, ends)
        return self._known[key]

    def _reckoned(self, seen: int, left: int, ends: int) -> int:
        here = [value for value, bit, _ in self._large if seen & bit]
        ahead = self._ahead(seen, len(self._large) if self._unlimited else left, ends)
        slots = len(here) + (len(ahead) if self._unlimited else left)
        values = sorted(here + ahead + self._rivals, reverse=True)
        return sum(values[: slots if self._most is None else min(slots, self._most)]) + self.extra

    def _ahead(self, seen: int, quota: int, ends: int) -> list[int]:
        """The best further large stops."""
        found: list[int] = []
        for value, bit, passable in self._large:
            if len(found) >= quota:
                break
            if not seen & bit and (passable or ends):
                ends -= not passable
                found.append(value)
        return found


def steps_of(kind: Kind) -> list[tuple[Step, ...]]:
    """The steps from each node of the graph."""
    number = count()
    return [tuple((next(number), arc, arc.bits, kind.cost(arc)) for arc in arcs) for arcs in kind.graph.arcs]


@dataclass
class Arms(ABC):
    """Depth-first search of routes that avoid ``taken`` bits.

    A route belongs to its first anchor, which is closed to later ones: two arms lead from there, the first
    over an earlier arc than the second.
    """

    kind: Kind
    taken: int

    def __post_init__(self) -> None:
        self._barred = self.taken
        self._closed = set[int]()
        self._anchor = 0
        self._first: Trail | None = None
        self._second: Sequence[Step] = ()

    def go(self) -> None:
        """Search from one anchor after the other."""
        graph = self.kind.graph
        for anchor in self.kind.anchors:
            bit, self._anchor = graph.stop_bits[anchor], anchor
            if not self._barred & bit:
                self._from_anchor(anchor, 0 if graph.returns(anchor) else bit)
            if graph.stop_bits.count(bit) == 1 and not graph.returns(anchor):
                self._barred |= bit
            self._closed.add(anchor)

    @abstractmethod
    def _from_anchor(self, anchor: int, bit: int) -> None:
        """Search all routes of an anchor, which use this bit there."""


@dataclass
class Ride(Arms):
    """All routes that avoid ``taken`` bits and are of use to ``note``, in a fixed order.

    steps: those from each node, see `steps_of`.
    tick: called at each step, may raise. floor: what a route must earn to be of use.
    """

    steps: Sequence[Sequence[Step]]
    judge: Judge
    most: Most
    note: Note
    tick: Callable[[], None]
    floor: int
    _steps_on: dict[tuple[int, int], Sequence[Step]] = field(default_factory=dict)

    def _from_anchor(self, anchor: int, bit: int) -> None:
        kind, steps, at = self.kind, self.steps[anchor], begun(self.judge, anchor, self._barred)
        for i, step in enumerate(steps):
            out = _out(step)
            self._second = [
                other for other in steps[i + 1 :] if kind.graph.may_pass(anchor, out, _out(other))
            ]
            self._follow((step,), anchor, at, None, True)

    def _follow(self, steps: Sequence[Step], node: int, at: At, trail: Trail | None, first: bool) -> None:
        """Go on from a node over each of the arcs."""
        self.tick()
        used, judge = at.used, self.judge
        for _, arc, bits, cost in steps:
            there = None if used & bits else after(judge, node, at, arc, cost)
            if there is None:
                continue
            onward = (trail, arc)
            if arc.to >= len(self.kind.values):
                self._follow(self.steps[arc.to], arc.to, there, onward, first)
            elif arc.to not in self._closed and not self._is_hopeless(there, first):
                self._arrive(arc, there, onward, first)

    def _is_hopeless(self, at: At, first: bool) -> bool:
        left = at.left - max(0, at.wet - self.judge.relief)
        return self.most.most(at.seen, left, 2 if first and self._second else 1) < self.floor

    def _arrive(self, arc: Arc, at: At, trail: Trail, first: bool) -> None:
        """At a stop: note the route that ends here, go on, and turn to the second arm."""
        node = arc.to
        value = self.judge.value(at.nodes, at.waters, at.land, at.borders)
        if value is not None and value >= self.floor:
            arms = (trail, None) if first else (self._first, trail)
            self.floor = self.note(value, (at.used | at.seen) & ~self._barred, self._anchor, arms)
        onward = self._onward(node, arc.path[-1][1])
        if onward:
            self._follow(onward, node, at, trail, first)
        if first and self._second:
            self._first = trail
            start = at._replace(dry=not at.early, zones=0)
            self._follow(self._second, self._anchor, start, None, False)

    def _onward(self, node: int, came: int) -> Sequence[Step]:
        """The steps on from a stop for who comes there over such an end of the track."""
        found = self._steps_on.get((node, came))
        if found is None:
            may_pass = self.kind.graph.may_pass
            found = tuple(step for step in self.steps[node] if may_pass(node, came, _out(step)))
            self._steps_on[node, came] = found
        return found


def _out(step: Step) -> int:
    """The end of the track over which an arc leaves its node."""
    return step[1].path[0][2]
