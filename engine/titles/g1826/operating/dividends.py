"""Dividends of 1826: pay, half or withhold, and where the price goes (O62-O64)."""

from __future__ import annotations

from engine.core.view import View
from engine.rules.dividends import HALF, WITHHOLD, DividendPolicy
from engine.titles.g1826.data.figures import Figures


class Dividends(DividendPolicy):
    """Pay, half or withhold."""

    def half(self, view: View, company: str, revenue: int) -> int:
        """What the shares get of a half dividend: the company keeps half, rounded down to tens."""
        tens = view.data.figures(Figures).half_rounding
        return revenue - revenue // 2 // tens * tens

    def step(self, view: View, company: str, revenue: int, way: str) -> str | None:
        """Left without a dividend (O62), right for one of the price at least (O63), else still (O64)."""
        if way == WITHHOLD or not revenue:
            return "left"
        paid = self.half(view, company, revenue) if way == HALF else revenue
        return "right" if paid >= (view.price(company) or 0) else None
