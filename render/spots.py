"""Finds free room on a hex for what has no fixed place: values, letters, costs, tile numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from engine.board.coords import Layout
from render.geometry import Point, corners, half_extent

_RADII = (0.66, 0.5, 0.76)
_DIRECTIONS = 12


@dataclass
class Spots:
    """Discs that are taken (x, y, radius) in units of the hex side."""

    layout: Layout
    taken: list[tuple[float, float, float]] = field(default_factory=list)

    def take(self, point: Point, radius: float) -> None:
        """Keep a disc free of other things."""
        self.taken.append((point[0], point[1], radius))

    def take_line(self, line: tuple[Point, ...], radius: float) -> None:
        """Keep a line of track free."""
        self.taken += [(x, y, radius) for x, y in line[::2]]

    def take_box(self, centre: Point, wide: float, high: float) -> None:
        """Keep a box free, such as a name."""
        steps = max(1, round(wide / high))
        for i in range(steps):
            x = centre[0] + wide * ((i + 0.5) / steps - 0.5)
            self.take((x, centre[1]), high / 2)

    def clearance(self, point: Point, radius: float) -> float:
        """Room left around a disc; below zero when it touches something."""
        gaps = (math.hypot(point[0] - x, point[1] - y) - r - radius for x, y, r in self.taken)
        return min(min(gaps, default=1.0), self._to_rim(point) - radius)

    def _to_rim(self, point: Point) -> float:
        turn = 30 if self.layout is Layout.FLAT else 0
        reach = 0.0
        for i in range(6):
            angle = math.radians(60 * i + turn)
            reach = max(reach, point[0] * math.cos(angle) + point[1] * math.sin(angle))
        return 0.866 - reach

    def place(self, radius: float, near: Point | None = None) -> Point:
        """The roomiest place for a disc, which is taken at once; ``near`` pulls it towards a point."""
        best = max(self._candidates(), key=lambda p: self._score(p, radius, near))
        self.take(best, radius)
        return best

    def _score(self, point: Point, radius: float, near: Point | None) -> float:
        room = min(self.clearance(point, radius), 0.06)
        pull = 0.0 if near is None else 0.12 * math.dist(point, near)
        return room - pull - 0.01 * abs(point[0]) - 0.02 * math.hypot(*point)

    def place_box(self, wide: float, high: float) -> Point:
        """The place where a box overlaps least, inside the hex if it can be; it is taken at once."""

        def score(point: Point) -> float:
            corner = (abs(point[0]) + wide / 2, abs(point[1]) + high / 2)
            outside = min(0.0, self._to_rim(corner))
            free = self.box_clearance(point, wide + 0.04, high + 0.04)
            return free + 3 * outside - 0.02 * math.hypot(*point)

        best = max(self._candidates(), key=score)
        self.take_box(best, wide, high)
        return best

    def _candidates(self) -> list[Point]:
        found = [(0.0, 0.0)]
        for radius in _RADII:
            for i in range(_DIRECTIONS):
                angle = math.radians(360 * i / _DIRECTIONS)
                found.append((radius * math.cos(angle), radius * math.sin(angle)))
        return found

    def box_clearance(self, centre: Point, wide: float, high: float) -> float:
        """How far a box overlaps what is taken, as a sum below zero; 0 when it is free."""
        total = 0.0
        for x, y, r in self.taken:
            dx = max(abs(x - centre[0]) - wide / 2, 0.0)
            dy = max(abs(y - centre[1]) - high / 2, 0.0)
            total += min(0.0, math.hypot(dx, dy) - r)
        return total


def width_at(layout: Layout, y: float) -> float:
    """How wide the hex of side 1 is at a height."""
    half_x, half_y = half_extent(layout)
    y = min(abs(y), half_y)
    if layout is Layout.FLAT:
        return 2.0 - y * 2 / math.sqrt(3)
    return 2 * half_x if y <= 0.5 else 2 * half_x * (1 - y) / 0.5


def rim(layout: Layout, shrink: float) -> list[Point]:
    """The corners moved towards the centre by a share."""
    return [(x * shrink, y * shrink) for x, y in corners(layout)]
