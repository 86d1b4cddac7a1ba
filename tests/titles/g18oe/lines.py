"""Lines of track on the real map of 18OE for the tests of its routes: yellow tiles from hex to hex."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engine.board.faces import CITY, TOWN
from engine.core.errors import Violation
from engine.core.view import View
from engine.routes.paths import Piece, Route
from engine.routes.policy import check_route, check_routes, revenue
from engine.routes.suggest import best_routes
from engine.titles.g18oe import TITLE
from tests.bench.large_boards import FAMILIES, TILES
from tests.scenario import Scenario
from tests.titles.g18oe.cutouts import HEXMAP, US, card, is_barred, major

SEA = -1
ANDALUSIA = ("AC8", "AC10", "AC12", "AD13", "AD15", "AC16")
"""Sevilla, the towns Cordoba, Granada, Almeria and Lorca, then Murcia."""


class Europe(Scenario):
    """A scenario in which one railroad has trains and tokens on lines of track."""

    def __init__(self, phase: str = "2", kind: str = "major", **data: Any) -> None:
        super().__init__(TITLE)
        self.phase(phase)
        major(self, kind=kind, **data)

    def line(self, *coords: str) -> Europe:
        """Yellow track from hex to hex; at both ends it leads to the city or town there."""
        for i, coord in enumerate(coords):
            ends = {
                HEXMAP[coord].neighbours.index(other)
                for other in coords[max(0, i - 1) : i + 2]
                if other != coord
            }
            self.lay(coord, *ends)
        return self

    def lay(self, coord: str, *edges: int, colour: int = 0) -> Europe:
        """A tile of a colour (0 yellow) with track to these edges at least, on one stop if it has any."""
        if HEXMAP[coord].fixed or self._is_there(coord, edges):
            return self
        for tile in FAMILIES[_family(coord)][colour]:
            for turn in TILES[tile].rotations:
                face = TILES[tile].face(turn)
                barred = any(is_barred(coord, edge) for edge in face.exits)
                if not barred and set(edges) <= set(face.exits) and _meet(face, edges):
                    self.state.tiles[coord] = (tile, turn)
                    self.state.board_version += 1
                    return self
        raise ValueError(f"no tile for {coord} with {edges}")

    def _is_there(self, coord: str, edges: Any) -> bool:
        face = TITLE.board(self.state).face(coord)
        return set(edges) <= set(face.exits) and _meet(face, edges)

    def token_at(self, coord: str, stop: int = 0, company: str = US) -> Europe:
        """A token on the map."""
        self.token(company, coord, stop)
        self.state.board_version += 1
        return self

    def card(self, *names: str, **data: Any) -> Europe:
        """Trains, by the side that lies up."""
        for name in names:
            card(self, name, **data)
        return self

    def mark(self, name: str, coord: str, stop: int = 0) -> Europe:
        """A token of a private or minor on the map."""
        self.state.markers[name] = (coord, stop)
        self.state.board_version += 1
        return self

    @property
    def view(self) -> View:
        """The position."""
        return View(TITLE, self.state)


def _family(coord: str) -> str:
    spot = HEXMAP[coord]
    cities, towns = (sum(stop.kind == kind for stop in spot.face.stops) for kind in (CITY, TOWN))
    return spot.labels[0] if spot.labels else "city" if cities else ("track", "town", "towns")[towns]


def _meet(face: Any, edges: Any) -> bool:
    """Whether a train gets from each of the edges to each other on the tile."""
    ends = [{end for piece in face.track if edge in piece for end in piece if end != edge} for edge in edges]
    if len(ends) < 2:
        return True
    joined = (
        {end for piece in face.track for end in piece if end >= 6}
        if any(s.kind == TOWN for s in face.stops)
        else set()
    )
    return (
        bool(set.intersection(*ends)) or bool(joined) or any(set(edges) == set(piece) for piece in face.track)
    )


def best(scene: Europe) -> int:
    """What the best run earns; search, check and prices agree."""
    found = best_routes(scene.view, US)
    assert found.proven
    assert check_routes(scene.view, US, found.routes) is None
    assert revenue(scene.view, US, found.routes) == found.revenue == found.bound
    return found.revenue


def code(scene: Europe, *pieces: Piece, train: str = "", joined: tuple[str, ...] = ()) -> str | None:
    """The code with which a route drawn by hand is refused; None for a legal one."""
    name = train or scene.view.trains(US)[0].id
    found = check_route(scene.view, US, Route(name, pieces, joined=joined))
    return found.code if isinstance(found, Violation) else None


def worth(scene: Europe, *pieces: Piece, train: str = "") -> int:
    """What a route drawn by hand earns."""
    return revenue(scene.view, US, [Route(train or scene.view.trains(US)[0].id, pieces)])


def zones(*names: str) -> tuple[Piece, ...]:
    """The pieces of a sea crossing."""
    return tuple((name, SEA, SEA) for name in names)


def track(*coords: str, start: int = 6, end: int = 6, via: int = 6) -> tuple[Piece, ...]:
    """The pieces over hexes with one stop each, from the stop of the first to that of the last."""
    pieces: list[Piece] = []
    came = start
    for one, two in pairwise(coords):
        edge = HEXMAP[one].neighbours.index(two)
        stops = bool(HEXMAP[one].face.stops)
        if came >= 6:
            pieces.append((one, came, edge))
        elif stops:
            pieces += [(one, came, via), (one, via, edge)]
        else:
            pieces.append((one, came, edge))
        came = (edge + 3) % 6
    return (*pieces, (coords[-1], came, end))
