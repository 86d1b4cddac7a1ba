"""Why routes are illegal, rule by rule; `engine.routes.policy.RoutePolicy` says which apply."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from engine.board.faces import OFFBOARD, STOP
from engine.core.errors import Violation
from engine.core.view import View
from engine.message import joined, say, word
from engine.routes.manners import Manner
from engine.routes.paths import Route, TrackKey, borders, ends, exclusive
from engine.routes.rules import ground_of, manner_of, route_rules, stop_name, stops_of


def check_train(view: View, company: str, route: Route, routes: Sequence[Route]) -> Violation | None:
    """Why the company may not run this train, or not so often; None when it may."""
    for name in route.trains:
        train = view.state.trains.get(name)
        if train is None or train.owner != company:
            text = say("{company} may run only trains that it owns.", company=company)
            return Violation("not_your_train", text, {"train": name})
        if not route_rules(view).runs(view, name):
            text = say(
                "{name} makes no run of its own; it goes with a train of {company}.",
                name=name,
                company=company,
            )
            return Violation("no_train", text, {"train": name})
        if sum(other.trains.count(name) for other in routes) > 1:
            return Violation("train_twice", say("Each train makes at most one run."), {"train": name})
    return check_joining(view, company, route.trains)


def check_joining(view: View, company: str, trains: Sequence[str]) -> Violation | None:
    """Why these trains of the company may not run as one, or None; one alone may."""
    joinable = route_rules(view).extras(view, company).joinable
    if len(trains) > 1 and not set(trains) <= set(joinable):
        text = say(
            "Of the trains of {company} these may run as one: {joinable}.",
            company=company,
            joinable=joined(", ", joinable) or word("none"),
        )
        return Violation("not_joinable", text, {"train": trains[0]})
    return None


def check_ends(view: View, route: Route) -> Violation | None:
    """Why a route does not begin and end at stops, or None."""
    board, counts = ground_of(view, route), manner_of(view, route).counts
    for coord, end in ends(route.path):
        if end < STOP or board.stop(coord, end - STOP).kind not in counts:
            return Violation(
                "path_broken",
                say("A route begins and ends at a stop, not on {coord}.", coord=coord),
                {"hex": coord},
            )
    return None


def check_area(view: View, route: Route) -> Violation | None:
    """Why the train may not run there, or does not visit what it must; None when all is well."""
    manner, visited = manner_of(view, route), set(stops_of(view, route))
    for coord, _, _ in route.path:
        if coord in manner.closed:
            return Violation(
                "closed_track", say("This train may not run on {coord}.", coord=coord), {"hex": coord}
            )
    for group in manner.must:
        if not group & visited:
            names = joined(", ", dict.fromkeys(stop_name(view, place) for place in sorted(group)))
            return Violation(
                "must_visit", say("This train visits one of these at least: {names}.", names=names)
            )
    return None


def check_count(view: View, route: Route) -> Violation | None:
    """Why a route has too few stops, or None."""
    fewest, visited = route_rules(view).fewest, len(set(stops_of(view, route)))
    if visited < fewest:
        return Violation(
            "too_few_stops", say("A route has at least {fewest} stops.", fewest=fewest), {"stops": visited}
        )
    return None


def check_settled(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """Why these routes run too far, however markers and reductions are assigned; None when they need not."""
    for route, excess in zip(routes, route_rules(view).settled(view, company, routes).excess, strict=True):
        manner = manner_of(view, route)
        wet = (
            say(" (sea zones and ferries count)")
            if route_rules(view).terms(view, company).waters.zones
            else ""
        )
        if excess and manner.hexes:
            most, crossed = manner.reach, borders(route.path)
            text = say(
                "This train crosses at most {most} hex sides{wet}; this route crosses {crossed}.",
                most=most,
                wet=wet,
                crossed=crossed,
            )
            return Violation("too_far", text, {"hexes": crossed, "most": most})
        if excess:
            most = manner.reach
            text = say(
                "This train visits at most {most} stops{wet}, and none on its way may be left out.",
                most=most,
                wet=wet,
            )
            return Violation("too_many_stops", text, {"stops": most + excess, "most": most})
    return None


def check_joined(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """Why trains may not be joined on these routes, or None."""
    if not any(route.joined for route in routes):
        return None
    vain = route_rules(view).settled(view, company, routes).unjoined
    if vain:
        aim = route_rules(view).extras(view, company).join_for
        text = say("Trains run as one only to earn this bonus: {aim}.", aim=aim)
        return Violation("joined_in_vain", text, {"train": routes[vain[0]].train})
    return None


def check_once(view: View, route: Route, again: Collection[str] = ()) -> Violation | None:
    """Why a route comes to a stop again, or None; an area over several hexes is one stop.

    ``again``: kinds of stops to which it may come again.
    """
    seen, single = set[object](), route_rules(view).single
    for place in stops_of(view, route):
        stop = ground_of(view, route).stop(*place)
        key = stop.group or (place[0] if place[0] in single else place)
        if key in seen and stop.kind not in again:
            text = say(
                "A train visits each stop once; it comes to {stop_name} again.",
                stop_name=stop_name(view, place),
            )
            return Violation("stop_twice", text, {"hex": place[0]})
        seen.add(key)
    return None


def check_passing(view: View, company: str, route: Route) -> Violation | None:
    """Why a route runs through a stop at which it must end, or None."""
    board, rules, counts = ground_of(view, route), route_rules(view), manner_of(view, route).counts
    terms = rules.terms(view, company)
    for (coord, came, at), (_, _, goes) in pairwise(route.path):
        place = (coord, at - STOP)
        if at < STOP or board.stop(*place).kind not in counts:
            continue
        name = stop_name(view, place)
        if {(coord, came), (coord, goes)} & terms.bars:
            text = say(
                "A route of {company} may only begin or end at {name} where it enters or leaves it so.",
                company=company,
                name=name,
            )
            return Violation("through_barred", text, {"hex": coord})
        if {(coord, came), (coord, goes)} & terms.gates:
            continue
        if board.stop(*place).kind == OFFBOARD and not rules.pass_offboard:
            text = say("{name} is off the board: a route may only begin or end there.", name=name)
            return Violation("through_offboard", text, {"hex": coord})
        if place not in terms.unblocked and board.blocks(*place, company):
            text = say(
                "{name} is full of others' stations: a route of {company} may only begin or end there.",
                name=name,
                company=company,
            )
            return Violation("through_blocked", text, {"hex": coord})
    return None


def check_station(view: View, company: str, route: Route) -> Violation | None:
    """Why a route lacks a station of the company, or None."""
    if not route_rules(view).own_station:
        return None
    if any(company in view.board().companies_at(*place) for place in stops_of(view, route)):
        return None
    return Violation(
        "no_station", say("A route of {company} includes a city with its station marker.", company=company)
    )


def check_sharing(view: View, company: str, routes: Sequence[Route]) -> Violation | None:
    """Why trains use track of each other that they may not, or None."""
    rules = route_rules(view)
    board, waters = rules.ground(view, company), rules.terms(view, company).waters
    used: list[tuple[set[TrackKey], Manner]] = []
    for route in routes:
        keys, manner = exclusive(board, route.path, waters), manner_of(view, route)
        for others, other in used:
            apart = manner.alone or other.alone or not (manner.shares or other.shares)
            if apart and keys & others:
                text = say("Trains of one company may meet on a tile, but never use the same track.")
                return Violation("track_shared", text, {"train": route.train})
        used.append((keys, manner))
    return None
