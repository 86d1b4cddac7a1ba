"""Routes to offer: the best set, the next best ones, and all ways through stops that a player names.

Whatever comes from here is legal in itself, but only `engine.routes.policy.check_routes` judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.board.coords import sort_key
from engine.board.faces import STOP
from engine.core.state import Place
from engine.core.view import View
from engine.routes.planning import FORCE, Asked, ask
from engine.routes.policy import Route, RouteSet, Stop, bonuses_open, policy_of, revenue
from engine.routes.rules import manner_of
from engine.routes.tracks import track_graphs
from engine.solver.clock import after, never
from engine.solver.graph import Arc, Piece, TrackGraph
from engine.solver.recent import searched_once
from engine.solver.routing import Answer, Solution, best_sets

__all__ = [
    "RouteSet",
    "Stop",
    "after",
    "alternatives",
    "best_earning",
    "best_routes",
    "best_without",
    "earning_bonuses",
    "routes_via",
    "until",
]

ENDING, LEAST = 0.4, 0.5
"""Of a search's time: seconds that are kept to put its answer together; the part that is left at least."""


def until(seconds: float, clock: Callable[[], float]) -> Stop:
    """What ends a search so that its answer is there within so many seconds of a clock from now."""
    end = clock() + max(LEAST * seconds, seconds - ENDING)
    return lambda: clock() > end


def best_routes(view: View, company: str, stop: Stop | None = None) -> RouteSet:
    """The set of routes that earns the company most; empty without a train or a route.

    The same position gives the same set, unless ``stop`` ends the search: then the best set so far is
    returned, not proven.
    """
    return _sets(view, company, 1, stop)[0]


def alternatives(view: View, company: str, count: int, stop: Stop | None = None) -> tuple[RouteSet, ...]:
    """The next ``count`` sets after the best one, best first; each visits other stops than the rest.

    On a large network they are the best that were met on the way, and not proven.
    """
    return _sets(view, company, count + 1, stop)[1:]


def best_without(view: View, company: str, trains: Sequence[str], stop: Stop | None = None) -> RouteSet:
    """The best set when these trains stay at home, in the common reading of a route."""
    return _answered(ask(view, company, stop or never, without=trains), 1)[0]


def best_earning(view: View, company: str, bonus: str, stop: Stop | None = None) -> RouteSet | None:
    """The best set in which a train earns the bonus of this name (see `SetBonus`); None when none does."""
    found = _answered(ask(view, company, stop or never, aim=bonus), 1)[0]
    if found.revenue < FORCE:
        return None
    return replace(found, revenue=found.revenue - FORCE, bound=found.bound - FORCE)


def earning_bonuses(view: View, company: str, stop: Stop | None = None) -> tuple[RouteSet, ...]:
    """For each bonus that one train of the company may earn now, the best set in which one does."""
    found = (best_earning(view, company, name, stop) for name in bonuses_open(view, company))
    return tuple(each for each in found if each is not None)


def _sets(view: View, company: str, count: int, stop: Stop | None) -> tuple[RouteSet, ...]:
    stop = stop or never
    found = policy_of(view).search(view, company, count, stop)
    sets = _common(view, company, count, stop) if found is None else found
    return sets if sets[0].proven else _with_named(view, company, sets)[:count]


def _with_named(view: View, company: str, sets: tuple[RouteSet, ...]) -> tuple[RouteSet, ...]:
    """What a search that was cut found, after the routes that were named if these earn more."""
    named, best = tuple(policy_of(view).named(view, company)), sets[0]
    earned = revenue(view, company, named)
    return sets if earned <= best.revenue else (replace(best, routes=named, revenue=earned), *sets)


def _common(view: View, company: str, count: int, stop: Stop) -> tuple[RouteSet, ...]:
    return _answered(ask(view, company, stop), count)


def _answered(asked: Asked, count: int) -> tuple[RouteSet, ...]:
    problem = asked.problem
    answer = searched_once((count, problem.question), problem.stop, lambda: best_sets(problem, count))
    return tuple(_route_set(solution, asked, answer) for solution in answer.solutions)


def _route_set(solution: Solution, asked: Asked, answer: Answer) -> RouteSet:
    uses = asked.uses[solution.plan] if asked.uses else ()
    routes = tuple(
        Route(use.trains[0], _from_first(found.path), joined=use.trains[1:])
        for use, found in zip(uses, solution.routes, strict=True)
        if found is not None
    )
    return RouteSet(routes, solution.value, answer.proven, answer.bound)


def _from_first(path: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The path from that of its two ends that comes first in the order of coordinates."""
    if sort_key(path[0][0]) <= sort_key(path[-1][0]):
        return path
    return tuple((coord, b, a) for coord, a, b in reversed(path))


# --- routes by the names of their stops ------------------------------------------------------------


def routes_via(
    view: View, company: str, train: str, stops: Sequence[Place], joined: tuple[str, ...] = ()
) -> tuple[Route, ...]:
    """All ways for a train from stop to stop in this order, shortest first; empty when no track leads so.

    ``joined``: further trains that run as one with it. Only the track is looked at: whether the company may
    run there (full cities, reach, station, other trains) is for the check, so that a player learns why not.
    Stops that the train passes without counting may be named or left out. Ways that circle back to one of
    these, or to a junction, are not listed.
    """
    policy, run = policy_of(view), Route(train, (), joined=joined)
    manner = manner_of(view, run)
    graph = track_graphs(
        policy.ground(view, company),
        company,
        [manner.counts],
        True,
        (),
        policy.terms(view, company),
        [manner.closed],
    )[0]
    numbers = {name: node for node, name in enumerate(graph.names)}
    nodes = [numbers[coord, STOP + i] for coord, i in stops if (coord, STOP + i) in numbers]
    if len(nodes) < len(stops) or len(nodes) < policy.fewest:
        return ()
    first = nodes[0]
    ways = _ways(graph, nodes, graph.stop_bits[first] if first < len(graph.stops) else 0)
    paths = {tuple(piece for arc in arcs for piece in arc.path) for arcs in ways}
    return tuple(replace(run, path=path) for path in sorted(paths, key=lambda path: (len(path), path)))


def _ways(
    graph: TrackGraph, nodes: Sequence[int], used: int, zones: frozenset[int] = frozenset()
) -> Iterator[tuple[Arc, ...]]:
    """All ways from the first node over each other stop, in order; junctions, forks and zones lie between.

    ``zones``: those that were come through since the last stop, each once.
    """
    here, *later = nodes
    if not later:
        yield ()
        return
    for arc in graph.arcs[here]:
        if used & arc.bits or arc.to in zones or (arc.to != later[0] and arc.to < len(graph.stops)):
            continue
        onward = later if arc.to == later[0] else [arc.to, *later]
        passed = zones | {arc.to} if arc.to in graph.zones else zones if arc.to != later[0] else frozenset()
        for rest in _ways(graph, onward, used | arc.bits, passed):
            yield (arc, *rest)
