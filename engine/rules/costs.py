"""What a company pays from its treasury, in the title's currency."""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say

SHARE_COSTS = say("A share costs {money}; {company} has {money2}.")
TOKEN_COSTS = say("The token costs {money}; {company} has {money2}.")


def check_cost(view: View, company: str, cost: int, text: str) -> Violation | None:
    """Why a company cannot pay a cost. ``text`` has places for {company}, the {money} and its {money2}."""
    cash = view.cash(company)
    if cost <= cash:
        return None
    told = say(text, company=company, money=view.money(cost), money2=view.money(cash))
    return Violation("cannot_afford", told, {"cost": cost})
