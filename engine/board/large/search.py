"""Good sets of routes on large networks with a bound on the best, where not all routes can be tried.

A linear program says what sets earn at most and which stops they would visit; the local search looks for a
set there; where both do not meet, the program is split by whether a stop is visited, best half first, and the
local search follows. Whatever it finds is judged again by `Judge` and by its track before it counts.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import gcd

from engine.board.judging import Judge
from engine.board.kinds import Kind
from engine.board.rides import Trail
from engine.board.walks import Found

from .climber import Climber
from .network import Network, size_of
from .relaxation import Relaxation
from .rough import Rough

FIRST_CUTS, CUTS = 10, 3
"""How often cuts are looked for at first, and for each half later."""
PORTION, PATIENCE = 60, 25_000
"""Rounds of the local search between two looks at the clock, and in vain before it is given up."""
FIRST_PORTIONS = (20, 120)
"""Portions before the program is split: for one train, and for several, where splitting does less."""
HALVES = 400
"""Halves of the program that are looked at in vain before the rest is left to the search of all routes."""
SURE, UNSURE = 0.999, 0.001
Limits = tuple[tuple[int, int, int], ...]
"""Columns of the program with the ends between which they are held."""


def search(network: Network, kinds: Sequence[Kind], stop: Callable[[], bool]) -> Rough:
    """The best set that is found for trains of these kinds, and a bound."""
    return _Search(network, kinds, stop).run()


@dataclass
class _Search:
    network: Network
    kinds: Sequence[Kind]
    stop: Callable[[], bool]
    value: int = 0
    bound: int = 0
    routes: tuple[Found | None, ...] = ()
    _vain: int = 0
    _best: int = 0

    def __post_init__(self) -> None:
        self.routes = (None,) * len(self.kinds)
        self._unit = gcd(*(money for kind in self.kinds for money in _money(kind))) or 1
        counts = Counter(id(kind) for kind in self.kinds)
        distinct = list({id(kind): kind for kind in self.kinds}.values())
        self._relaxation = Relaxation(self.network, [(kind, counts[id(kind)]) for kind in distinct])
        self._climber = Climber(self.network, self.kinds)
        self._judges = {id(kind): Judge(kind) for kind in distinct}
        self.bound = sum(_most(self.network, kind) for kind in self.kinds)

    def run(self) -> Rough:
        """Search until the set is proven, time is up or both parts come no further."""
        halves = _Halves(self._relaxation, self._unit)
        self._climb(1)
        self.bound = min(self.bound, halves.start(FIRST_CUTS, self._is_over))
        while not self._is_over():
            self._follow()
            self._climb(len(self.kinds) ** 2 if halves.count else FIRST_PORTIONS[len(self.kinds) > 1])
            if self._is_over():
                break
            open_bound = halves.split(self.value, CUTS, self.stop)
            self.bound = max(self.value, min(self.bound, open_bound))
        return Rough(self.value, self.routes, self.bound)

    def _is_over(self) -> bool:
        return self.value >= self.bound or self._vain > PATIENCE or self.stop()

    def _follow(self) -> None:
        """Let the local search prefer the stops that the program wants."""
        wanted = {id(group.kind): self._relaxation.wanted(group) for group in self._relaxation.groups}
        self._climber.guide([wanted[id(kind)] for kind in self.kinds])

    def _climb(self, portions: int) -> None:
        for _ in range(portions):
            if self._is_over():
                return
            self._vain += PORTION
            found = self._climber.run(PORTION, self.bound)
            if found > self._best:
                self._best, self._vain = found, 0
                self._judge()

    def _judge(self) -> None:
        """Take over the best set of the local search if it is one by the rules of the trains."""
        routes = [
            self._route(kind, start, lines)
            for kind, (start, lines) in zip(self.kinds, self._climber.routes, strict=True)
        ]
        value = sum(route.value for route in routes if route)
        if value > self.value and not any(
            _collide(kind, route, other_kind, other)
            for (kind, route), (other_kind, other) in combinations(zip(self.kinds, routes, strict=True), 2)
        ):
            self.value, self.routes = value, tuple(routes)

    def _route(self, kind: Kind, start: int, lines: Sequence[int]) -> Found | None:
        """The route over these lines; None when a train of the kind may not run it."""
        nodes, graph = self.network.nodes, kind.graph
        first = nodes[start][1]
        trail: Trail | None = None
        used = 0 if graph.again and graph.again[first] else graph.stop_bits[first]
        here, stops = start, [first]
        for i, number in enumerate(lines):
            line = self.network.lines[number]
            node = nodes[line.to][1]
            ends = self.network.ends[line.to] and i < len(lines) - 1
            if line.source != here or used & line.arc.bits or ends:
                return None
            used |= line.arc.bits
            here, trail = line.to, (trail, line.arc)
            if node < len(kind.values) and node not in stops:
                stops.append(node)
        if not lines or not set(stops) & set(kind.anchors):
            return None
        arcs = [self.network.lines[number].arc for number in lines]
        land, borders = sum(arc.land for arc in arcs), sum(arc.borders for arc in arcs)
        value = self._judges[id(kind)].value(stops, (), land, borders)
        bits = used
        for node in stops:
            bits |= graph.stop_bits[node]
        return None if value is None else Found(value, bits, first, (None, trail))


def _collide(kind: Kind, route: Found | None, other_kind: Kind, other: Found | None) -> bool:
    """Whether two routes may not be run together."""
    if route is None or other is None:
        return False
    if (kind.shares or other_kind.shares) and not (kind.alone or other_kind.alone):
        return False
    track = route.bits & other.bits & ~(kind.graph.common | other_kind.graph.common)
    return bool(track >> kind.graph.track_shift)


@dataclass
class _Halves:
    """The program, split again and again by how often a stop is visited; the best half first."""

    relaxation: Relaxation
    unit: int
    count: int = 0
    _open: list[tuple[int, int, Limits]] = field(default_factory=list)
    _held: dict[int, tuple[int, int]] = field(default_factory=dict)
    _stuck: int = 0

    def start(self, cuts: int, over: Callable[[], bool]) -> int:
        """Look at the whole; what no set exceeds."""
        bound = self._look((), cuts, over)
        heapq.heappush(self._open, (-bound, 0, ()))
        self._split_at: dict[int, tuple[int, float] | None] = {0: self._undecided()}
        return bound

    def split(self, value: int, cuts: int, over: Callable[[], bool]) -> int:
        """Split the half that may earn most in two; what no set exceeds that earns more than ``value``."""
        while self._open and -self._open[0][0] <= value:
            heapq.heappop(self._open)
        if not self._open or self.count > HALVES:
            return max(self._stuck, -self._open[0][0] if self._open else value)
        bound, name, limits = heapq.heappop(self._open)
        choice = self._split_at.pop(name)
        if choice is None:
            self._stuck = max(self._stuck, -bound)
        else:
            column, share = choice
            low, high = next(
                ((a, b) for c, a, b in reversed(limits) if c == column),
                (0, self.relaxation.program.highs[column]),
            )
            for half in ((int(share) + 1, high), (low, int(share))):
                self.count += 1
                part = (*limits, (column, *half))
                most = min(-bound, self._look(part, cuts, over))
                if most > value:
                    heapq.heappush(self._open, (-most, -self.count, part))
                    self._split_at[-self.count] = self._undecided()
        return max(self._stuck, -self._open[0][0] if self._open else value)

    def _look(self, limits: Limits, cuts: int, over: Callable[[], bool]) -> int:
        """What no set within the limits exceeds; 0 when there is none."""
        program = self.relaxation.program
        for column, (low, high) in self._held.items():
            program.limit(column, low, high)
        for column, low, high in limits:
            self._held.setdefault(column, (program.lows[column], program.highs[column]))
            program.limit(column, low, high)
        best = None
        for _ in range(cuts):
            if not self.relaxation.solve():
                return 0
            bound = program.bound() // self.unit * self.unit
            best = bound if best is None else min(best, bound)
            if over() or not self.relaxation.tighten():
                break
        return best or 0

    def _undecided(self) -> tuple[int, float] | None:
        """The stop of which the program is least sure, large ones first, and how often it visits it."""
        values, found = self.relaxation.values, []
        for group in self.relaxation.groups:
            nodes = self.relaxation.nodes_of(group)
            for number, column in group.visit.items():
                part = values[column] % 1 if values else 0.0
                if UNSURE < part < SURE:
                    large = size_of(group.kind, nodes[number]) > 0
                    found.append((large, -abs(part - 0.5), -column))
        if not found:
            return None
        column = -max(found)[2]
        return column, values[column]


def _money(kind: Kind) -> list[int]:
    """All that a route may earn at a time."""
    return [*kind.values, kind.base, *(bonus.amount for bonus in kind.bonuses)]


def _most(network: Network, kind: Kind) -> int:
    """What no route of the kind exceeds: all that there is."""
    values = sum(kind.values[node] for _, node in network.stops_of(kind))
    return kind.base + sum(bonus.amount for bonus in kind.bonuses) + values
