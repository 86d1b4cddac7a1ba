"""Random late boards on the largest map there is, made as in the study of routes: tiles on part of the land.

Tiles lie at random, turned so that they join the track around them; copies are not counted, and no company
could have built so. Sea crossings are not modelled; ferries are mere track.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import engine
from engine.board.board import Board, Laid
from engine.board.coords import opposite
from engine.board.faces import CITY, OFFBOARD, TOWN
from engine.board.hexmap import Hex, HexMap, Place
from engine.board.mapfile import load_map
from engine.board.tiles import standard_catalogue
from engine.routes.tracks import track_graph
from engine.solver.graph import TrackGraph
from engine.solver.problem import Kind, Pay

MAP = Path(engine.__file__).parent / "titles" / "g18oe" / "data" / "map.toml"
TILES = standard_catalogue()
COMPANY, RIVALS = "A", ("B", "C", "D", "E", "F", "G", "H")
# Of each family the tiles of the colours yellow, green, brown and gray.
FAMILIES: dict[str, tuple[tuple[str, ...], ...]] = {
    "track": (("7", "8", "9"), ("80", "81", "82", "83"), ("544", "545", "546")),
    "town": (("3", "4", "58"), ("141", "142", "143", "144"), ("145", "146", "147")),
    "towns": (("OE1", "OE2", "OE3"), ("OE9", "OE10", "OE11"), ("OE20", "OE21", "OE22")),
    "city": (
        ("5", "6", "57"),
        ("12", "13", "205", "206"),
        ("OE23", "OE24", "OE25"),
        ("OE34", "OE35", "OE36"),
    ),
    "A": (("OE4",), ("OE12",), ("OE26",), ("OE37",)),
    "B": (("OE4",), ("OE13",), ("OE27",), ("OE38",)),
    "C": (("OE5",), ("OE14",), ("OE26",), ("OE39",)),
    "L": (("OE6",), ("OE15",), ("OE28",), ("OE40",)),
    "N": (("OE7",), ("OE16",), ("OE29",), ("OE41",)),
    "P": (("OE4",), ("OE17",), ("OE30",), ("OE37",)),
    "S": (("OE8",), ("OE18",), ("OE26",), ("OE37",)),
    "Y": (("201", "202", "621"), ("207", "208", "622"), ("OE31", "OE32", "OE33"), ("OE42", "OE43", "OE44")),
}
# How often a tile is yellow, green, brown or gray.
COLOURS = (1, 2, 4, 4)
STATIONS, RIVAL_STATIONS = 15, 8


def large_map() -> HexMap:
    """The map of the largest title."""
    return load_map(MAP)


def large_board(hexmap: HexMap, seed: int, part: float) -> Board:
    """A board with tiles on ``part`` of the land and stations of COMPANY and its rivals."""
    rng = Random(f"{seed}/{part}")
    land = [coord for coord, spot in hexmap.hexes.items() if not spot.fixed]
    rng.shuffle(land)
    laid: dict[str, Laid] = {}
    for coord in land[: round(part * len(land))]:
        found = _lay(Board(hexmap, TILES, laid), hexmap[coord], rng)
        if found:
            laid[coord] = found
    return Board(hexmap, TILES, laid, _stations(Board(hexmap, TILES, laid), rng))


def _lay(board: Board, spot: Hex, rng: Random) -> Laid | None:
    """A tile that fits the hex, in the turn that joins most track."""
    family = FAMILIES[_family(spot)]
    tiles = family[min(rng.choices(range(4), COLOURS)[0], len(family) - 1)]
    ways = [(tile, turn) for tile in tiles for turn in TILES[tile].rotations]
    fitting = [way for way in ways if _fits(board, spot, way)]
    rng.shuffle(fitting)
    return max(fitting, key=lambda way: _joins(board, spot.coord, way), default=None)


def _family(spot: Hex) -> str:
    if spot.labels:
        return spot.labels[0]
    cities, towns = (sum(stop.kind == kind for stop in spot.face.stops) for kind in (CITY, TOWN))
    return "city" if cities else ("track", "town", "towns")[towns]


def _fits(board: Board, spot: Hex, way: Laid) -> bool:
    exits = TILES[way[0]].face(way[1]).exits
    barred = ("off_map", "impassable", "off_board_side")
    return not any(board.hexmap.barrier(spot.coord, edge) in barred for edge in exits)


def _joins(board: Board, coord: str, way: Laid) -> int:
    """Sides where the tile meets track, less those where it ends blind."""
    score = 0
    for edge in TILES[way[0]].face(way[1]).exits:
        other = board.hexmap.neighbour(coord, edge)
        assert other is not None
        if opposite(edge) in board.face(other).exits:
            score += 3
        elif other in board.laid or board.hexmap[other].colour == "blue":
            score -= 2
    return score


def _stations(board: Board, rng: Random) -> dict[Place, tuple[str, ...]]:
    """Stations of COMPANY in cities with track, then those of the rivals, which fill some of the cities."""
    stations: dict[Place, tuple[str, ...]] = {}
    for company, count in ((COMPANY, STATIONS), *((rival, RIVAL_STATIONS) for rival in RIVALS)):
        free = [place for place in _cities(board) if len(stations.get(place, ())) < board.slots(*place)]
        rng.shuffle(free)
        taken: set[str] = set()
        for place in free:
            if len(taken) < count and place[0] not in taken:
                taken.add(place[0])
                stations[place] = (*stations.get(place, ()), company)
    return stations


def _cities(board: Board) -> Iterator[Place]:
    for coord in board.laid:
        face = board.face(coord)
        for i in face.indices(CITY):
            if face.stop_exits(i):
                yield coord, i


def company_graph(board: Board) -> TrackGraph:
    """The track of COMPANY; all cities, towns and red zones are stops."""
    return board.remember("graph", lambda: track_graph(board, COMPANY, (CITY, TOWN, OFFBOARD), False))


def train_kind(board: Board, name: str) -> Kind:
    """How a train runs (18OE 11.3.3, 11.3.9): ``8+8`` cities and towns, ``5D`` cities that count double.

    Towns use up none of the reach. A local train may count towns in the place of cities.
    """
    graph = company_graph(board)
    cities, _, towns = name.partition("+")
    double = name.endswith("D")
    small = frozenset(i for i, place in enumerate(graph.stops) if board.stop(*place).kind == TOWN)
    return Kind(
        graph=graph,
        values=tuple(board.revenue(*place, "gray") * (1 + double) for place in graph.stops),
        anchors=tuple(i for i, place in enumerate(graph.stops) if COMPANY in board.companies_at(*place)),
        reach=int(cities.removesuffix("D")),
        hexes=False,
        fewest=2,
        shares=False,
        pay=Pay(small, int(towns or 0), fill=not double),
    )
