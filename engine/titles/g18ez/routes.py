"""Routes of 18EZ: the common reading (2.6), and the Hotel Bonus Token (appendix)."""

from __future__ import annotations

from engine.abilities.bonus import bonuses
from engine.routes.policy import RoutePolicy

ROUTES = RoutePolicy(bonuses=bonuses)
