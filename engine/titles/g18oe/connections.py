"""The train of a merger without a share: no city limit, no tokens in its way, no ports (10.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.board.faces import CITY
from engine.board.network import reach
from engine.core.state import Place
from engine.core.view import View
from engine.titles.g18oe.companies import NATIONAL, zone
from engine.titles.g18oe.europe import europe


def are_linked(view: View, minor: str, company: str) -> bool:
    """Whether a train can run from a token of the minor to one of the major, or into the national's zone."""
    starts = view.stations(minor)
    return bool(starts) and not reach(view.board(), None, starts).stops.isdisjoint(_goals(view, company))


def _goals(view: View, company: str) -> Iterable[Place]:
    if view.company(company).kind != NATIONAL:
        return view.stations(company)
    return _cities_of(view, zone(view, company))


def _cities_of(view: View, key: str) -> Iterable[Place]:
    board = view.board()
    inside = (coord for coord in europe().zones[key].hexes if europe().zone_of_stop(coord) == key)
    return ((coord, stop) for coord in inside for stop in board.face(coord).indices(CITY))
