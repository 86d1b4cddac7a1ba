"""Routes of 18EZ: what 2.6 says beyond the common reading, and the Hotel Bonus Token (appendix)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.state import Place
from engine.core.view import View
from engine.routes.policy import RoutePolicy

HOTEL = "hotel"
"""The marker's id, and the key in the data of the company whose trains earn its bonus."""


class HotelRoutes(RoutePolicy):
    """The common reading, and a hotel."""

    def bonuses(self, view: View, company: str) -> Mapping[Place, int]:
        """The city with the hotel is worth more to the railroad that placed it alone (appendix)."""
        place = view.state.markers.get(HOTEL)
        bonus = view.company(company).data.get(HOTEL)
        return {place: int(bonus)} if place is not None and bonus else {}


ROUTES = HotelRoutes()
