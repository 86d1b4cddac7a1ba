"""Where things are on a hex of side 1 around (0, 0), x to the east and y to the south; hexes on a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.board.coords import Layout, centre, corner, edge_midpoint
from engine.board.faces import CITY, OFFBOARD, STOP, End, Face

Point = tuple[float, float]
_STEPS = 10
# How far from the centre each of several cities (up to three, more) or towns stands.
_CITY_GAP = 0.7
_CITY_RADIUS, _RING_RADIUS, _TOWN_RADIUS = 0.46, 0.52, 0.42


@dataclass(frozen=True)
class Frame:
    """Hexes on a picture: ``size`` px is the side of a hex, (left, top) the px of the map's origin."""

    layout: Layout
    size: float
    left: float
    top: float

    def at(self, coord: str) -> Point:
        """The centre of a hex in px."""
        x, y = centre(self.layout, coord)
        return self.left + x * self.size, self.top + y * self.size

    def point(self, coord: str, inner: Point) -> Point:
        """A point of a hex in px."""
        x, y = self.at(coord)
        return x + inner[0] * self.size, y + inner[1] * self.size


def half_extent(layout: Layout) -> Point:
    """Half the width and half the height of a hex of side 1."""
    flat = (1.0, math.sqrt(3) / 2)
    return flat if layout is Layout.FLAT else (flat[1], flat[0])


