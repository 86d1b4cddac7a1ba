"""Routes of 18EZ: the common reading (2.6), and the Hotel Bonus Token (appendix)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.abilities.bonus import bonuses
from engine.core.state import Place
from engine.core.view import View
from engine.routes.policy import RoutePolicy


class HotelRoutes(RoutePolicy):
    """The common reading, and a hotel, which counts for the railroad that placed it alone (appendix)."""

    def bonuses(self, view: View, company: str) -> Mapping[Place, int]:
        return bonuses(view, company)


ROUTES = HotelRoutes()
