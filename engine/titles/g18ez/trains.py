"""Trains and phases of 18EZ: who must own a train, and what a phase does at once (2.8, phase chart)."""

from __future__ import annotations

from typing import ClassVar

from engine.abilities.privates import close_privates
from engine.core.view import View
from engine.routes.policy import has_route
from engine.rules.phases import PhasePolicy
from engine.rules.trains import TrainRules


class Trains(TrainRules):
    """Each railroad buys in its turn (2.8)."""

    def must_own(self, view: View, company: str) -> bool:
        """Public railroads, the Black Line included, that can trace a legal route (2.8, 2.9)."""
        return view.company(company).kind in ("major", "system") and has_route(view, company)


class Phases(PhasePolicy):
    """What happens once; what lasts is asked where it matters (`black_line`)."""

    events: ClassVar = {"privates_close": close_privates}