def bounds(layout: Layout, coords: Iterable[str]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the hexes (side 1); ValueError without hexes."""
    half_x, half_y = half_extent(layout)
    points = [centre(layout, coord) for coord in coords]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - half_x, min(ys) - half_y, max(xs) + half_x, max(ys) + half_y


@lru_cache(maxsize=2)
def corners(layout: Layout) -> tuple[Point, ...]:
    """The six corners; edge e runs from corner e to corner e + 1."""
    return tuple(corner(layout, index) for index in range(6))


def between(a: Point, b: Point, share: float) -> Point:
    """The point a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def scaled(point: Point, factor: float) -> Point:
    """A point moved along the line from the centre of the hex."""
    return point[0] * factor, point[1] * factor


def rim_curve(layout: Layout, a: int, b: int) -> tuple[Point, ...]:
    """Plain track between two edges: it leaves both at right angles."""
    start, end = edge_midpoint(layout, a), edge_midpoint(layout, b)
    if (a - b) % 6 == 3:
        return tuple(between(start, end, i / _STEPS) for i in range(_STEPS + 1))
    # The centre of the arc is where the two edges' lines meet.
    near = (a - b) % 6 in (1, 5)
    factor = 2 / 3 if near else 2.0
    middle = (start[0] + end[0], start[1] + end[1])
    pivot = scaled(middle, factor)
    return _arc(pivot, start, end)


def _arc(pivot: Point, start: Point, end: Point) -> tuple[Point, ...]:
    radius = math.dist(pivot, start)
    first = math.atan2(start[1] - pivot[1], start[0] - pivot[0])
    turn = math.atan2(end[1] - pivot[1], end[0] - pivot[0]) - first
    turn = (turn + math.pi) % (2 * math.pi) - math.pi
    angles = (first + turn * i / _STEPS for i in range(_STEPS + 1))
    return tuple((pivot[0] + radius * math.cos(a), pivot[1] + radius * math.sin(a)) for a in angles)


def _bent(start: Point, end: Point) -> tuple[Point, ...]:
    """From an edge's midpoint, at a right angle to it, to a stop that may stand aside."""
    lead = math.dist(start, end) * 0.5
    length = math.hypot(*start)
    control = (start[0] * (1 - lead / length), start[1] * (1 - lead / length))
    found = []
    for i in range(_STEPS + 1):
        share = i / _STEPS
        found.append(between(between(start, control, share), between(control, end, share), share))
    return tuple(found)


@lru_cache(maxsize=4096)
def stop_points(layout: Layout, face: Face) -> tuple[Point, ...]:
    """Where each stop of a face stands."""
    inner = sum(stop.kind != OFFBOARD for stop in face.stops)
    found: list[Point] = []
    for index, stop in enumerate(face.stops):
        found.append(_stop_point(layout, face, index, inner if stop.kind != OFFBOARD else 1, found))
    return tuple(_apart(found, face.indices(CITY)))


def _apart(points: list[Point], cities: tuple[int, ...]) -> list[Point]:
    """Two or three cities too near to each other give way."""
    least = _CITY_GAP if len(cities) < 4 else 0.0
    for i, a in enumerate(cities):
        for b in cities[:i]:
            gap = math.dist(points[a], points[b])
            if 0 < gap < least:
                step = (least - gap) / 2 / gap
                (x, y), (u, v) = points[a], points[b]
                points[a] = (x + (x - u) * step, y + (y - v) * step)
                points[b] = (u - (x - u) * step, v - (y - v) * step)
    return points


def _stop_point(layout: Layout, face: Face, index: int, count: int, before: Sequence[Point]) -> Point:
    stop, exits = face.stops[index], face.stop_exits(index)
    if count == 1 and (stop.kind != "town" or len(exits) != 2):
        return _single_point(layout, face, stop.drawn_at)
    if len(exits) == 2 and stop.kind == "town":
        return _on_line(layout, exits, stop.drawn_at)
    wide = _RING_RADIUS if count > 3 else _CITY_RADIUS
    radius = wide if stop.kind == CITY else _TOWN_RADIUS
    if stop.drawn_at is not None:
        return _near_edge(layout, stop.drawn_at, radius)
    if not exits:
        return _spread(index, count, radius)
    return _towards(layout, exits, radius) or _aside(layout, exits, radius, before)


def _near_edge(layout: Layout, edge: int, radius: float) -> Point:
    return scaled(edge_midpoint(layout, edge), radius / math.hypot(*edge_midpoint(layout, edge)))


def _aside(layout: Layout, exits: tuple[int, ...], radius: float, before: Sequence[Point]) -> Point:
    """On track that runs straight through the middle: at the side that is farthest from the stops before."""
    places = [_near_edge(layout, edge, radius) for edge in exits]
    return max(places, key=lambda p: round(min((math.dist(p, other) for other in before), default=0.0), 6))


def _single_point(layout: Layout, face: Face, drawn_at: int | None) -> Point:
    plain = any(b < STOP for _, b in face.track)
    if drawn_at is None or not plain:
        return 0.0, 0.0
    return scaled(edge_midpoint(layout, drawn_at), 0.45)


def _on_line(layout: Layout, exits: tuple[int, ...], drawn_at: int | None) -> Point:
    curve = rim_curve(layout, exits[0], exits[1])
    if drawn_at == exits[0]:
        return curve[_STEPS // 4]
    if drawn_at == exits[1]:
        return curve[-1 - _STEPS // 4]
    return curve[_STEPS // 2]


def _towards(layout: Layout, exits: tuple[int, ...], radius: float) -> Point | None:
    """Between the sides that a stop is joined to; None when they balance each other."""
    points = [edge_midpoint(layout, edge) for edge in exits]
    x, y = sum(p[0] for p in points), sum(p[1] for p in points)
    length = math.hypot(x, y)
    return None if length < 0.1 else (x / length * radius, y / length * radius)


def _spread(index: int, count: int, radius: float) -> Point:
    angle = math.pi + 2 * math.pi * index / count
    return radius * 0.85 * math.cos(angle), radius * 0.85 * math.sin(angle)


@lru_cache(maxsize=8192)
def piece_line(layout: Layout, face: Face, a: End, b: End) -> tuple[Point, ...]:
    """The line of one piece of track, from end a to end b."""
    if a > b:
        return piece_line(layout, face, b, a)[::-1]
    if b < STOP:
        return rim_curve(layout, a, b)
    spots = stop_points(layout, face)
    if a >= STOP:
        return spots[a - STOP], spots[b - STOP]
    index = b - STOP
    exits = face.stop_exits(index)
    if face.stops[index].kind == "town" and len(exits) == 2 and len(face.ends_from(b)) == 2:
        return _half_curve(layout, exits, a, spots[index])
    return _bent(edge_midpoint(layout, a), spots[index])


def _half_curve(layout: Layout, exits: tuple[int, ...], edge: int, spot: Point) -> tuple[Point, ...]:
    curve = rim_curve(layout, *exits)
    cut = min(range(len(curve)), key=lambda i: math.dist(curve[i], spot))
    return curve[: cut + 1] if edge == exits[0] else (*curve[:cut:-1], curve[cut])
