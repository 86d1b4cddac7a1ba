"""The share price chart of 1862: one row that is printed as a zigzag (6.4.2, 7.8.5).

Right and left along the printed row are two spaces of the zigzag, a share sold is one.
"""

from __future__ import annotations

from engine.core.state import Cell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.market import dearest, shift
from engine.titles.g1862.data.figures import Figures

_IGNORED = {"ignore_one_sale": 1, "ignore_two_sales": 2}
BOTTOM, TOP = "close", "end"


def ignored_at(view: View, cell: Cell | None, by_director: bool) -> int:
    """How many shares of a block leave the price: one or two in the green zones, none of a director."""
    zone = "" if cell is None else view.data.market.zones.get(cell, "")
    return 0 if by_director else _IGNORED.get(zone, 0)


def fall(writer: PositionWriter, company: str, shares: int, by_director: bool) -> None:
    """Lower the price one space of the zigzag for each share sold to the pool (6.4.2)."""
    drop(writer, company, shares, ignored_at(writer, writer.company(company).cell, by_director))


def drop(writer: PositionWriter, company: str, shares: int, ignored: int, before: int = 0) -> None:
    """Lower the price for so many shares of a block of which ``before`` were sold and some are ignored."""
    shift(writer, company, max(0, before - ignored) - max(0, before + shares - ignored))


def nearest_cell(view: View, price: int) -> Cell:
    """The dearest space that costs at most ``price``: a new share price is rounded down to it (7.5.3)."""
    return dearest(view.data.market, price)


def par_of(view: View, price: int) -> int:
    """The space of the par chart for a price: the highest at or below it, or the lowest (6.5.3, 7.5.4)."""
    pars = view.data.figures(Figures).charter_pars
    return max((p for p in pars if p <= price), default=pars[0])


def at_top(view: View) -> list[str]:
    """The companies whose token lies on the last space, which ends the game (10.1), in printed order."""
    return _lying_on(view, TOP)


def at_bottom(view: View) -> list[str]:
    """The companies whose token lies on the bottom space: they are bankrupt (7.12); in printed order."""
    return _lying_on(view, BOTTOM)


def _lying_on(view: View, kind: str) -> list[str]:
    cells = (cell for cell, zone in view.data.market.zones.items() if zone == kind)
    there = {company for cell in cells for company in view.state.market.get(cell, ())}
    return [company.id for company in view.companies() if company.id in there] if there else []


def worth(view: View, company: str) -> int:
    """Its share price, or half of it, rounded down, without a train (7.5.3, 7.12)."""
    price = view.price(company)
    assert price is not None
    return price if view.trains(company) else price // 2
