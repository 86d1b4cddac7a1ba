"""The track of a board as a graph for the route search: stops, junctions and forks, joined by arcs.

What a train uses once is a bit: each stop, and each hex side (so all track over that side). Lines without a
choice between two nodes are one arc. A junction is a node that may be passed again on other track. A fork is
a hex side from which track leads on in several ways; it is a node with a direction. Nothing is contracted
to arcs between stops: over junctions there would be far too many.

A sea zone is a node too, as often as trains like; arcs lead from ports into it and on to zones that adjoin.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import zip_longest
from operator import or_

from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import JUNCTION, OFFBOARD, STOP, Stop, segment
from engine.board.hexmap import Place
from engine.board.waters import WATER, may_embark
from engine.routes.terms import PLAIN, Terms
from engine.solver.graph import Arc, Arcs, Node, Piece, TrackGraph, Water, ones
from engine.solver.recent import SEARCHES, Recent

_DRAWN = Recent[TrackGraph](SEARCHES)


def track_graph(board: Board, company: str, counts: Collection[str], pass_offboard: bool) -> TrackGraph:
    """The graph for routes of a company; stops of other kinds than ``counts`` join track as junctions do."""
    return track_graphs(board, company, [counts], pass_offboard)[0]


def track_graphs(
    board: Board,
    company: str,
    counts: Sequence[Collection[str]],
    pass_offboard: bool,
    single: Collection[str] = (),
    terms: Terms = PLAIN,
    closed: Sequence[Collection[str]] = (),
) -> tuple[TrackGraph, ...]:
    """A graph for each variant of what counts as a stop; a bit means the same in all of them.

    ``single``: hexes whose stops have one bit, as a route visits one of them only. ``closed``: for each
    variant, hexes whose track it leaves out. Equal graphs that are drawn again are the same object.
    """
    drawn = _Builder(board, company, counts, pass_offboard, single, terms, closed).graphs()
    return tuple(map(_DRAWN.same, drawn))


@dataclass(slots=True, eq=False)
class _Step:
    """A way to the next end: where it leads, its segments, the bits it uses (before any shift)."""

    end: Node
    path: tuple[Piece, ...]
    used: int
    borders: int = 0
    land: int = 0
    waters: tuple[int, ...] = ()

    def then(self, after: _Step) -> _Step | None:
        """This way and the next; None when both use the same."""
        if self.used & after.used:
            return None
        return _Step(
            after.end,
            self.path + after.path,
            self.used | after.used,
            self.borders + after.borders,
            self.land + after.land,
            tuple(dict.fromkeys(self.waters + after.waters)) if after.waters else self.waters,
        )


def _arc(to: int, bits: int, line: _Step) -> Arc:
    ashore = any((a, b) != (WATER, WATER) for _, a, b in line.path)
    return Arc(to, bits, line.path, line.borders, line.land, line.waters, ashore)


@dataclass
class _Builder:
    board: Board
    company: str
    counts: Sequence[Collection[str]]
    pass_offboard: bool
    single: Collection[str]
    terms: Terms
    closed: Sequence[Collection[str]]
    _shut: Collection[str] = ()
    _nodes: dict[Node, int] = field(default_factory=dict)
    _track_bits: dict[object, int] = field(default_factory=dict)
    _common: int = 0
    _stop_bits: dict[Place, int] = field(default_factory=dict)
    _zones: dict[Node, int] = field(default_factory=dict)
    _waters: tuple[Water, ...] = ()
    _wet: bool = False

    def graphs(self) -> tuple[TrackGraph, ...]:
        self._number_waters()
        variants = list(zip_longest(self.counts, self.closed, fillvalue=()))
        stops = [tuple(self._stops(counts, shut)) for counts, shut in variants]
        keys = {place: self._key(place) for here in stops for place in here}
        order = {key: i for i, key in enumerate(dict.fromkeys(keys.values()))}
        self._stop_bits = {place: 1 << order[key] for place, key in keys.items()}
        drawn = [self._drawn(here, shut, len(order)) for here, (_, shut) in zip(stops, variants, strict=True)]
        merged, common = _merged([arcs for _, arcs in drawn], len(order), self._common)
        return tuple(
            self._graph(here, names, arcs, len(order), common)
            for here, (names, _), arcs in zip(stops, drawn, merged, strict=True)
        )

    def _number_waters(self) -> None:
        """Number the sea zones, then the ferries."""
        lie = self.terms.waters
        self._wet = bool(lie.zones or lie.ports or lie.ferries)
        number = {zone: i for i, zone in enumerate(lie.zones)}
        zones = [Water(z, 1, abuts=frozenset(number[o] for o in near)) for z, near in lie.zones.items()]
        self._zones = {(zone, WATER): i for zone, i in number.items()}
        self._waters = (*zones, *(Water(ferry.name, ferry.number, ferry=True) for ferry in lie.ferries))

    def _drawn(
        self, stops: Sequence[Place], shut: Collection[str], shift: int
    ) -> tuple[tuple[Node, ...], Arcs]:
        """The nodes of a graph and the arcs from each."""
        self._shut = shut
        self._nodes = {(coord, STOP + i): node for node, (coord, i) in enumerate(stops)}
        bits = [0 if self._again(place) else self._stop_bits[place] for place in stops]
        arcs = _pruned(self._all_arcs(bits, shift), len(stops))
        return tuple(self._nodes), arcs

    def _graph(
        self, stops: tuple[Place, ...], names: tuple[Node, ...], arcs: Arcs, shift: int, common: int
    ) -> TrackGraph:
        numbers = {name: node for node, name in enumerate(names)}
        return TrackGraph(
            stops=stops,
            stop_bits=tuple(self._stop_bits[place] for place in stops),
            passable=tuple(self._passable(place) for place in stops),
            arcs=arcs,
            track_shift=shift,
            names=names,
            exits=tuple(
                _exits(here) if end >= STOP and not any(arc.bits & common for arc in here) else frozenset()
                for (_, end), here in zip(names, arcs, strict=True)
            ),
            common=common,
            again=tuple(map(self._again, stops)) if self.terms.again else (),
            waters=self._waters,
            zones={numbers[zone]: i for zone, i in self._zones.items() if zone in numbers},
            gates=_at_stops(self.terms.gates, stops),
            bars=_at_stops(self.terms.bars, stops),
        )

    def _key(self, place: Place) -> object:
        return self.board.stop(*place).group or (place[0] if place[0] in self.single else place)

    def _stops(self, counts: Collection[str], shut: Collection[str]) -> Iterator[Place]:
        for coord in self.board.hexmap.hexes:
            if coord in shut:
                continue
            face = self.board.face(coord)
            for i, stop in enumerate(face.stops):
                if stop.kind in counts and (face.ends_from(STOP + i) or self._is_offshore(coord, stop)):
                    yield coord, i

    def _is_offshore(self, coord: str, stop: Stop) -> bool:
        """Whether a ship or a ferry comes to a stop without track."""
        lie = self.terms.waters
        return stop.kind != JUNCTION and bool(lie.ports_at(coord, None) or coord in lie.landings)

    def _again(self, place: Place) -> bool:
        return self.board.stop(*place).kind in self.terms.again

    def _passable(self, place: Place) -> bool:
        if self.board.stop(*place).kind == OFFBOARD and not self.pass_offboard:
            return False
        return place in self.terms.unblocked or not self.board.blocks(*place, self.company)

    def _all_arcs(self, stop_bits: Sequence[int], shift: int) -> list[list[Arc]]:
        """Arcs of all nodes; junctions, forks and zones join the list of nodes as they are met."""
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
                    arcs.append(_arc(to, bits, line))
            found.append(arcs)
        return found

    def _lines(self, node: Node) -> Iterator[_Step]:
        """The lines from a node to the next stop, zone or choice, without those that end blind."""
        for first in self._steps(node):
            line: _Step | None = first
            while line and 0 <= line.end[1] < STOP and line.end not in self._nodes:
                onward = self._steps(line.end)
                if len(onward) > 1:
                    break
                line = line.then(onward[0]) if onward else None
            if line:
                yield line

    def _steps(self, node: Node) -> list[_Step]:
        """The steps from a stop, from a junction, from a zone, or from a side over which one comes in."""
        coord, end = node
        if end == WATER:
            return list(self._from_zone(coord))
        found = []
        for other in self.board.face(coord).ends_from(end):
            path = ((coord, end, other),)
            if other >= STOP:
                used = self._bit((coord, *segment(end, other))) if end >= STOP else 0
                found.append(_Step((coord, other), path, used))
                continue
            if (beyond := self.board.across(coord, other)) and beyond not in self._shut:
                found.append(self._over(coord, other, (beyond, opposite(other)), path))
            if self._wet:
                found += self._landed(coord, other, path)
                found += self._embarked(coord, other, path)
        if self._wet and end >= STOP and self.board.stop(coord, end - STOP).kind != JUNCTION:
            found += self._embarked(coord, None, ((coord, end, WATER),))
            found += self._put_off(coord, end)
        return found

    def _put_off(self, coord: str, end: int) -> Iterator[_Step]:
        """The step from a stop to the side at sea where a ferry lands there."""
        at = self.terms.waters.landings.get(coord)
        if at is not None and at[0] not in self._shut:
            yield _Step(at, ((coord, end, WATER),), self._landing(coord, end), waters=(self._ferry(at),))

    def _landed(self, coord: str, edge: int, path: tuple[Piece, ...]) -> Iterator[_Step]:
        """The steps from a side at sea to the stops inland to which a ferry is joined there."""
        inland = self.terms.waters.landed((coord, edge))
        if inland is None or inland in self._shut:
            return
        for i, stop in enumerate(self.board.face(inland).stops):
            if stop.kind != JUNCTION:
                ashore = (inland, WATER, STOP + i)
                used = self._landing(inland, STOP + i)
                yield _Step((inland, STOP + i), (*path, ashore), used, waters=(self._ferry((coord, edge)),))

    def _landing(self, coord: str, end: int) -> int:
        return self._bit(("landing", coord, end), True)

    def _ferry(self, side: Node) -> int:
        """The number of the ferry over a side."""
        return len(self._zones) + self.terms.waters.ferries.index(self.terms.waters.by_side[side])

    def _over(self, coord: str, edge: int, far: Node, path: tuple[Piece, ...]) -> _Step:
        """The step over a hex side, which a ferry may cross."""
        ferry = self._wet and (coord, edge) in self.terms.waters.by_side
        bit = self._bit(min((coord, edge), far), ferry)
        return (
            _Step(far, path, bit, 1, 0, (self._ferry((coord, edge)),))
            if ferry
            else _Step(far, path, bit, 1, 1)
        )

    def _embarked(self, coord: str, edge: int | None, path: tuple[Piece, ...]) -> Iterator[_Step]:
        """The steps to sea over the ports on a hex side, or over the offshore ports."""
        for port in self.terms.waters.ports_at(coord, edge):
            if may_embark(self.board, port, self.company, self.terms.harbours):
                key = ("port", coord, path[0][1] if edge is None else edge, edge is None)
                sea = (port.zone, WATER)
                yield _Step(sea, path, self._bit(key, True), waters=(self._zones[sea],))

    def _from_zone(self, zone: str) -> Iterator[_Step]:
        here = ((zone, WATER, WATER),)
        lie = self.terms.waters
        for other in sorted(lie.zones[zone]):
            yield _Step((other, WATER), here, 0, waters=(self._zones[other, WATER],))
        for port in lie.ports:
            usable = port.zone == zone and port.coord not in self._shut
            if not usable or not may_embark(self.board, port, self.company, self.terms.harbours):
                continue
            if port.edge is None:
                for i, stop in enumerate(self.board.face(port.coord).stops):
                    if stop.kind != JUNCTION:
                        ashore = (port.coord, WATER, STOP + i)
                        bit = self._bit(("port", port.coord, STOP + i, True), True)
                        yield _Step((port.coord, STOP + i), (*here, ashore), bit)
            elif self.board.face(port.coord).ends_from(port.edge):
                bit = self._bit(("port", port.coord, port.edge, False), True)
                yield _Step((port.coord, port.edge), here, bit)

    def _bit(self, key: object, common: bool = False) -> int:
        bit = self._track_bits.setdefault(key, 1 << len(self._track_bits))
        self._common |= bit if common else 0
        return bit


def _exits(arcs: Sequence[Arc]) -> frozenset[int]:
    return frozenset(arc.path[0][2] for arc in arcs)


def _at_stops(ends: Collection[Node], stops: Sequence[Place]) -> frozenset[tuple[int, int]]:
    return frozenset(
        (node, end) for node, (coord, _) in enumerate(stops) for hex_, end in ends if hex_ == coord
    )


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


def _merged(graphs: Sequence[Arcs], shift: int, common: int) -> tuple[list[Arcs], int]:
    """The same with one track bit for all that the same arcs use: fewer bits make a faster search.

    Bits that trains have in common stay apart from others; which they are now is the second result.
    """
    users: dict[int, int] = {}
    for i, arc in enumerate(arc for arcs in graphs for here in arcs for arc in here):
        for bit in ones(arc.bits >> shift):
            users[bit] = users.get(bit, 0) | 1 << i
    groups = {bit: (used, common >> bit & 1) for bit, used in users.items()}
    names = {group: i + shift for i, group in enumerate(dict.fromkeys(groups.values()))}
    stops = (1 << shift) - 1

    new = {bit: 1 << names[group] for bit, group in groups.items()}

    def renamed(arc: Arc) -> Arc:
        track = reduce(or_, (new[bit] for bit in ones(arc.bits >> shift)), arc.bits & stops)
        return Arc(arc.to, track, arc.path, arc.borders, arc.land, arc.waters, arc.ashore)

    merged = [tuple(tuple(map(renamed, here)) for here in arcs) for arcs in graphs]
    return merged, sum(1 << name for (_, shared), name in names.items() if shared)
