"""Tokens of privates and minors that lie on the map, by the name of their marker in the position.

A marker says (hex, stop); whose trains it helps is on the charters (`companies.has_power`), or it is those of
the private's owner.
"""

from __future__ import annotations

from engine.board.faces import CITY
from engine.core.state import Place
from engine.core.view import View
from engine.titles.g18oe.railroads.companies import has_power

STAR_HARBOR, CENTRAL_CIRCLE, LUMBER, BRANDT, CLIFFS = "SHTC", "CCTC", "HMLC", "BBE", "WCF"
PASSAGES = STAR_HARBOR, CENTRAL_CIRCLE
"""Tokens of a railroad that has their marker on its charter."""
MERCANTILE, STEAMSHIPS, ARROW, WAGONS = "D", "H", "L", "M"
BRANDT_MARKS = tuple(f"{BRANDT}{number}" for number in range(1, 5))
SWIFT = "swift"
"""Key of a train's data: the 2+2 that the Swift Metropolitan Line preserves (14.10)."""
WHITE_CLIFFS, OPENED = "white_cliffs", "open"
"""Note of `white_cliffs`: the railroad whose token lies on the ferry's position, or that it is gone."""


def place_of(view: View, mark: str) -> Place | None:
    """Where a token lies; None while it lies nowhere."""
    return view.state.markers.get(mark)


def passages(view: View, company: str) -> tuple[Place, ...]:
    """The cities with a Star Harbor or Central Circle token of the railroad, each station (14.5, 14.6)."""
    held = (mark for mark in PASSAGES if has_power(view, company, mark))
    return tuple(station for mark in held for station in _stations(view, place_of(view, mark)))


def _stations(view: View, place: Place | None) -> list[Place]:
    """All stations of the city on which a token lies: a metropolis is one city (11.3.1)."""
    return [] if place is None else [(place[0], i) for i in view.board().face(place[0]).indices(CITY)]


def harbour(view: View, company: str) -> tuple[Place, ...]:
    """The city with the Star Harbor token of the railroad, each station (14.5)."""
    held = has_power(view, company, STAR_HARBOR)
    return tuple(_stations(view, place_of(view, STAR_HARBOR))) if held else ()


def controls(view: View, private: str, company: str) -> bool:
    """Whether the owner of a private is the president of the railroad."""
    player = view.president(company) if company in view.state.companies else None
    return player is not None and view.owner(private) == player


def brandt_hexes(view: View) -> frozenset[str]:
    """The hexes with a token of Brandt & Brandau (14.9)."""
    places = (place_of(view, mark) for mark in BRANDT_MARKS)
    return frozenset(place[0] for place in places if place is not None)
