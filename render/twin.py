"""Text twins and alt texts of all views, by view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import View
from render.cards import charter, holdings, sets, stake
from render.cards.doc import Doc, as_text, spoken
from render.charts import courses
from render.pen.speech import said
from render.routes import told
from render.sheets import privates, roster, supply
from render.twins import boards, market


def _in_words(make: Callable[..., Doc]) -> Callable[..., str]:
    """The text of a card."""

    def say(view: View, **params: Any) -> str:
        return as_text(spoken(make(view, **params)))

    return say


def _by_line(tell: Callable[..., str]) -> Callable[..., str]:
    """The text of another view."""

    def say(view: View, **params: str) -> str:
        return said(tell(view, **params))

    return say


TWINS: Mapping[str, Callable[..., str]] = {
    "map": _by_line(boards.map_text),
    "crop": _by_line(boards.crop_text),
    "regions": _by_line(boards.regions_text),
    "candidates": _by_line(boards.candidates_text),
    "routes": _by_line(told.routes_text),
    "market": _by_line(market.market_text),
    "chart": _by_line(courses.chart_text),
    "company": _in_words(charter.company_doc),
    "player": _in_words(holdings.player_doc),
    "trains": _in_words(roster.trains_doc),
    "tiles": _by_line(supply.tiles_text),
    "order": _in_words(supply.order_doc),
    "privates": _in_words(privates.privates_doc),
    "stake": _in_words(stake.stake_doc),
    "companies": _in_words(stake.companies_doc),
    "set": _in_words(sets.set_doc),
}
ALTS: Mapping[str, Callable[..., str]] = {
    "map": boards.map_alt,
    "crop": boards.crop_alt,
    "regions": boards.regions_alt,
    "candidates": boards.candidates_alt,
    "routes": told.routes_alt,
    "market": market.market_alt,
    "chart": courses.chart_alt,
    "company": charter.company_alt,
    "player": holdings.player_alt,
    "trains": roster.trains_alt,
    "tiles": supply.tiles_alt,
    "order": supply.order_alt,
    "privates": privates.privates_alt,
    "stake": stake.stake_alt,
    "companies": stake.companies_alt,
    "set": sets.set_alt,
}
