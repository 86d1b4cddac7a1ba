"""How random players play 18OE: railroads keep the money for trains, and games come to every end (13)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.view import View
from engine.rules.trains import cheapest, needs_train, train_limit
from engine.titles.g18oe.companies import LARGE, MAJOR
from engine.titles.g18oe.rights import terrain_cost

WEIGHTS = {
    "point_out": 0.0,
    "buy_port_authority": 0.2,
    "form_national": 0.3,
    "decline": 1.0,
    "surrender": 0.05,
    "remove_private": 0.05,
    "close_private": 0.05,
    "offer_trade": 0.02,
    "offer_merger": 0.05,
    "expand": 4.0,
    "merge_minor": 2.0,
    "ask_consent": 0.1,
    "bid": 0.2,
    "overbid": 0.1,
    "buy_item": 4.0,
    "reserve": 0.2,
    "remove_regional": 0.2,
    "float_regional": 4.0,
    "float_parred": 4.0,
    "buy_train": 8.0,
    "lay_tile": 4.0,
    "redeem": 0.2,
}
BUILDERS: dict[str, float] = {}
RACERS = {"buy_train": 30.0, "dividend withhold": 4.0, "lay_tile": 3.0}
PAYERS = {"dividend pay": 4.0, "form_national": 0.1}
CARELESS = {"buy_train": 2.0, "place_token": 4.0, "surrender": 1.0}
MOODS = (BUILDERS, RACERS, PAYERS, CARELESS)
"""Who hurries to the level 8 trains, who lets the bank run out, whose railroads run out of money."""
MODEST = ("bid", "overbid")
PATIENCE = 12
SELDOM, RARE, OFTEN = 0.2, 0.02, 4.0


def leaning(view: View, kind: str, value: str) -> float:
    """By what the railroad can spare: money that it needs for its next train is seldom spent otherwise."""
    like = _LIKED.get(kind)
    return 1.0 if like is None else like(view, view.cursor.actor, value)


def _spare(view: View, company: str) -> int:
    """What the railroad need not keep for a train that it must buy."""
    return view.cash(company) - ((cheapest(view) or 0) if needs_train(view, company) else 0)


def _spending(view: View, company: str, value: str) -> float:
    return 1.0 if _spare(view, company) >= 100 else SELDOM


def _laying(view: View, company: str, value: str) -> float:
    if value not in view.board().hexmap:
        return 1.0
    return 1.0 if terrain_cost(view, company, value) <= max(0, _spare(view, company)) else RARE


def _paying(view: View, company: str, value: str) -> float:
    """A major that has room for a train and not the price of one keeps its revenue."""
    if value != "withhold" or view.company(company).kind != MAJOR:
        return 1.0
    wants = len(view.trains(company)) < min(2, train_limit(view, company))
    return OFTEN if wants and view.cash(company) < (cheapest(view) or 0) else 1.0


def _buying(view: View, company: str, value: str) -> float:
    return OFTEN if not value and needs_train(view, company) else 1.0


def _expanding(view: View, company: str, value: str) -> float:
    """A regional without a train seldom becomes a major that has none."""
    asked = value in view.data.companies and view.company(value).kind not in LARGE
    return SELDOM if asked and not view.trains(value) else 1.0


_LIKED: dict[str, Callable[[View, str, str], float]] = {
    "lay_tile": _laying,
    "place_token": _spending,
    "buy_port_authority": _spending,
    "redeem": _spending,
    "take_minor": _spending,
    "dividend": _paying,
    "buy_train": _buying,
    "expand": _expanding,
}
