"""Small random positions of 1862 for the tests of routes: a part of the map, tokens, trains of all types."""

from __future__ import annotations

from random import Random

from engine.board.lays import HEX, TRACK, LayRules, lays, town_additions
from engine.core.state import Train
from engine.core.view import View
from engine.titles.g1862 import TITLE
from engine.titles.g1862.data.board import hexmap
from engine.titles.g1862.data.options import TYPES
from tests.titles.g1862.mania import ORDER, Mania

BANDS = "ABCDEFGH"


def small_position(rng: Random, size: int | None = None) -> tuple[View, str]:
    """A position and a company with one to four trains. Its home and the hexes around it have tiles."""
    company = rng.choice(ORDER[:16])
    scene = Mania().phase(rng.choice(BANDS))
    scene.state.companies[company].floated = True
    scene.state.companies[company].data["permits"] = rng.sample(TYPES, rng.choice([1, 2, 2, 3, 3]))
    for coord in _region(rng, company, size or rng.randint(5, 11)):
        for _ in range(rng.choice([1, 1, 2, 3])):
            _lay(scene, rng, coord)
        _add_station(scene, rng, coord)
    _tokens(scene, rng, company)
    _trains(scene, rng, company)
    view = View(scene.title, scene.state)
    if rng.random() < 0.15:
        for cert in scene.state.certs.values():
            if cert.company == company:
                cert.owner = "pool"
        view = View(scene.title, scene.state)
    return view, company


def _region(rng: Random, company: str, size: int) -> list[str]:
    """The home and hexes that grow from it."""
    found = [hexmap().homes[company][0]]
    while len(found) < size:
        near = rng.choice(found)
        open_ways = [n for n in hexmap()[near].neighbours if n and not hexmap()[n].fixed and n not in found]
        if open_ways:
            found.append(rng.choice(open_ways))
    return found


def _lay(scene: Mania, rng: Random, coord: str) -> None:
    """Lay or upgrade: of a few legal lays that which joins most track."""
    board = View(scene.title, scene.state).board()
    rules = LayRules(
        scene.title.data.phases[scene.state.phase].tiles, HEX, TRACK, states=TITLE.data.tile_states
    )
    ways = list(lays(board, None, rules, scene.state.supply, [coord]))
    if ways:
        _, tile, rotation = max(rng.choices(ways, k=4), key=lambda lay: _joins(board, *lay))
        scene.state.tiles[coord] = (tile, rotation)


def _joins(board, coord: str, tile: str, rotation: int) -> int:
    exits = board.catalogue[tile].face(rotation).exits
    beyond = [(edge, board.hexmap[coord].neighbours[edge]) for edge in exits]
    met = [other is not None and (edge + 3) % 6 in board.face(other).exits for edge, other in beyond]
    fixed = [other is not None and board.hexmap[other].fixed for _, other in beyond]
    return sum(2 if joins else -2 if dead else 1 for joins, dead in zip(met, fixed, strict=True))


def _add_station(scene: Mania, rng: Random, coord: str) -> None:
    ways = list(town_additions(View(scene.title, scene.state).board(), coord)) if rng.random() < 0.4 else []
    if ways and coord in scene.state.tiles:
        scene.state.tiles[coord] = rng.choice(ways)


def _tokens(scene: Mania, rng: Random, company: str) -> None:
    home = hexmap().homes[company]
    if rng.random() < 0.95:
        scene.token(company, *home)
    board = View(scene.title, scene.state).board()
    cities = [(c, i) for c in scene.state.tiles for i in board.face(c).indices("city") if (c, i) != home]
    for place in rng.sample(cities, min(len(cities), rng.randint(0, 2))):
        scene.token(company, *place)
    if rng.random() < 0.5:
        scene.token(company, rng.choice(["B15", "D15"]), 1)
    for rival in rng.sample([c for c in ORDER[:16] if c != company], 3):
        for place in rng.sample([*cities, home], min(len(cities), rng.randint(0, 2))):
            if View(scene.title, scene.state).board().open_slots(*place) > 0:
                scene.token(rival, *place)


def _trains(scene: Mania, rng: Random, company: str) -> None:
    """Trains of the phase or just before it, now and then one without a permit."""
    last = BANDS.index(scene.state.phase)
    for n in range(rng.choice([1, 2, 2, 3, 3, 4])):
        band = BANDS[rng.randint(max(0, last - 3), last)]
        permits = scene.state.companies[company].data["permits"]
        kind = rng.choice(permits) if rng.random() < 0.95 else rng.choice(TYPES)
        scene.state.trains[f"{band}-x{n}"] = Train(f"{band}-x{n}", band, company, {"type": kind})


assert TITLE.key == "1862"
