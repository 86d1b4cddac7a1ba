"""Paying, splitting and withholding revenue in 18OE (11.4), and what that does to the share value (4.4)."""

from __future__ import annotations

from engine.core.view import View
from engine.rules.dividends import HALF, PAY, SPLIT, WITHHOLD, DividendPolicy
from engine.titles.g18oe.companies import MINOR, NATIONAL


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
        """Right for a dividend of the share value or more, left for none (4.4)."""
        shared = revenue * {WITHHOLD: 0, PAY: 2}.get(way, 1)
        value = view.price(company)
        if value is None or not shared:
            return None if value is None else "left"
        return "right" if shared >= 2 * value else None
