"""What a route of a train is, whether a set of routes is legal, and what it earns.

The check is written from the rules alone and shares nothing with the search of `engine.board.routing`:
whatever the search finds, or a player draws by hand, is judged here.

A route is the track it runs over, in running order (see `engine.rules.paths`). Stops are cities, towns and
off-board areas; a junction joins track and is none. `RoutePolicy` is the common reading; a title whose trains
run by other rules overrides its methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.board.faces import CITY, OFFBOARD, STOP, TOWN
from engine.board.network import reach
from engine.errors import Violation
from engine.rules.paths import Piece, Route, TrackKey, check_track, ends, parse_routes, places, track_keys
from engine.state import Place
from engine.view import View

__all__ = ["Piece", "Route", "RoutePolicy", "RouteSet", "Stop", "parse_routes"]

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


@dataclass(frozen=True, slots=True)
class Manner:
    """How a train runs.

    - ``reach`` the most stops that it visits, or the most hex sides that it crosses if ``hexes``;
    - ``counts`` kinds of stops that it visits; others are mere track to it;
    - ``factor`` by which it multiplies what its stops are worth;
    - ``shares`` whether it may use track that other trains use.
    """

    reach: int
    counts: frozenset[str]
    hexes: bool = False
    factor: int = 1
    shares: bool = False


def _newest_colour(view: View) -> str:
    return view.phase.tiles[-1]


def _no_bonus(view: View, company: str) -> Mapping[Place, int]:
    return {}


@dataclass(frozen=True)
class RoutePolicy:
    """How a title reads "route". Every stop that counts and lies on the way is visited and paid.

    - ``counts`` kinds of stops that trains visit, unless ``manner`` says otherwise;
    - ``fewest`` stops of a route; ``own_station`` whether one of them must hold a station of the company;
    - ``single`` hexes on which a train visits one stop at most;
    - ``track_shared`` whether several trains of a company may use the same track;
    - ``pass_offboard`` whether off-board areas are more than ends;
    - ``revenue_key(view)`` the key under which stops are valued now (see the map's revenue steps);
    - ``bonuses(view, company)`` money that a stop is worth to this company beyond its value;
    - ``search`` how the best sets are found; None is the search for the common reading.

    `manner` says how a train runs: by its printed reach in stops, where a title does not override it.
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
        reach = view.data.trains[view.state.trains[train].kind].reach
        return Manner(reach, self.counts, shares=self.track_shared)

    def check(self, view: View, company: str, routes: Sequence[Route]) -> Violation | None:
        """Why the company may not run these routes now, or None. No routes at all are legal."""
        for route in routes:
            found = check_train(view, company, route, routes) or self.check_route(view, company, route)
            if found is not None:
                return found
        return _check_sharing(view, [r for r in routes if not self.manner(view, r.train).shares])

    def check_route(self, view: View, company: str, route: Route) -> Violation | None:
        """Why this route alone is illegal for the company, whoever owns the train; None when it is legal."""
        found = check_track(view.board(), route.path)
        if found is not None:
            return found
        return (
            check_ends(view, route)
            or self._check_uncounted(route)
            or _check_count(view, route)
            or check_once(view, route)
            or check_passing(view, company, route)
            or _check_station(view, company, route)
        )

    def _check_uncounted(self, route: Route) -> Violation | None:
        if route.uncounted is None:
            return None
        return Violation("bad_uncounted", "Every stop on the way pays; none may be left out.")

    def earnings(self, view: View, company: str, routes: Sequence[Route]) -> tuple[int, ...]:
        """What each of these routes adds to the revenue of all, in the title's currency."""
        key, bonuses = self.revenue_key(view), self.bonuses(view, company)
        board = view.board()
        return tuple(
            sum(board.revenue(*p, key) + bonuses.get(p, 0) for p in stops_of(view, route))
            * self.manner(view, route.train).factor
            for route in routes
        )

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
        """The stops of each route and what it adds: ``West - Purple Springs - Metropolis ($90)``."""
        earned = self.earnings(view, company, routes)
        return tuple(
            f"{way_of(view, route)} ({view.data.currency}{amount})"
            for route, amount in zip(routes, earned, strict=True)
        )

    def has_route(self, view: View, company: str) -> bool:
        """Whether a legal route exists for some train: track leads from a station to another stop."""
        board = view.board()
        for station in sorted(set(view.stations(company))):
            for place in reach(board, company, [station]).stops:
                if place != station and board.stop(*place).kind in self.counts:
                    return True
        return False


def policy_of(view: View) -> RoutePolicy:
    """The title's notion of a route."""
    policy: RoutePolicy = view.title.rules.routes
    return policy


# --- telling ---------------------------------------------------------------------------------------


def describe(view: View, company: str, route: Route) -> str:
    """One route as if it ran alone: ``West - Purple Springs - Metropolis ($90)``."""
    return descriptions(view, company, [route])[0]


def descriptions(view: View, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
    """The routes of a set, each with what it adds to the revenue."""
    return policy_of(view).describe(view, company, routes)


def way_of(view: View, route: Route) -> str:
    """The stops of a route by name, in running order."""
    return " - ".join(stop_name(view, place) for place in stops_of(view, route))


def legend(view: View, company: str, routes: Sequence[Route]) -> str:
    """What a reader of `descriptions` must know beyond the words."""
    return policy_of(view).legend(view, company, routes)


def leavings(view: View, route: Route) -> tuple[tuple[Place, ...], ...]:
    """The ways to leave stops of a route out of the count; empty where there is no choice."""
    return policy_of(view).leavings(view, route)


def stop_name(view: View, place: Place) -> str:
    """The name of a stop for people: that of its hex, or the coordinate where it has none."""
    return view.board().hexmap[place[0]].name or place[0]


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


def stops_of(view: View, route: Route) -> tuple[Place, ...]:
    """The stops that the route visits, in running order."""
    counts = policy_of(view).manner(view, route.train).counts
    return tuple(p for p in places(route.path) if view.board().stop(*p).kind in counts)


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


def check_train(view: View, company: str, route: Route, routes: Sequence[Route]) -> Violation | None:
    """Why the company may not run this train, or not so often; None when it may."""
    train = view.state.trains.get(route.train)
    if train is None or train.owner != company:
        text = f"{company} may run only trains that it owns."
        return Violation("not_your_train", text, {"train": route.train})
    if sum(other.train == route.train for other in routes) > 1:
        return Violation("train_twice", "Each train makes at most one run.", {"train": route.train})
    return None


def check_ends(view: View, route: Route) -> Violation | None:
    """Why a route does not begin and end at stops, or None."""
    board, counts = view.board(), policy_of(view).manner(view, route.train).counts
    for coord, end in ends(route.path):
        if end < STOP or board.stop(coord, end - STOP).kind not in counts:
            return Violation(
                "path_broken", f"A route begins and ends at a stop, not on {coord}.", {"hex": coord}
            )
    return None


def _check_count(view: View, route: Route) -> Violation | None:
    policy, visited = policy_of(view), len(stops_of(view, route))
    if visited < policy.fewest:
        return Violation("too_few_stops", f"A route has at least {policy.fewest} stops.", {"stops": visited})
    manner = policy.manner(view, route.train)
    most, crossed = manner.reach, borders(route)
    if manner.hexes and crossed > most:
        text = f"This train crosses at most {most} hex sides; this route crosses {crossed}."
        return Violation("too_far", text, {"hexes": crossed, "most": most})
    if not manner.hexes and visited > most:
        text = f"This train visits at most {most} stops, and none on its way may be left out."
        return Violation("too_many_stops", text, {"stops": visited, "most": most})
    return None


def borders(route: Route) -> int:
    """How many hex sides the route crosses."""
    return sum(end < STOP for _, _, end in route.path)


def check_once(view: View, route: Route) -> Violation | None:
    """Why a route comes to a stop again, or None; an area over several hexes is one stop."""
    seen, single = set[object](), policy_of(view).single
    for place in stops_of(view, route):
        key = view.board().stop(*place).group or (place[0] if place[0] in single else place)
        if key in seen:
            text = f"A train visits each stop once; it comes to {stop_name(view, place)} again."
            return Violation("stop_twice", text, {"hex": place[0]})
        seen.add(key)
    return None


def check_passing(view: View, company: str, route: Route) -> Violation | None:
    """Why a route runs through a stop at which it must end, or None."""
    board, policy = view.board(), policy_of(view)
    for place in stops_of(view, route)[1:-1]:
        name = stop_name(view, place)
        if board.stop(*place).kind == OFFBOARD and not policy.pass_offboard:
            text = f"{name} is off the board: a route may only begin or end there."
            return Violation("through_offboard", text, {"hex": place[0]})
        if board.blocks(*place, company):
            text = f"{name} is full of others' stations: a route of {company} may only begin or end there."
            return Violation("through_blocked", text, {"hex": place[0]})
    return None


def _check_station(view: View, company: str, route: Route) -> Violation | None:
    if not policy_of(view).own_station:
        return None
    if any(company in view.board().companies_at(*place) for place in stops_of(view, route)):
        return None
    return Violation("no_station", f"A route of {company} includes a city with its station marker.")


def _check_sharing(view: View, routes: Sequence[Route]) -> Violation | None:
    board = view.board()
    used: set[TrackKey] = set()
    for route in routes:
        keys = {key for piece in route.path for key in track_keys(board, *piece)}
        if keys & used:
            text = "Trains of one company may meet on a tile, but never use the same track."
            return Violation("track_shared", text, {"train": route.train})
        used |= keys
    return None
