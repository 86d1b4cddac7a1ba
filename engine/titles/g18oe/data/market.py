"""Moves of share value markers on the chart of 18OE (4.4)."""

from __future__ import annotations

from engine.core.writer import PositionWriter
from engine.data.schema import Cell, MarketSpec
from engine.rules import market
from engine.rules.market import MOVES

UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"


def is_top(chart: MarketSpec, cell: Cell) -> bool:
    """Whether no space lies above this one (a reading: also at the left end of the second row)."""
    return not chart.has((cell[0] - 1, cell[1]))


def up(chart: MarketSpec, cell: Cell) -> Cell:
    """One row up; from the uppermost space of a column to the right in its row (4.4)."""
    return MOVES[RIGHT](chart, cell) if is_top(chart, cell) else MOVES[UP](chart, cell)


def step(chart: MarketSpec, cell: Cell, way: str) -> Cell:
    """Where a marker comes to by one move; at 550 and at 50 it stays (4.4)."""
    return up(chart, cell) if way == UP else MOVES[way](chart, cell)


def move(writer: PositionWriter, company: str, way: str, times: int = 1, why: str = "") -> None:
    """Move the marker of a railroad so many times up, down, left or right; tell it once, with ``why``."""
    market.move(writer, company, way, times, why, step)
