"""The lines of routes on the page: side by side where several trains use the same track."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise, takewhile

from engine.board.board import Board
from engine.board.chart import NO_CHART, Chart
from engine.board.faces import STOP
from engine.board.waters import WATER
from engine.routes.paths import Piece, is_zone
from engine.routes.policy import Route
from render.pen.geometry import Frame, Point, between, piece_line, stop_points
from render.routes.crossings import zones_used

_BESIDE = 0.95
"""How far lines on the same track lie apart, in widths of a line."""
_ROUNDS = 3
"""How often the corners of a line at sea are cut."""


def line_width(frame: Frame) -> float:
    """The width of a line in px."""
    return max(5.0, frame.size * 0.14)


def run_lines(
    frame: Frame, board: Board, routes: Sequence[Route], chart: Chart = NO_CHART
) -> list[list[Point]]:
    """The track of each route as points of the picture, and its way from port to port over the sea.

    Of the routes that share a piece of track the first gives the direction: the others lie to its right.
    """
    users: dict[object, list[tuple[int, Piece]]] = {}
    for i, route in enumerate(routes):
        for piece in route.path:
            users.setdefault(_track(piece), []).append((i, piece))
    return [_line(frame, board, chart, i, route.path, users) for i, route in enumerate(routes)]


def _track(piece: Piece) -> object:
    return piece[0], frozenset(piece[1:])


def _line(
    frame: Frame,
    board: Board,
    chart: Chart,
    index: int,
    path: Sequence[Piece],
    users: dict[object, list[tuple[int, Piece]]],
) -> list[Point]:
    ways = zones_used(chart, board.hexmap, path)
    parts: list[list[Point]] = []
    for place, piece in enumerate(path):
        if is_zone(piece):
            aside = _aside(frame, index, {i for zone in _zones(path, place) for i, _ in users[_track(zone)]})
            parts.append(_at_sea(frame, ways.get(place, ()), aside))
            continue
        here = users[_track(piece)]
        _, first = here[0]
        line = _shifted(_points(frame, board, chart, first), _aside(frame, index, {i for i, _ in here}))
        parts.append(line if piece == first else line[::-1])
    at_sea = [is_zone(piece) for piece in path]
    return [point for i, part in enumerate(parts) for point in (_smooth(parts, i) if at_sea[i] else part)]


def _aside(frame: Frame, index: int, users: Collection[int]) -> float:
    """How far to its right a route runs, in px, so that all that are here lie side by side."""
    rank = sorted(users).index(index)
    return (rank - (len(users) - 1) / 2) * _BESIDE * line_width(frame)


def _zones(path: Sequence[Piece], place: int) -> list[Piece]:
    """The sea zones of a crossing from a place of the path on."""
    return list(takewhile(is_zone, path[place:]))


def _at_sea(frame: Frame, way: Sequence[str], aside: float) -> list[Point]:
    """The way over sea hexes; routes lie to its right, seen from its western end, whichever way they run."""
    line = [frame.at(coord) for coord in way]
    return _shifted(line, -aside if line and line[0] > line[-1] else aside)


def _smooth(parts: Sequence[Sequence[Point]], index: int) -> list[Point]:
    """The way over the sea from one port to the other as one line without corners."""
    ashore, beyond = parts[index - 1][-1:] if index else (), next(filter(None, parts[index + 1 :]), ())[:1]
    line = [*ashore, *parts[index], *beyond] if parts[index] else []
    for _ in range(_ROUNDS):
        cuts = [(between(a, b, 0.25), between(a, b, 0.75)) for a, b in pairwise(line)]
        line = [*line[:1], *(point for cut in cuts for point in cut), *line[-1:]]
    return line[len(ashore) : len(line) - len(beyond)]


def _points(frame: Frame, board: Board, chart: Chart, piece: Piece) -> list[Point]:
    coord, a, b = piece
    face = board.face(coord)
    if WATER in (a, b):
        stop = frame.point(coord, stop_points(frame.layout, face)[max(a, b) - STOP])
        quays = [frame.at(quay.sea_hex) for quay in chart.quays_of(coord) if quay.edge is None]
        line = [stop, *quays[:1]]
        return line if b == WATER else line[::-1]
    return [frame.point(coord, p) for p in piece_line(frame.layout, face, a, b)]


def _shifted(line: Sequence[Point], aside: float) -> list[Point]:
    """The line moved to its right by so many px (y grows downwards)."""
    if not aside or len(line) < 2:
        return list(line)
    moved = []
    for i, (x, y) in enumerate(line):
        (x0, y0), (x1, y1) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        moved.append((x - (y1 - y0) / length * aside, y + (x1 - x0) / length * aside))
    return moved
