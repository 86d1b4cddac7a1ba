"""The lines of routes on the page: side by side where several trains use the same track."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.board.board import Board
from engine.routes.paths import Piece, is_zone
from engine.routes.policy import Route
from render.geometry import Frame, Point, piece_line

_BESIDE = 0.95
"""How far lines on the same track lie apart, in widths of a line."""


def line_width(frame: Frame) -> float:
    """The width of a line in px."""
    return max(5.0, frame.size * 0.14)


def run_lines(frame: Frame, board: Board, routes: Sequence[Route]) -> list[list[Point]]:
    """The track of each route as points of the picture.

    Of the routes that share a piece of track the first gives the direction: the others lie to its right.
    """
    users: dict[object, list[tuple[int, Piece]]] = {}
    for i, route in enumerate(routes):
        for piece in route.path:
            users.setdefault(_track(piece), []).append((i, piece))
    return [_line(frame, board, i, route.path, users) for i, route in enumerate(routes)]


def _track(piece: Piece) -> object:
    return piece[0], frozenset(piece[1:])


def _line(
    frame: Frame,
    board: Board,
    index: int,
    path: Sequence[Piece],
    users: dict[object, list[tuple[int, Piece]]],
) -> list[Point]:
    points: list[Point] = []
    for piece in path:
        here = users[_track(piece)]
        _, first = here[0]
        rank = next(n for n, (i, _) in enumerate(here) if i == index)
        aside = (rank - (len(here) - 1) / 2) * _BESIDE * line_width(frame)
        line = _shifted(_points(frame, board, first), aside)
        points += line if piece == first else line[::-1]
    return points


def _points(frame: Frame, board: Board, piece: Piece) -> list[Point]:
    coord, a, b = piece
    if is_zone(piece):
        return [frame.at(coord)]
    return [frame.point(coord, p) for p in piece_line(frame.layout, board.face(coord), a, b)]


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
