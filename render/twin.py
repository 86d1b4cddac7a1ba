"""Text twins and alt texts of all views, by view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import View
from render import boardwords, cards, courses, marketwords, privates, routes, sheets, stake
from render.doc import Doc, as_text, spoken
from render.speech import said


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
    "map": _by_line(boardwords.map_text),
    "crop": _by_line(boardwords.crop_text),
    "regions": _by_line(boardwords.regions_text),
    "candidates": _by_line(boardwords.candidates_text),
    "routes": _by_line(routes.routes_text),
    "market": _by_line(marketwords.market_text),
    "chart": _by_line(courses.chart_text),
    "company": _in_words(cards.company_doc),
    "player": _in_words(cards.player_doc),
    "trains": _in_words(sheets.trains_doc),
    "tiles": _by_line(sheets.tiles_text),
    "order": _in_words(sheets.order_doc),
    "privates": _in_words(privates.privates_doc),
    "stake": _in_words(stake.stake_doc),
    "companies": _in_words(stake.companies_doc),
}
ALTS: Mapping[str, Callable[..., str]] = {
    "map": boardwords.map_alt,
    "crop": boardwords.crop_alt,
    "regions": boardwords.regions_alt,
    "candidates": boardwords.candidates_alt,
    "routes": routes.routes_alt,
    "market": marketwords.market_alt,
    "chart": courses.chart_alt,
    "company": cards.company_alt,
    "player": cards.player_alt,
    "trains": sheets.trains_alt,
    "tiles": sheets.tiles_alt,
    "order": sheets.order_alt,
    "privates": privates.privates_alt,
    "stake": stake.stake_alt,
    "companies": stake.companies_alt,
}
