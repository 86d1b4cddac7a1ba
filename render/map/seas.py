"""What the chart of a map adds to its hexes, as values: sea zones, ports, ferries, borders of zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.board.chart import Chart, DrawnFerry
from engine.board.coords import EDGES, distance, opposite, sort_key
from engine.board.hexmap import HexMap

# So far from each other stand the names of one sea zone.
_BETWEEN_NAMES = 4


@dataclass(frozen=True)
class Anchor:
    """A port that opens on a sea hex: over a side, or (None) offshore with the name of its city."""

    edge: int | None
    private: bool
    name: str = ""


@dataclass(frozen=True)
class Cut:
    """A border within a hex from one corner to another, or to the middle where three zones meet.

    around: the corner from which, clockwise to the other, the sides lie on whose part the stop stands.
    """

    start: int
    end: int | None = None
    around: int | None = None


@dataclass(frozen=True)
class Setting:
    """What the chart shows on one hex; charted: there is a chart.

    sea: its zone is at sea, southern: in the second colour of water. name: of the zone where it is written.
    ship: whether its steamship stands here. dashes: sides on another sea zone. limits: sides on another zone
    on land; cuts: how such a border crosses the hex. anchors: ports that open here. ferries: numbers of the
    ferries that are numbered here. offshore: the ports of a city inland. passages: sides over which ships
    pass from one sea zone to the next.
    """

    charted: bool = False
    sea: bool = False
    southern: bool = False
    name: str = ""
    ship: bool = False
    dashes: tuple[int, ...] = ()
    limits: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    ferries: tuple[int, ...] = ()
    offshore: tuple[Anchor, ...] = ()
    passages: tuple[int, ...] = ()

    @property
    def open_sea(self) -> bool:
        """Whether nothing happens here: no port, ferry, ship or passage."""
        return self.sea and not (self.ship or self.anchors or self.ferries or self.offshore or self.passages)


NO_SETTING = Setting()


@lru_cache(maxsize=8)
def settings(chart: Chart, hexmap: HexMap) -> Mapping[str, Setting]:
    """What the chart shows on each hex; nothing where there is no chart."""
    if not chart.seas and not chart.lands:
        return {}
    numbers = _numbers(chart, hexmap)
    return {coord: _setting(chart, hexmap, coord, numbers.get(coord, ())) for coord in hexmap.hexes}


def _setting(chart: Chart, hexmap: HexMap, coord: str, numbers: tuple[int, ...]) -> Setting:
    zone = chart.seas.get(coord)
    if zone is None:
        return Setting(
            charted=True,
            limits=tuple(_limits(chart, hexmap, coord)),
            cuts=tuple(_cuts(chart, coord)),
            offshore=tuple(Anchor(None, q.private) for q in chart.quays_of(coord) if q.edge is None),
            passages=tuple(_passages(chart, hexmap, coord)),
        )
    ships, names = written(chart, hexmap)
    return Setting(
        charted=True,
        sea=True,
        southern=zone in chart.southern,
        name=zone if coord in names else "",
        ship=ships[zone] == coord,
        dashes=tuple(_dashes(chart, hexmap, coord)),
        anchors=tuple(_anchors(chart, hexmap, coord)),
        ferries=numbers,
    )


@lru_cache(maxsize=8)
def written(chart: Chart, hexmap: HexMap) -> tuple[Mapping[str, str], frozenset[str]]:
    """The hex with the steamship of each sea zone, and the hexes on which the name of a zone is written."""
    zones: dict[str, list[str]] = {}
    for coord in sorted(chart.seas, key=sort_key):
        zones.setdefault(chart.seas[coord], []).append(coord)
    ships, names = {}, set[str]()
    for zone, coords in sorted(zones.items()):
        free = _free(chart, hexmap, coords)
        ships[zone] = max(
            free, key=lambda coord: (_depth(chart, hexmap, coord), -_apart(hexmap, coord, coords))
        )
        names |= set(_spread(hexmap, ships[zone], free))
    return ships, frozenset(names)


def _free(chart: Chart, hexmap: HexMap, coords: Sequence[str]) -> list[str]:
    """The hexes of a zone with room for a name: without track and ports, where there are such."""
    used = {quay.sea_hex for quay in chart.quays}
    return [c for c in coords if c not in used and not hexmap[c].face.track] or list(coords)


def _depth(chart: Chart, hexmap: HexMap, coord: str) -> int:
    """How many hexes around one belong to its zone."""
    return sum(chart.seas.get(other or "") == chart.seas[coord] for other in hexmap[coord].neighbours)


def _apart(hexmap: HexMap, coord: str, coords: Sequence[str]) -> int:
    return sum(distance(hexmap.layout, coord, other) for other in coords)


def _spread(hexmap: HexMap, first: str, coords: Sequence[str]) -> Iterator[str]:
    """Hexes on which a name is written: the first, then each that is far from those before."""
    done = [first]
    for coord in coords:
        if all(distance(hexmap.layout, coord, other) >= _BETWEEN_NAMES for other in done):
            done.append(coord)
    yield from done


def _dashes(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[int]:
    """The sides of a sea hex beyond which another sea zone lies."""
    zone = chart.seas.get(coord)
    for edge, other in enumerate(hexmap[coord].neighbours):
        if chart.seas.get(other or "", zone) != zone:
            yield edge


def _limits(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[int]:
    """The sides of a land hex beyond which another zone lies; a side that is blocked shows that alone."""
    spot, sides = hexmap[coord], chart.lands.get(coord)
    for edge, other in enumerate(spot.neighbours):
        beyond = chart.lands.get(other or "")
        if sides and beyond and edge not in spot.impassable and sides[edge] != beyond[opposite(edge)]:
            yield edge


def _cuts(chart: Chart, coord: str) -> Iterator[Cut]:
    """The borders across a hex; where three zones meet each comes from a corner to the middle."""
    sides = chart.lands.get(coord, ())
    turns = [corner for corner in EDGES if sides and sides[corner - 1] != sides[corner]]
    stop = chart.at_stop.get(coord)
    if len(turns) == 2:
        around = next((corner for corner in turns if sides[corner] == stop), None)
        yield Cut(turns[0], turns[1], around)
    else:
        yield from (Cut(corner) for corner in turns)


def _passages(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[int]:
    """One side for each sea zone of a hex between them, without track where there is such a side."""
    spot = hexmap[coord]
    wide = [quay for quay in chart.quays_of(coord) if quay.edge is not None and len(quay.zones) > 1]
    used = {*spot.face.exits, *(quay.edge for quay in chart.quays_of(coord))}
    for zone in sorted({zone for quay in wide for zone in quay.zones}):
        sides = [edge for edge, other in enumerate(spot.neighbours) if chart.seas.get(other or "") == zone]
        if sides:
            yield min(sides, key=lambda edge: edge in used)


def _anchors(chart: Chart, hexmap: HexMap, coord: str) -> Iterator[Anchor]:
    """The ports that open on a sea hex; a port of a town on a ferry stands where the town is."""
    for quay in chart.quays:
        if quay.sea_hex == coord:
            name = hexmap.name_of(quay.coord) or quay.coord
            edge = None if quay.edge is None else opposite(quay.edge)
            yield Anchor(edge, quay.private, "" if quay.edge is not None or quay.coord == coord else name)


def _numbers(chart: Chart, hexmap: HexMap) -> dict[str, tuple[int, ...]]:
    """The sea hex on which each ferry has its number: as near to its middle as there is room."""
    found: dict[str, tuple[int, ...]] = {}
    for line in chart.lines:
        coord = _middle(chart, hexmap, line, found)
        found[coord] = (*found.get(coord, ()), line.number)
    return found


def _middle(chart: Chart, hexmap: HexMap, line: DrawnFerry, taken: Mapping[str, object]) -> str:
    way = line.way[1:-1]
    ports = {quay.sea_hex for quay in chart.quays}
    middle = (len(way) - 1) / 2

    def crowded(coord: str) -> tuple[bool, bool, bool, float]:
        shared = sum(coord in other.way for other in chart.lines) > 1
        stops = bool(hexmap[coord].face.stops)
        return coord in taken, shared, stops or coord in ports, abs(way.index(coord) - middle)

    return min(way, key=crowded)
