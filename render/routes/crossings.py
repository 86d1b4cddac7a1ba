"""The way of a route over water: from port to port through its sea zones, and what counts there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import groupby, pairwise

from engine.board.chart import Chart
from engine.board.faces import STOP
from engine.board.hexmap import HexMap
from engine.board.waters import WATER
from engine.routes.paths import Piece, is_zone


@dataclass(frozen=True)
class Crossing:
    """A sea crossing of a route: the pieces ``first`` to ``last`` of its path, the sea hexes on the way."""

    first: int
    last: int
    way: tuple[str, ...]


def crossings(chart: Chart, hexmap: HexMap, path: Sequence[Piece]) -> Iterator[Crossing]:
    """The sea crossings of a route whose ports are on the chart."""
    for sea, group in groupby(range(len(path)), key=lambda i: is_zone(path[i])):
        places = list(group)
        first, last = places[0], places[-1]
        if not sea or not first or last + 1 == len(path):
            continue
        zones = [path[i][0] for i in places]
        start = _sea_hex(chart, hexmap, path[first - 1][0], path[first - 1][2], zones[0])
        end = _sea_hex(chart, hexmap, path[last + 1][0], path[last + 1][1], zones[-1])
        if start and end:
            yield Crossing(first, last, _way(chart, hexmap, start, end, set(zones)))


def _sea_hex(chart: Chart, hexmap: HexMap, coord: str, end: int, zone: str) -> str | None:
    """The sea hex of the zone on which a port opens, by its side or offshore."""
    edge = end if 0 <= end < STOP else None
    found = [quay for quay in chart.quays_of(coord) if quay.edge == edge and zone in quay.zones]
    if not found:
        return None
    beside = [other for other in hexmap[coord].neighbours if chart.seas.get(other or "") == zone]
    there = chart.seas[found[0].sea_hex] == zone or edge is None or not beside
    return found[0].sea_hex if there else beside[0]


def _way(chart: Chart, hexmap: HexMap, start: str, end: str, zones: Collection[str]) -> tuple[str, ...]:
    """The shortest way over sea hexes of the zones, and over as little else as must be between them."""
    before: dict[str, str] = {}
    ahead = [(0, 0, start, start)]
    while ahead and end not in before:
        cost, steps, here, whence = heappop(ahead)
        if here in before:
            continue
        before[here] = whence
        for other in hexmap[here].neighbours:
            if other is not None and other not in before:
                foreign = chart.seas.get(other) not in zones
                heappush(ahead, (cost + foreign, steps + 1, other, here))
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def counted(chart: Chart, hexmap: HexMap, path: Sequence[Piece]) -> dict[str, int]:
    """The sea hexes of a route on which the numbers of its sea zones and ferries stand."""
    found: dict[str, int] = {}
    for crossing in crossings(chart, hexmap, path):
        for zone in dict.fromkeys(path[i][0] for i in range(crossing.first, crossing.last + 1)):
            there = [coord for coord in crossing.way if chart.seas.get(coord) == zone]
            if there:
                found[there[len(there) // 2]] = 1
    for way, number in _ferries(chart, path):
        found.setdefault(way[len(way) // 2], number)
    return found


def _ferries(chart: Chart, path: Sequence[Piece]) -> Iterator[tuple[list[str], int]]:
    """The sea hexes of each ferry on the way, with its number."""
    coords = [piece[0] for piece in path if not is_zone(piece) and WATER not in piece[1:]]
    stretches = [list(group) for _, group in groupby(coords, key=lambda coord: coord in chart.seas)]
    for before, way in pairwise([[], *stretches, []]):
        if way and way[0] in chart.seas:
            after = coords[coords.index(way[-1]) + 1 :][:1]
            yield from _numbered(chart, list(dict.fromkeys(way)), {*before[-1:], *after})


def _numbered(chart: Chart, way: list[str], ends: Collection[str]) -> Iterator[tuple[list[str], int]]:
    """The ferry that joins the ends, or else the one that leads over these hexes."""
    over = [line for line in chart.lines if set(way) <= set(line.way)]
    best = max(over, key=lambda line: len({line.way[0], line.way[-1]} & set(ends)), default=None)
    if best is not None:
        yield way, best.number


def zones_used(chart: Chart, hexmap: HexMap, path: Sequence[Piece]) -> Mapping[int, tuple[str, ...]]:
    """The sea hexes of each crossing by the place of its first zone in the path."""
    return {crossing.first: crossing.way for crossing in crossings(chart, hexmap, path)}
