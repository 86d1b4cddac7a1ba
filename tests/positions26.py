"""Small random positions of 1826 for the tests of routes: a part of the map, tokens, trains of all types."""

from __future__ import annotations

from random import Random

from engine.board.board import Board
from engine.board.lays import HEX, TRACK, LayRules, lays
from engine.board.network import reach
from engine.core.state import OUT
from engine.core.view import View
from engine.titles.g1826 import TITLE
from engine.titles.g1826.data.board import hexmap
from tests.scenario import Scenario, on_board

US, RIVALS = "Ouest", ["Paris", "Nord", "Belg", "Midi"]
TRAINS = {
    "2H": ["2H"],
    "4H": ["2H", "4H"],
    "6H": ["2H", "4H", "6H"],
    "10H": ["4H", "6H", "10H"],
    "E": ["4H", "10H", "E", "E"],
    "TGV": ["6H", "10H", "E", "E", "TGV", "TGV"],
}
UNLIMITED = dict.fromkeys(TITLE.data.tiles, 99)


def small_position(rng: Random, size: int | None = None) -> View:
    """A position for the company `US` with one to three trains; some hexes around a place have tiles."""
    scene = Scenario(TITLE).phase(rng.choice(["4H", "10H", "E", "TGV", "TGV", "TGV", *TRAINS]))
    scene.title = on_board(TITLE, lambda state: _board(scene))
    region = _region(rng, size or rng.randint(5, 11))
    for coord in region:
        for _ in range(rng.choice([1, 1, 2, 3])):
            _lay(scene, rng, coord)
    _tokens(scene, rng, region)
    _trains(scene, rng)
    if scene.state.phase in ("2H", "4H", "6H", "10H") and rng.random() < 0.3:
        scene.state.companies[US].data["mail"] = [rng.choice(region), 10]
    return View(scene.title, scene.state)


def _board(scene: Scenario) -> Board:
    """The board without circles that are kept for homes."""
    stations: dict[tuple[str, int], list[str]] = {}
    for token in scene.state.tokens.values():
        if token.place is not None:
            stations.setdefault(token.place, []).append(token.company)
    return Board(hexmap(), TITLE.board(scene.state).catalogue, scene.state.tiles, stations)


def _region(rng: Random, size: int) -> list[str]:
    """Hexes that grow from one, half of the time from Paris."""
    free = [coord for coord, spot in hexmap().hexes.items() if not spot.fixed]
    found = [rng.choice([rng.choice(free), "G9"])]
    while len(found) < size:
        near = [n for n in hexmap()[rng.choice(found)].neighbours if n and n in free and n not in found]
        found += rng.sample(near, min(1, len(near)))
    return found


def _lay(scene: Scenario, rng: Random, coord: str) -> None:
    """Lay or upgrade: of some legal lays that which joins most track."""
    board = _board(scene)
    rules = LayRules(TITLE.data.phases[scene.state.phase].tiles, HEX, TRACK)
    ways = list(lays(board, None, rules, UNLIMITED, [coord]))
    if ways:
        _, tile, rotation = max(rng.choices(ways, k=rng.choice([4, 20])), key=lambda lay: _joins(board, *lay))
        scene.state.tiles[coord] = (tile, rotation)


def _joins(board: Board, coord: str, tile: str, rotation: int) -> int:
    exits = board.catalogue[tile].face(rotation).exits
    beyond = [(edge, board.hexmap[coord].neighbours[edge]) for edge in exits]
    met = [other is not None and (edge + 3) % 6 in board.face(other).exits for edge, other in beyond]
    fixed = [other is not None and board.hexmap[other].fixed for _, other in beyond]
    return sum(2 if joins else -2 if dead else 1 for joins, dead in zip(met, fixed, strict=True))


def _tokens(scene: Scenario, rng: Random, region: list[str]) -> None:
    board = _board(scene)
    near = {n for coord in region for n in board.hexmap[coord].neighbours if n} | set(region)
    cities = [(c, i) for c in sorted(near) for i in board.face(c).indices("city")]
    rng.shuffle(cities)
    joined = sorted(cities, key=lambda place: -len(reach(board, None, [place]).stops))
    best = joined[: rng.randint(1, 4)]
    for place in rng.sample(best, rng.randint(1, len(best))) if best else ():
        scene.token(US, *place)
    for rival in RIVALS:
        for place in rng.sample(cities, min(len(cities), rng.randint(0, 2))):
            if _board(scene).open_slots(*place) > 0:
                scene.token(rival, *place)


def _trains(scene: Scenario, rng: Random) -> None:
    """Trains of the phase or not long before it; some E trains sold to others."""
    phase = scene.state.phase
    kinds = rng.choices(TRAINS[phase], k=rng.choice([1, 2, 2, 3]))
    if phase == "TGV" and "TGV" not in kinds:
        scene.trains(OUT, "TGV")
    if phase == "E":
        kinds = kinds if "E" in kinds else [*kinds[1:], "E"]
        scene.trains(OUT, *["E"] * rng.randint(0, 4 - kinds.count("E")))
    scene.trains(US, *sorted(kinds))
