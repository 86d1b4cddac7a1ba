"""Finds free room on a hex for what has no fixed place: names, values, letters, costs, tile numbers.

What is on a hex is kept as a grid of small cells. A row of the grid is one whole number, a bit for each cell,
so that a search for all free places of a box takes a few shifts for each row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from PIL import Image, ImageDraw

from engine.board.coords import Layout
from render.pen.geometry import Point, corners, half_extent

CELLS = 40
"""Cells of the grid along the side of a hex."""
_MARGINS = (0.05, 0.02)
"""How much more room a place has on each side, the best first."""
_BANDS = 3
"""Boxes of which a disc is made in the grid."""
_INRADIUS = math.sqrt(3) / 2
_RIM = 0.03
"""What stays free along the sides of the hex."""
Box = tuple[float, float]
Cell = tuple[int, int]
"""A row of the grid, and the bit of a column."""
Cost = Callable[[float, float], float]
Parts = Sequence[tuple[Point, Box]]


def below(x: float, y: float) -> float:
    """In the middle of the lower part, else of the upper one: where people look for a name."""
    return 0.6 * abs(x) + abs(abs(y) - 0.56) + (0.0 if y > 0 else 0.04)


def _inward(x: float, y: float) -> float:
    """Near the middle."""
    return math.hypot(x, y) + 0.02 * abs(x)


@cache
def _size(layout: Layout) -> tuple[int, int]:
    """Columns and rows of the grid, both odd: the middle of the hex is the middle of a cell."""
    half_x, half_y = half_extent(layout)
    return 2 * math.ceil(half_x * CELLS) + 1, 2 * math.ceil(half_y * CELLS) + 1


@cache
def _empty(layout: Layout) -> bytes:
    """The grid of a hex with nothing on it: what is outside is taken."""
    wide, high = _size(layout)
    image = Image.new("1", (wide, high), 1)
    unit = CELLS * (1 - _RIM / _INRADIUS)
    shape = [(wide // 2 + x * unit, high // 2 + y * unit) for x, y in corners(layout)]
    ImageDraw.Draw(image).polygon(shape, 0)
    return image.tobytes()


@cache
def _places(layout: Layout, cost: Cost) -> tuple[Cell, ...]:
    """Row and bit of the cells in which something may stand, the best first."""
    wide, high = _size(layout)
    cells = [(row, column) for row in range(high) for column in range(wide)]
    cells.sort(key=lambda cell: cost((cell[1] - wide // 2) / CELLS, (cell[0] - high // 2) / CELLS))
    return tuple((row, 1 << column) for row, column in cells)


class Spots:
    """What is taken on a hex, in units of its side around its middle."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._size = _size(layout)
        self._image = Image.frombytes("1", self._size, _empty(layout))
        self._draw = ImageDraw.Draw(self._image)
        self._rows: list[int] | None = None

    def copy(self) -> Spots:
        """The same as it is now, to try things on."""
        other = Spots(self.layout)
        other.become(self)
        return other

    def become(self, other: Spots) -> None:
        """Take what is taken there, and nothing else."""
        self._image.paste(other._image)
        self._rows = None

    # --- what is taken -------------------------------------------------------------------------

    def take(self, point: Point, radius: float) -> None:
        """Keep a disc free of other things."""
        (x, y), r = self._cell(point), radius * CELLS + 0.5
        self._draw.ellipse((x - r, y - r, x + r, y + r), 1)
        self._rows = None

    def take_line(self, line: Sequence[Point], radius: float) -> None:
        """Keep a line of track free."""
        cells = [self._cell(point) for point in line]
        self._draw.line(cells, 1, math.ceil(2 * radius * CELLS) + 1, joint="curve")
        self._rows = None

    def take_shape(self, points: Iterable[Point]) -> None:
        """Keep a polygon free."""
        self._draw.polygon([self._cell(point) for point in points], 1)
        self._rows = None

    def take_box(self, centre: Point, wide: float, high: float) -> None:
        """Keep a box with words free."""
        x, y = self._cell(centre)
        half, up = wide / 2 * CELLS, high / 2 * CELLS
        self._draw.rectangle((x - half, y - up, x + half, y + up), 1)
        self._rows = None

    def _cell(self, point: Point) -> Point:
        return self._size[0] // 2 + point[0] * CELLS, self._size[1] // 2 + point[1] * CELLS

    def _taken(self) -> list[int]:
        """The rows of the grid; bit n is column n."""
        if self._rows is None:
            wide, high = self._size
            flipped = self._image.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes()
            step = -(-wide // 8)
            spare = 8 * step - wide
            parts = (flipped[i * step : (i + 1) * step] for i in range(high))
            self._rows = [int.from_bytes(part, "big") >> spare for part in parts]
        return self._rows

    # --- where there is room -------------------------------------------------------------------

    def free(self, centre: Point, wide: float, high: float) -> bool:
        """Whether a box touches nothing."""
        x, y = self._cell(centre)
        half, up = wide / 2 * CELLS, high / 2 * CELLS
        left, right = math.floor(x - half), math.ceil(x + half)
        top, low = math.floor(y - up), math.ceil(y + up)
        if left < 0 or top < 0 or right >= self._size[0] or low >= self._size[1]:
            return False
        mask = ((1 << (right - left + 1)) - 1) << left
        return not any(row & mask for row in self._taken()[top : low + 1])

    def find(self, boxes: Parts, cost: Cost = _inward) -> Point | None:
        """The best place for boxes that are so far from it: where none touches anything; None without one."""
        return self._first(boxes, lambda: _places(self.layout, cost))

    def _first(self, boxes: Parts, order: Callable[[], Iterable[Cell]]) -> Point | None:
        """The first of some cells at which boxes touch nothing, with the widest margin that has room."""
        wide, high = self._size
        full = (1 << wide) - 1
        if any(across * CELLS >= wide - 2 or down * CELLS >= high - 2 for _, (across, down) in boxes):
            return None
        best = self._blocked(boxes, 0.0)
        if all(row == full for row in best):
            return None
        for margin in _MARGINS:
            roomy = self._blocked(boxes, margin)
            if any(row != full for row in roomy):
                best = roomy
                break
        row, bit = next((row, bit) for row, bit in order() if not best[row] & bit)
        return (bit.bit_length() - 1 - wide // 2) / CELLS, (row - high // 2) / CELLS

    def _blocked(self, boxes: Parts, margin: float) -> list[int]:
        """The cells at which boxes around them, each moved so far, would touch something."""
        found = [0] * self._size[1]
        for offset, (wide, high) in boxes:
            grown = self._grown(
                math.ceil((wide / 2 + margin) * CELLS), math.ceil((high / 2 + margin) * CELLS)
            )
            across, down = round(offset[0] * CELLS), round(offset[1] * CELLS)
            full = (1 << self._size[0]) - 1
            for row in range(self._size[1]):
                other = row + down
                if not 0 <= other < self._size[1]:
                    found[row] = full
                    continue
                bits = grown[other]
                found[row] |= bits >> across if across >= 0 else (bits << -across) & full
        return found

    def _grown(self, across: int, down: int) -> list[int]:
        """What is taken, spread by so many cells to each side."""
        wide, high = self._size
        full = (1 << wide) - 1
        across, down = min(across, wide), min(down, high)
        edge = ((1 << across) - 1) | (((1 << across) - 1) << (wide - across))
        rows = [(_spread(row, across) & full) | edge for row in self._taken()]
        rows = [full] * down + rows + [full] * down
        return _running(rows, 2 * down + 1)[:high]

    def place(self, radius: float, near: Point = (0.0, 0.0)) -> Point | None:
        """A free place for a disc, the nearest to a point; it is taken at once."""
        at = self.find_disc(radius, near)
        if at is not None:
            self.take(at, radius)
        return at

    def find_disc(self, radius: float, near: Point = (0.0, 0.0)) -> Point | None:
        """As `place`, without taking the place."""
        return self.find_near(_disc(radius), near)

    def find_near(self, boxes: Parts, near: Point) -> Point | None:
        """The place nearest to a point where none of some boxes touches anything."""
        wide, high = self._size
        x, y = (round(value) for value in self._cell(near))
        return self._first(
            boxes,
            lambda: (
                (y + down, 1 << (x + across))
                for down, across in _rings()
                if 0 <= y + down < high and 0 <= x + across < wide
            ),
        )

    def place_box(self, wide: float, high: float, cost: Cost = _inward) -> Point | None:
        """A free place for a box; it is taken at once."""
        at = self.find([((0.0, 0.0), (wide, high))], cost)
        if at is not None:
            self.take_box(at, wide, high)
        return at


@cache
def _rings() -> tuple[tuple[int, int], ...]:
    """Steps down and across from a cell, the shortest first; of equal ones those to the sides."""
    reach = range(-2 * CELLS, 2 * CELLS + 1)
    steps = [
        (down, across) for down in reach for across in reach if down * down + across * across <= 4 * CELLS**2
    ]
    return tuple(sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, abs(step[0]), step)))


@cache
def _disc(radius: float) -> list[tuple[Point, Box]]:
    """Boxes that cover a disc."""
    angles = [math.pi / 2 * (i + 0.5) / _BANDS for i in range(_BANDS)]
    grow = 1.04
    return [((0.0, 0.0), (2 * radius * math.cos(a) * grow, 2 * radius * math.sin(a) * grow)) for a in angles]


def _spread(row: int, by: int) -> int:
    """The bits of a row spread by so many places to both sides."""
    total, have = 2 * by + 1, 1
    while have < total:
        step = min(have, total - have)
        row |= row << step
        have += step
    return row >> by


def _running(rows: list[int], count: int) -> list[int]:
    """Each row with the next ones that make ``count``."""
    have = 1
    while have < count:
        step = min(have, count - have)
        rows = [a | b for a, b in zip(rows, rows[step:], strict=False)]
        have += step
    return rows
