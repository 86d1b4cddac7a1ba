"""Large boards with all that 18OE has: sea zones, ports, ferries, port tokens, markers (11.3.4-11.3.9, 12).

The boards are those of `large_boards`; where a hex has a port or a ferry its tile is turned so that track
leads there. Phase 8: port tokens take off two units each, the bonus is 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.board.board import Board, Laid
from engine.board.faces import CITY
from engine.board.hexmap import HexMap, Place
from engine.board.waters import Ferry, Port, Waters
from engine.core.view import View
from engine.routes.manners import Extras, Manner, Marker, Relief, SetBonus
from engine.routes.terms import Terms
from engine.titles.g18ez import TITLE
from tests.bench.large_boards import COMPANY, RIVALS, TILES, large_board
from tests.scenario import Scenario
from tests.seas import EVERY, THEM, TOWNS, US, Reading, one_more

ONE_END, OTHER_ENDS = "Constantinople", ("Paris", "London", "Berlin", "Madrid", "Sankt-Peterburg")
NORTHERN = (
    "North Atlantic",
    "Celtic",
    "Biscay",
    "Channel",
    "North Sea",
    "German",
    "Skagerrak",
    "Baltic",
    "Finland",
)


def sea_position(hexmap: HexMap, seed: int, part: float, trains: Sequence[str]) -> View:
    """A company with these trains on a large board, a marker of each sort and a port authority."""
    board = with_ports(large_board(hexmap, seed, part))
    kinds = ["2", "3", "4", "5"][: len(trains)]
    waters = waters_of(hexmap)

    def board_of(state: Any) -> Board:
        return board

    reading = Reading(
        manners={kind: manner(name) for kind, name in zip(kinds, trains, strict=True)},
        lie=Terms(waters=waters, again=TOWNS),
        single=frozenset(coord for coord in board.laid if len(board.face(coord).indices(CITY)) > 1),
        revenue_key=lambda view: "gray",
    )
    rules = replace(TITLE.rules, routes=reading, board=board_of)
    scene = Scenario(replace(TITLE, board=board_of, rules=rules)).trains(US, *kinds)
    view = View(scene.title, scene.state)
    names = {train.id: name for train, name in zip(view.trains(US), trains, strict=True)}
    more = extras(board, waters, names)
    final = replace(scene.title, rules=replace(rules, routes=replace(reading, more=more)))
    return View(final, scene.state)


def manner(name: str) -> Manner:
    """How a train runs: ``8+8`` a local, ``6`` an express, ``5D`` one that counts cities twice."""
    cities, _, towns = name.partition("+")
    level = int(cities.removesuffix("D"))
    if name.endswith("D"):
        return Manner(level, EVERY, factor=2, small=TOWNS)
    return Manner(level, EVERY, small=TOWNS, towns=int(towns or 0), fill=True)


def extras(board: Board, waters: Waters, trains: dict[str, str]) -> Extras:
    """Port tokens, a port authority, the Orient Express, a Pullman car and a marker of one stop more."""
    stations = [place for place, names in sorted(board.stations.items()) if US in names]
    reliefs = [
        Relief(2, beside, at=place, abutting=True)
        for place in stations
        if (beside := waters.beside(place[0]))
    ]
    north = frozenset(zone for zone in waters.zones if any(word in zone for word in NORTHERN))
    reliefs.append(Relief(2, north, pooled=True))
    levels = {train: 10 * int(name[0]) + 30 * name.endswith("D") for train, name in trains.items()}
    express = SetBonus(
        "Orient Express", 100, (_places(board, [ONE_END]), _places(board, OTHER_ENDS)), True, True
    )
    return Extras(
        tuple(reliefs), (express,), (Marker("Pullman", levels), Marker("one more", change=one_more))
    )


def _places(board: Board, names: Sequence[str]) -> frozenset[Place]:
    return frozenset(
        (coord, i)
        for coord, spot in board.hexmap.hexes.items()
        if spot.name in names
        for i in range(len(board.face(coord).stops))
    )


def waters_of(hexmap: HexMap) -> Waters:
    """The sea zones, ports and ferries of the map; of two ferries over one hex side the first."""
    seas = {c: str(spot.extras["sea_zone"]) for c, spot in hexmap.hexes.items() if "sea_zone" in spot.extras}
    zones: dict[str, set[str]] = {zone: set() for zone in sorted(set(seas.values()))}
    ports: list[Port] = []
    ferries: list[Ferry] = []
    taken: set[tuple[str, int]] = set()
    for coord, spot in hexmap.hexes.items():
        for other in spot.neighbours:
            if coord in seas and other in seas and seas[coord] != seas[other]:
                zones[seas[coord]].add(seas[other])
        content: Any = spot.extras
        for port in content.get("ports", ()):
            near = port["zones"]
            for zone in near:
                zones[zone] |= {other for other in near if other != zone}
            ports += [Port(coord, zone, port.get("edge"), port["access"] == "private") for zone in near]
        for line in content.get("ferries", ()):
            way = [coord, *line["over"], line["to"]]
            sides = _sides(hexmap, way)
            if not sides & taken:
                ferries.append(Ferry(f"{coord}-{line['to']}", line["distance"], sides))
                taken |= sides
    return Waters({zone: frozenset(near) for zone, near in zones.items()}, tuple(ports), tuple(ferries))


def _sides(hexmap: HexMap, way: Sequence[str]) -> frozenset[tuple[str, int]]:
    """The hex sides between these hexes, named from either; where a hex is left out there is none."""
    joined = [(one, two) for one, two in pairwise(way) if two in hexmap[one].neighbours]
    both = [*joined, *((two, one) for one, two in joined)]
    return frozenset((one, hexmap[one].neighbours.index(two)) for one, two in both)


def with_ports(board: Board) -> Board:
    """The same with tiles turned to the ports and ferries where they can be; companies as tests name them."""
    sides = {(port.coord, port.edge) for port in waters_of(board.hexmap).ports if port.edge is not None}
    sides |= set(waters_of(board.hexmap).by_side)
    laid = {coord: _turned(board, coord, {e for c, e in sides if c == coord}) for coord in board.laid}
    names = {COMPANY: US, **dict.fromkeys(RIVALS, THEM)}
    stations = {place: tuple(names[name] for name in held) for place, held in board.stations.items()}
    return Board(board.hexmap, TILES, laid, stations)


def _turned(board: Board, coord: str, sides: set[int]) -> Laid:
    """The tile of a hex in the turn that meets most of these sides, and keeps to the map."""
    tile, turn = board.laid[coord]

    def met(way: int) -> tuple[int, bool]:
        exits = TILES[tile].face(way).exits
        barred = ("off_map", "impassable", "off_board_side")
        fits = not any(board.hexmap.barrier(coord, edge) in barred for edge in exits)
        return (len(sides & set(exits)) if fits else -1), way == turn

    return tile, max(TILES[tile].rotations, key=met)
