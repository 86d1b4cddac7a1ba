"""The train of a merger without a share: no city limit, no tokens in its way, no ports (10.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.board.faces import CITY
from engine.board.terms import Terms
from engine.board.voyages import voyage
from engine.board.waters import Waters
from engine.core.state import Place
from engine.core.view import View
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.railroads.companies import NATIONAL, zone
from engine.titles.g18oe.track.fees import shut
from engine.titles.g18oe.track.seas import waters


def are_linked(view: View, minor: str, company: str) -> bool:
    """Whether a train can run from a token of the minor to one of the major, or into the national's zone."""
    starts, board = view.stations(minor), view.board()
    if not starts:
        return False
    ferries = Waters(ferries=waters(board.hexmap).ferries)
    taken = frozenset(t.place for t in view.state.tokens.values() if t.place is not None)
    way, barred = Terms(ferries, unblocked=taken), shut(view, minor)
    reached = voyage(board, minor, starts, way, shut=barred).whole.stops
    return not reached.isdisjoint(_goals(view, company))


def _goals(view: View, company: str) -> Iterable[Place]:
    if view.company(company).kind != NATIONAL:
        return view.stations(company)
    return _cities_of(view, zone(view, company))


def _cities_of(view: View, key: str) -> Iterable[Place]:
    board = view.board()
    inside = (coord for coord in europe().zones[key].hexes if europe().zone_of_stop(coord) == key)
    return ((coord, stop) for coord in inside for stop in board.face(coord).indices(CITY))
