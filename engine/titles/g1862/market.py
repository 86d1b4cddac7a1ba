"""The share price chart of 1862: one row that is printed as a zigzag (6.4.2, 7.8.5).

Right and left along the printed row are two spaces of the zigzag, a share sold is one.
"""

from __future__ import annotations

from engine.core.play import Play
from engine.core.state import Cell
from engine.core.view import View
from engine.rules.market import shift
from engine.titles.g1862.figures import Figures

_IGNORED = {"ignore_one_sale": 1, "ignore_two_sales": 2}
BOTTOM, TOP = "close", "end"


def zone(view: View, company: str) -> str:
    """The kind of space on which a company's token lies, "" for a plain one or none."""
    return _zone_of(view, view.company(company).cell)


def _zone_of(view: View, cell: Cell | None) -> str:
    return "" if cell is None else view.data.market.zones.get(cell, "")


def ignored_at(view: View, cell: Cell | None, by_director: bool) -> int:
    """How many shares of a block leave the price: one or two in the green zones, none of a director."""
    return 0 if by_director else _IGNORED.get(_zone_of(view, cell), 0)


def fall(play: Play, company: str, shares: int, by_director: bool) -> None:
    """Lower the price one space of the zigzag for each share sold to the pool (6.4.2)."""
    drop(play, company, shares, ignored_at(play, play.company(company).cell, by_director))


def drop(play: Play, company: str, shares: int, ignored: int, before: int = 0) -> None:
    """Lower the price for so many shares of a block of which ``before`` were sold and some are ignored."""
    shift(play, company, max(0, before - ignored) - max(0, before + shares - ignored))


def nearest_cell(view: View, price: int) -> Cell:
    """The dearest space that costs at most ``price``: a new share price is rounded down to it (7.5.3)."""
    row = view.data.market.rows[0]
    return 0, max(column for column, value in enumerate(row) if value is not None and value <= price)


def par_of(view: View, price: int) -> int:
    """The space of the par chart for a price: the highest at or below it, or the lowest (6.5.3, 7.5.4)."""
    pars = view.data.figures(Figures).charter_pars
    return max((p for p in pars if p <= price), default=pars[0])


def is_at_top(view: View, company: str) -> bool:
    """Whether the token lies on the last space, which ends the game (10.1)."""
    return zone(view, company) == TOP


def is_at_bottom(view: View, company: str) -> bool:
    """Whether the token lies on the bottom space: the company is bankrupt (7.12)."""
    return zone(view, company) == BOTTOM


def worth(view: View, company: str) -> int:
    """Its share price, or half of it, rounded down, without a train (7.5.3, 7.12)."""
    price = view.price(company)
    assert price is not None
    return price if view.trains(company) else price // 2
