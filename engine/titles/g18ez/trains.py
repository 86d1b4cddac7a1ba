"""Trains and phases of 18EZ: who must own a train, and what a phase does at once (2.8, phase chart)."""

from __future__ import annotations

from engine.abilities.privates import close_privates
from engine.core.view import View
from engine.routes.policy import has_route
from engine.rules.trains import TrainRules


def must_own(view: View, company: str) -> bool:
    """Public railroads, the Black Line included, that can trace a legal route (2.8, 2.9)."""
    return view.company(company).kind in ("major", "system") and has_route(view, company)


TRAINS = TrainRules(must_own=must_own)
PHASE_EVENTS = {"privates_close": close_privates}
"""What lasts needs no code here: see `black_line.shares_available`, `black_line.is_due` and `purchase`."""
