"""The lines between large stations, off-board areas and ports on which trains of a company run (7.4, 7.8).

Small stations lie on lines and never at their ends. Every large stop has a bit; so has every small station
and every hex, above those of the large stops: a set of things that trains score is one int.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.board.board import Board
from engine.board.coords import sort_key
from engine.board.faces import CITY, OFFBOARD, STOP, TOWN
from engine.core.state import Place
from engine.core.view import View
from engine.routes.tracks import track_graph
from engine.rules.tokens import home_place
from engine.solver.graph import Piece, TrackGraph

LARGE = frozenset({CITY, OFFBOARD})
LONDON = "London"
RED, PORT = "red", "port"


@dataclass(frozen=True, slots=True)
class Line:
    """Track from one large stop to the next: what it uses once, borders crossed, hexes and towns it passes.

    ``near``: its hexes next to its two ends, from which distances to off-board areas are counted.
    """

    to: int
    bits: int
    borders: int
    towns: int
    hexes: int
    near: tuple[str, str]
    path: tuple[Piece, ...]


@dataclass(frozen=True)
class Network:
    """Large stops that a company may run to; ``kinds``: red, port or None for a city.

    ``bits`` of a stop; hexes of one area share it. ``own`` has a station of the company. ``home`` is the stop
    of its home marker. ``towns`` and ``hexes`` by the number of their bits. Networks are keys of what was
    searched in them, so their hash is kept.
    """

    stops: tuple[Place, ...]
    bits: tuple[int, ...]
    kinds: tuple[str | None, ...]
    own: tuple[bool, ...]
    passable: tuple[bool, ...]
    lines: tuple[tuple[Line, ...], ...]
    home: int | None
    towns: dict[int, Place]
    hexes: dict[int, str]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.stops, self.own, self.passable, self.lines, self.home))

    @cached_property
    def cities(self) -> int:
        """The bits of all large stations."""
        return sum(bit for bit, kind in zip(self.bits, self.kinds, strict=True) if kind is None)

    def measured(self, node: int, near: str) -> str:
        """The hex from which a run that ends at a stop is measured: ``near`` an area, else its own."""
        return near if self.kinds[node] else self.stops[node][0]

    def costs(self, borders: bool) -> tuple[int, ...]:
        """From each stop to the nearest own station, in borders or in lines; a large number without one."""
        return self._far([node for node, own in enumerate(self.own) if own], borders)

    def borders_to(self, nodes: Sequence[int]) -> tuple[int, ...]:
        """From each stop to the nearest of these, in borders."""
        return self._far(nodes, True)

    @cached_property
    def borders(self) -> tuple[tuple[int, ...], ...]:
        """The fewest borders from each stop to each other one."""
        return tuple(self._far([node], True) for node in range(len(self.stops)))

    def _far(self, nodes: Sequence[int], borders: bool) -> tuple[int, ...]:
        far = 1_000
        found = [0 if node in nodes else far for node in range(len(self.stops))]
        heap = [(0, node) for node in nodes]
        while heap:
            cost, node = heapq.heappop(heap)
            for line in self.lines[node]:
                longer = cost + (line.borders if borders else 1)
                if cost == found[node] and longer < found[line.to]:
                    found[line.to] = longer
                    heapq.heappush(heap, (longer, line.to))
        return tuple(found)


def area_kind(board: Board, place: Place) -> str | None:
    """Red area, port (drawn in blue), or None for a large station."""
    if board.stop(*place).kind != OFFBOARD:
        return None
    return PORT if board.hexmap[place[0]].colour == "blue" else RED


def has_link(board: Board, company: str) -> bool:
    """Whether the company has a marker in London (7.6.5)."""
    links = ((c, i) for c, spot in board.hexmap.hexes.items() if "link_stop" in spot.extras
             for i in spot.face.indices(CITY))  # fmt: skip
    return any(company in board.companies_at(*place) for place in links)


def home_of(view: View, company: str) -> Place | None:
    """Where the home marker stands; None while it is not on the board."""
    place = home_place(view, company)
    return place if place is not None and company in view.board().companies_at(*place) else None


def network(view: View, company: str) -> Network:
    """The network of a company on the board as it stands."""
    return view.board().remember(("lines", company), lambda: _network(view, company))


def _network(view: View, company: str) -> Network:
    board, home = view.board(), home_of(view, company)
    graph = track_graph(board, company, LARGE, pass_offboard=False)
    shut = set() if has_link(board, company) else {
        node for node, place in enumerate(graph.stops) if board.stop(*place).group == LONDON
    }  # fmt: skip
    raw = [[] if node in shut else [line for line in _lines(graph, node) if line[0] not in shut]
           for node in range(len(graph.stops))]  # fmt: skip
    paths = [path for here in raw for _, _, path in here]
    coords = sorted({coord for path in paths for coord, _, _ in path}, key=sort_key)
    small = sorted({place for path in paths for place in towns_on(board, path)})
    towns = {graph.track_shift + i: place for i, place in enumerate(small)}
    hexes = {graph.track_shift + len(towns) + i: coord for i, coord in enumerate(coords)}
    bit_of: dict[object, int] = {thing: 1 << i for part in (towns, hexes) for i, thing in part.items()}
    return Network(
        stops=graph.stops,
        bits=graph.stop_bits,
        kinds=tuple(area_kind(board, place) for place in graph.stops),
        own=tuple(company in board.companies_at(*place) for place in graph.stops),
        passable=graph.passable,
        lines=tuple(tuple(_line(board, bit_of, *line) for line in here) for here in raw),
        home=graph.stops.index(home) if home in graph.stops else None,
        towns=towns,
        hexes=hexes,
    )


def _lines(graph: TrackGraph, node: int) -> Iterator[tuple[int, int, tuple[Piece, ...]]]:
    """All ways from a stop to the next one: over forks and junctions there may be several."""
    open_ways = [(arc.to, arc.bits, arc.path) for arc in reversed(graph.arcs[node])]
    while open_ways:
        to, bits, path = open_ways.pop()
        if to < len(graph.stops):
            yield to, bits, path
            continue
        onward = (arc for arc in reversed(graph.arcs[to]) if not arc.bits & bits)
        open_ways += [(arc.to, bits | arc.bits, path + arc.path) for arc in onward]


def _line(board: Board, bit_of: dict[object, int], to: int, bits: int, path: tuple[Piece, ...]) -> Line:
    return Line(
        to,
        bits,
        borders_on(path),
        sum(bit_of[place] for place in towns_on(board, path)),
        sum({bit_of[coord] for coord, _, _ in path}),
        (path[1][0], path[-2][0]) if len(path) > 1 else (path[0][0], path[0][0]),
        path,
    )


def towns_on(board: Board, path: tuple[Piece, ...]) -> tuple[Place, ...]:
    """The small stations that a path passes, in order."""
    passed = ((coord, b - STOP) for coord, _, b in path if b >= STOP)
    return tuple(place for place in passed if board.stop(*place).kind == TOWN)


def borders_on(path: tuple[Piece, ...]) -> int:
    """How many hex borders a path crosses: the hexes visited beyond the first (7.8.1)."""
    return sum(b < STOP for _, _, b in path)
