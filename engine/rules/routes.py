"""What a route of a train is, whether a set of routes is legal, and what it earns.

The check is written from the rules alone and shares nothing with the search of `engine.board.routing`:
whatever the search finds, or a player draws by hand, is judged here.

A route is the track it runs over, in running order. Stops are cities, towns and off-board areas; a junction
joins track and is none. Track is told apart by the hex sides it crosses: two pieces that share a side are
the same track there, two pieces that only meet at a stop or at a junction are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.actions import Json
from engine.board.board import Board
from engine.board.coords import opposite
from engine.board.faces import CITY, OFFBOARD, STOP, TOWN, segment
from engine.board.network import reach
from engine.errors import Violation
from engine.state import Place
from engine.view import View

Piece = tuple[str, int, int]
"""A segment in running order: (hex, the end it comes from, the end it goes to)."""
TrackKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The run of one train: its id and its track in running order, from stop to stop."""

    train: str
    path: tuple[Piece, ...]

    def to_json(self) -> dict[str, Json]:
        """``{"train": id, "path": [[hex, end, end], ...]}``."""
        return {"train": self.train, "path": [list(piece) for piece in self.path]}


def _train_reach(view: View, train: str) -> int:
    return view.data.trains[view.state.trains[train].kind].reach


def _newest_colour(view: View) -> str:
    return view.phase.tiles[-1]


def _no_bonus(view: View, company: str) -> Mapping[Place, int]:
    return {}


@dataclass(frozen=True)
class RoutePolicy:
    """How a title reads "route". Every stop that counts and lies on the way is visited and paid.

    - ``counts`` kinds of stops that a train visits; others are mere track to it;
    - ``reach(view, train)`` the most stops that a train visits;
    - ``fewest`` stops of a route; ``own_station`` whether one of them must hold a station of the company;
    - ``track_shared`` whether several trains of a company may use the same track;
    - ``pass_offboard`` whether off-board areas are more than ends;
    - ``revenue_key(view)`` the key under which stops are valued now (see the map's revenue steps);
    - ``bonuses(view, company)`` money that a stop is worth to this company beyond its value.
    """

    counts: frozenset[str] = frozenset({CITY, TOWN, OFFBOARD})
    reach: Callable[[View, str], int] = _train_reach
    fewest: int = 2
    own_station: bool = True
    track_shared: bool = False
    pass_offboard: bool = False
    revenue_key: Callable[[View], str] = _newest_colour
    bonuses: Callable[[View, str], Mapping[Place, int]] = field(default=_no_bonus)


def policy_of(view: View) -> RoutePolicy:
    """The title's notion of a route."""
    policy: RoutePolicy = view.title.rules.routes
    return policy


# --- reading and telling ---------------------------------------------------------------------------


def parse_routes(raw: Json) -> tuple[Route, ...] | Violation:
    """Read a list of routes in JSON form; anything else is refused as ``bad_routes``."""
    try:
        routes = tuple(Route(entry["train"], tuple(_piece(p) for p in entry["path"])) for entry in raw)
        good = all(isinstance(route.train, str) for route in routes)
    except (KeyError, TypeError, ValueError):
        good = False
    if good:
        return routes
    return Violation("bad_routes", "Give each route as a train and a path of hex, end and end.")


def _piece(raw: Json) -> Piece:
    coord, a, b = raw
    if not isinstance(coord, str) or type(a) is not int or type(b) is not int:
        raise TypeError(raw)
    return coord, a, b


def describe(view: View, company: str, route: Route) -> str:
    """The stops of a route and what it earns: ``West - Purple Springs - Metropolis ($90)``."""
    names = " - ".join(stop_name(view, place) for place in stops_of(view, route))
    return f"{names} ({view.data.currency}{revenue_of(view, company, route)})"


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
    counts = policy_of(view).counts
    return tuple(p for p in _places(route.path) if view.board().stop(*p).kind in counts)


def _places(path: Sequence[Piece]) -> Iterator[Place]:
    """The inner ends of a path: stops and junctions, each time that it comes to one."""
    for i, (coord, a, b) in enumerate(path):
        if i == 0 and a >= STOP:
            yield coord, a - STOP
        if b >= STOP:
            yield coord, b - STOP


def revenue_of(view: View, company: str, route: Route) -> int:
    """What one route earns the company, in the title's currency."""
    policy = policy_of(view)
    key, bonuses = policy.revenue_key(view), policy.bonuses(view, company)
    return sum(view.board().revenue(*p, key) + bonuses.get(p, 0) for p in stops_of(view, route))


def revenue(view: View, company: str, routes: Iterable[Route]) -> int:
    """What a set of routes earns the company: the sum of all runs."""
    return sum(revenue_of(view, company, route) for route in routes)


# --- what is legal ---------------------------------------------------------------------------------


