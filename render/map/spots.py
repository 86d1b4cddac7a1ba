"""Finds free room on a hex for what has no fixed place: values, letters, costs, tile numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from engine.board.coords import Layout
from render.pen.geometry import Point, half_extent

_INRADIUS = math.sqrt(3) / 2
# More room than this is no better.
_ENOUGH = 0.06
_RADII = (0.66, 0.5, 0.76)
_DIRECTIONS = 12
# Where nothing of these is free, more places are tried.
_MORE_RADII, _MORE_DIRECTIONS, _CRAMPED = (0.42, 0.58, 0.72, 0.78), 36, -0.05
Disc = tuple[float, float, float, int]
_GUARDED = 4


@cache
def _normals(layout: Layout) -> tuple[Point, ...]:
    """Unit vectors towards the sides; by symmetry three are enough."""
    turn = 30 if layout is Layout.FLAT else 0
    angles = (math.radians(60 * i + turn) for i in range(3))
    return tuple((math.cos(a), math.sin(a)) for a in angles)


@cache
def _to_rim(layout: Layout, point: Point) -> float:
    """How far a point is inside the hex; below zero outside."""
    return _INRADIUS - max(abs(point[0] * x + point[1] * y) for x, y in _normals(layout))


@cache
def _candidates(radii: tuple[float, ...] = _RADII, directions: int = _DIRECTIONS) -> tuple[Point, ...]:
    angles = [2 * math.pi * i / directions for i in range(directions)]
    return ((0.0, 0.0), *((r * math.cos(a), r * math.sin(a)) for r in radii for a in angles))


@dataclass
class Spots:
    """Discs that are taken (x, y, radius, weight) in units of the hex side."""

    layout: Layout
    taken: list[Disc] = field(default_factory=list)

    def take(self, point: Point, radius: float) -> None:
        """Keep a disc free of other things."""
        self.taken.append((point[0], point[1], radius, 1))

    def guard(self, point: Point, radius: float) -> None:
        """Keep a disc free above all: small print rather lies on track than on this."""
        self.taken.append((point[0], point[1], radius, _GUARDED))

    def take_line(self, line: tuple[Point, ...], radius: float) -> None:
        """Keep a line of track free."""
        self.taken += [(x, y, radius, 1) for x, y in line[::2]]

    def take_box(self, centre: Point, wide: float, high: float) -> None:
        """Keep a box with words free, as `guard` does."""
        steps = max(1, round(wide / high))
        for i in range(steps):
            x = centre[0] + wide * ((i + 0.5) / steps - 0.5)
            self.guard((x, centre[1]), high / 2)

    def clearance(self, point: Point, radius: float) -> float:
        """Room left around a disc; below zero when it touches something."""
        room = _to_rim(self.layout, point)
        for x, y, r, _ in self.taken:
            gap = math.hypot(point[0] - x, point[1] - y) - r
            room = min(room, gap)
        return room - radius

    def place(self, radius: float, near: Point | None = None) -> Point:
        """The roomiest place for a disc, which is taken at once; ``near`` pulls it towards a point."""

        def score(point: Point) -> float:
            pull = 0.0 if near is None else 0.12 * math.dist(point, near)
            aside = 0.01 * abs(point[0]) + 0.02 * math.hypot(*point)
            return min(self.clearance(point, radius), _ENOUGH) - pull - aside

        best = max(_candidates(), key=score)
        if self.clearance(best, radius) < _CRAMPED:
            best = self.least(radius, (best, *_candidates(_MORE_RADII, _MORE_DIRECTIONS)), near)
        self.take(best, radius)
        return best

    def least(self, radius: float, places: Sequence[Point], near: Point | None = None) -> Point:
        """The place of some where a disc overlaps least; of equal ones the first, or the nearest to one."""

        def score(point: Point) -> float:
            pull = 0.0 if near is None else 0.12 * math.dist(point, near)
            outside = min(0.0, _to_rim(self.layout, point) - radius)
            return self._overlap(point, radius) - 3 * outside + pull

        return min(places, key=score)

    def touches(self, point: Point, radius: float) -> bool:
        """Whether a disc reaches into a station, words or a sign; it may lie on track."""
        return any(math.hypot(point[0] - x, point[1] - y) < r + radius for x, y, r, w in self.taken if w > 1)

    def _overlap(self, point: Point, radius: float) -> float:
        """How far a disc reaches into what is taken, as a sum by weight."""
        total = 0.0
        for x, y, r, weight in self.taken:
            into = r + radius - math.hypot(point[0] - x, point[1] - y)
            if into > 0:
                total += weight * into
        return total

    def place_box(self, wide: float, high: float) -> Point:
        """The place where a box overlaps least, inside the hex if it can be; it is taken at once."""
        best = self.best_box(wide, high)
        self.take_box(best, wide, high)
        return best

    def best_box(self, wide: float, high: float) -> Point:
        """As `place_box`, without taking the place."""

        def score(point: Point) -> float:
            corner = (abs(point[0]) + wide / 2, abs(point[1]) + high / 2)
            outside = min(0.0, _to_rim(self.layout, corner))
            free = self.box_clearance(point, wide + 0.04, high + 0.04) if outside > -_ENOUGH else -1.0
            return free + 3 * outside - 0.02 * math.hypot(*point)

        best = max(_candidates(), key=score)
        if score(best) >= _CRAMPED:
            return best
        return max((best, *_candidates(_MORE_RADII, _MORE_DIRECTIONS)), key=score)

    def box_clearance(self, centre: Point, wide: float, high: float) -> float:
        """How far a box overlaps what is taken, as a sum below zero; 0 when it is free."""
        total = 0.0
        left, top = wide / 2, high / 2
        for x, y, r, weight in self.taken:
            dx, dy = abs(x - centre[0]) - left, abs(y - centre[1]) - top
            if dx < r and dy < r:
                total += weight * min(0.0, math.hypot(max(dx, 0.0), max(dy, 0.0)) - r)
        return total


def width_at(layout: Layout, y: float) -> float:
    """How wide the hex of side 1 is at a height."""
    half_x, half_y = half_extent(layout)
    y = min(abs(y), half_y)
    if layout is Layout.FLAT:
        return 2.0 - y * 2 / math.sqrt(3)
    return 2 * half_x if y <= 0.5 else 2 * half_x * (1 - y) / 0.5
