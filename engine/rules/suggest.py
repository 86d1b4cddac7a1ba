"""Routes to offer: the best set, the next best ones, and all ways through stops that a player names.

Whatever comes from here is legal in itself, but only `engine.rules.routes.check_routes` judges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board.coords import sort_key
from engine.board.faces import STOP
from engine.board.kinds import Kind, Problem
from engine.board.routing import Answer, Choice, best_sets
from engine.board.tracks import Arc, Piece, TrackGraph, track_graph, track_graphs
from engine.board.walks import Search
from engine.rules.routes import Manner, Route, RouteSet, Stop, policy_of
from engine.state import Place
from engine.view import View

__all__ = ["RouteSet", "Stop", "alternatives", "best_routes", "routes_via", "some_route"]


def best_routes(view: View, company: str, stop: Stop | None = None) -> RouteSet:
    """The set of routes that earns the company most; empty without a train or a route.

    The same position gives the same set, unless ``stop`` ends the search: then the best set so far is
    returned, not proven.
    """
    return _sets(view, company, 1, stop)[0]


def alternatives(view: View, company: str, count: int, stop: Stop | None = None) -> tuple[RouteSet, ...]:
    """The next ``count`` sets after the best one, best first; each visits other stops than the rest."""
    return _sets(view, company, count + 1, stop)[1:]


def some_route(view: View, company: str, train: str) -> bool:
    """Whether the train has a legal route at all."""
    kind = _kinds(view, company, [policy_of(view).manner(view, train)])[0]
    return Search(kind, lambda: False).any()


def _sets(view: View, company: str, count: int, stop: Stop | None) -> tuple[RouteSet, ...]:
    search = policy_of(view).search or _common
    return search(view, company, count, stop or (lambda: False))


def _common(view: View, company: str, count: int, stop: Stop) -> tuple[RouteSet, ...]:
    trains = [train.id for train in view.trains(company)]
    answer = best_sets(_problem(view, company, trains, stop), count)
    return tuple(_route_set(choice, trains, answer) for choice in answer.choices)


def _problem(view: View, company: str, trains: Sequence[str], stop: Stop) -> Problem:
    manners = [policy_of(view).manner(view, train) for train in trains]
    distinct = list(dict.fromkeys(manners))
    kinds = _kinds(view, company, distinct)
    return Problem(kinds, tuple(distinct.index(manner) for manner in manners), stop)


def _kinds(view: View, company: str, manners: Sequence[Manner]) -> tuple[Kind, ...]:
    """The kinds of trains, as plain numbers on a graph of track."""
    policy, board = policy_of(view), view.board()
    counts = tuple(dict.fromkeys(manner.counts for manner in manners))
    drawn = board.remember(
        ("track", company, counts, policy.pass_offboard, policy.single),
        lambda: track_graphs(board, company, counts, policy.pass_offboard, policy.single),
    )
    graphs = dict(zip(counts, drawn, strict=True))
    key, bonuses = policy.revenue_key(view), policy.bonuses(view, company)
    worth = {p: board.revenue(*p, key) + bonuses.get(p, 0) for graph in graphs.values() for p in graph.stops}
    return tuple(
        Kind(
            graph=graph,
            values=tuple(worth[place] * manner.factor for place in graph.stops),
            anchors=tuple(
                node
                for node, place in enumerate(graph.stops)
                if not policy.own_station or company in board.companies_at(*place)
            ),
            reach=manner.reach,
            hexes=manner.hexes,
            fewest=policy.fewest,
            shares=manner.shares,
        )
        for manner, graph in ((manner, graphs[manner.counts]) for manner in manners)
    )


def _route_set(choice: Choice, trains: Sequence[str], answer: Answer) -> RouteSet:
    pairs = zip(trains, choice.routes, strict=True)
    routes = tuple(Route(train, _from_first(found.path)) for train, found in pairs if found is not None)
    return RouteSet(routes, choice.value, answer.proven, answer.bound)


def _from_first(path: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The path from that of its two ends that comes first in the order of coordinates."""
    if sort_key(path[0][0]) <= sort_key(path[-1][0]):
        return path
    return tuple((coord, b, a) for coord, a, b in reversed(path))


# --- routes by the names of their stops ------------------------------------------------------------


def routes_via(view: View, company: str, train: str, stops: Sequence[Place]) -> tuple[Route, ...]:
    """All ways for a train from stop to stop in this order, shortest first; empty when no track leads so.

    Only the track is looked at: whether the company may run there (full cities, reach, station, other
    trains) is for the check, so that a player learns why not. Stops that the train passes without counting
    may be named or left out. Ways that circle back to one of these, or to a junction, are not listed.
    """
    policy = policy_of(view)
    counts = policy.manner(view, train).counts
    graph = track_graph(view.board(), company, counts, pass_offboard=True)
    numbers = {name: node for node, name in enumerate(graph.names)}
    nodes = [numbers[coord, STOP + i] for coord, i in stops if (coord, STOP + i) in numbers]
    if len(nodes) < len(stops) or len(nodes) < policy.fewest:
        return ()
    first = nodes[0]
    ways = _ways(graph, nodes, graph.stop_bits[first] if first < len(graph.stops) else 0)
    paths = {tuple(piece for arc in arcs for piece in arc.path) for arcs in ways}
    return tuple(Route(train, path) for path in sorted(paths, key=lambda path: (len(path), path)))


def _ways(graph: TrackGraph, nodes: Sequence[int], used: int) -> Iterator[tuple[Arc, ...]]:
    """All ways from the first node over each other stop, in order; junctions and forks lie between."""
    here, *later = nodes
    if not later:
        yield ()
        return
    for arc in graph.arcs[here]:
        if not used & arc.bits and (arc.to == later[0] or arc.to >= len(graph.stops)):
            onward = later if arc.to == later[0] else [arc.to, *later]
            for rest in _ways(graph, onward, used | arc.bits):
                yield (arc, *rest)
