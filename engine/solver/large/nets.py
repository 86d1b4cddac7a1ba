"""The flows of a linear program as nets in which more may be pushed (see `max_flow`), and their columns."""

from __future__ import annotations

from typing import Any, Protocol

from engine.solver.compiled import ints, numpy
from engine.solver.large.max_flow import push, reach
from engine.solver.large.network import Layer, Network
from engine.solver.problem import Kind

UNIT = 1_000_000
"""Flows are counted in parts of this many, as ints."""
Mask = Any
"""A numpy array with an entry for each node."""


class Flow(Protocol):
    """The columns of the trains of a kind: by line, and by number of the stop."""

    kind: Kind
    count: int
    flow: dict[int, int]
    begin: dict[int, int]
    end: dict[int, int]
    visit: dict[int, int]


class Side:
    """The columns of a flow as arrays: by line and by node, -1 for none."""

    def __init__(self, network: Network, group: Flow) -> None:
        self.kind, self.layer = group.kind, network.layer(group.kind)
        nodes = len(network.nodes) + 2
        self.flow = _placed(group.flow, len(network.lines))
        self.begin, self.end, self.visit = (
            _placed(columns, nodes) for columns in (group.begin, group.end, group.visit)
        )
        self.stops = ints(sorted(group.visit))
        self.anchors = ints(sorted(_anchors(self.layer, group.kind)))
        self.once = numpy.zeros(nodes, bool)
        for number in group.visit:
            self.once[number] = not self.layer.graph.returns(network.nodes[number][1])

    def net(self, point: Any, source: Any, to: Any) -> Net:
        """What flows: from a start to the stops where it begins, and from where it ends to a goal."""
        lines = numpy.flatnonzero((self.flow >= 0) & (point[self.flow] > 1 / UNIT))
        net = Net(len(self.begin), lines, len(source))
        net.join(source[lines], to[lines], point[self.flow[lines]])
        net.join(numpy.full(len(self.stops), net.start), self.stops, point[self.begin[self.stops]])
        net.join(self.stops, numpy.full(len(self.stops), net.goal), point[self.end[self.stops]])
        net.close()
        return net

    def tied(self, point: Any, source: Any, to: Any) -> Net:
        """What flows, either way, from the anchors."""
        lines = numpy.flatnonzero((self.flow >= 0) & (point[self.flow] > 1 / UNIT))
        net = Net(len(self.begin), lines, len(source))
        net.join(source[lines], to[lines], point[self.flow[lines]], both=True)
        net.join(numpy.full(len(self.anchors), net.start), self.anchors, numpy.full(len(self.anchors), 100.0))
        net.close()
        return net


class Net:
    """A flow net (see `max_flow`), with two nodes more: ``start`` and ``goal``."""

    def __init__(self, nodes: int, lines: Any, every: int) -> None:
        self.nodes, self.lines, self.start, self.goal = nodes, lines, nodes - 2, nodes - 1
        self._edge_of = numpy.full(every, -1, numpy.int64)
        self._edge_of[lines] = numpy.arange(0, 2 * len(lines), 2)
        self._tails: list[Any] = []
        self._rest: list[Any] = []

    def join(self, tails: Any, heads: Any, shares: Any, both: bool = False) -> None:
        """Add edges."""
        parts = numpy.rint(shares * UNIT).astype(numpy.int64)
        self._tails.append(numpy.stack([tails, heads], 1).ravel())
        self._rest.append(numpy.stack([parts, parts if both else 0 * parts], 1).ravel())

    def close(self) -> None:
        """Make ready."""
        tails = numpy.concatenate(self._tails).astype(numpy.int64)
        self.heads = tails.reshape(-1, 2)[:, ::-1].ravel().copy()
        self.full = numpy.concatenate(self._rest).astype(numpy.int64)
        self.order = numpy.argsort(tails, kind="stable").astype(numpy.int64)
        self.first = numpy.searchsorted(tails[self.order], numpy.arange(self.nodes + 1)).astype(numpy.int64)
        self.rest = self.full.copy()
        self.came = numpy.zeros(2 * self.nodes, numpy.int64)

    def _edges(self, lines: Any) -> Any:
        """The edges of those of the lines over which something flows."""
        edges = self._edge_of[lines]
        return edges[edges >= 0]

    def flows(self, lines: Any) -> int:
        """How much flows over these lines."""
        return int(self.full[self._edges(lines)].sum())

    def pushed(self, start: int, goal: int, wanted: int, barred: Any = None) -> int:
        """How much may flow from one node to another, at most ``wanted``, but not over the barred lines."""
        self.rest[:] = self.full
        if barred is not None:
            edges = self._edges(barred)
            self.rest[edges] = self.rest[edges + 1] = 0
        way = self.first, self.order, self.heads, self.rest
        return int(push(*way, start, goal, wanted, self.came))

    def ahead(self, start: int) -> Mask:
        """The nodes that more may flow to, after `pushed`."""
        return self._met(start, self.rest)

    def behind(self, goal: int) -> Mask:
        """The nodes from which more may flow to the goal, after `pushed`."""
        return self._met(goal, self.rest.reshape(-1, 2)[:, ::-1].ravel())

    def _met(self, node: int, rest: Any) -> Mask:
        """The nodes to which what is left of the edges leads."""
        reach(self.first, self.order, self.heads, rest, node, -1, self.came)
        mask = self.came[: self.nodes] != 0
        mask[self.start] = mask[self.goal] = False
        return mask


def _anchors(layer: Layer, kind: Kind) -> set[int]:
    return {layer.numbers[node] for node in kind.anchors if node in layer.numbers}


def _placed(columns: dict[int, int], size: int) -> Any:
    found = numpy.full(size, -1, numpy.int64)
    for place, column in columns.items():
        found[place] = column
    return found
