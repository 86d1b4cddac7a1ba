"""What a seat has, to see a deal in which it gives something and gets nothing for it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.view import View

CASH = "cash"
WHOLE = 100
"""The percent that the owner of a private holds of it."""


def belongings(view: View, seat: str) -> Mapping[str, int]:
    """The cash of a seat under "cash", and the percent that it holds of each company and private."""
    held = {
        company.id: WHOLE if view.owner(company.id) == seat else view.percent(seat, company.id)
        for company in view.companies()
    }
    return {CASH: view.cash(seat), **held}


def gives_for_nothing(before: Mapping[str, int], after: Mapping[str, int]) -> bool:
    """Whether a seat pays and gives something else, too, but gets nothing.

    A private that only fills a place among its certificates can be closed without paying anybody for that.
    """
    changes = [after.get(name, 0) - had for name, had in before.items() if name != CASH]
    gets = any(change > 0 for change in changes) or bool(after.keys() - before.keys())
    return after[CASH] < before[CASH] and any(change < 0 for change in changes) and not gets
