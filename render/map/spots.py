"""Finds free room on a hex for what has no fixed place: names, values, letters, costs, tile numbers.

What is on a hex is drawn on a picture of one bit a cell and searched as a `Grid`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from PIL import Image, ImageDraw

from engine.board.coords import Layout
from render.map.grid import Cost as Price
from render.map.grid import Grid
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
Cost = Callable[[float, float], float]
"""How bad a place is: it grows with the distance from the middle to the left and the right, alike to both."""
Parts = Sequence[tuple[Point, Box]]


def below(x: float, y: float) -> float:
    """In the middle of the lower part, else of the upper one: where people look for a name."""
    return 0.6 * abs(x) + abs(abs(y) - 0.56) + (0.0 if y > 0 else 0.04)


def _inward(x: float, y: float) -> float:
    """Near the middle."""
    return math.hypot(x, y) + 0.02 * abs(x)


@cache
def _grid(layout: Layout) -> Grid:
    """The grid, its columns and rows odd: the middle of the hex is the middle of a cell."""
    half_x, half_y = half_extent(layout)
    return Grid(2 * math.ceil(half_x * CELLS) + 1, 2 * math.ceil(half_y * CELLS) + 1)


@cache
def _empty(layout: Layout) -> bytes:
    """The grid of a hex with nothing on it: what is outside is taken."""
    wide, high = _grid(layout).wide, _grid(layout).high
    image = Image.new("1", (wide, high), 1)
    unit = CELLS * (1 - _RIM / _INRADIUS)
    shape = [(wide // 2 + x * unit, high // 2 + y * unit) for x, y in corners(layout)]
    ImageDraw.Draw(image).polygon(shape, 0)
    return image.tobytes()


@cache
def _ranked(layout: Layout, cost: Cost) -> list[int]:
    """The rows of the grid, the one with the best place first."""
    high = _grid(layout).high
    return sorted(range(high), key=lambda row: cost(0.0, (row - high // 2) / CELLS))


@cache
def _outward(high: int, row: int) -> list[int]:
    """So many rows, the nearest to one of them first."""
    return sorted(range(high), key=lambda other: abs(other - row))


class Spots:
    """What is taken on a hex, in units of its side around its middle.

    ``figures`` are the boxes of values that are paid by phase: a table of them, or values apart.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.figures: list[tuple[Point, Box]] = []
        self._grid = _grid(layout)
        self._image = Image.frombytes("1", (self._grid.wide, self._grid.high), _empty(layout))
        self._draw = ImageDraw.Draw(self._image)
        self._taken: int | None = None

    def copy(self) -> Spots:
        """The same as it is now, to try things on."""
        other = Spots(self.layout)
        other.become(self)
        return other

    def become(self, other: Spots) -> None:
        """Take what is taken there, and nothing else."""
        self._image.paste(other._image)
        self._taken = other._taken

    def packed(self) -> bytes:
        """What is taken, a bit for each cell."""
        return self._image.tobytes()

    def unpack(self, cells: bytes) -> None:
        """Take what is packed, and nothing else."""
        self._image.frombytes(cells)
        self._taken = None

    # --- what is taken -------------------------------------------------------------------------

    def take_figures(self, centre: Point, wide: float, high: float) -> None:
        """Keep a box with values by phase free, and remember it."""
        self.figures.append((centre, (wide, high)))
        self.take_box(centre, wide, high)

    def take(self, point: Point, radius: float) -> None:
        """Keep a disc free of other things."""
        (x, y), r = self._cell(point), radius * CELLS + 0.5
        self._draw.ellipse((x - r, y - r, x + r, y + r), 1)
        self._taken = None

    def take_line(self, line: Sequence[Point], radius: float) -> None:
        """Keep a line of track free."""
        cells = [self._cell(point) for point in line]
        self._draw.line(cells, 1, math.ceil(2 * radius * CELLS) + 1, joint="curve")
        self._taken = None

    def take_shape(self, points: Iterable[Point]) -> None:
        """Keep a polygon free."""
        self._draw.polygon([self._cell(point) for point in points], 1)
        self._taken = None

    def take_box(self, centre: Point, wide: float, high: float) -> None:
        """Keep a box with words free."""
        x, y = self._cell(centre)
        half, up = wide / 2 * CELLS, high / 2 * CELLS
        self._draw.rectangle((x - half, y - up, x + half, y + up), 1)
        self._taken = None

    def _cell(self, point: Point) -> Point:
        return self._grid.wide // 2 + point[0] * CELLS, self._grid.high // 2 + point[1] * CELLS

    def _cells(self) -> int:
        """The cells that are taken."""
        if self._taken is None:
            self._taken = self._grid.read(self._image.tobytes())
        return self._taken

    # --- where there is room -------------------------------------------------------------------

    def free(self, centre: Point, wide: float, high: float) -> bool:
        """Whether a box touches nothing."""
        x, y = self._cell(centre)
        half, up = wide / 2 * CELLS, high / 2 * CELLS
        left, right = math.floor(x - half), math.ceil(x + half)
        top, low = math.floor(y - up), math.ceil(y + up)
        if left < 0 or top < 0 or right >= self._grid.wide or low >= self._grid.high:
            return False
        return not self._cells() & self._grid.part(left, top, right, low)

    def find(self, boxes: Parts, cost: Cost = _inward) -> Point | None:
        """The best place for boxes that are so far from it: where none touches anything; None without one."""
        middle = self._grid.high // 2
        return self._best(
            boxes,
            self._grid.wide // 2,
            _ranked(self.layout, cost),
            lambda row, across: cost(across / CELLS, (row - middle) / CELLS),
        )

    def _best(
        self, boxes: Parts, column: int, rows: Iterable[int], cost: Callable[[int, int], Price]
    ) -> Point | None:
        """The best place for boxes in an order (see `Grid.best`), with the widest margin that has room."""
        cells = self._room(boxes)
        found = self._grid.best(cells, column, rows, cost) if cells else None
        if found is None:
            return None
        return (found[0] - self._grid.wide // 2) / CELLS, (found[1] - self._grid.high // 2) / CELLS

    def _room(self, boxes: Parts) -> int:
        """The cells at which boxes, each moved so far, touch nothing, with the widest margin that has any."""
        bare = self._free(boxes, 0.0)
        if not bare:
            return 0
        return next((roomy for margin in _MARGINS if (roomy := self._free(boxes, margin))), bare)

    def _free(self, boxes: Parts, margin: float) -> int:
        """The cells at which boxes around them, each moved so far, touch nothing within a margin."""
        grid, taken = self._grid, self._cells()
        found = grid.all
        for offset, (wide, high) in boxes:
            free = grid.free(
                taken, math.ceil((wide / 2 + margin) * CELLS), math.ceil((high / 2 + margin) * CELLS)
            )
            across, down = round(offset[0] * CELLS), round(offset[1] * CELLS)
            found &= grid.moved(free, across, down) if across or down else free
        return found

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
        x, y = (round(value) for value in self._cell(near))
        return self._best(
            boxes, x, _outward(self._grid.high, y), lambda row, across: _distance(row - y, across)
        )

    def place_box(self, wide: float, high: float, cost: Cost = _inward) -> Point | None:
        """A free place for a box; it is taken at once."""
        at = self.find([((0.0, 0.0), (wide, high))], cost)
        if at is not None:
            self.take_box(at, wide, high)
        return at


def _distance(down: int, across: int) -> tuple[int, int, int]:
    """How far a cell is; of equally far ones those to the sides come first, then the upper ones."""
    return down * down + across * across, abs(down), down


@cache
def _disc(radius: float) -> list[tuple[Point, Box]]:
    """Boxes that cover a disc."""
    angles = [math.pi / 2 * (i + 0.5) / _BANDS for i in range(_BANDS)]
    grow = 1.04
    return [((0.0, 0.0), (2 * radius * math.cos(a) * grow, 2 * radius * math.sin(a) * grow)) for a in angles]
