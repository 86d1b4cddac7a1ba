"""What runs earn: stops once each, the freight bonus, joined freight trains, the locals' subsidy (7.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, permutations, product

from engine.board.board import Board
from engine.board.coords import distance
from engine.core.state import Place
from engine.core.view import View
from engine.routes.paths import Piece, Route, check_track, places
from engine.titles.g1862.data.options import FREIGHT, LOCAL
from engine.titles.g1862.phases.bands import is_permanent, reach, type_of
from engine.titles.g1862.solver.lines import LARGE, PORT, area_kind, towns_on

BONUS, PORT_BONUS = 20, 30
HEX_SUBSIDY = 10
SMALL_STATION = 20
Key = object
"""What is scored once: a stop, or the name of an area that lies on several hexes."""


# --- one run -----------------------------------------------------------------------------------------


def kind_of(view: View, route: Route) -> str:
    """The type of the train that runs the route."""
    return type_of(view.state.trains[route.train])


def reach_of(view: View, train: str) -> tuple[int, int]:
    """(paid, visited) of a train: large stations, or hexes beyond the first for freight."""
    card = view.state.trains[train]
    return reach(view.data.trains[card.kind], type_of(card))


def large_stops(board: Board, path: Sequence[Piece]) -> tuple[Place, ...]:
    """The large stations, red areas and ports on a path, in running order."""
    return tuple(place for place in places(path) if board.stop(*place).kind in LARGE)


def key_of(board: Board, place: Place) -> Key:
    """The name under which a stop is scored."""
    return board.stop(*place).group or place


def value_of(view: View, place: Place) -> int:
    """What a stop is worth in this phase; small stations 20 (7.8.2)."""
    if view.board().stop(*place).kind in LARGE:
        return view.board().revenue(*place, view.state.phase)
    return SMALL_STATION


def crow_bonus(board: Board, ends: tuple[str, str], kinds: Sequence[str | None]) -> int:
    """20 for each hex between the ends as the crow flies, 30 with a port at an end (7.8.1).

    ``ends`` are hexes on the land: of an off-board end the one from which the train enters it, so that the
    distance is counted through the point of entry. ``kinds``: red, port or None for each end.
    """
    borders = distance(board.hexmap.layout, *ends) + sum(kind is not None for kind in kinds)
    return (PORT_BONUS if PORT in kinds else BONUS) * (borders - 1)


def haul(board: Board, path: Sequence[Piece]) -> int:
    """The bonus of a freight run with this path."""
    stops = large_stops(board, path)
    first, last = area_kind(board, stops[0]), area_kind(board, stops[-1])
    ends = (path[1][0] if first else path[0][0], path[-2][0] if last else path[-1][0])
    return crow_bonus(board, ends, (first, last))


# --- freight trains joined end to end (7.8.1) ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chain:
    """Freight routes that count as one run, in running order, and its whole path."""

    routes: tuple[Route, ...]
    path: tuple[Piece, ...]


def turned(path: Sequence[Piece]) -> tuple[Piece, ...]:
    """The path run the other way."""
    return tuple((coord, b, a) for coord, a, b in reversed(path))


def chained(board: Board, routes: Sequence[Route]) -> Chain | None:
    """The routes as one run, which uses no stop and no track twice; None when they do not join so."""
    for order in permutations(routes):
        for start in (order[0].path, turned(order[0].path)):
            path = _extended(board, start, order[1:])
            if path is not None and _is_one_run(board, path):
                return Chain(order, path)
    return None


def _extended(board: Board, path: tuple[Piece, ...], routes: Sequence[Route]) -> tuple[Piece, ...] | None:
    for route in routes:
        here = (path[-1][0], path[-1][2])
        onward = _from(route.path, here)
        if onward is None or area_kind(board, large_stops(board, path)[-1]):
            return None
        path += onward
    return path


def _from(path: tuple[Piece, ...], end: tuple[str, int]) -> tuple[Piece, ...] | None:
    """The path run from one of its ends; None when it has no such end."""
    if path[0][:2] == end:
        return path
    return turned(path) if (path[-1][0], path[-1][2]) == end else None


def _is_one_run(board: Board, path: Sequence[Piece]) -> bool:
    stops = large_stops(board, path)
    keys = {key_of(board, place) for place in stops}
    kinds = [kind for kind in (area_kind(board, place) for place in stops) if kind]
    once = len(keys) == len(stops) and len(set(kinds)) == len(kinds)
    return once and check_track(board, path) is None


def groupings(view: View, routes: Sequence[Route]) -> Iterator[tuple[Chain, ...]]:
    """All ways in which freight routes count as joined or apart.

    Trains that rust are one run, with a permanent one if one runs; permanent ones may be apart.
    """
    board = view.board()
    loose = {r.train for r in routes if not is_permanent(view, view.state.trains[r.train].kind)}
    chain_of = cache(partial(chained, board))
    for blocks in _partitions(list(routes)):
        joined = [block for block in blocks if any(r.train in loose for r in block)]
        if len(joined) > 1 or (joined and len(routes) > len(loose) and len(joined[0]) == len(loose)):
            continue
        chains = [chain_of(tuple(block)) for block in blocks]
        found = tuple(chain for chain in chains if chain is not None)
        if len(found) == len(blocks):
            yield found


def _partitions(routes: list[Route]) -> Iterator[list[list[Route]]]:
    """All ways to part a list into groups; all apart first."""
    if not routes:
        yield []
        return
    first, rest = routes[0], routes[1:]
    for blocks in _partitions(rest):
        yield [[first], *blocks]
        for i, block in enumerate(blocks):
            yield [*blocks[:i], [first, *block], *blocks[i + 1 :]]


# --- a set of runs ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fare:
    """What a set of routes earns, route by route; how freight is joined; the stops that each leaves out."""

    earned: tuple[int, ...]
    chains: tuple[Chain, ...]
    uncounted: tuple[tuple[Place, ...], ...]

    @property
    def total(self) -> int:
        """The revenue of the company."""
        return sum(self.earned)


def fare(view: View, routes: Sequence[Route]) -> Fare:
    """The revenue of legal routes: where the player left a choice open, what earns most.

    A stop that several trains visit is paid once, with the first of them (7.8).
    """
    freight = [route for route in routes if kind_of(view, route) == FREIGHT]
    ways = [_ways_to_leave(view, route, routes) for route in routes]
    every = product(groupings(view, freight), product(*ways))
    fares = (Fare(_earned(view, routes, chains, left), chains, left) for chains, left in every)
    nothing = Fare((0,) * len(routes), (), ((),) * len(routes))
    return max(fares, key=lambda found: found.total, default=nothing)


def surplus(view: View, route: Route) -> int:
    """How many of its large stops a train of two numbers visits but does not score (7.8.2, 7.8.3)."""
    if kind_of(view, route) == FREIGHT:
        return 0
    return max(0, len(large_stops(view.board(), route.path)) - reach_of(view, route.train)[0])


def _ways_to_leave(view: View, route: Route, routes: Sequence[Route]) -> list[tuple[Place, ...]]:
    """Which stops may stay unpaid: those chosen, else all that can be best (shared ones, the cheapest)."""
    count = surplus(view, route)
    if route.uncounted is not None or not count:
        return [route.uncounted or ()]
    board = view.board()
    stops = large_stops(board, route.path)
    others = {key_of(board, p) for r in routes if r is not route for p in large_stops(board, r.path)}
    alone = sorted((p for p in stops if key_of(board, p) not in others), key=lambda p: value_of(view, p))
    worth_it = [p for p in stops if p not in alone[count:]]
    return list(combinations(worth_it, count))


def _earned(
    view: View, routes: Sequence[Route], chains: Sequence[Chain], left: Sequence[tuple[Place, ...]]
) -> tuple[int, ...]:
    board, seen = view.board(), set[Key]()
    earned = []
    for route, unpaid in zip(routes, left, strict=True):
        amount, places_paid = _scored(view, route, chains, unpaid)
        for place in places_paid:
            if key_of(board, place) not in seen:
                seen.add(key_of(board, place))
                amount += value_of(view, place)
        earned.append(amount)
    return tuple(earned)


def _scored(
    view: View, route: Route, chains: Sequence[Chain], unpaid: Sequence[Place]
) -> tuple[int, list[Place]]:
    """The bonus of a route and the stops that it scores."""
    board, kind = view.board(), kind_of(view, route)
    if kind != FREIGHT:
        paid = [place for place in large_stops(board, route.path) if place not in unpaid]
        return 0, [*paid, *(towns_on(board, route.path) if kind == LOCAL else ())]
    chain = next(chain for chain in chains if route in chain.routes)
    stops, found, bonus = large_stops(board, chain.path), [], 0
    if route is chain.routes[0]:
        found, bonus = [stops[0]], haul(board, chain.path)
    if route is chain.routes[-1]:
        found = [*found, stops[-1]]
    return bonus, found


def local_subsidy(view: View, routes: Sequence[Route]) -> int:
    """10 for each hex that local trains visit, however often (7.8.2)."""
    local = (route for route in routes if kind_of(view, route) == LOCAL)
    return HEX_SUBSIDY * len({coord for route in local for coord, _, _ in route.path})
