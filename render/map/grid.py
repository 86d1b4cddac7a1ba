"""A grid of small cells as one whole number: what is taken, what is free around boxes, the best free cell.

A bit stands for a cell, from the upper left (the highest bit) to the lower right, row by row; a row fills
whole bytes. All free places of a box are found by a few shifts of the number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Cost = TypeVar("Cost", float, tuple[int, int, int])
Cell = tuple[int, int]
"""A column and a row."""


class Grid:
    """So many columns and rows of cells."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        self.stride = -(-wide // 8) * 8
        self.spare = self.stride - wide
        self.all = self.part(0, 0, wide - 1, high - 1)
        self._rims: dict[Cell, int] = {}

    def part(self, left: int, top: int, right: int, low: int) -> int:
        """The cells from a column and row to another; 0 of a part that is turned over."""
        if right < left or low < top:
            return 0
        row = ((1 << (right - left + 1)) - 1) << (self.stride - 1 - right)
        return _spread(row, low - top + 1, self.stride) << (self.high - 1 - low) * self.stride

    def read(self, pixels: bytes) -> int:
        """The cells that are set in a picture of one bit a pixel, as Pillow packs it."""
        return int.from_bytes(pixels, "big") & self.all

    def free(self, taken: int, across: int, down: int) -> int:
        """The cells with so many cells inside the grid on each side of which none is taken."""
        across, down = min(across, self.wide), min(down, self.high)
        grown = _spread(taken, 2 * across + 1, 1) >> across
        grown = _spread(grown, 2 * down + 1, self.stride) >> down * self.stride
        return self._rim(across, down) & ~grown

    def _rim(self, across: int, down: int) -> int:
        """The cells that lie so far from every side of the grid."""
        found = self._rims.get((across, down))
        if found is None:
            last = (self.wide - 1 - across, self.high - 1 - down)
            found = self._rims[across, down] = self.part(across, down, *last)
        return found

    def moved(self, cells: int, across: int, down: int) -> int:
        """The cells from which so many steps to the right and down lead to one of some cells."""
        shift = across + down * self.stride
        there = cells << shift if shift >= 0 else cells >> -shift
        first = (max(0, -across), max(0, -down))
        return there & self.part(*first, self.wide - 1 - max(0, across), self.high - 1 - max(0, down))

    def best(
        self, cells: int, column: int, rows: Iterable[int], cost: Callable[[int, int], Cost]
    ) -> Cell | None:
        """The cell that costs least; of equal ones on a row the left one, of equal rows the upper one.

        cost: of a row and the columns between a cell and ``column``, with which it grows. rows: in the order
        of what a cell in that column costs.
        """
        found: tuple[Cost, int, int] | None = None
        whole = (1 << self.stride) - 1
        for row in rows:
            if found is not None and found[0] < cost(row, 0):
                break
            bits = (cells >> (self.high - 1 - row) * self.stride) & whole
            if bits:
                at = self._nearest(bits, column)
                here = (cost(row, abs(at - column)), row, at)
                found = here if found is None else min(found, here)
        return None if found is None else (found[2], found[1])

    def _nearest(self, bits: int, column: int) -> int:
        """The column of the cell of a row that is nearest to a column."""
        place = self.stride - 1 - min(max(column, 0), self.wide - 1)
        left, right = bits >> place, bits & ((1 << place) - 1)
        found = []
        if left:
            found.append(self.stride - place - (left & -left).bit_length())
        if right:
            found.append(self.stride - right.bit_length())
        return min(found, key=lambda at: abs(at - column))


def _spread(cells: int, count: int, step: int) -> int:
    """Some cells, and with each the cells ``step`` bits before it: so many of them, itself included."""
    have = 1
    while have < count:
        more = min(have, count - have)
        cells |= cells << more * step
        have += more
    return cells
