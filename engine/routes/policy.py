"""What a route of a train is, whether a set of routes is legal, and what it earns.

The check is written from the rules alone and shares nothing with the search of `engine.solver.routing`:
whatever the search finds, or a player draws by hand, is judged here.

A route is the track it runs over, in running order (see `engine.routes.paths`). Stops are cities, towns and
off-board areas; a junction joins track and is none. `RoutePolicy` is the common reading; a title whose trains
run by other rules overrides its methods. What a company may assign to its trains is settled for the best
(see `engine.routes.earnings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.board.faces import CITY, OFFBOARD, TOWN
from engine.board.network import reach
from engine.core.errors import Violation
from engine.core.state import Place
from engine.core.view import View
from engine.routes.earnings import Run, Settlement, settle
from engine.routes.legality import (
    check_area,
    check_count,
    check_ends,
    check_joined,
    check_once,
    check_passing,
    check_settled,
    check_sharing,
    check_station,
    check_train,
)
from engine.routes.manners import NOTHING, Extras, Manner
from engine.routes.paths import Piece, Route, borders, check_track, land_sides, parse_routes, waters_on
from engine.routes.terms import PLAIN, Terms
from engine.routes.visits import manner_of, policy_of, stop_name, stops_of

__all__ = [
    "Manner",
    "Piece",
    "Route",
    "RoutePolicy",
    "RouteSet",
    "Stop",
    "check_ends",
    "check_once",
    "check_passing",
    "check_train",
    "parse_routes",
    "policy_of",
    "stop_name",
    "stops_of",
]

Stop = Callable[[], bool]
"""Says that time is up. The engine has no clock: the caller looks at one."""


@dataclass(frozen=True, slots=True)
class RouteSet:
    """Routes for the trains of a company and what they earn, in the title's currency.

    ``proven``: no better set was missed (for an alternative: none that belongs before it). ``bound``: what no
    set exceeds; the revenue of the best set when it is proven. ``subsidy``: what the bank adds.
    """

    routes: tuple[Route, ...]
    revenue: int
    proven: bool
    bound: int
    subsidy: int = 0


Search = Callable[[View, str, int, Stop], tuple[RouteSet, ...]]
"""Finds the best sets: (view, company, how many, stop), best first, one at least."""


def _newest_colour(view: View) -> str:
    return view.phase.tiles[-1]


def _no_bonus(view: View, company: str) -> Mapping[Place, int]:
    return {}


@dataclass(frozen=True)
class RoutePolicy:
    """How a title reads "route". Every stop that counts and lies on the way is visited.

    - ``counts`` kinds of stops that trains visit, unless ``manner`` says otherwise;
    - ``fewest`` stops of a route; ``own_station`` whether one of them must hold a station of the company;
    - ``single`` hexes on which a train visits one stop at most;
    - ``track_shared`` whether several trains of a company may use the same track;
    - ``pass_offboard`` whether off-board areas are more than ends;
    - ``revenue_key(view)`` the key under which stops are valued now (see the map's revenue steps);
    - ``bonuses(view, company)`` money that a stop is worth to this company beyond its value;
    - ``search`` how the best sets are found; None is the search for the common reading.

    Methods for a title to override: `manner` says how a train runs (by its printed reach in stops, and all
    stops pay), `joined` how several run as one, `terms` what the board is like for a company (water, stops to
    pass or to come to again), `free` which stops do not count against the reach of its trains, `extras` what
    it may assign to them.
    """

    counts: frozenset[str] = frozenset({CITY, TOWN, OFFBOARD})
    fewest: int = 2
    own_station: bool = True
    single: frozenset[str] = frozenset()
    track_shared: bool = False
    pass_offboard: bool = False
    revenue_key: Callable[[View], str] = _newest_colour
    bonuses: Callable[[View, str], Mapping[Place, int]] = field(default=_no_bonus)
    search: Search | None = None

    def manner(self, view: View, train: str) -> Manner:
        """How a train runs now."""
        spec = view.data.trains[view.state.trains[train].kind]
        return Manner(spec.reach, self.counts, shares=self.track_shared, values=spec.values)

    def worth(
        self, view: View, company: str, places: Iterable[Place], values: str | None
    ) -> dict[Place, int]:
        """What stops are worth to a train of the company, before any doubling (``values``: see `Manner`)."""
        board, key, bonuses = view.board(), values or self.revenue_key(view), self.bonuses(view, company)
        return {place: board.revenue(*place, key) + bonuses.get(place, 0) for place in places}

    def ready(self, view: View, train: str) -> bool:
        """Whether it is settled how the train runs (not before it is bought, where its buyer chooses)."""
        return True

    def joined(self, view: View, trains: Sequence[str]) -> Manner:
        """How these trains run as one, where they may (see `Extras.joinable`)."""
        raise NotImplementedError

    def terms(self, view: View, company: str) -> Terms:
        """What the board is like for routes of the company."""
        return PLAIN

    def free(self, view: View, company: str) -> frozenset[Place]:
        """Large stops that do not count against the reach of the company's trains."""
        return frozenset()

    def extras(self, view: View, company: str) -> Extras:
        """What the company has beyond its trains."""
        return NOTHING

    def check(self, view: View, company: str, routes: Sequence[Route]) -> Violation | None:
        """Why the company may not run these routes now, or None. No routes at all are legal."""
        for route in routes:
            found = check_train(view, company, route, routes) or self.check_route(view, company, route)
            if found is not None:
                return found
        return (
            check_sharing(view, company, routes)
            or check_joined(view, company, routes)
            or check_settled(view, company, routes)
        )

    def check_route(self, view: View, company: str, route: Route) -> Violation | None:
        """Why this route alone is illegal for the company, whoever owns the train; None when it is legal."""
        found = check_track(view.board(), route.path, self.terms(view, company), company)
        if found is not None:
            return found
        return (
            check_ends(view, route)
            or self._check_uncounted(route)
            or check_area(view, route)
            or check_once(view, route, self.terms(view, company).again)
            or check_count(view, route)
            or check_passing(view, company, route)
            or check_station(view, company, route)
            or check_settled(view, company, [route])
        )

    def _check_uncounted(self, route: Route) -> Violation | None:
        if route.uncounted is None:
            return None
        return Violation("bad_uncounted", "Every stop on the way pays; none may be left out.")

    def earnings(self, view: View, company: str, routes: Sequence[Route]) -> tuple[int, ...]:
        """What each of these routes adds to the revenue of all, in the title's currency."""
        return self.settled(view, company, routes).earned

    def settled(self, view: View, company: str, routes: Sequence[Route]) -> Settlement:
        """These routes with all that may be assigned to them as suits the company best."""
        waters = self.terms(view, company).waters
        return settle([_run(view, company, route) for route in routes], self.extras(view, company), waters)

    def subsidy(self, view: View, company: str, routes: Sequence[Route]) -> int:
        """What the bank adds to the treasury for these routes, beyond the revenue."""
        return 0

    def legend(self, view: View, company: str, routes: Sequence[Route]) -> str:
        """What a reader of `describe` must know beyond the words, in a sentence; empty for nothing."""
        return ""

    def leavings(self, view: View, route: Route) -> tuple[tuple[Place, ...], ...]:
        """The ways to leave stops of a route out of the count, where a player may choose; empty for none."""
        return ()

    def describe(self, view: View, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
        """The stops of each route, what it got and what it adds: ``West - (Ford) - Metropolis ($90)``.

        Stops in brackets do not pay.
        """
        found = self.settled(view, company, routes)
        helps = [*found.markers.items(), *found.bonuses.items()]
        return tuple(
            ", ".join([_way(view, route, unpaid), *(name for name, at in helps if at == i)])
            + f" ({view.data.currency}{amount})"
            for i, (route, unpaid, amount) in enumerate(zip(routes, found.unpaid, found.earned, strict=True))
        )

    def has_route(self, view: View, company: str) -> bool:
        """Whether a legal route exists for some train: track leads from a station to another stop."""
        board = view.board()
        for station in sorted(set(view.stations(company))):
            for place in reach(board, company, [station]).stops:
                if place != station and board.stop(*place).kind in self.counts:
                    return True
        return False


# --- telling ---------------------------------------------------------------------------------------


def describe(view: View, company: str, route: Route) -> str:
    """One route as if it ran alone: ``West - Purple Springs - Metropolis ($90)``."""
    return descriptions(view, company, [route])[0]


def descriptions(view: View, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
    """The routes of a set, each with what it adds to the revenue."""
    return policy_of(view).describe(view, company, routes)


def way_of(view: View, route: Route) -> str:
    """The stops of a route by name, in running order."""
    return _way(view, route, frozenset())


def _way(view: View, route: Route, unpaid: frozenset[Place]) -> str:
    stops = dict.fromkeys(stops_of(view, route))
    names = {place: stop_name(view, place) for place in stops}
    return " - ".join(f"({name})" if place in unpaid else name for place, name in names.items())


def legend(view: View, company: str, routes: Sequence[Route]) -> str:
    """What a reader of `descriptions` must know beyond the words."""
    return policy_of(view).legend(view, company, routes)


def leavings(view: View, route: Route) -> tuple[tuple[Place, ...], ...]:
    """The ways to leave stops of a route out of the count; empty where there is no choice."""
    return policy_of(view).leavings(view, route)


def stops_named(view: View, text: str) -> tuple[Place, ...]:
    """The stops on hexes with this name or coordinate (case does not matter); empty when there is none."""
    board, wanted = view.board(), text.strip().casefold()
    return tuple(
        (coord, i)
        for coord, spot in board.hexmap.hexes.items()
        if wanted in {name.casefold() for name in (coord, spot.name or coord, *spot.also)}
        for i, stop in enumerate(board.face(coord).stops)
        if stop.kind in policy_of(view).counts
    )


# --- what a route visits and earns -----------------------------------------------------------------


def _run(view: View, company: str, route: Route) -> Run:
    policy, board, manner = policy_of(view), view.board(), manner_of(view, route)
    stops = policy.worth(view, company, stops_of(view, route), manner.values)
    waters = policy.terms(view, company).waters
    return Run(
        route=route,
        manner=manner,
        stops=stops,
        large=frozenset(place for place in stops if board.stop(*place).kind not in manner.small),
        free=policy.free(view, company),
        waters=tuple(waters_on(route.path, waters)),
        land=land_sides(route.path, waters),
        borders=borders(route.path),
    )


def earnings(view: View, company: str, routes: Sequence[Route]) -> tuple[int, ...]:
    """What each route of a set adds to its revenue."""
    return policy_of(view).earnings(view, company, routes)


def revenue_of(view: View, company: str, route: Route) -> int:
    """What one route earns the company alone, in the title's currency."""
    return revenue(view, company, [route])


def revenue(view: View, company: str, routes: Iterable[Route]) -> int:
    """What a set of routes earns the company."""
    return sum(earnings(view, company, tuple(routes)))


def subsidy(view: View, company: str, routes: Sequence[Route]) -> int:
    """What the bank adds to the company's treasury for these routes."""
    return policy_of(view).subsidy(view, company, routes)


# --- what is legal ---------------------------------------------------------------------------------


def check_routes(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """Why the company may not run these routes now, or None."""
    return policy_of(view).check(view, company, routes)


def check_route(view: View, company: str, route: Route) -> Violation | None:
    """Why this route alone is illegal for the company, whoever owns the train; None when it is legal."""
    return policy_of(view).check_route(view, company, route)


def has_route(view: View, company: str) -> bool:
    """Whether a legal route exists for some train of the company."""
    return policy_of(view).has_route(view, company)
