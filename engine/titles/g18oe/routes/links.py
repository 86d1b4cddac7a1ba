"""Which cities, red zones and towns are linked to others by track and ferries (11.3.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.board.board import Board
from engine.board.faces import CITY, OFFBOARD, TOWN
from engine.board.hexmap import Place
from engine.board.waters import Waters
from engine.core.view import View
from engine.routes.terms import Terms
from engine.routes.tracks import track_graphs
from engine.solver.graph import TrackGraph
from engine.titles.g18oe.railroads.marks import brandt_hexes
from engine.titles.g18oe.routes.lumber import ground
from engine.titles.g18oe.routes.routes import ROUTES
from engine.titles.g18oe.track.seas import SEA_ZONE, bordering, waters

STOPS = (CITY, TOWN, OFFBOARD)


def linked(view: View, company: str) -> frozenset[Place]:
    """The stops from which a route leads to another one; no sea crossing, no hex of Brandt & Brandau."""
    board, shut = ground(view, company), brandt_hexes(view)
    return board.remember(("linked", shut), lambda: _linked(board, shut))


def _linked(board: Board, shut: frozenset[str]) -> frozenset[Place]:
    ferries = Waters(ferries=waters(board.hexmap).ferries)
    graph = track_graphs(board, "", [STOPS], True, ROUTES.single, Terms(ferries), [shut])[0]
    return frozenset(place for node, place in enumerate(graph.stops) if _leads_on(graph, node))


def _leads_on(graph: TrackGraph, start: int) -> bool:
    """Whether track leads from a stop to another one (of a metropolis: to one of another hex)."""
    return any(graph.stop_bits[node] != graph.stop_bits[start] for node in _met(graph, start, 0))


def _met(graph: TrackGraph, node: int, used: int) -> Iterator[int]:
    """The stops to which routes lead over junctions alone, without using track twice."""
    for arc in graph.arcs[node]:
        if used & arc.bits:
            continue
        if arc.to < len(graph.stops):
            yield arc.to
        else:
            yield from _met(graph, arc.to, used | arc.bits)


def over_sea(view: View, company: str, coord: str, own: frozenset[Place]) -> bool:
    """Whether a place that crossings alone reach lies on a sea zone to which track of one city opens.

    A crossing begins and ends at ports (11.3.4): a place without one is linked by its ferry or not at all.
    """
    board, lie = ground(view, company), waters(view.board().hexmap)
    docks = {port.zone for port in lie.ports if port.coord == coord}
    if not docks or not _is_overseas(board, coord):
        return False
    seas = bordering(board.hexmap, coord) | docks
    places = {place[0]: board.face(place[0]) for place in own}
    return any(
        port.zone in seas
        for port in lie.ports
        if port.coord in places and (port.edge is None or port.edge in places[port.coord].exits)
    )


def _is_overseas(board: Board, coord: str) -> bool:
    """Whether all track of a hex leads to the sea."""
    beyond = [board.hexmap.neighbour(coord, edge) for edge in board.face(coord).exits]
    return all(other is not None and SEA_ZONE in board.hexmap[other].extras for other in beyond)
