"""The board as it stands: printed hexes, tiles laid, station markers. Cheap to make, answers lazily."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.board.coords import opposite
from engine.board.faces import CITY, Face, Stop
from engine.board.hexmap import HexMap, Place
from engine.board.tiles import Catalogue

Laid = tuple[str, int]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Board:
    """A position of tiles and stations; a view over the mappings it is given, which it never changes.

    laid: coord to (tile id, rotation). stations: (coord, stop) to company ids, in the order of the slots.
    reserved: (coord, stop) to companies that still have a right to a slot there. extra_slots: token circles
    beyond the printed ones. faces: what counts as lying on some hexes, whatever tile does. Stop numbers are
    those of the face that lies on the hex now.

    >>> from engine import new_game
    >>> board = new_game("1889", ["Ann", "Ben"], seed=1).view.board()
    >>> board.hexmap["E2"].name, board.stop("E2", 0).kind, board.slots("E2", 0)
    ('Matsuyama', 'city', 1)
    """

    hexmap: HexMap
    catalogue: Catalogue
    laid: Mapping[str, Laid] = field(default_factory=dict)
    stations: Mapping[Place, Sequence[str]] = field(default_factory=dict)
    reserved: Mapping[Place, Sequence[str]] = field(default_factory=dict)
    extra_slots: Mapping[Place, int] = field(default_factory=dict)
    faces: Mapping[str, Face] = field(default_factory=dict)
    _lying: dict[str, Face] = field(default_factory=dict, init=False, repr=False)
    memo: dict[object, Any] = field(default_factory=dict, init=False)
    """What others worked out about this position; it goes with the board."""

    def remember(self, key: object, make: Callable[[], T]) -> T:
        """What ``make`` works out about this position, worked out once under this key."""
        if key not in self.memo:
            self.memo[key] = make()
        found: T = self.memo[key]
        return found

    def face(self, coord: str) -> Face:
        """What lies on the hex now: the tile, or else what is printed. KeyError off the map."""
        found = self._lying.get(coord)
        if found is None:
            found = self._lying[coord] = self._face(coord)
        return found

    def _face(self, coord: str) -> Face:
        if coord in self.faces:
            return self.faces[coord]
        laid = self.laid.get(coord)
        if laid is None:
            return self.hexmap[coord].face
        return self.catalogue[laid[0]].face(laid[1])

    def stop(self, coord: str, index: int) -> Stop:
        """A stop of the face that lies on the hex now."""
        return self.face(coord).stops[index]

    def revenue(self, coord: str, index: int, key: str) -> int:
        """Value of a stop under a key (phase or colour, as in the map's revenue_steps)."""
        return self.stop(coord, index).value(key)

    def slots(self, coord: str, index: int) -> int:
        """Token circles of a stop."""
        return self.stop(coord, index).slots + self.extra_slots.get((coord, index), 0)

    def companies_at(self, coord: str, index: int) -> Sequence[str]:
        """Companies with a station marker on the stop."""
        return self.stations.get((coord, index), ())

    def stations_of(self, company: str) -> list[Place]:
        """The stops with a marker of the company."""
        return [place for place, here in self.stations.items() if company in here]

    def has_station(self, coord: str, company: str) -> bool:
        """Whether the company has a marker on any stop of the hex."""
        return any(company in self.companies_at(coord, i) for i in range(len(self.face(coord).stops)))

    def open_slots(self, coord: str, index: int, company: str | None = None) -> int:
        """Circles that this company may still take: free ones less those kept for other companies."""
        here = self.companies_at(coord, index)
        kept = [c for c in self.reserved.get((coord, index), ()) if c != company and c not in here]
        return max(0, self.slots(coord, index) - len(here) - len(kept))

    def blocks(self, coord: str, index: int, company: str | None) -> bool:
        """Whether the company may enter but not pass: every circle holds another company's marker.

        Kept circles without a marker do not block. Nothing blocks the company None (tracing that ignores
        markers).
        """
        here = self.stations.get((coord, index))
        if company is None or not here or self.stop(coord, index).kind != CITY:
            return False
        return company not in here and len(here) >= self.slots(coord, index)

    def across(self, coord: str, edge: int) -> str | None:
        """The hex on which track over this edge goes on: it has track there too and the side is open."""
        spot = self.hexmap[coord]
        other = spot.neighbours[edge]
        if other is None or edge in spot.impassable or opposite(edge) not in self.face(other).exits:
            return None
        return other

    def with_tile(self, coord: str, tile: str, rotation: int) -> Board:
        """The same board with one more lay (stations are not moved: see ``lays.stop_map``)."""
        return replace(self, laid={**self.laid, coord: (tile, rotation)})
