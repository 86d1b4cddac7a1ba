"""Shares of a company that a player sells in one turn are one block, however many sales it takes (6.4).

A later sale is paid at the price, and ignored in the zone, of the first one.
"""

from __future__ import annotations

from typing import Any

from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.titles.g1862.data import market

BLOCKS = "sr_blocks"
NOTES = {BLOCKS: "the end of the turn"}
"""Note of a turn, by company sold: the column of its price before, whether its director sold, how many."""


def begun(view: View, company: str) -> dict[str, Any] | None:
    """The block of the company that this turn has begun."""
    found: dict[str, Any] | None = view.state.notes.get(BLOCKS, {}).get(company)
    return found


def value(view: View, company: str) -> int:
    """The share price at which the block is sold, 0 without one."""
    block = begun(view, company)
    return view.data.market.value((0, block["column"])) if block else view.price(company) or 0


def begin(writer: PositionWriter, company: str, by_director: bool) -> None:
    """Write that the company's shares are sold now, if this is the first sale of the turn."""
    cell = writer.company(company).cell
    if begun(writer, company) is None and cell is not None:
        _note(writer, company, {"column": cell[1], "director": by_director, "shares": 0})


def fall(writer: PositionWriter, company: str, shares: int, by_director: bool) -> None:
    """Lower the price by as much as the block falls more than what was sold of it before (6.4.2)."""
    block = begun(writer, company)
    if block is None:
        return market.fall(writer, company, shares, by_director)
    ignored = market.ignored_at(writer, (0, block["column"]), block["director"])
    market.drop(writer, company, shares, ignored, block["shares"])
    return _note(writer, company, {**block, "shares": block["shares"] + shares})


def _note(writer: PositionWriter, company: str, block: dict[str, Any]) -> None:
    writer.note(BLOCKS, {**writer.state.notes.get(BLOCKS, {}), company: block})


def end(writer: PositionWriter) -> None:
    """Write that the turn is over."""
    writer.note(BLOCKS, None)
