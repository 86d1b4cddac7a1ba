"""Moves of share value tokens on a chart of rows, with stacks.

The chart is a grid of (row, column) spaces, row 0 on top. A token that moves goes to the bottom
of the stack of its new space; one that does not move keeps its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.story import EventKind, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.schema import Cell, MarketSpec

tell(
    company_enters="{company} starts at {price} on the chart.",
    sold_out=Told("{company} is sold out.", kind=EventKind.SOLD_OUT),
    price_moved=Told(
        "The share value of {company} moves from {before} to {value}.",
        "{before} → {value}",
        "company",
        EventKind.PRICE,
    ),
)


def up(market: MarketSpec, cell: Cell) -> Cell:
    """One row up, or the same space in the top row."""
    return _if_there(market, cell, (cell[0] - 1, cell[1]))


def down(market: MarketSpec, cell: Cell) -> Cell:
    """One row down, or the same space in the bottom row."""
    return _if_there(market, cell, (cell[0] + 1, cell[1]))


def right(market: MarketSpec, cell: Cell) -> Cell:
    """One column right; at the end of a row up a row."""
    to = (cell[0], cell[1] + 1)
    return to if market.has(to) else up(market, cell)


def left(market: MarketSpec, cell: Cell) -> Cell:
    """One column left; at the start of a row down a row."""
    to = (cell[0], cell[1] - 1)
    return to if market.has(to) else down(market, cell)


def _if_there(market: MarketSpec, cell: Cell, to: Cell) -> Cell:
    return to if market.has(to) else cell


def dearest(market: MarketSpec, price: int) -> Cell:
    """The dearest space of the top row that costs at most a price."""
    return 0, max(c for c, value in enumerate(market.rows[0]) if value is not None and value <= price)


MOVES = {"up": up, "down": down, "left": left, "right": right}


def step(market: MarketSpec, cell: Cell, way: str) -> Cell:
    """Where a token comes to by one step up, down, left or right."""
    return MOVES[way](market, cell)


def move(
    writer: PositionWriter,
    company: str,
    way: str,
    times: int = 1,
    why: str = "",
    by: Callable[[MarketSpec, Cell, str], Cell] = step,
) -> None:
    """Move a company's token ``times`` steps up, down, left or right, and tell it once.

    ``why``: the story that tells the reason before it; ``by``: a step as the title's chart has it.
    """
    start = writer.company(company).cell
    if start is None:
        return
    cell = start
    for _ in range(times):
        cell = by(writer.data.market, cell, way)
    if cell != start:
        value = writer.data.market.value
        if why:
            writer.say(why, company=company)
        writer.move_price(company, cell)
        writer.say("price_moved", company=company, before=value(start), value=value(cell))


def along(market: MarketSpec, cell: Cell, spaces: int) -> Cell:
    """The space so many further to the right in the same row (negative: left), at most to its end."""
    row, column = cell
    ends = [c for c, value in enumerate(market.rows[row]) if value is not None]
    return row, max(ends[0], min(ends[-1], column + spaces))


def shift(writer: PositionWriter, company: str, spaces: int) -> None:
    """Move a company's token along its row, right or (negative) left, and tell it.

    A token that stays goes to the bottom of its stack when ``spaces`` is not 0, as one that moved.
    """
    start = writer.company(company).cell
    if start is None or not spaces:
        return
    cell, value = along(writer.data.market, start, spaces), writer.data.market.value
    if cell == start:
        writer.restack(company)
        return
    writer.move_price(company, cell)
    writer.say("price_moved", company=company, before=value(start), value=value(cell))


def operating_order(view: View, companies: Iterable[str]) -> list[str]:
    """Highest value first, then the farthest right, then the top of the stack."""

    def key(company: str) -> tuple[int, int, int]:
        cell = view.company(company).cell
        assert cell is not None
        return -view.data.market.value(cell), -cell[1], view.state.market[cell].index(company)

    return sorted((c for c in companies if view.company(c).cell is not None), key=key)


def place_at_par(writer: PositionWriter, company: str) -> None:
    """Write the market token of a company on the space of its par."""
    cell = writer.data.market.par_cell(writer.company(company).par)
    assert cell is not None
    writer.move_price(company, cell)


def enter(writer: PositionWriter, company: str) -> None:
    """Write that a company that floated before is on the market from now on."""
    place_at_par(writer, company)
    writer.say("company_enters", company=company, price=writer.price(company))
