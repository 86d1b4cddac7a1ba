"""The track of a board as a graph for the route search: stops, junctions and forks, joined by arcs.

What a train uses once is a bit: each stop, and each hex side (so all track over that side). Lines without a
choice between two nodes are one arc. A junction is a node that may be passed again on other track. A fork is
a hex side from which track leads on in several ways; it is a node with a direction. Nothing is contracted
to arcs between stops: over junctions there would be far too many.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .board import Board
from .coords import opposite, sort_key
from .faces import OFFBOARD, STOP, segment
from .hexmap import Place

Piece = tuple[str, int, int]
Node = tuple[str, int]
Arcs = tuple[tuple["Arc", ...], ...]


@dataclass(frozen=True, slots=True)
class Arc:
    """A line from one node to the next: the node it leads to, the bits it uses, its segments in order.

    The bits include that of the stop it leads to. ``borders``: how many hex sides it crosses.
    """

    to: int
    bits: int
    path: tuple[Piece, ...]
    borders: int = 0


@dataclass(frozen=True, slots=True)
class TrackGraph:
    """Nodes 0 to ``len(stops) - 1`` are the stops, sorted by hex; higher ones are junctions and forks.

    ``arcs[node]`` leads on from a node. ``stop_bits[node]`` is the bit of a stop; several hexes of one
    off-board area have one bit. ``passable[node]`` is false for a stop at which every route ends. Bits from
    ``track_shift`` on are track; one bit may stand for several hex sides that are always used together.
    ``names[node]`` is the hex and the end where a node is. ``exits[node]`` are the ends to which track leads
    from a stop or junction, none for a fork.
    """

    stops: tuple[Place, ...]
    stop_bits: tuple[int, ...]
    passable: tuple[bool, ...]
    arcs: Arcs
    track_shift: int
    names: tuple[Node, ...]
    exits: tuple[frozenset[int], ...]


def track_graph(board: Board, company: str, counts: Collection[str], pass_offboard: bool) -> TrackGraph:
    """The graph for routes of a company; stops of other kinds than ``counts`` join track as junctions do."""
    return track_graphs(board, company, [counts], pass_offboard)[0]


def track_graphs(
    board: Board,
    company: str,
    counts: Sequence[Collection[str]],
    pass_offboard: bool,
    single: Collection[str] = (),
) -> tuple[TrackGraph, ...]:
    """A graph for each notion of what counts as a stop; a bit means the same in all of them.

    ``single``: hexes whose stops have one bit, as a route visits one of them only.
    """
    return _Builder(board, company, counts, pass_offboard, single).graphs()


@dataclass(frozen=True, slots=True)
class _Step:
    """A way to the next end: where it leads, its segments, the bits it uses (before any shift)."""

    end: Node
    path: tuple[Piece, ...]
    used: int

    def then(self, after: _Step) -> _Step | None:
        """This way and the next; None when both use the same."""
        if self.used & after.used:
            return None
        return _Step(after.end, self.path + after.path, self.used | after.used)


@dataclass
class _Builder:
    board: Board
    company: str
    counts: Sequence[Collection[str]]
    pass_offboard: bool
    single: Collection[str]
    _nodes: dict[Node, int] = field(default_factory=dict)
    _track_bits: dict[object, int] = field(default_factory=dict)
    _stop_bits: dict[Place, int] = field(default_factory=dict)

    def graphs(self) -> tuple[TrackGraph, ...]:
        stops = [tuple(self._stops(counts)) for counts in self.counts]
        keys = {place: self._key(place) for here in stops for place in here}
        order = {key: i for i, key in enumerate(dict.fromkeys(keys.values()))}
        self._stop_bits = {place: 1 << order[key] for place, key in keys.items()}
        drawn = [self._drawn(here, len(order)) for here in stops]
        merged = _merged([arcs for _, arcs in drawn], len(order))
        return tuple(
            self._graph(here, names, arcs, len(order))
            for here, (names, _), arcs in zip(stops, drawn, merged, strict=True)
        )

    def _drawn(self, stops: Sequence[Place], shift: int) -> tuple[tuple[Node, ...], Arcs]:
        """The nodes of a graph and the arcs from each."""
        self._nodes = {(coord, STOP + i): node for node, (coord, i) in enumerate(stops)}
        bits = [self._stop_bits[place] for place in stops]
        arcs = _pruned(self._all_arcs(bits, shift), len(stops))
        return tuple(self._nodes), arcs

    def _graph(self, stops: tuple[Place, ...], names: tuple[Node, ...], arcs: Arcs, shift: int) -> TrackGraph:
        exits = (
            frozenset(arc.path[0][2] for arc in here) if end >= STOP else frozenset[int]()
            for (_, end), here in zip(names, arcs, strict=True)
        )
        return TrackGraph(
            stops=stops,
            stop_bits=tuple(self._stop_bits[place] for place in stops),
            passable=tuple(self._passable(place) for place in stops),
            arcs=arcs,
            track_shift=shift,
            names=names,
            exits=tuple(exits),
        )

    def _key(self, place: Place) -> object:
        return self.board.stop(*place).group or (place[0] if place[0] in self.single else place)

    def _stops(self, counts: Collection[str]) -> Iterator[Place]:
        for coord in sorted(self.board.hexmap.hexes, key=sort_key):
            face = self.board.face(coord)
            for i, stop in enumerate(face.stops):
                if stop.kind in counts and face.ends_from(STOP + i):
                    yield coord, i

    def _passable(self, place: Place) -> bool:
        if self.board.stop(*place).kind == OFFBOARD and not self.pass_offboard:
            return False
        return not self.board.blocks(*place, self.company)

    def _all_arcs(self, stop_bits: Sequence[int], shift: int) -> list[list[Arc]]:
        """Arcs of all nodes; junctions and forks join the list of nodes as they are met."""
        queue = list(self._nodes)
        found: list[list[Arc]] = []
        for node in queue:
            arcs = []
            for line in self._lines(node):
                if line.end not in self._nodes:
                    self._nodes[line.end] = len(queue)
                    queue.append(line.end)
                to = self._nodes[line.end]
                if line.end != node:
                    bits = line.used << shift | (stop_bits[to] if to < len(stop_bits) else 0)
                    arcs.append(Arc(to, bits, line.path, sum(end < STOP for _, _, end in line.path)))
            found.append(arcs)
        return found

    def _lines(self, node: Node) -> Iterator[_Step]:
        """The lines from a node to the next stop or choice, without those that end blind."""
        for first in self._steps(node):
            line: _Step | None = first
            while line and line.end[1] < STOP and line.end not in self._nodes:
                onward = self._steps(line.end)
                if len(onward) > 1:
                    break
                line = line.then(onward[0]) if onward else None
            if line:
                yield line

    def _steps(self, node: Node) -> list[_Step]:
        """The steps from a stop, from a junction, or from a side over which one comes in."""
        coord, end = node
        found = []
        for other in self.board.face(coord).ends_from(end):
            path = ((coord, end, other),)
            if other >= STOP:
                used = self._bit((coord, *segment(end, other))) if end >= STOP else 0
                found.append(_Step((coord, other), path, used))
            elif beyond := self.board.across(coord, other):
                far = (beyond, opposite(other))
                found.append(_Step(far, path, self._bit(min((coord, other), far))))
        return found

    def _bit(self, key: object) -> int:
        return self._track_bits.setdefault(key, 1 << len(self._track_bits))


def _pruned(arcs: list[list[Arc]], stops: int) -> Arcs:
    """Without arcs to a junction or fork from which nothing leads on."""
    changed = True
    while changed:
        changed = False
        for node, here in enumerate(arcs):
            kept = [
                arc for arc in here if arc.to < stops or any(not arc.bits & on.bits for on in arcs[arc.to])
            ]
            changed |= len(kept) != len(here)
            arcs[node] = kept
    return tuple(tuple(here) for here in arcs)


def _merged(graphs: Sequence[Arcs], shift: int) -> list[Arcs]:
    """The same with one track bit for all that the same arcs use: fewer bits make a faster search."""
    users: dict[int, int] = {}
    for i, arc in enumerate(arc for arcs in graphs for here in arcs for arc in here):
        for bit in ones(arc.bits >> shift):
            users[bit] = users.get(bit, 0) | 1 << i
    names = {group: i for i, group in enumerate(dict.fromkeys(users.values()))}
    stops = (1 << shift) - 1

    def renamed(arc: Arc) -> Arc:
        track = {names[users[bit]] for bit in ones(arc.bits >> shift)}
        return replace(arc, bits=arc.bits & stops | sum(1 << name + shift for name in track))

    return [tuple(tuple(map(renamed, here)) for here in arcs) for arcs in graphs]


def ones(bits: int) -> Iterator[int]:
    """The places of the set bits, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
