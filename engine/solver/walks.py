"""All routes of one train over a track graph, or the best one: depth-first search with a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.solver.bounds import Limit, Near, Prices, Richest, Walks
from engine.solver.clock import NEVER, Clock, Cut, Stopped, after
from engine.solver.graph import Arc, Piece
from engine.solver.judging import Judge
from engine.solver.problem import Kind
from engine.solver.rides import Arms, Most, Ride, Step, Trail, steps_of

PATIENCE, RIDE_PATIENCE = 512, 128
"""Steps of a search between two questions to ``stop()``; they are slower where routes are not plain."""
LAST_QUESTIONS = 20
"""Questions that are not put when time is up before any route was found."""
FEW, MORE = 3000, 20_000
"""Steps of a search of the best route, after which a closer bound is tried, and how long."""
MEMORY = 16
"""Ways to a node over the same stops that are remembered."""


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
        self._clock = Clock(stop, RIDE_PATIENCE)
        self._known: tuple[int, list[Found]] | None = None
        self._best: dict[int, Found | None] = {}
        self.is_cut = False
        self._part: Found | None = None
        self._limit: Limit | None = None
        if kind.plain:
            self._limit = Walks(kind) if kind.hexes else Richest(kind)

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.kind)

    @cached_property
    def _most(self) -> Most:
        return Most(self.kind)

    @cached_property
    def _steps_of(self) -> Sequence[Sequence[Step]]:
        return steps_of(self.kind)

    @property
    def most(self) -> int:
        """No route earns more, wherever its stops are."""
        return self._limit.overall() if self._limit else self._most.most(0, self.kind.reach, 2)

    def worth(self, floor: int, steps: int = NEVER) -> list[Found]:
        """All routes that earn at least ``floor``; of those with the same track and stops the best.

        A search of plain routes ends after some steps: then `is_cut` is true and not all are there.
        """
        self.is_cut = False
        if self._known is None or self._known[0] > floor:
            if self._limit:
                walk = _Walk(self.kind, 0, self._clock.stop, self._limit, floor, most_steps=steps)
                try:
                    walk.run()
                except Cut:
                    self.is_cut = True
                    return walk.found
                self._known = floor, walk.found
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

    def one(self) -> Found | None:
        """Some route, although time is up; None where it is far to seek."""
        stop = self._clock.stop
        self._clock.stop, self._part = after(LAST_QUESTIONS), None
        try:
            return self.first()
        except Stopped:
            return self._part
        finally:
            self._clock.stop = stop

    def first(self) -> Found | None:
        """The first route that is found; None when there is none at all."""
        if self._limit:
            walk = _Walk(self.kind, 0, self._clock.stop, self._limit, 0, best_only=True, one_will_do=True)
            return next(iter(walk.run()), None)
        return next(iter(self._ride(0, rise=lambda value: NEVER)), None)

    def _find_best(self, taken: int) -> Found | None:
        self._part = None
        if not self._limit:
            found = self._ride(0, taken, lambda value: value + 1)
            return found[-1] if found else None
        for limit, steps in self._tries():
            try:
                return self._best_walk(limit, taken, steps)
            except Cut:
                continue
        raise AssertionError("the last try has no limit")

    def _tries(self) -> Iterator[tuple[Limit, int]]:
        """Bounds to try one after the other, and how long: the quick one, the close one, the quick one."""
        assert self._limit is not None
        if not self.kind.hexes:
            yield self._limit, FEW
            yield Near(self.kind), MORE
        yield self._limit, NEVER

    def _best_walk(self, limit: Limit, taken: int, steps: int) -> Found | None:
        """The best route; what was found before is known."""
        floor, thin = self._part.value + 1 if self._part else 0, isinstance(limit, Near)
        walk = _Walk(
            self.kind, taken, self._clock.stop, limit, floor, best_only=True, most_steps=steps, thin=thin
        )
        try:
            walk.run()
        finally:
            self._part = walk.found[-1] if walk.found else self._part
        return self._part

    def limit_at(self, prices: Prices) -> Limit | None:
        """The bound on gains at these prices; None for kinds that are not plain."""
        if self._limit is None or self.kind.shares:
            return None
        return Walks(self.kind, prices) if self.kind.hexes else Near(self.kind, prices)

    def best_at(self, limit: Limit, known: int, steps: int) -> tuple[int, list[Found]]:
        """The most that a route gains or ``known``, and routes that gain more than that, the best last.

        It ends after some steps: then `is_cut` is true and better ones may be missed.
        """
        walk = _Walk(
            self.kind, 0, self._clock.stop, limit, known + 1, best_only=True, most_steps=steps, thin=True
        )
        self.is_cut = False
        try:
            walk.run()
        except Cut:
            self.is_cut = True
        return (walk.floor - 1 if walk.found else known), walk.found

    def worth_at(self, limit: Limit, floor: int) -> list[Found]:
        """All routes that gain at least ``floor``."""
        return _Walk(self.kind, 0, self._clock.stop, limit, floor, thin=True).run()

    def _ride(self, floor: int, taken: int = 0, rise: Callable[[int], int] | None = None) -> list[Found]:
        """Routes of a kind that is not plain; after each the floor rises to what ``rise`` says."""
        found: dict[int, Found] = {}

        def note(value: int, bits: int, anchor: int, arms: tuple[Trail | None, Trail | None]) -> int:
            known = found.pop(bits, None)
            found[bits] = known if known and known.value >= value else Found(value, bits, anchor, arms)
            self._part = found[bits]
            return rise(value) if rise else floor

        Ride(self.kind, taken, self._steps_of, self._judge, self._most, note, self._clock.tick, floor).go()
        return [*found.values()]


@dataclass
class _Walk(Arms):
    """All routes within the reach that avoid ``taken`` bits.

    ``floor`` is what a route must gain (see `engine.solver.bounds`) to be of use; when ``best_only`` it rises
    on the way. ``thin``: a route may be left out if one between the same stops gains as much with part of its
    track. After ``most_steps`` it ends (Cut).
    """

    stop: Callable[[], bool]
    limit: Limit
    floor: int
    best_only: bool = False
    one_will_do: bool = False
    most_steps: int = NEVER
    thin: bool = False
    found: list[Found] = field(default_factory=list)
    _been: dict[tuple[int, int, bool], list[tuple[int, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._clock = Clock(self.stop, PATIENCE, self.most_steps)
        self._stop_mask = (1 << self.kind.graph.track_shift) - 1
        self._always = self.kind.hexes or isinstance(self.limit, Near)

    def run(self) -> list[Found]:
        """All routes of use, in the fixed order of the search; the last one is the best when best_only."""
        self.go()
        return self.found

    def _from_anchor(self, anchor: int, bit: int) -> None:
        steps = self.limit.steps[anchor]
        left = self.kind.reach - (0 if self.kind.hexes else 1)
        for first, step in enumerate(steps):
            self._been.clear()
            self._second = steps[first + 1 :] if self.kind.graph.passable[anchor] else ()
            self._follow((step,), self._barred | bit, left, self.limit.values[anchor], None, True)

    def _follow(
        self,
        steps: Sequence[Step],
        used: int,
        left: int,
        gain: int,
        trail: Trail | None,
        first_arm: bool,
        met: int = 0,
    ) -> None:
        """Go on over each of the arcs; ``left`` of the reach may still be used.

        ``met``: the junctions since the last stop. A way that comes to one again does so without need.
        """
        self._clock.tick()
        limit = self.limit
        stops = len(limit.values)
        second = self._second if first_arm else ()
        for number, arc, bits, cost in steps:
            if used & bits or cost > left:
                continue
            node, now, rest, earned = arc.to, used | bits, left - cost, gain + limit.adds[number]
            if node >= stops and met >> node & 1:
                continue
            if (node < stops or self._always) and earned + limit.ahead(
                number, rest, now, second
            ) < self.floor:
                continue
            if self.thin and self._is_beaten(node, now, earned, first_arm):
                continue
            if node < stops:
                self._arrive(node, now, rest, earned, (trail, arc), first_arm)
                continue
            after, here = earned - limit.tolls[node], met | 1 << node
            self._follow(limit.steps[node], now, rest, after, (trail, arc), first_arm, here)

    def _is_beaten(self, node: int, used: int, gain: int, first_arm: bool) -> bool:
        """Whether the node was come to over the same stops and part of this track; else it is remembered.

        All that goes on from here goes on from there, with less track if it comes to a junction on the way
        there: it turns off at that one.
        """
        ways = self._been.setdefault((node, used & self._stop_mask, first_arm), [])
        for other, gained in ways:
            if other & used == other and gained >= gain:
                return True
        if len(ways) < MEMORY:
            ways.append((used, gain))
        return False

    def _arrive(self, node: int, used: int, left: int, gain: int, trail: Trail, first_arm: bool) -> None:
        """At a stop: note the route that ends here, go on, and turn to the second arm."""
        if node in self._closed:
            return
        if gain >= self.floor:
            self._note(used, gain, trail, first_arm)
        limit = self.limit
        if self.kind.graph.passable[node]:
            self._follow(limit.steps[node], used, left, gain - limit.tolls[node], trail, first_arm)
        if first_arm and self._second:
            self._first = trail
            self._follow(self._second, used, left, gain - limit.tolls[self._anchor], None, False)

    def _note(self, used: int, gain: int, trail: Trail, first_arm: bool) -> None:
        bits = used & ~self._barred
        if (bits & self._stop_mask).bit_count() < self.kind.fewest:
            return
        arms = (trail, None) if first_arm else (self._first, trail)
        self.found.append(Found(self._value(gain, arms), bits, self._anchor, arms))
        if self.best_only:
            self.floor = NEVER if self.one_will_do else gain + 1

    def _value(self, gain: int, arms: tuple[Trail | None, Trail | None]) -> int:
        """What a route earns, without prices."""
        if self.limit.scale == 1:
            return gain
        values = self.kind.values
        stops = [arc.to for arm in arms for arc in _arcs(arm) if arc.to < len(values)]
        return values[self._anchor] + sum(values[node] for node in stops)
