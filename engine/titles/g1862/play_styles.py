"""How random players play 1862: companies earn money, and games come to each of the three ends (10)."""

from __future__ import annotations

from engine.core.view import View
from engine.titles.g1862.data.options import is_simple
from engine.titles.g1862.steps.trains import bank_types

WEIGHTS = {
    "pass": 0.4,
    "bid": 0.05,
    "par": 0.3,
    "run": 1.0,
    "done": 1.0,
    "skip": 0.5,
    "place_token": 3.0,
    "buy_train": 4.0,
    "offer_merger": 0.1,
    "withdraw_offer": 0.1,
    "accept_offer": 5.0,
    "merge": 0.2,
    "acquire": 0.2,
}
BUILDERS: dict[str, float] = {}
LOBBYISTS = {"bid": 0.12, "sell_shares": 0.1}
MISERS = {"buy_train": 0.4, "dividend pay": 5.0, "dividend top_up": 3.0, "sell_shares": 0.03}
JOBBERS = {"buy_train": 0.6, "dividend top_up": 30.0, "dividend pay": 5.0, "sell_shares": 0.02}
STYLES = (BUILDERS, LOBBYISTS, MISERS, JOBBERS)
"""Who hurries to the H trains, who risks fines, who lets the bank run out, who drives prices up."""
WITHOUT_PERMIT = 0.05


def position_weight(view: View, kind: str, value: str) -> float:
    """Seldom a train for which the company has no permit: it earns nothing (7.9)."""
    asked = bank_types(view).get(value) if kind == "buy_train" else None
    if asked is None or is_simple(view):
        return 1.0
    held = view.company(view.cursor.actor).data.get("permits", [])
    return 1.0 if asked in held else WITHOUT_PERMIT
