"""Paying, splitting and withholding of revenue in 18OE (11.4), and what it does to the share value (4.4)."""

from __future__ import annotations

from engine.core.view import View
from engine.rules.dividends import HALF, PAY, SPLIT, WITHHOLD, DividendPolicy, payout
from engine.titles.g18oe.data.market import LEFT, RIGHT
from engine.titles.g18oe.railroads.companies import MINOR, NATIONAL


class Dividends(DividendPolicy):
    """Minors split, nationals pay, the others choose; each part is rounded up."""

    rounds_up = True

    def ways(self, view: View, company: str) -> tuple[str, ...]:
        """A minor pays half of its revenue to its owner, a national all of it (11.4)."""
        kind = view.company(company).kind
        if kind == MINOR:
            return (SPLIT,)
        return (PAY,) if kind == NATIONAL else (PAY, HALF, WITHHOLD)

    def step(self, view: View, company: str, revenue: int, way: str) -> str | int | None:
        """Right when all that is disbursed is at least the share value, left when nothing is (4.4)."""
        value = view.price(company)
        if value is None:
            return None
        disbursed = sum(payout(view, company, revenue, way).holders.values())
        if not disbursed:
            return LEFT
        return RIGHT if disbursed >= value else None
