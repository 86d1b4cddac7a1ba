"""What a route of a train is, whether a set of routes is legal, and what it earns.

The check is written from the rules alone and shares nothing with the search of `engine.solver.routing`:
whatever the search finds, or a player draws by hand, is judged here.

A route is the track it runs over, in running order (see `engine.routes.paths`). Stops are cities, towns and
off-board areas; a junction joins track and is none. `RoutePolicy` is the common reading; a title whose trains
run by other rules overrides its methods. What a company may assign to its trains is settled for the best
(see `engine.routes.earnings`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.board.network import next_stops
from engine.core.errors import Violation
from engine.core.state import Place
from engine.core.view import View
from engine.message import joined, say
from engine.routes.legality import (
    check_area,
    check_count,
    check_ends,
    check_joined,
    check_joining,
    check_once,
    check_passing,
    check_settled,
    check_sharing,
    check_station,
    check_train,
)
from engine.routes.manners import Manner
from engine.routes.paths import Piece, Route, check_track, parse_routes
from engine.routes.rules import RouteRules, stop_name, stops_of

__all__ = [
    "Manner",
    "Piece",
    "Route",
    "RoutePolicy",
    "RouteSet",
    "Stop",
    "check_ends",
    "check_joining",
    "check_once",
    "check_passing",
    "check_train",
    "parse_routes",
    "policy_of",
    "stop_name",
    "stops_of",
]

Stop = Callable[[], bool]
"""A function that returns True once the time is over. The engine has no clock, so the caller passes it."""


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


@dataclass(frozen=True)
class RoutePolicy(RouteRules):
    """What a company may run, what it earns, and how the best sets are found, in the common reading.

    Methods for a title to override, here and in `RouteRules`: `manner` says how a train runs (by its printed
    reach in stops, and all stops pay), `joined` how several run as one, `terms` what the board is like for a
    company (water, stops to pass or to come to again), `free` which stops do not count against the reach of
    its trains, `extras` what it may assign to them.

    >>> from engine import new_game
    >>> view = new_game("1889", ["Ann", "Ben"], seed=1).view
    >>> routes = view.policy(RoutePolicy)
    >>> routes.fewest, sorted(routes.counts), routes.has_route(view, "BCRR")
    (2, ['city', 'offboard', 'town'], False)
    """

    def search(self, view: View, company: str, count: int, stop: Stop) -> tuple[RouteSet, ...] | None:
        """The best ``count`` sets, best first, one at least; None: by the search for the common reading."""
        return None

    def named(self, view: View, company: str) -> Sequence[Route]:
        """Routes named for the run of this turn: a search that is cut offers none that earn less."""
        return ()

    def check(self, view: View, company: str, routes: Sequence[Route]) -> Violation | None:
        """Why the company may not run these routes now, or None. No routes at all are legal."""
        for route in routes:
            found = check_train(view, company, route, routes) or self.check_route(view, company, route)
            if found is not None:
                return found
        return (
            check_sharing(view, company, routes)
            or check_joined(view, company, routes)
            or (check_settled(view, company, routes) if len(routes) > 1 else None)
        )

    def check_route(self, view: View, company: str, route: Route) -> Violation | None:
        """Why this route alone is illegal for the company, whoever owns the train; None when it is legal."""
        found = check_track(self.ground(view, company), route.path, self.terms(view, company), company)
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
        return Violation("bad_uncounted", say("Every stop on the way pays; none may be left out."))

    def earnings(self, view: View, company: str, routes: Sequence[Route]) -> tuple[int, ...]:
        """What each of these routes adds to the revenue of all, in the title's currency."""
        return self.settled(view, company, routes).earned

    def subsidy(self, view: View, company: str, routes: Sequence[Route]) -> int:
        """What the bank adds to the treasury for these routes, beyond the revenue."""
        return 0

    def legend(self, view: View, company: str, routes: Sequence[Route]) -> str:
        """What a reader of `describe` must know beyond the words, in a sentence; empty for nothing."""
        return ""

    def uncounted_stop_choices(self, view: View, route: Route) -> tuple[tuple[Place, ...], ...]:
        """The ways to leave stops of a route out of the count, where a player may choose; empty for none."""
        return ()

    def describe(self, view: View, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
        """The stops of each route, what it got and what it adds: ``West - (Ford) - Metropolis ($90)``.

        Stops in brackets do not pay.
        """
        found = self.settled(view, company, routes)
        helps = [*found.markers.items(), *found.bonuses.items()]
        return tuple(
            joined(", ", [_way(view, route, unpaid), *(name for name, at in helps if at == i)])
            + say(" ({money})", money=view.money(amount))
            for i, (route, unpaid, amount) in enumerate(zip(routes, found.unpaid, found.earned, strict=True))
        )

    def retold(self, view: View, told: str) -> str:
        """What `describe` said of a route, read back from its recorded text."""
        return told

    def has_route(self, view: View, company: str) -> bool:
        """Whether a legal route exists for some train: track leads from a station to another stop."""
        return self.leads_on(view, company, self.counts)

    def leads_on(
        self, view: View, company: str, counts: Collection[str], most_sides: int | None = None
    ) -> bool:
        """Whether track leads from a station to another stop of these kinds, within so many hex sides."""
        board = self.ground(view, company)
        return any(
            place[0] != station[0] or place[0] not in self.single
            for station in board.stations_of(company)
            for place in next_stops(board, company, station, counts, most_sides)
        )


def policy_of(view: View) -> RoutePolicy:
    """The title's rules of routes."""
    return view.policy(RoutePolicy)


# --- telling ---------------------------------------------------------------------------------------


def descriptions(view: View, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
    """The routes of a set, each with what it adds to the revenue."""
    return policy_of(view).describe(view, company, routes)


def bonuses_open(view: View, company: str) -> tuple[str, ...]:
    """The names of the bonuses that one train of the company may earn now."""
    return tuple(bonus.name for bonus in policy_of(view).extras(view, company).bonuses if bonus.once)


def bonuses_won(view: View, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
    """The names of the bonuses that one of the routes earns."""
    return tuple(policy_of(view).settled(view, company, routes).bonuses)


def joinable(view: View, company: str) -> tuple[str, ...]:
    """The trains of which the company may run several as one now; empty where there are no two."""
    able = policy_of(view).extras(view, company).joinable
    return able if len(able) > 1 else ()


def joined_for(view: View, company: str) -> str:
    """The name of the bonus for which alone several trains run as one."""
    return policy_of(view).extras(view, company).join_for


def joined_reach(view: View, trains: Sequence[str]) -> tuple[int, int]:
    """How far these trains run as one: their reach in stops, and the towns that count beyond it."""
    manner = policy_of(view).joined(view, trains)
    return manner.reach, manner.towns


def _way(view: View, route: Route, unpaid: frozenset[Place]) -> str:
    stops = dict.fromkeys(stops_of(view, route))
    names = {place: stop_name(view, place) for place in stops}
    return joined(" - ", (f"({name})" if place in unpaid else name for place, name in names.items()))


def legend(view: View, company: str, routes: Sequence[Route]) -> str:
    """What a reader of `descriptions` must know beyond the words."""
    return policy_of(view).legend(view, company, routes)


def uncounted_stop_choices(view: View, route: Route) -> tuple[tuple[Place, ...], ...]:
    """The ways to leave stops of a route out of the count; empty where there is no choice."""
    return policy_of(view).uncounted_stop_choices(view, route)


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


# --- what routes earn -----------------------------------------------------------------


def earnings(view: View, company: str, routes: Sequence[Route]) -> tuple[int, ...]:
    """What each route of a set adds to its revenue."""
    return policy_of(view).earnings(view, company, routes)


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
