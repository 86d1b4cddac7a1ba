"""Sea zones, ports and ferries of the map as trains use them (11.3.4-11.3.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from engine.board.coords import opposite
from engine.board.hexmap import HexMap
from engine.board.waters import Ferry, Port, Side, Waters
from engine.message import joined
from engine.titles.g18oe.data.europe import europe

SEA_ZONE = "sea_zone"
PRIVATE = "private"


@cache
def waters(hexmap: HexMap) -> Waters:
    """All water of the map.

    Where several ferry lines leave a place on one track, what they share is a line of its own that counts
    nothing: whoever rides it rides one of them further on.
    """
    zones = {name: frozenset(zone.adjacent) for name, zone in europe().sea_zones.items()}
    ports = tuple(_ports(hexmap))
    lines = {joined(" - ", (_name(hexmap, end) for end in line.ends)): line for line in _lines(hexmap)}
    return Waters(zones, ports, tuple(_ferries(lines)), _near(hexmap, ports, lines))


def bordering(hexmap: HexMap, coord: str) -> frozenset[str]:
    """The sea zones of the sea hexes around a hex."""
    around = (hexmap[other] for other in hexmap[coord].neighbours if other is not None)
    return frozenset(str(spot.extras[SEA_ZONE]) for spot in around if SEA_ZONE in spot.extras)


def zones_of(authority: str) -> frozenset[str]:
    """The sea zones in which a port authority counts (11.3.5)."""
    return frozenset(name for name, zone in europe().sea_zones.items() if zone.authority == authority)


def _name(hexmap: HexMap, coord: str) -> str:
    return hexmap.name_of(coord) or coord


def _ports(hexmap: HexMap) -> Iterator[Port]:
    for coord, spot in hexmap.hexes.items():
        content: Any = spot.extras.get("ports", ())
        for port in content:
            for zone in port["zones"]:
                yield Port(coord, zone, port.get("edge"), port["access"] == PRIVATE)


@dataclass(frozen=True, slots=True)
class FerryLine:
    """A ferry line: its end hexes, its distance, and the hex sides that it crosses, named from both hexes.

    landing: the side at sea where it ends, and the city inland (Edinburgh, 11.3.6).
    """

    ends: tuple[str, str]
    distance: int
    sides: frozenset[Side]
    landing: tuple[Side, str] | None


def _lines(hexmap: HexMap) -> Iterator[FerryLine]:
    for coord, spot in hexmap.hexes.items():
        content: Any = spot.extras.get("ferries", ())
        for line in content:
            way = [coord, *line["over"], line["to"]]
            steps = [(one, two) for one, two in pairwise(way) if two in hexmap[one].neighbours]
            edges = [(one, hexmap[one].neighbours.index(two), two) for one, two in steps]
            sides = {side for one, edge, two in edges for side in ((one, edge), (two, opposite(edge)))}
            landing = None if edges[-1][2] == way[-1] else (edges[-1][:2], way[-1])
            yield FerryLine((coord, way[-1]), line["distance"], frozenset(sides), landing)


def _ferries(lines: Mapping[str, FerryLine]) -> Iterator[Ferry]:
    shared = _shared(lines)
    for name, line in lines.items():
        yield Ferry(name, line.distance, line.sides - shared, line.landing)
    if shared:
        yield Ferry("shared lines", 0, shared)


def _shared(lines: Mapping[str, FerryLine]) -> frozenset[Side]:
    """The hex sides that several lines cross."""
    every = [side for line in lines.values() for side in line.sides]
    return frozenset(side for side in every if every.count(side) > 1)


def _near(
    hexmap: HexMap, ports: tuple[Port, ...], lines: Mapping[str, FerryLine]
) -> Mapping[str, frozenset[str]]:
    """Sea zones around each hex with a port, and the lines that leave a hex on track that they share."""
    found = {port.coord: bordering(hexmap, port.coord) for port in ports}
    shared = _shared(lines)
    for name, line in lines.items():
        for coord, _ in line.sides & shared:
            found[coord] = found.get(coord, frozenset()) | {name}
    return found
