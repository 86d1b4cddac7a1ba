"""Whether a train may run over a row of arcs, and what it earns: looked at afresh, whoever proposes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.solver.graph import Arc, TrackGraph
from engine.solver.judging import Judge
from engine.solver.rides import Trail
from engine.solver.walks import Found


def judged(judge: Judge, first: int, arcs: Sequence[Arc]) -> Found | None:
    """The route that begins at a stop of the graph and runs over these arcs; None when it is not legal."""
    kind = judge.kind
    if not arcs or first >= len(kind.values):
        return None
    walk = _Walk(kind.graph, first)
    if not all(map(walk.go, arcs)) or walk.node >= len(kind.values):
        return None
    if not set(walk.stops) & set(kind.anchors):
        return None
    value = judge.value(walk.stops, tuple(walk.waters), walk.land, sum(arc.borders for arc in arcs))
    return None if value is None else Found(value, walk.bits, first, (None, walk.trail))


@dataclass
class _Walk:
    """A route as far as it came: its stops, each once, all it uses, and the water that it entered.

    zones: those of the crossing that it is on; dry: whether it may begin another one.
    """

    graph: TrackGraph
    node: int
    stops: list[int] = field(init=False)
    waters: list[int] = field(default_factory=list)
    land: int = 0
    trail: Trail | None = None
    _used: int = 0
    _seen: int = 0
    _zones: set[int] = field(default_factory=set)
    _dry: bool = True

    def __post_init__(self) -> None:
        self.stops = [self.node]
        self._seen = self.graph.stop_bits[self.node]
        self._used = 0 if self.graph.returns(self.node) else self._seen

    @property
    def bits(self) -> int:
        """All that the route uses."""
        return self._used | self._seen

    def go(self, arc: Arc) -> bool:
        """Go on over an arc; whether that is allowed."""
        graph = self.graph
        if arc not in graph.arcs[self.node] or self._used & arc.bits or not self._may_leave(arc):
            return False
        if not self._sail(arc):
            return False
        self._used |= arc.bits
        self.land += arc.land
        table = graph.waters
        self.waters += [w for w in arc.waters if not (table[w].ferry and w in self.waters)]
        self.node, self.trail = arc.to, (self.trail, arc)
        return arc.to >= len(graph.stops) or self._visit(arc.to)

    def _may_leave(self, arc: Arc) -> bool:
        if self.trail is None or self.node >= len(self.graph.stops):
            return True
        return self.graph.may_pass(self.node, self.trail[1].path[-1][1], arc.path[0][2])

    def _visit(self, node: int) -> bool:
        bit = self.graph.stop_bits[node]
        if node in self.stops:
            return self.graph.returns(node)
        if self._seen & bit:
            return False
        self.stops.append(node)
        self._seen |= bit
        return True

    def _sail(self, arc: Arc) -> bool:
        """Between two crossings lies land, and no crossing comes to a zone twice."""
        here, there = self.graph.zones.get(self.node), self.graph.zones.get(arc.to)
        if there is None:
            self._dry = arc.land > 0 or (here is None and self._dry)
            return True
        if here is None:
            if not (self._dry or arc.land):
                return False
            self._zones = set()
        if there in self._zones:
            return False
        self._zones.add(there)
        return True
