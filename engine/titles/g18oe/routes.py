"""Routes and revenue of 18OE (11.3)."""

from __future__ import annotations

from engine.routes.policy import RoutePolicy


class Routes(RoutePolicy):
    """What trains run and earn."""


ROUTES = Routes()
