"""Where the spaces of a share price chart stand on the page.

A grid stands as it is; a long single row is broken into lines. A zigzag is folded as it is printed: the
first space above, the second below and half a space on, the third above... in strips of two lines, with
room above and below each strip for the bands of dividends.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from engine import View
from engine.core.state import Cell

WIDE, MARGIN, BAND, PRICE, PLATE = 1240, 16, 30, 40, 26
_BAND_NAMES, _BETWEEN, _MOST = 48, 18, 12
# A chart that would be higher has lines of different heights.
_TALL = 1600
Point = tuple[float, float]


@dataclass(frozen=True)
class Grid:
    """The chart on the page. wide: px of a space. columns: spaces in a line. left: where lines begin in px.

    tops, highs: upper end and height of each line in px. bands: how many dividend bands beside a strip.
    """

    wide: int
    columns: int
    left: int
    tops: tuple[int, ...]
    highs: tuple[int, ...]
    folded: bool = False
    broken: bool = False
    bands: int = 0

    def line(self, cell: Cell) -> int:
        """The line of the page on which a space stands."""
        row, column = cell
        if self.folded:
            return column // (2 * self.columns) * 2 + column % 2
        return column // self.columns if self.broken else row

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a space in px."""
        column = cell[1]
        if self.folded:
            across = column % (2 * self.columns) / 2
        else:
            across = column % self.columns if self.broken else column
        return self.left + round(across * self.wide), self.tops[self.line(cell)]

    def high(self, cell: Cell) -> int:
        """The height of a space in px."""
        return self.highs[self.line(cell)]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the page that the chart takes, margins included."""
        across = self.columns + (0.5 if self.folded else 0)
        low = self.tops[-1] + self.highs[-1] + (self.bands * BAND if self.folded else 0)
        return self.left + round(across * self.wide) + MARGIN, low + MARGIN


def grid_of(view: View) -> Grid:
    """The grid of a position; spaces grow with the stacks that lie on them."""
    market = view.data.market
    across = max(len(row) for row in market.rows)
    if market.shape == "zigzag":
        return _zigzag(view, across)
    broken = len(market.rows) == 1 and across > _MOST
    columns = -(-across // (-(-across // _MOST))) if broken else across
    lines = -(-across // columns) if broken else len(market.rows)
    wide = max(56, min(120, (WIDE - 2 * MARGIN) // columns))
    flat = Grid(wide, columns, MARGIN, (), (), broken=broken)
    deepest = [0] * lines
    for cell, stack in view.state.market.items():
        deepest[flat.line(cell)] = max(deepest[flat.line(cell)], len(stack))
    least = round(wide * 1.2)
    highs = [max(least, _need(max(deepest)))] * lines
    if sum(highs) > _TALL:
        highs = [max(least, _need(deep)) for deep in deepest]
    tops = accumulate(highs[:-1], initial=MARGIN)
    return Grid(wide, columns, MARGIN, tuple(tops), tuple(highs), broken=broken)


def _need(deepest: int) -> int:
    """The height for a price and the plates of a stack."""
    return PRICE + (PLATE + 2) * min(deepest, 6) + 6


def _zigzag(view: View, across: int) -> Grid:
    bands = view.data.market.dividend_bands
    left = MARGIN + (_BAND_NAMES if bands else 0)
    wide = int((WIDE - left - MARGIN) / (_MOST + 0.5))
    strips = -(-across // (2 * _MOST))
    empty = Grid(wide, _MOST, left, (), (), folded=True)
    deepest = [0] * (2 * strips)
    for cell, stack in view.state.market.items():
        line = empty.line(cell)
        deepest[line] = max(deepest[line], len(stack))
    highs = tuple(max(round(wide * 0.8), _need(deep)) for deep in deepest)
    tops, y = [], MARGIN
    for line, high in enumerate(highs):
        y += bands * BAND if line % 2 == 0 else 0
        tops.append(y)
        y += high + (bands * BAND + _BETWEEN if line % 2 else 0)
    return Grid(wide, _MOST, left, tuple(tops), highs, folded=True, bands=bands)


# --- places on it ----------------------------------------------------------------------------------


def stack_places(grid: Grid, cell: Cell, count: int) -> tuple[float, list[Point]]:
    """The height and the middles in px of the plates of a space, in the order of the stack."""
    x, y = grid.corner(cell)
    room = grid.high(cell) - PRICE - 6
    high = min(room / count - 2, PLATE + 8)
    top = y + PRICE + (room - count * (high + 2)) / 2
    return high, [(x + grid.wide / 2 - 0.5, top + (i + 0.5) * (high + 2)) for i in range(count)]


def band_place(grid: Grid, cell: Cell, times: int) -> Point:
    """The middle in px of the amount of a band beside a space of a zigzag: the nearest is the first."""
    x, y = grid.corner(cell)
    if grid.line(cell) % 2 == 0:
        return x + grid.wide / 2, y - (times - 0.5) * BAND
    return x + grid.wide / 2, y + grid.high(cell) + (times - 0.5) * BAND


def arrows(grid: Grid, before: Cell, after: Cell) -> list[tuple[Point, Point]]:
    """The arrow of a move from its start to its point; two where it goes on in another strip of the page."""
    if not _goes_on(grid, before, after):
        return [_arrow(grid, before, after)]
    onward = 1 if after > before else -1
    start, end = _lower_middle(grid, before), _lower_middle(grid, after)
    out, edge = grid.wide / 2 + MARGIN - 4, grid.wide / 2 - 2
    return [
        (start, (start[0] + onward * out, start[1])),
        ((end[0] - onward * out, end[1]), (end[0] - onward * edge, end[1])),
    ]


def _goes_on(grid: Grid, before: Cell, after: Cell) -> bool:
    lines = [grid.line(before), grid.line(after)]
    return lines[0] // 2 != lines[1] // 2 if grid.folded else grid.broken and lines[0] != lines[1]


def _lower_middle(grid: Grid, cell: Cell) -> Point:
    x, y = grid.corner(cell)
    return x + grid.wide / 2, y + (PRICE + grid.high(cell)) / 2


def _arrow(grid: Grid, before: Cell, after: Cell) -> tuple[Point, Point]:
    """Beside the prices that it passes."""
    (x0, y0), (x1, y1) = grid.corner(before), grid.corner(after)
    level = y0 == y1
    aside = grid.wide * (0.5 if level or grid.folded else 0.86)
    start = (x0 + aside, y0 + (PRICE + grid.high(before)) / 2)
    end = (x1 + aside, y1 + (PRICE + grid.high(after)) / 2)
    gap = grid.wide * 0.5 if level else grid.high(after) / 2 - PRICE / 2 + 4
    return start, short_of(start, end, gap)


def short_of(start: Point, end: Point, gap: float) -> Point:
    """The point so many px before the end of a line, but not before its middle."""
    length = float(((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5) or 1.0
    share = max(0.5, 1 - gap / length)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
