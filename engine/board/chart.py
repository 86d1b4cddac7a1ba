"""The chart of a map: what it shows of zones on land and at sea, of ports and of ferries.

`read_chart` reads what hexes of a map file say under these keys (a title has them among its ``extra_keys``):

* ``sea_zone``: the zone of a sea hex. ``ports``: ``access``, ``edge`` of the port (none: offshore),
  ``sea_hex`` and ``zones`` that it opens on. ``ferries``: ``to``, ``distance`` and the sea hexes ``over``
  which they lead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.board.coords import EDGES
from engine.board.hexmap import HexMap


@dataclass(frozen=True, slots=True)
class Quay:
    """Where a port opens: from a hex, over one of its sides (None: offshore), on a sea hex and its zones."""

    coord: str
    sea_hex: str
    zones: tuple[str, ...]
    edge: int | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class DrawnFerry:
    """A ferry as it is drawn: the hexes on its way, both ends included, and its number."""

    way: tuple[str, ...]
    number: int


@dataclass(frozen=True, eq=False)
class Chart:
    """Zones and water of a map, worked out once for a map; compared by identity.

    seas: the zone of each sea hex. southern: sea zones that are printed in the second colour of water.
    lands: the zone of a hex by each of its sides. at_stop: the zone of the stop of a hex in several zones.
    names: of the zones on land.
    """

    seas: Mapping[str, str] = field(default_factory=dict)
    southern: frozenset[str] = frozenset()
    quays: tuple[Quay, ...] = ()
    lines: tuple[DrawnFerry, ...] = ()
    lands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    at_stop: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def quays_of(self, coord: str) -> tuple[Quay, ...]:
        """The ports of a hex."""
        return self._quays.get(coord, ())

    @cached_property
    def _quays(self) -> Mapping[str, tuple[Quay, ...]]:
        found: dict[str, tuple[Quay, ...]] = {}
        for quay in self.quays:
            found[quay.coord] = (*found.get(quay.coord, ()), quay)
        return found

    def zone_of(self, coord: str) -> str:
        """The one zone by which a hex is called, nothing where there is none."""
        sides = self.lands.get(coord, ())
        most = max(sides, key=sides.count) if sides else ""
        return self.seas.get(coord) or self.at_stop.get(coord) or most


NO_CHART = Chart()


def read_chart(
    hexmap: HexMap,
    zones: Mapping[str, Sequence[str]] | None = None,
    splits: Mapping[str, Mapping[str, Sequence[int]]] | None = None,
    **more: Any,
) -> Chart:
    """The chart of a map; zones: the hexes of each on land. splits: of a hex in several, the sides of each.

    more: the other fields of `Chart`.
    """
    seas = {c: str(spot.extras["sea_zone"]) for c, spot in hexmap.hexes.items() if "sea_zone" in spot.extras}
    lands = {coord: (zone,) * len(EDGES) for zone, coords in (zones or {}).items() for coord in coords}
    for coord, sides in (splits or {}).items():
        by_side = {edge: zone for zone, edges in sides.items() for edge in edges}
        lands[coord] = tuple(by_side.get(edge, "") for edge in EDGES)
    return Chart(seas, quays=tuple(_quays(hexmap)), lines=tuple(_lines(hexmap)), lands=lands, **more)


def _quays(hexmap: HexMap) -> Iterator[Quay]:
    for coord, spot in hexmap.hexes.items():
        ports: Any = spot.extras.get("ports", ())
        for port in ports:
            zones, private = tuple(port["zones"]), port["access"] == "private"
            yield Quay(coord, port["sea_hex"], zones, port.get("edge"), private)


def _lines(hexmap: HexMap) -> Iterator[DrawnFerry]:
    for coord, spot in hexmap.hexes.items():
        ferries: Any = spot.extras.get("ferries", ())
        for ferry in ferries:
            yield DrawnFerry((coord, *ferry["over"], ferry["to"]), ferry["distance"])
