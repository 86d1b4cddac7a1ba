"""How random players play 18OE: they float, build and buy trains so that games come to all Train Phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.view import View
from engine.rules import trains
from engine.titles.g18oe.companies import MAJOR

WEIGHTS = {
    "point_out": 0.2,
    "buy_port_authority": 0.2,
    "form_national": 0.3,
    "decline": 1.0,
    "surrender": 0.02,
    "remove_private": 0.05,
    "close_private": 0.05,
    "offer_trade": 0.02,
    "put_together": 0.02,
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
    "offer_train": 0.02,
}
"""So that players do not spend all their money in the auction and float the railroads that the game needs."""
SELDOM, RARELY = 0.2, 0.02
BUILDERS: Mapping[str, float] = {}
CARELESS = {"expand": 4.0 / RARELY, "buy_train": 3.0, "surrender": 0.05}
MOODS = (BUILDERS, CARELESS, BUILDERS, BUILDERS)
"""Most games go through the Train Phases; in the others majors come early, cannot pay for trains and close,
so that the bank runs out."""
FIRST_SET = 1


def leaning(view: View, kind: str, value: str) -> float:
    """How much more than others a kind of action, or a value of one of its fields, is liked."""
    rule = _LEANINGS.get(kind)
    return 1.0 if rule is None else rule(view, value)


def _expand(view: View, value: str) -> float:
    """Not before the first operating round, and rather with a train."""
    if view.cursor.number <= FIRST_SET:
        return RARELY
    return 1.0 if value not in view.state.companies or view.trains(value) else RARELY


def _buy_train(view: View, value: str) -> float:
    """Rather of the bank than of another railroad, which would be left without a train."""
    return RARELY if value in view.state.companies else 1.0


def _dividend(view: View, value: str) -> float:
    """Who cannot pay the next train keeps the revenue."""
    company, least = view.cursor.actor, trains.cheapest(view)
    rich = least is None or view.cash(company) >= 2 * least
    return 1.0 if (value == "withhold") != rich else SELDOM


def _buy_share(view: View, value: str) -> float:
    """A president keeps some money for the trains of his majors."""
    player = view.cursor.actor
    presides = any(view.president(c.id) == player and not view.trains(c.id) for c in view.companies(MAJOR))
    return SELDOM if presides else 1.0


_LEANINGS: Mapping[str, Callable[[View, str], float]] = {
    "expand": _expand,
    "buy_train": _buy_train,
    "dividend": _dividend,
    "buy_share": _buy_share,
}
