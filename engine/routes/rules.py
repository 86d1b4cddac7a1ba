"""How a title reads "route": what stops a route visits, how its train runs, what it is worth.

`RouteRules` is what `engine.routes.legality` and the search ask; `RoutePolicy` is more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.board.board import Board
from engine.board.faces import CITY, OFFBOARD, TOWN
from engine.core.state import Place
from engine.core.view import View
from engine.routes.earnings import Settlement, Trip, settlement
from engine.routes.manners import NOTHING, Extras, Manner
from engine.routes.paths import Route, borders, land_sides, places, waters_on
from engine.routes.terms import PLAIN, Terms


@dataclass(frozen=True)
class RouteRules:
    """How routes run and pay. Every stop that counts and lies on the way is visited.

    - ``counts`` kinds of stops that trains visit, unless `manner` says otherwise;
    - ``fewest`` stops of a route; ``own_station`` whether one of them must hold a station of the company;
    - ``single`` hexes on which a train visits one stop at most;
    - ``track_shared`` whether several trains of a company may use the same track;
    - ``pass_offboard`` whether off-board areas are more than ends.
    """

    counts: frozenset[str] = frozenset({CITY, TOWN, OFFBOARD})
    fewest: int = 2
    own_station: bool = True
    single: frozenset[str] = frozenset()
    track_shared: bool = False
    pass_offboard: bool = False

    def revenue_key(self, view: View) -> str:
        """The key under which stops are valued now: the phase if the map's revenue steps name it, else its
        newest colour.
        """
        phase = view.phase
        if any(phase.key in keys for keys in view.board().hexmap.revenue_steps):
            return phase.key
        return phase.tiles[-1] if phase.tiles else ""

    def bonuses(self, view: View, company: str) -> Mapping[Place, int]:
        """Money that a stop is worth to this company beyond its value."""
        return {}

    def runs(self, view: View, train: str) -> bool:
        """Whether a card makes a run of its own; a carriage that goes with a train does not."""
        return True

    def manner(self, view: View, train: str) -> Manner:
        """How a train runs now."""
        spec = view.data.trains[view.state.trains[train].kind]
        return Manner(spec.reach, self.counts, shares=self.track_shared, values=spec.values)

    def worth(
        self, view: View, company: str, places: Iterable[Place], values: str | None
    ) -> dict[Place, int]:
        """What stops are worth to a train of the company, before any doubling (``values``: see `Manner`)."""
        board, key = self.ground(view, company), values or self.revenue_key(view)
        bonuses = self.bonuses(view, company)
        return {place: board.revenue(*place, key) + bonuses.get(place, 0) for place in places}

    def ready(self, view: View, train: str) -> bool:
        """Whether it is settled how the train runs (not before it is bought, where its buyer chooses)."""
        return True

    def joined(self, view: View, trains: Sequence[str]) -> Manner:
        """How these trains run as one, where they may (see `Extras.joinable`)."""
        raise NotImplementedError

    def ground(self, view: View, company: str) -> Board:
        """The board as trains of the company find it, where something on it is for some companies alone."""
        return view.board()

    def terms(self, view: View, company: str) -> Terms:
        """What the board is like for routes of the company."""
        return PLAIN

    def free(self, view: View, company: str) -> frozenset[Place]:
        """Large stops that do not count against the reach of the company's trains."""
        return frozenset()

    def extras(self, view: View, company: str) -> Extras:
        """What the company has beyond its trains."""
        return NOTHING

    def settled(self, view: View, company: str, routes: Sequence[Route]) -> Settlement:
        """These routes with all that may be assigned to them as suits the company best."""
        waters = self.terms(view, company).waters
        return settlement(
            [run_of(view, company, route) for route in routes], self.extras(view, company), waters
        )


def route_rules(view: View) -> RouteRules:
    """The title's rules of routes."""
    return view.policy(RouteRules)


def stop_name(view: View, place: Place) -> str:
    """The name of a stop for people: that of its area or hex, or the coordinate where it has none."""
    hexmap, stops = view.board().hexmap, view.board().face(place[0]).stops
    group = stops[place[1]].group if place[1] < len(stops) else None
    return hexmap.areas.get(group or "") or hexmap.name_of(place[0]) or place[0]


def runners(view: View, company: str) -> list[str]:
    """The trains of a company that make a run of their own."""
    rules = route_rules(view)
    return [train.id for train in view.trains(company) if rules.runs(view, train.id)]


def manner_of(view: View, route: Route) -> Manner:
    """How the train of a route runs, or its joined trains."""
    rules = route_rules(view)
    return rules.joined(view, route.trains) if route.joined else rules.manner(view, route.train)


def ground_of(view: View, route: Route) -> Board:
    """The board as the train of a route finds it."""
    return route_rules(view).ground(view, view.state.trains[route.train].owner)


def stops_of(view: View, route: Route) -> tuple[Place, ...]:
    """The stops that the route visits, in running order, each time that it comes to one."""
    board, counts = ground_of(view, route), manner_of(view, route).counts
    return tuple(p for p in places(route.path) if board.stop(*p).kind in counts)


def run_of(view: View, company: str, route: Route) -> Trip:
    """A route as far as money and reach go."""
    rules, board, manner = route_rules(view), ground_of(view, route), manner_of(view, route)
    stops = rules.worth(view, company, stops_of(view, route), manner.values)
    waters = rules.terms(view, company).waters
    large = frozenset(place for place in stops if board.stop(*place).kind not in manner.small)
    return Trip(
        route=route,
        manner=manner,
        stops=stops,
        large=large,
        free=rules.free(view, company),
        waters=tuple(waters_on(route.path, waters)),
        land=land_sides(route.path, waters),
        borders=borders(route.path),
        twins=frozenset(place for place in stops if place not in large and board.stop(*place).size > 1),
    )