def check_routes(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """Why the company may not run these routes now, or None. No routes at all are legal."""
    for route in routes:
        found = _check_train(view, company, route, routes) or check_route(view, company, route)
        if found is not None:
            return found
    return None if policy_of(view).track_shared else _check_sharing(view, routes)


def check_route(view: View, company: str, route: Route) -> Violation | None:
    """Why this route alone is illegal for the company, whoever owns the train; None when it is legal."""
    board = view.board()
    found = _check_track(board, route.path)
    if found is not None:
        return found
    return (
        _check_ends(view, route)
        or _check_count(view, route)
        or _check_once(view, route)
        or _check_passing(view, company, route)
        or _check_station(view, company, route)
    )


def _check_train(view: View, company: str, route: Route, routes: Sequence[Route]) -> Violation | None:
    train = view.state.trains.get(route.train)
    if train is None or train.owner != company:
        text = f"{company} may run only trains that it owns."
        return Violation("not_your_train", text, {"train": route.train})
    if sum(other.train == route.train for other in routes) > 1:
        return Violation("train_twice", "Each train makes at most one run.", {"train": route.train})
    return None


def _check_track(board: Board, path: Sequence[Piece]) -> Violation | None:
    used: set[TrackKey] = set()
    for i, (coord, a, b) in enumerate(path):
        if coord not in board.hexmap or segment(a, b) not in board.face(coord).track:
            text = f"A route runs on track that lies on the board; on {coord} there is none like that."
            return Violation("off_the_tile", text, {"hex": coord})
        if i and not _joined(board, path[i - 1], path[i]):
            text = f"A route is one unbroken line of track; it must go on where it comes to {coord}."
            return Violation("path_broken", text, {"hex": coord})
        keys = set(_keys(board, coord, a, b))
        if i and a < STOP:
            keys.remove(_side(board, coord, a))
        if keys & used:
            text = f"A train uses each piece of track once and never turns back; see {coord}."
            return Violation("track_twice", text, {"hex": coord})
        used |= keys
    return None


def _joined(board: Board, before: Piece, after: Piece) -> bool:
    (coord, _, end), (next_coord, start, _) = before, after
    if end >= STOP:
        return (coord, end) == (next_coord, start)
    return start == opposite(end) and board.across(coord, end) == next_coord


def _keys(board: Board, coord: str, a: int, b: int) -> Iterator[TrackKey]:
    """What makes a segment the same track as another: its hex sides, or itself between two stops."""
    if a >= STOP and b >= STOP:
        yield coord, *segment(a, b)
    for end in (a, b):
        if end < STOP:
            yield _side(board, coord, end)


def _side(board: Board, coord: str, edge: int) -> TrackKey:
    """A hex side by the one name that both its hexes agree on."""
    other = board.hexmap.neighbour(coord, edge)
    return (coord, edge) if other is None else min((coord, edge), (other, opposite(edge)))


def _check_ends(view: View, route: Route) -> Violation | None:
    board, counts = view.board(), policy_of(view).counts
    ends = [(coord, end) for coord, end, _ in route.path[:1]] + [
        (coord, end) for coord, _, end in route.path[-1:]
    ]
    for coord, end in ends:
        if end < STOP or board.stop(coord, end - STOP).kind not in counts:
            return Violation(
                "path_broken", f"A route begins and ends at a stop, not on {coord}.", {"hex": coord}
            )
    return None


def _check_count(view: View, route: Route) -> Violation | None:
    policy, visited = policy_of(view), len(stops_of(view, route))
    if visited < policy.fewest:
        return Violation("too_few_stops", f"A route has at least {policy.fewest} stops.", {"stops": visited})
    most = policy.reach(view, route.train)
    if visited > most:
        text = f"This train visits at most {most} stops, and none on its way may be left out."
        return Violation("too_many_stops", text, {"stops": visited, "most": most})
    return None


def _check_once(view: View, route: Route) -> Violation | None:
    seen: set[object] = set()
    for place in stops_of(view, route):
        key = view.board().stop(*place).group or place
        if key in seen:
            text = f"A train visits each stop once; it comes to {stop_name(view, place)} again."
            return Violation("stop_twice", text, {"hex": place[0]})
        seen.add(key)
    return None


def _check_passing(view: View, company: str, route: Route) -> Violation | None:
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
        keys = {key for piece in route.path for key in _keys(board, *piece)}
        if keys & used:
            text = "Trains of one company may meet on a tile, but never use the same track."
            return Violation("track_shared", text, {"train": route.train})
        used |= keys
    return None


def has_route(view: View, company: str) -> bool:
    """Whether a legal route exists for some train: track leads from a station to another stop."""
    board, counts = view.board(), policy_of(view).counts
    for station in sorted(set(view.stations(company))):
        for place in reach(board, company, [station]).stops:
            if place != station and board.stop(*place).kind in counts:
                return True
    return False
