"""Random positions on pieces of the real map of 18OE: land round two ports, with what helps over water."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine.board.board import Board
from engine.board.coords import distance, opposite
from engine.board.faces import CITY
from engine.core.state import Place
from engine.core.view import View
from engine.title import Title
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.track.seas import waters
from tests.bench.large_boards import FAMILIES, TILES
from tests.scenario import Scenario

US, THEM = "GWR", ("LNWR", "BEL", "PLM")
HEXMAP = TITLE.rules.board.hexmap
LOCAL = {"3": "3+3", "4": "4+4", "5": "5+5", "6": "6+6", "4D": "7+7", "5D": "8+8"}
CARDS = {
    "2": ["2+2"], "3": ["2+2", "3+3", "3"], "4": ["2+2", "3+3", "3", "4"], "5": ["3", "3+3", "4", "4+4"],
    "6": ["3", "4", "4+4", "5"], "7": ["4", "5", "4D", "3"], "8": ["4D", "5D", "5", "5+5"],
}  # fmt: skip
COLOURS = {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 4, "8": 4}
SHORES = [c for c, spot in HEXMAP.hexes.items() if "ports" in spot.extras or "ferries" in spot.extras]
SPECIAL = ["AA82", "AA82", "N31", "M28", "I50", "I20", "G26", "Z47", "AF49", "AD7"]


def card(scene: Scenario, name: str, owner: str = US, **data: Any) -> str:
    """Give a train of this side; its id."""
    kind = LOCAL.get(name, name)
    train = next(t for t in scene.state.trains.values() if t.kind == kind and t.owner == "depot")
    train.kind, train.owner = name, owner
    train.data.update(data)
    return train.id


def major(scene: Scenario, company: str = US, kind: str = "major", **data: Any) -> Scenario:
    """Make a company run, with what lies on its charter; its president is p1."""
    record = scene.state.companies[company]
    record.kind, record.floated = kind, True
    record.data.update(data)
    for cert in scene.state.certs.values():
        if cert.company == company:
            cert.owner = "p1" if cert.president else company
            if kind in ("major", "national"):
                cert.percent = 20 if cert.president else 10
    scene.state.board_version += 1
    return scene


def cut_out(rng: Random, full: str = "") -> View:
    """A position on land round two shores, or round a hex that others have filled and a shore."""
    scene = Scenario(TITLE)
    phase = rng.choice("2345678")
    scene.phase(phase)
    centre = full or rng.choice(SPECIAL if rng.random() < 0.4 else SHORES)
    near = [c for c in SHORES if 2 < distance(HEXMAP.layout, c, centre) < 9]
    land: list[str] = []
    for middle, far in ((centre, rng.choice([1, 2])), (rng.choice(near or SHORES), 1)):
        land += [
            c
            for c, spot in HEXMAP.hexes.items()
            if not spot.fixed and distance(HEXMAP.layout, c, middle) <= far
        ]
    build(scene, rng, list(dict.fromkeys(land)), COLOURS[phase])
    powers = [p for p in ("D", "H", "L", "SHTC", "CCTC") if rng.random() < 0.25]
    held = rng.choice([[], [], ["north_sea"], ["mediterranean"]])
    kind = rng.choice(["major", "major", "major", "regional"])
    major(scene, kind=kind, powers=powers, port_authorities=held if kind == "major" else [])
    if full:
        fill(scene, full)
    tokens(scene, rng)
    marks(scene, rng, powers)
    for name in rng.choices(CARDS[phase], k=rng.choice([1, 1, 2, 2, 3])):
        card(scene, name)
    if rng.random() < 0.3:
        card(scene, "pullman")
    if phase in "45678" and rng.random() < 0.15:
        card(scene, "2+2", swift=True)
    return View(with_ends(scene, rng) if rng.random() < 0.5 else TITLE, scene.state)


def with_ends(scene: Scenario, rng: Random) -> Title:
    """The title with an Orient Express between cities of the piece of the map."""
    board = TITLE.board(scene.state)
    cities = sorted({c for c in scene.state.tiles if board.face(c).indices(CITY)})
    if len(cities) < 2:
        return TITLE
    east, *west = rng.sample(cities, min(len(cities), rng.choice([2, 3])))
    figures = TITLE.data.figures(Figures)
    ends = replace(figures.orient_express, terminus=east, west=tuple(west))
    data = replace(TITLE.data, record=replace(figures, orient_express=ends))
    return replace(TITLE, data=data)


def build(scene: Scenario, rng: Random, land: Sequence[str], colours: int) -> None:
    """Lay tiles of the first so many colours, turned so that they join track and face ports and ferries."""
    order = list(land)
    rng.shuffle(order)
    for coord in order:
        if rng.random() < 0.08:
            continue
        board = TITLE.board(scene.state)
        tile = _tile(board, rng, coord, colours)
        if tile is not None:
            scene.state.tiles[coord] = tile
            scene.state.board_version += 1


def _tile(board: Board, rng: Random, coord: str, colours: int) -> tuple[str, int] | None:
    spot = HEXMAP[coord]
    cities, towns = (sum(stop.kind == kind for stop in spot.face.stops) for kind in ("city", "town"))
    family = spot.labels[0] if spot.labels else "city" if cities else ("track", "town", "towns")[towns]
    rows = FAMILIES[family][:colours]
    ways = [
        (tile, turn)
        for tile in rng.choice(rows)
        for turn in TILES[tile].rotations
        if not any(is_barred(coord, edge) for edge in TILES[tile].face(turn).exits)
    ]
    rng.shuffle(ways)
    return max(ways, key=lambda way: _joins(board, coord, TILES[way[0]].face(way[1]).exits), default=None)


def is_barred(coord: str, edge: int) -> bool:
    """Whether no track may lead over a side; over one with a port arrow it may (11.3.4)."""
    content: Any = HEXMAP[coord].extras.get("ports", ())
    arrow = any(port.get("edge") == edge for port in content)
    return HEXMAP.barrier(coord, edge) is not None and not arrow


def _joins(board: Board, coord: str, exits: Sequence[int]) -> int:
    content: Any = HEXMAP[coord].extras.get("ports", ())
    arrows = {port.get("edge") for port in content}
    score = 0
    for edge in exits:
        other = HEXMAP.neighbour(coord, edge)
        assert other is not None
        score += 4 * (edge in arrows)
        if opposite(edge) in board.face(other).exits:
            score += 3
        elif other in board.laid or HEXMAP[other].colour == "blue":
            score -= 2
    return score


def fill(scene: Scenario, coord: str) -> None:
    """Tokens of others on all positions of a hex, and one of ours where a ferry from there ends."""
    board = TITLE.board(scene.state)
    over = [side for side in waters(HEXMAP).by_side if side[0] == coord]
    ferry = waters(HEXMAP).by_side[over[0]]
    for other, edge in sorted(ferry.sides):
        stops = board.face(other).stops
        ours = [i for i in range(len(stops)) if edge in board.face(other).stop_exits(i)]
        if other != coord and ours and stops[ours[0]].kind == CITY:
            scene.token(US, other, ours[0])
    places = [(coord, i) for i in board.face(coord).indices(CITY) for _ in range(board.slots(coord, i))]
    for company, place in zip(THEM, places, strict=False):
        scene.token(company, *place)
    scene.state.board_version += 1


def tokens(scene: Scenario, rng: Random) -> None:
    """One to three tokens of ours, some of others, on cities with track; one in a hex of each."""
    board = TITLE.board(scene.state)
    cities: list[Place] = [
        (coord, i)
        for coord in HEXMAP.hexes
        for i in board.face(coord).indices(CITY)
        if (coord in scene.state.tiles or coord == "AA82") and board.face(coord).ends_from(6 + i)
    ]
    held = [token.place for token in scene.state.tokens.values() if token.place is not None]
    room = {place: board.slots(*place) - held.count(place) for place in cities}
    rng.shuffle(cities)
    for company, count in ((US, rng.randint(1, 3)), *((rival, rng.randint(0, 2)) for rival in THEM)):
        hexes = {coord for coord, _ in held}
        for place in cities:
            if len(hexes) < count and room[place] and place[0] not in hexes:
                hexes.add(place[0])
                room[place] -= 1
                scene.token(company, *place)
    scene.state.board_version += 1


def marks(scene: Scenario, rng: Random, powers: Sequence[str]) -> None:
    """Tokens of privates and minors on the map, and the White Cliffs Ferry."""
    state, board = scene.state, TITLE.board(scene.state)
    cities = [(c, i) for c in state.tiles for i in board.face(c).indices(CITY)]
    for mark in (p for p in powers if p in ("D", "SHTC", "CCTC")):
        if cities:
            state.markers[mark] = rng.choice(cities)
    if rng.random() < 0.15 and state.tiles:
        scene.own(rng.choice(["p1", "p2", "p2"]), "BBE")
        state.markers["BBE1"] = (rng.choice(sorted(state.tiles)), 0)
    bare = [c for c in state.tiles if "city" not in {stop.kind for stop in board.face(c).stops}]
    bare = [c for c in bare if sum(stop.kind == "town" for stop in HEXMAP[c].face.stops) < 2]
    if bare and rng.random() < 0.3:
        scene.own(rng.choice(["p1", "p1", "p2"]), "HMLC")
        state.markers["HMLC"] = (rng.choice(bare), 0)
    if europe().lille.hex in state.tiles and rng.random() < 0.6:
        held = [
            c
            for c in THEM
            if any(t.place and t.place[0] == "N31" for t in state.tokens.values() if t.company == c)
        ]
        state.notes["white_cliffs"] = rng.choice([*held, "open", "open", "CHN"])
    state.board_version += 1
