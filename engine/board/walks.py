"""All routes of one train over a track graph, or the best one: depth-first search with a bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from .judging import Judge
from .kinds import Kind
from .rides import Most, Ride, Step, Trail
from .tracks import Arc, Piece

PATIENCE = 512
"""Steps of a search between two questions to ``stop()``."""
NEVER = 10**9
"""More than any route earns."""


class Stopped(Exception):
    """The caller's ``stop()`` said that time is up."""


@dataclass(frozen=True, slots=True)
class Found:
    """A route: what it earns, the bits it uses, and two arms of track from an anchor."""

    value: int
    bits: int
    anchor: int
    arms: tuple[Trail | None, Trail | None]

    @property
    def length(self) -> int:
        """How many stops and pieces of track it uses."""
        return self.bits.bit_count()

    @property
    def passes(self) -> tuple[int, ...]:
        """The nodes that it runs through."""
        inner = tuple(arc.to for arm in self.arms for arc in _arcs(arm)[:-1])
        return (*inner, self.anchor) if None not in self.arms else inner

    @property
    def path(self) -> tuple[Piece, ...]:
        """Its segments in running order, from the end of the first arm to that of the second."""
        there = [piece for arc in _arcs(self.arms[0]) for piece in arc.path]
        back = [piece for arc in _arcs(self.arms[1]) for piece in arc.path]
        return (*((coord, b, a) for coord, a, b in reversed(there)), *back)


def _arcs(trail: Trail | None) -> list[Arc]:
    found = []
    while trail is not None:
        trail, arc = trail
        found.append(arc)
    return found[::-1]


class Search:
    """All routes of trains of one kind, or the best one. Raises Stopped when ``stop()`` says so."""

    def __init__(self, kind: Kind, stop: Callable[[], bool]) -> None:
        self.kind = kind
        self._stop = stop
        self._steps = 0
        self._known: tuple[int, list[Found]] | None = None
        self._best: dict[int, Found | None] = {}
        self._part: Found | None = None
        self._limit: _Limit | None = None
        if kind.plain:
            self._limit = _Walks(kind) if kind.hexes else _Richest(kind)
        else:
            self._judge, self._most = Judge(kind), Most(kind)

    @property
    def most(self) -> int:
        """No route earns more, wherever its stops are."""
        return self._limit.overall() if self._limit else self._most.most(0, self.kind.reach, 2)

    def worth(self, floor: int) -> list[Found]:
        """All routes that earn at least ``floor``; of those with the same track and stops the best."""
        if self._known is None or self._known[0] > floor:
            if self._limit:
                self._known = floor, _Walk(self.kind, self._stop, self._limit, floor).run()
            else:
                self._known = floor, self._ride(floor)
        return [found for found in self._known[1] if found.value >= floor]

    def best(self, taken: int = 0) -> Found | None:
        """The best route that avoids bits taken by others; None when there is none."""
        if taken not in self._best:
            self._best[taken] = self._find_best(taken)
        return self._best[taken]

    def some(self, taken: int = 0) -> Found | None:
        """The best route, or the best that was found when time was up."""
        try:
            return self.best(taken)
        except Stopped:
            return self._part

    def _find_best(self, taken: int) -> Found | None:
        self._part = None
        if not self._limit:
            found = self._ride(0, taken, lambda value: value + 1)
            return found[-1] if found else None
        walk = _Walk(self.kind, self._stop, self._limit, 0, taken, best_only=True)
        try:
            walk.run()
        finally:
            self._part = walk.found[-1] if walk.found else None
        return self._part

    def any(self) -> bool:
        """Whether there is a route at all."""
        if self._limit:
            return bool(_Walk(self.kind, self._stop, self._limit, 0, best_only=True, one_will_do=True).run())
        return bool(self._ride(0, rise=lambda value: NEVER))

    def _ride(self, floor: int, taken: int = 0, rise: Callable[[int], int] | None = None) -> list[Found]:
        """Routes of a kind that is not plain; after each the floor rises to what ``rise`` says."""
        found: dict[int, Found] = {}

        def note(value: int, bits: int, anchor: int, arms: tuple[Trail | None, Trail | None]) -> int:
            known = found.pop(bits, None)
            found[bits] = known if known and known.value >= value else Found(value, bits, anchor, arms)
            self._part = found[bits]
            return rise(value) if rise else floor

        Ride(self.kind, self._judge, self._most, note, self._tick, floor, taken).run()
        return [*found.values()]

    def _tick(self) -> None:
        self._steps += 1
        if self._steps % PATIENCE == 0 and self._stop():
            raise Stopped


