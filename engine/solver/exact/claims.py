"""Which track a route keeps other trains off: that of its own, that of all, or none.

Trains that share track keep nobody off it, except those that must be alone on theirs. Such a conflict is
between pairs; it is expressed by layers of bits: a sharing train claims its track on a layer of its own, a
train alone claims its track on every layer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.solver.problem import Kind


class _Used(Protocol):
    @property
    def bits(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Taken:
    """Track in use: by all trains, by those that do not share it, by those that are alone on it."""

    all: int = 0
    owned: int = 0
    alone: int = 0


class Claims:
    """The claims of the trains of a plan, by lot (trains of which each chooses from the same routes)."""

    def __init__(self, kinds: Sequence[Kind], lots: Sequence[int], numbers: Sequence[int]) -> None:
        self._kinds = {lot: kinds[number] for lot, number in zip(lots, numbers, strict=True)}
        graphs = {id(kind.graph): kind.graph for kind in self._kinds.values()}.values()
        self._shift = max((graph.track_shift for graph in graphs), default=0)
        stops = (1 << self._shift) - 1
        bits = [arc.bits for graph in graphs for arcs in graph.arcs for arc in arcs]
        self._shared = stops | max((graph.common for graph in graphs), default=0)
        self.width = max((bit >> self._shift for bit in bits), default=0).bit_length()
        sharing = [lot for lot, kind in self._kinds.items() if kind.shares]
        lonely = any(kind.alone for kind in self._kinds.values())
        self.layers: Mapping[int, int] = {lot: i for i, lot in enumerate(sharing, 1)} if lonely else {}

    def track(self, route: _Used) -> int:
        """The track of a route, without what any number of trains may use."""
        return (route.bits & ~self._shared) >> self._shift

    def of(self, lot: int, route: _Used) -> int:
        """What a route claims: two routes with a claim in common may not both be run."""
        kind, track = self._kinds[lot], self.track(route)
        if kind.shares:
            return track << self.width * self.layers[lot] if self.layers else 0
        if kind.alone:
            return sum((track << self.width * layer for layer in self.layers.values()), track)
        return track

    def closed_to(self, lot: int, taken: Taken) -> int:
        """The track that a train may not use, as bits of its graph."""
        kind = self._kinds[lot]
        track = taken.alone if kind.shares else taken.all if kind.alone else taken.owned
        return track << self._shift

    def after(self, lot: int, route: _Used, taken: Taken) -> Taken:
        """The track in use when this route is run as well."""
        kind, track = self._kinds[lot], self.track(route)
        return Taken(
            taken.all | track,
            taken.owned if kind.shares else taken.owned | track,
            taken.alone | track if kind.alone else taken.alone,
        )
