"""How the train of a route runs and which stops the route visits, as the title's notion of a route has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.state import Place
from engine.core.view import View
from engine.routes.manners import Manner
from engine.routes.paths import Route, places

if TYPE_CHECKING:
    from engine.routes.policy import RoutePolicy


def policy_of(view: View) -> RoutePolicy:
    """The title's notion of a route."""
    policy: RoutePolicy = view.title.rules.routes
    return policy


def stop_name(view: View, place: Place) -> str:
    """The name of a stop for people: that of its area or hex, or the coordinate where it has none."""
    hexmap, stop = view.board().hexmap, view.board().stop(*place)
    return hexmap.areas.get(stop.group or "") or hexmap.name_of(place[0]) or place[0]


def manner_of(view: View, route: Route) -> Manner:
    """How the train of a route runs, or its joined trains."""
    policy = policy_of(view)
    return policy.joined(view, route.trains) if route.joined else policy.manner(view, route.train)


def stops_of(view: View, route: Route) -> tuple[Place, ...]:
    """The stops that the route visits, in running order, each time that it comes to one."""
    counts = manner_of(view, route).counts
    return tuple(p for p in places(route.path) if view.board().stop(*p).kind in counts)
