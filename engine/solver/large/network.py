"""The tracks of all trains of a problem side by side in one numbering, for the bound and the local search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.solver.graph import Arc, TrackGraph, Water, ones
from engine.solver.problem import Kind

FREE = 2


@dataclass(frozen=True, slots=True)
class Line:
    """An arc between numbered nodes. ``own``: what it uses; ``track``: what others may then not use."""

    source: int
    to: int
    arc: Arc
    track: tuple[int, ...]
    own: tuple[int, ...]


@dataclass(frozen=True)
class Layer:
    """The graph of some kinds: the number of each of its nodes that routes may come to."""

    graph: TrackGraph
    numbers: dict[int, int]


class Network:
    """The track that trains of these kinds may come to from their anchors.

    ``nodes``: (layer, node of its graph) by number; ``lines`` are sorted by the node where they begin.
    """

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = tuple(kinds)
        self.layers: list[Layer] = []
        self.nodes: list[tuple[Layer, int]] = []
        self.lines: list[Line] = []
        self._by_graph: dict[int, Layer] = {}
        for kind in kinds:
            if id(kind.graph) not in self._by_graph:
                alike = [other for other in kinds if other.graph is kind.graph]
                self._by_graph[id(kind.graph)] = self._add(kind.graph, alike)

    def layer(self, kind: Kind) -> Layer:
        """Where the trains of a kind run."""
        return self._by_graph[id(kind.graph)]

    def _add(self, graph: TrackGraph, kinds: Sequence[Kind]) -> Layer:
        reached = _reached(graph, {node for kind in kinds for node in kind.anchors})
        layer = Layer(graph, {node: len(self.nodes) + i for i, node in enumerate(reached)})
        self.layers.append(layer)
        self.nodes += [(layer, node) for node in reached]
        for node in reached:
            for arc in graph.arcs[node]:
                if arc.to in layer.numbers:
                    track = arc.bits >> graph.track_shift
                    free = graph.common >> graph.track_shift
                    line = Line(
                        layer.numbers[node],
                        layer.numbers[arc.to],
                        arc,
                        tuple(ones(track & ~free)),
                        tuple(ones(track)),
                    )
                    self.lines.append(line)
        return layer

    @cached_property
    def out_of(self) -> list[list[int]]:
        """The lines that begin at each node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for i, line in enumerate(self.lines):
            found[line.source].append(i)
        return found

    @cached_property
    def into(self) -> list[list[int]]:
        """The lines that end at each node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for i, line in enumerate(self.lines):
            found[line.to].append(i)
        return found

    @cached_property
    def spots(self) -> list[int]:
        """The bit of each stop, by node; -1 for what is no stop."""
        return [
            layer.graph.stop_bits[node].bit_length() - 1 if node < len(layer.graph.stops) else -1
            for layer, node in self.nodes
        ]

    @cached_property
    def ends(self) -> list[bool]:
        """Whether every route ends at the node, whatever track leads there."""
        return [_ends(layer.graph, node) for layer, node in self.nodes]

    @cached_property
    def waters(self) -> tuple[Water, ...]:
        """All sea zones and ferries of the map, by the number that they have in each graph."""
        return max((layer.graph.waters for layer in self.layers), key=len, default=())

    def zone(self, number: int) -> int:
        """The sea zone that a node is, by its number among the waters; -1 for others."""
        layer, node = self.nodes[number]
        return layer.graph.zones.get(node, -1)

    def passes(self, number: int) -> bool:
        """Whether a route may run through the node by any track but bars."""
        layer, node = self.nodes[number]
        return node >= len(layer.graph.stops) or layer.graph.passable[node]

    def returns(self, number: int) -> bool:
        """Whether a route may come to the stop again; where several stops are one it is not sought."""
        layer, node = self.nodes[number]
        graph = layer.graph
        return graph.returns(node) and graph.stop_bits.count(graph.stop_bits[node]) == 1

    def stops_of(self, kind: Kind) -> list[tuple[int, int]]:
        """The stops that trains of a kind may come to: (number, node of the graph)."""
        numbers = self.layer(kind).numbers
        return [(number, node) for node, number in numbers.items() if node < len(kind.values)]


def _ends(graph: TrackGraph, node: int) -> bool:
    return node < len(graph.stops) and not graph.passable[node] and not any(n == node for n, _ in graph.gates)


def _reached(graph: TrackGraph, anchors: set[int]) -> list[int]:
    """The nodes to which track leads from an anchor, sorted."""
    reached, queue = set(anchors), sorted(anchors)
    while queue:
        node = queue.pop()
        if node in anchors or not _ends(graph, node):
            fresh = {arc.to for arc in graph.arcs[node]} - reached
            reached |= fresh
            queue += fresh
    return sorted(reached)


def size_of(kind: Kind, node: int) -> int:
    """0 for a small stop, 1 for a large one, 2 for a large one that uses up none of the reach."""
    if node in kind.free:
        return FREE
    return int(kind.pay is None or node not in kind.pay.small)
