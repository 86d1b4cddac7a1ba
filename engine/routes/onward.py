"""Where a train can go next, for a route that is put together stop by stop.

Only the track is looked at, as by `engine.routes.suggest.routes_via`; whether a route is legal the check
says.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.coords import sort_key
from engine.board.faces import STOP
from engine.board.network import Node, reach, steps_from
from engine.core.state import Place
from engine.core.view import View
from engine.routes.policy import policy_of
from engine.routes.tracks import track_graphs


def next_stops(view: View, company: str, train: str, visited: Sequence[Place]) -> tuple[Place, ...]:
    """The stops to which track leads from the last one visited without another one between, new ones only.

    Before the first, all stops within reach of the company. What the train does not visit joins track.
    """
    if visited:
        found = _beyond(view, company, train, visited[-1]) | _overseas(view, company, train, visited[-1:])
    else:
        stations = view.stations(company)
        board = policy_of(view).ground(view, company)
        found = {*stations, *reach(board, company, stations).stops}
        found |= _overseas(view, company, train, stations, far=True)
    fresh = [place for place in found if place not in visited and _counts(view, company, train, place)]
    return tuple(sorted(fresh, key=lambda place: (sort_key(place[0]), place)))


def _overseas(view: View, company: str, train: str, places: Sequence[Place], far: bool = False) -> set[Place]:
    """Where sea and ferries lead from these stops: to the next stops, or ``far`` beyond them too."""
    policy = policy_of(view)
    terms, manner = policy.terms(view, company), policy.manner(view, train)
    if not terms.waters.ports:
        return set()
    board, closed = policy.ground(view, company), [manner.closed]
    graph = board.remember(
        ("onward", company, manner.counts, manner.closed, terms),
        lambda: track_graphs(board, company, [manner.counts], True, policy.single, terms, closed)[0],
    )
    number = {place: node for node, place in enumerate(graph.stops)}
    queue = [number[place] for place in places if place in number]
    seen, first = set(queue), len(queue)
    for i, node in enumerate(queue):
        if i >= first and node < len(graph.stops) and not (far and graph.passable[node]):
            continue
        fresh = dict.fromkeys(arc.to for arc in graph.arcs[node] if arc.to not in seen)
        seen |= fresh.keys()
        queue += fresh
    return {graph.stops[node] for node in seen if node < len(graph.stops)}


def _counts(view: View, company: str, train: str, place: Place) -> bool:
    policy = policy_of(view)
    return policy.ground(view, company).stop(*place).kind in policy.manner(view, train).counts


def _beyond(view: View, company: str, train: str, place: Place) -> set[Place]:
    board, start = policy_of(view).ground(view, company), (place[0], STOP + place[1])
    seen: set[Node] = {start}
    queue, found = [start], set[Place]()
    while queue:
        node = queue.pop()
        for after in steps_from(board, company, node, node == start):
            coord, end = after
            if after in seen:
                continue
            seen.add(after)
            if end >= STOP and _counts(view, company, train, (coord, end - STOP)):
                found.add((coord, end - STOP))
            else:
                queue.append(after)
    return found
