"""Paying, splitting and withholding of revenue in 18OE (11.4)."""

from __future__ import annotations

from engine.core.view import View
from engine.rules.dividends import HALF, PAY, SPLIT, WITHHOLD, DividendPolicy
from engine.titles.g18oe.companies import MINOR, NATIONAL


class Dividends(DividendPolicy):
    """Minors split, nationals pay, the others choose."""

    def ways(self, view: View, company: str) -> tuple[str, ...]:
        """A minor pays half of its revenue to its owner, a national all of it (11.4)."""
        kind = view.company(company).kind
        if kind == MINOR:
            return (SPLIT,)
        return (PAY,) if kind == NATIONAL else (PAY, HALF, WITHHOLD)
