"""Dividends of 1862: pay or withhold, the George Hudson manoeuvre, the share price (7.8.5, 7.8.6)."""

from __future__ import annotations

from engine.core.view import View
from engine.rules.dividends import PAY, TOP_UP, WITHHOLD, DividendPolicy
from engine.steps.run import SUBSIDY
from engine.steps.turns import turn_note
from engine.titles.g1862.companies.receivership import in_receivership
from engine.titles.g1862.data.options import is_novice
from engine.titles.g1862.data.readings import readings

TENS = 10
SPACE = 2
"""One space to the right or left on the printed chart is two of its zigzag."""


def hudson(view: View, company: str, revenue: int) -> int:
    """What the treasury must add, in tens, to raise the revenue to the share price at least (7.8.6)."""
    lacking = max(0, (view.price(company) or 0) - revenue)
    return -(-lacking // TENS) * TENS


def may_top_up(view: View, company: str, revenue: int) -> bool:
    """Whether the manoeuvre is open: a revenue of 10 or more below the price, and the money for it (7.8.6).

    The subsidy of this turn counts.
    """
    least = readings(view).least_to_top_up
    if is_novice(view) or revenue < least or revenue >= (view.price(company) or 0):
        return False
    return hudson(view, company, revenue) <= view.cash(company) + int(turn_note(view, SUBSIDY, 0))


class Dividends(DividendPolicy):
    """Pay or withhold; the price moves by how often the dividend covers it."""

    unsold_pay = False

    def ways(self, view: View, company: str) -> tuple[str, ...]:
        """Pay or withhold, or pay with money of the treasury; a company in receivership withholds (7.3)."""
        if in_receivership(view, company):
            return (WITHHOLD,)
        revenue = int(turn_note(view, "revenue", 0))
        return (PAY, WITHHOLD, TOP_UP) if may_top_up(view, company, revenue) else (PAY, WITHHOLD)

    def step(self, view: View, company: str, revenue: int, way: str) -> int:
        """Left without a dividend; right by how often it covers the price, up to four times (7.8.5)."""
        price = view.price(company) or 0
        if way == WITHHOLD or not revenue:
            return -SPACE
        return SPACE * min(view.data.market.dividend_bands, revenue // price) if price else 0

    def top_up(self, view: View, company: str, revenue: int) -> int:
        return hudson(view, company, revenue)