@dataclass
class _Walk:
    """Depth-first search of all routes within the reach that avoid ``taken`` bits.

    A route belongs to its first anchor, which is closed to later ones: two arms lead from there, the first
    over an earlier arc than the second. ``floor`` is what a route must earn to be of use; when ``best_only``
    it rises on the way.
    """

    kind: Kind
    stop: Callable[[], bool]
    limit: _Limit
    floor: int
    taken: int = 0
    best_only: bool = False
    one_will_do: bool = False
    found: list[Found] = field(default_factory=list)
    _steps: int = 0
    _barred: int = 0
    _closed: set[int] = field(default_factory=set)
    _anchor: int = 0
    _first: int = 0
    _trail: Trail | None = None
    _second: Sequence[Step] = ()

    def run(self) -> list[Found]:
        """All routes of use, in the fixed order of the search; the last one is the best when best_only."""
        graph = self.kind.graph
        self._barred = self.taken
        for anchor in self.kind.anchors:
            bit = graph.stop_bits[anchor]
            if not self._barred & bit:
                self._from_anchor(anchor, bit)
            if graph.stop_bits.count(bit) == 1:
                self._barred |= bit
            self._closed.add(anchor)
        return self.found

    def _from_anchor(self, anchor: int, bit: int) -> None:
        self._anchor = anchor
        steps = self.limit.steps[anchor]
        left = self.kind.reach - (0 if self.kind.hexes else 1)
        for first, step in enumerate(steps):
            self._second = steps[first + 1 :] if self.kind.graph.passable[anchor] else ()
            self._follow((step,), self._barred | bit, left, self.kind.values[anchor], None, True)

    def _follow(
        self,
        steps: Sequence[Step],
        used: int,
        left: int,
        value: int,
        trail: Trail | None,
        first_arm: bool,
        met: int = 0,
    ) -> None:
        """Go on over each of the arcs; ``left`` of the reach may still be used.

        ``met``: the junctions since the last stop. A way that comes to one again does so without need.
        """
        self._tick()
        stops, hexes = len(self.kind.values), self.kind.hexes
        for number, arc, bits, cost in steps:
            if used & bits or cost > left:
                continue
            earned = value + self.kind.values[arc.to] if arc.to < stops else value
            second = self._second if first_arm else ()
            bounded = arc.to < stops or hexes
            if bounded and earned + self.limit.ahead(number, left - cost, used | bits, second) < self.floor:
                continue
            onward = (trail, arc)
            if arc.to >= stops:
                here = 1 << arc.to
                if not met & here:
                    ahead = self.limit.steps[arc.to]
                    self._follow(ahead, used | bits, left - cost, earned, onward, first_arm, met | here)
            else:
                self._arrive(arc.to, used | bits, left - cost, earned, onward, first_arm)

    def _arrive(self, node: int, used: int, left: int, value: int, trail: Trail, first_arm: bool) -> None:
        """At a stop: note the route that ends here, go on, and turn to the second arm."""
        if node in self._closed:
            return
        if value >= self.floor:
            self._note(used, value, trail, first_arm)
        if self.kind.graph.passable[node]:
            self._follow(self.limit.steps[node], used, left, value, trail, first_arm)
        if first_arm and self._second:
            self._trail = trail
            self._follow(self._second, used, left, value, None, False)

    def _note(self, used: int, value: int, trail: Trail, first_arm: bool) -> None:
        bits = used & ~self._barred
        stops = bits & (1 << self.kind.graph.track_shift) - 1
        if stops.bit_count() < self.kind.fewest:
            return
        arms = (trail, None) if first_arm else (self._trail, trail)
        self.found.append(Found(value, bits, self._anchor, arms))
        if self.best_only:
            self.floor = NEVER if self.one_will_do else value + 1

    def _tick(self) -> None:
        self._steps += 1
        if self._steps % PATIENCE == 0 and self.stop():
            raise Stopped


# --- what is still possible -----------------------------------------------------------------------------


class _Limit:
    """An upper bound on what a route earns from here on."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        number = count()
        self.steps: list[tuple[Step, ...]] = [
            tuple((next(number), arc, arc.bits, kind.cost(arc)) for arc in arcs) for arcs in kind.graph.arcs
        ]

    def overall(self) -> int:
        """What no route exceeds."""
        raise NotImplementedError

    def ahead(self, number: int, left: int, used: int, second: Sequence[Step]) -> int:
        """The most that is added after the arc of this number; ``second`` begins the second arm if any."""
        raise NotImplementedError


class _Richest(_Limit):
    """Reach in stops: as many of the most valuable stops that were not visited."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        best: dict[int, tuple[int, bool]] = {}
        for value, bit, passable in zip(kind.values, kind.graph.stop_bits, kind.graph.passable, strict=True):
            known = best.get(bit, (0, False))
            best[bit] = (max(value, known[0]), passable or known[1])
        order = sorted(best.items(), key=lambda entry: (-entry[1][0], entry[0]))
        self._order = [(value, bit, passable) for bit, (value, passable) in order]

    def overall(self) -> int:
        return self._most(0, self.kind.reach, 2)

    def ahead(self, number: int, left: int, used: int, second: Sequence[Step]) -> int:
        return self._most(used, left, 2 if second else 1)

    def _most(self, used: int, left: int, ends: int) -> int:
        """With ``left`` further stops, ``ends`` of which may be places to end only."""
        total = 0
        for value, bit, passable in self._order:
            if not left:
                break
            if used & bit:
                continue
            if not passable:
                if not ends:
                    continue
                ends -= 1
            total += value
            left -= 1
        return total


class _Walks(_Limit):
    """Reach in hex sides: the best walk on from an arc, which may come to a stop again but not turn back."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self._step = {step[0]: step for steps in self.steps for step in steps}
        self._known: dict[tuple[int, int], int] = {}
        self._all = sum(value for value in kind.values if value > 0)

    def overall(self) -> int:
        both = 2 * max((self._best(steps, self.kind.reach, 0) for steps in self.steps), default=0)
        return max(self.kind.values, default=0) + both

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
        for number, arc, bits, cost in steps:
            if cost <= left and not bits & used:
                value = self.kind.values[arc.to] if arc.to < len(self.kind.values) else 0
                best = max(best, value + self._after(number, left - cost))
        return best

    def _after(self, number: int, left: int) -> int:
        """The best walk on from the end of an arc."""
        known = self._known.get((number, left))
        if known is None:
            self._known[number, left] = self._all
            _, arc, bits, _ = self._step[number]
            stops = len(self.kind.values)
            onward = () if arc.to < stops and not self.kind.graph.passable[arc.to] else self.steps[arc.to]
            known = self._known[number, left] = self._best(onward, left, bits)
        return known
