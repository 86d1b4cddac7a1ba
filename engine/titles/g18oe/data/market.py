"""Moves of share value markers on the chart of 18OE (4.4)."""

from __future__ import annotations

from engine.core.writer import PositionWriter
from engine.data.schema import Cell, MarketSpec
from engine.rules.market import MOVES
from engine.rules.market import right as along_the_row

UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"


def is_top(market: MarketSpec, cell: Cell) -> bool:
    """Whether no space lies above this one (a reading: also at the left end of the second row)."""
    return not market.has((cell[0] - 1, cell[1]))


def up(market: MarketSpec, cell: Cell) -> Cell:
    """One row up; from the uppermost space of a column to the right in its row (4.4)."""
    return along_the_row(market, cell) if is_top(market, cell) else MOVES[UP](market, cell)


def step(market: MarketSpec, cell: Cell, way: str) -> Cell:
    """Where a marker comes to by one move; at 550 and at 50 it stays (4.4)."""
    return up(market, cell) if way == UP else MOVES[way](market, cell)


def move(writer: PositionWriter, company: str, way: str, times: int = 1, why: str = "") -> None:
    """Move the marker of a railroad so many times up, down, left or right; tell it once, with ``why``."""
    start = writer.company(company).cell
    if start is None:
        return
    cell = start
    for _ in range(times):
        cell = step(writer.data.market, cell, way)
    if cell != start:
        value = writer.data.market.value
        if why:
            writer.say(why, company=company)
        writer.move_price(company, cell)
        writer.say("price_moved", company=company, before=value(start), value=value(cell))
