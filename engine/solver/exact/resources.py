"""What routes compete for, as numbered resources: track, and passes where track meets in odd number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.solver.bounds import Prices
from engine.solver.exact.claims import Claims
from engine.solver.exact.packing import Column
from engine.solver.graph import Node
from engine.solver.problem import Kind, unit_of
from engine.solver.walks import Found


class Resources:
    """The resources of a plan, by lot (see `Claims`), and the columns that routes are for `Packing`.

    capacity: how often each resource is there; unit: every sum of values is a multiple of it.
    """

    def __init__(self, kinds: Mapping[int, Kind], lots: Sequence[int], claims: Claims) -> None:
        self._kinds, self._lots, self._claims = kinds, lots, claims
        exits = _odd([*kinds.values()])
        self._width = claims.width
        self._numbers = {name: self._width + i for i, name in enumerate(exits)}
        self.capacity = [1] * self._width + [count // 2 for count in exits.values()]
        self.unit = unit_of(kinds.values())
        self._stops = (1 << max((kind.graph.track_shift for kind in kinds.values()), default=0)) - 1

    def columns(self, lot: int, number: int, route: Found) -> list[Column]:
        """The column of a route; one for each train of the lot if it keeps nobody off any track."""
        kind = self._kinds[lot]
        taken, names = self._claims.of(lot, route), kind.graph.names
        uses = 0 if kind.shares else self._claims.track(route)
        for node in () if kind.shares else route.passes:
            if (use := self._numbers.get(names[node])) is not None:
                uses |= 1 << use
        column = Column(route.value, taken, uses, route.bits & self._stops, number)
        return [column] * (1 if taken else self._lots.count(lot))

    def prices(self, by_number: Sequence[int]) -> Prices:
        """The prices of these numbers for the search of routes."""
        return Prices(by_number[: self._width], {name: by_number[i] for name, i in self._numbers.items()})


def _odd(kinds: Sequence[Kind]) -> dict[Node, int]:
    """Stops and junctions where an odd number of tracks meets, in any of the graphs, and that number."""
    exits: dict[Node, frozenset[int]] = {}
    for graph in {id(kind.graph): kind.graph for kind in kinds}.values():
        for name, here in zip(graph.names, graph.exits, strict=True):
            exits[name] = exits.get(name, frozenset()) | here
    return {name: len(here) for name, here in exits.items() if len(here) % 2 and len(here) > 1}
