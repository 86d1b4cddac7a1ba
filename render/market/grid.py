"""Where the spaces of a share price chart stand on the page.

A grid stands as it is; a long single row is broken into lines. A zigzag is folded as it is printed: the
first space above, the second below and half a space on, the third above... in strips of two lines, with
room above and below each strip for the bands of dividends. A phone shows what is around the companies.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import accumulate

from engine import View
from engine.core.state import Cell

WIDE, BRIEF, MARGIN, BAND, PRICE, PLATE = 1240, 800, 16, 30, 40, 26
"""px: width of a whole chart and of a part of one, margins, and the heights of what stands on a space."""
_BAND_NAMES, _BETWEEN, _MOST, _MOST_BRIEF, _PLATE_BRIEF = 48, 18, 12, 8, 30
# The plates of a stack that have their whole height, and the columns of a part of a chart at least.
_DEEP, _FEWEST = 12, 9
# The most columns of a part of a chart: so many can be read on a phone.
_WIDEST = 9
# A chart that would be higher has lines of different heights.
_TALL = 1200
Point = tuple[float, float]


@dataclass(frozen=True)
class Grid:
    """The chart on the page. wide: px of a space. columns: spaces in a line. left: where lines begin in px.

    tops, highs: upper end and height of each line in px. bands: how many dividend bands beside a strip.
    parts: the rows that are shown, of a broken chart lines, of a zigzag strips. first: the first column.
    """

    wide: int
    columns: int
    left: int
    tops: tuple[int, ...]
    highs: tuple[int, ...]
    folded: bool = False
    broken: bool = False
    bands: int = 0
    parts: tuple[int, ...] = ()
    first: int = 0

    def part(self, cell: Cell) -> int:
        """The row, line or strip of the chart to which a space belongs."""
        row, column = cell
        if self.folded:
            return column // (2 * self.columns)
        return column // self.columns if self.broken else row

    def shows(self, cell: Cell) -> bool:
        """Whether a space is on the page."""
        column = cell[1]
        beside = not (self.folded or self.broken) and not 0 <= column - self.first < self.columns
        return self.part(cell) in self.parts and not beside

    def line(self, cell: Cell) -> int:
        """The line of the page on which a space stands."""
        place = self.parts.index(self.part(cell))
        return 2 * place + cell[1] % 2 if self.folded else place

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a space in px."""
        column = cell[1]
        if self.folded:
            across = column % (2 * self.columns) / 2
        else:
            across = column % self.columns if self.broken else column - self.first
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


def grid_of(view: View, around: Collection[Cell] = ()) -> Grid:
    """The grid of a position; spaces grow with the stacks that lie on them.

    around: only the part of the chart around these spaces, without bands of dividends; all of it when empty.
    """
    market = view.data.market
    across = max(len(row) for row in market.rows)
    if market.shape == "zigzag":
        return _zigzag(view, across, around)
    most, page = (_MOST_BRIEF, BRIEF) if around else (_MOST, WIDE)
    broken = len(market.rows) == 1 and across > most
    if broken:
        columns = -(-across // (-(-across // most)))
        flat = Grid(0, columns, MARGIN, (), (), broken=True, parts=tuple(range(-(-across // columns))))
    else:
        flat = _window(len(market.rows), across, around)
    wide = max(56, min(120, (page - 2 * MARGIN) // flat.columns))
    parts = tuple(part for part in flat.parts if _near(flat, part, around))
    flat = replace(flat, wide=wide, parts=parts)
    return _measured(flat, _deepest(view, flat, len(parts)), brief=bool(around))


def _window(rows: int, across: int, around: Collection[Cell]) -> Grid:
    """The rows and columns of a chart that are shown, not measured yet: one more on each side."""
    if not around:
        return Grid(0, across, MARGIN, (), (), parts=tuple(range(rows)))
    left, right = min(column for _, column in around) - 1, max(column for _, column in around) + 1
    columns = min(across, _WIDEST, max(_FEWEST, right - left + 1))
    first = max(0, min(left, across - columns))
    if right - left + 1 > columns:
        first = max(range(across - columns + 1), key=lambda at: _seen(around, at, columns))
    near = [cell for cell in around if first <= cell[1] < first + columns]
    top, low = min(row for row, _ in near) - 1, max(row for row, _ in near) + 1
    return Grid(0, columns, MARGIN, (), (), parts=tuple(range(max(0, top), min(rows, low + 1))), first=first)


def _seen(around: Collection[Cell], first: int, columns: int) -> tuple[int, int]:
    """How many of some spaces some columns have; of equal ones the dearest."""
    return sum(first <= column < first + columns for _, column in around), first


def _near(flat: Grid, part: int, around: Collection[Cell]) -> bool:
    """Whether a line of a broken chart, or a strip, is shown; rows are chosen before."""
    return not (around and (flat.broken or flat.folded)) or any(flat.part(cell) == part for cell in around)


def _deepest(view: View, flat: Grid, lines: int) -> list[int]:
    """How many companies lie on the fullest space of each line."""
    found = [0] * lines
    for cell, stack in view.state.market.items():
        if flat.shows(cell):
            line = flat.line(cell)
            found[line] = max(found[line], len(stack))
    return found


def _measured(flat: Grid, deepest: list[int], *, brief: bool) -> Grid:
    """The lines with their heights: all the same, unless brief or where that would be too high."""
    plate = _PLATE_BRIEF if brief else PLATE
    least = _need(1, plate) if brief else round(flat.wide * 1.2)
    highs = [max(least, _need(max(deepest), plate))] * len(deepest)
    if brief or sum(highs) > _TALL:
        highs = [max(least, _need(deep, plate)) for deep in deepest]
    tops = accumulate(highs[:-1], initial=MARGIN)
    return replace(flat, tops=tuple(tops), highs=tuple(highs))


def _need(deepest: int, plate: int = PLATE) -> int:
    """The height for a price and the plates of a stack."""
    return PRICE + (plate + 2) * min(deepest, _DEEP) + 6


def _zigzag(view: View, across: int, around: Collection[Cell]) -> Grid:
    bands = 0 if around else view.data.market.dividend_bands
    left = MARGIN + (_BAND_NAMES if bands else 0)
    most, page = (_MOST_BRIEF, BRIEF) if around else (_MOST, WIDE)
    wide = int((page - left - MARGIN) / (most + 0.5))
    empty = Grid(wide, most, left, (), (), folded=True)
    strips = tuple(part for part in range(-(-across // (2 * most))) if _near(empty, part, around))
    empty = replace(empty, parts=strips)
    deepest = _deepest(view, empty, 2 * len(strips))
    plate = _PLATE_BRIEF if around else PLATE
    highs = tuple(max(round(wide * 0.8), _need(deep, plate)) for deep in deepest)
    tops, y = [], MARGIN
    for line, high in enumerate(highs):
        y += bands * BAND if line % 2 == 0 else 0
        tops.append(y)
        y += high + (bands * BAND + _BETWEEN if line % 2 else 0)
    return replace(empty, tops=tuple(tops), highs=highs, bands=bands)


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
