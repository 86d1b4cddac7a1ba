"""A title's map: its hexes as printed, read from ``map.toml``, checked against itself.

Keys of a map file (an unknown one is refused with the nearest valid one):

* ``layout``: flat or pointy. ``revenue_steps``: lists of keys (phases or tile colours); a stop's ``40/60``
  gives one figure for each list. ``extra_keys``: further keys that hexes of this title may have.
* ``plain``: coordinates of blank hexes that tiles may cover.
* ``[hexes.E9]``: ``face`` (see ``notation``; a hex without track, town or city needs none), ``name``,
  ``also`` (other spellings), ``terrain`` (kind to cost of the first tile; with ``every_tile = true`` of each
  one). Printed track counts as the first tile: there nothing is paid, unless ``every_tile`` is set, or
  ``over_track = true``, which means the first tile over the printed track.
* Also ``impassable`` (edges that track may not cross),
  ``homes`` (company to stop), ``drawing`` (``merged`` edges without a line, ``dividers`` as edge ``"4"`` or
  corners ``"2-5"``, ``hidden`` stops whose value is printed elsewhere), and the title's extra keys.
* ``[areas]``: the name of each off-board area that lies on several hexes, by its group.
* ``[tile_hexes]``: a tile goes ``only`` on some hexes (whatever their label) or on all ``except`` some.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board.coords import Layout, opposite
from engine.board.faces import Face
from engine.message import joined

# Printed hexes of these colours never get a tile.
FIXED_COLOURS = ("gray", "red", "blue")
Place = tuple[str, int]


@dataclass(frozen=True)
class Drawing:
    """Hints for drawing only.

    merged: edges without a line. divider_edges, divider_corners: lines between two areas.
    hidden: stops whose value is printed elsewhere in the same area.
    """

    merged: tuple[int, ...] = ()
    divider_edges: tuple[int, ...] = ()
    divider_corners: tuple[tuple[int, int], ...] = ()
    hidden: tuple[int, ...] = ()


@dataclass(frozen=True)
class Hex:
    """One hex as printed.

    terrain: (kind, cost of the first tile, or of every_tile). over_track: the first tile over printed track
    costs it, too. impassable: edges that track may not cross.
    neighbours: by edge, None off the map. homes: (company, stop index). extras: what only this title's rules
    read.
    """

    coord: str
    face: Face
    neighbours: tuple[str | None, ...]
    name: str | None = None
    also: tuple[str, ...] = ()
    terrain: tuple[tuple[str, int], ...] = ()
    impassable: tuple[int, ...] = ()
    homes: tuple[tuple[str, int], ...] = ()
    drawing: Drawing = Drawing()
    extras: Mapping[str, object] = field(default_factory=dict)
    every_tile: bool = False
    over_track: bool = False

    @property
    def colour(self) -> str:
        """Printed colour: white, yellow, green (tiles allowed), gray, red, blue (never)."""
        return self.face.colour

    @property
    def labels(self) -> tuple[str, ...]:
        """Letters printed on the hex."""
        return self.face.labels

    @property
    def fixed(self) -> bool:
        """Whether no tile is ever laid here."""
        return self.colour in FIXED_COLOURS

    @property
    def terrain_cost(self) -> int:
        """Cost of the first tile, or of every tile, before any discount."""
        return sum(cost for _, cost in self.terrain)


@dataclass(frozen=True)
class TileHexes:
    """Where a tile may go: ``only`` these hexes (None is everywhere), and never on ``barred`` ones."""

    only: tuple[str, ...] | None = None
    barred: tuple[str, ...] = ()

    def allows(self, coord: str) -> bool:
        """Whether the tile may lie on the hex."""
        return coord not in self.barred and (self.only is None or coord in self.only)


@dataclass(frozen=True, eq=False)
class HexMap:
    """All hexes of a title, sorted by coordinate. Immutable; compared by identity.

    areas: the name of each off-board area of several hexes, by its group. openings: (coord, edge) from which
    track may lead to a hex that shows none there (a port arrow).
    """

    layout: Layout
    hexes: Mapping[str, Hex]
    revenue_steps: tuple[tuple[str, ...], ...] = ()
    tile_hexes: Mapping[str, TileHexes] = field(default_factory=dict)
    areas: Mapping[str, str] = field(default_factory=dict)
    openings: frozenset[Place] = frozenset()

    def __contains__(self, coord: object) -> bool:
        return coord in self.hexes

    def __getitem__(self, coord: str) -> Hex:
        return self.hexes[coord]

    def neighbour(self, coord: str, edge: int) -> str | None:
        """The hex over an edge, None off the map. Track may still not cross (see ``barrier``)."""
        return self.hexes[coord].neighbours[edge]

    def name_of(self, coord: str) -> str | None:
        """The name printed on a hex, or of the areas that lie on it; None where there is neither."""
        spot = self.hexes[coord]
        found = dict.fromkeys(self.areas.get(stop.group or "") for stop in spot.face.stops)
        return spot.name or joined(" / ", (name for name in found if name)) or None

    @cached_property
    def groups(self) -> Mapping[str, tuple[Place, ...]]:
        """Stops of each off-board area that is spread over several hexes: group to (coord, stop)."""
        found: dict[str, list[Place]] = {}
        for coord, spot in self.hexes.items():
            for index, stop in enumerate(spot.face.stops):
                if stop.group is not None:
                    found.setdefault(stop.group, []).append((coord, index))
        return {group: tuple(places) for group, places in found.items()}

    @cached_property
    def homes(self) -> Mapping[str, Place]:
        """Home of each company: (coord, stop index on the printed hex)."""
        return {company: (coord, stop) for coord, spot in self.hexes.items() for company, stop in spot.homes}

    def barrier(self, coord: str, edge: int) -> str | None:
        """Why no tile on this hex may have track to this edge, or None when it may.

        ``off_map``: no hex there; ``impassable``: a blocked side; ``off_board_side``: the blank side of a
        hex that never gets a tile.
        """
        return self._barriers[coord][edge]

    @cached_property
    def _barriers(self) -> Mapping[str, tuple[str | None, ...]]:
        return {
            coord: tuple(self._find_barrier(spot, edge) for edge in range(6))
            for coord, spot in self.hexes.items()
        }

    def _find_barrier(self, spot: Hex, edge: int) -> str | None:
        other = spot.neighbours[edge]
        if other is None:
            return "off_map"
        if edge in spot.impassable:
            return "impassable"
        beyond = self.hexes[other]
        shows = opposite(edge) in beyond.face.exits or (spot.coord, edge) in self.openings
        if beyond.fixed and not shows:
            return "off_board_side"
        return None
