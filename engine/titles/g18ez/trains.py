"""Trains of 18EZ: who must own one (2.8)."""

from __future__ import annotations

from engine.core.view import View
from engine.routes.policy import has_route
from engine.rules.trains import TrainRules


class Trains(TrainRules):
    """Each railroad buys in its turn (2.8)."""

    def must_own(self, view: View, company: str) -> bool:
        """Public railroads, the Black Line included, that can trace a legal route (2.8, 2.9)."""
        return view.company(company).kind in ("major", "system") and has_route(view, company)
