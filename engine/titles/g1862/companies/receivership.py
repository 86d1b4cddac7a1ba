"""Companies without a director: who operates them, and what they may not do (7.3, 8)."""

from __future__ import annotations

from engine.core.state import POOL
from engine.core.view import View
from engine.titles.g1862.data.options import EXPRESS, FREIGHT, LOCAL


def in_receivership(view: View, company: str) -> bool:
    """Whether a floated company has nobody to direct it: its director's certificate is in the pool (8)."""
    return view.company(company).floated and view.owner(company) == POOL


def operator_of(view: View, company: str) -> str | None:
    """The player who acts for a company: its director, in receivership its majority shareholder (8).

    Ties go clockwise from the holder of the priority deal; None while no player owns a share.
    """
    director = view.president(company)
    if director is not None:
        return director
    shares = view.holdings(company)
    start = view.state.priority or view.seats[0]
    best = max(view.from_seat(start), key=lambda p: shares.get(p, 0))
    return best if shares.get(best, 0) else None


def may_merge(view: View, company: str) -> bool:
    """A company in receivership neither merges nor is acquired (8)."""
    return not in_receivership(view, company)


def may_sell_trains(view: View, company: str) -> bool:
    """A company in receivership sells no train to another company (8)."""
    return not in_receivership(view, company)


def train_types(view: View, company: str) -> list[str]:
    """The permits of a company in the order in which a receivership chooses the type of its train (8)."""
    held = view.company(company).data.get("permits", [])
    return [kind for kind in (EXPRESS, FREIGHT, LOCAL) if kind in held]
