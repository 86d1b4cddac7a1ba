"""Trains that no game has, on late boards of 1862 and 1826: recorded ones, and random ones full of track."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine.board.board import Board
from engine.board.lays import HEX, TRACK, LayRules, lays
from engine.core.state import OUT, Train, from_json, to_json
from engine.core.view import Rulebook, View
from engine.routes.suggest import best_routes
from engine.title import Title
from engine.titles import g1826, g1862
from tests.bench.routes_shared import MISSING, final_positions
from tests.bench.timing import Times
from tests.scenario import Scenario
from tests.titles.g1862.mania import Mania

BOARDS = 4
# 1862: trains by figure and type, as 6E or 4/5L. 1826: by kind; the power of E trains is as in the phase.
SETS = {
    "1862": ("6E 6E 5L", "7E 8E 9F", "4/5L 5/6E 8F", "8E 8E 8E", "6E 6L 9F 9F", "9F 9F 8F 7F"),
    "1826": ("10H 10H 10H", "E E 10H", "TGV TGV", "TGV TGV E", "TGV 10H 10H 10H"),
}
TYPES = {"F": "freight", "L": "local", "E": "express"}


def figures() -> dict[str, Any]:
    """By title and board, the figures for each set of trains over all companies with a station."""
    found: dict[str, Any] = {} if [*final_positions()] else {"recorded": MISSING}
    for name, positions in boards():
        found[name] = {trains: _case(positions, trains) for trains in SETS[positions[0].data.key]}
    return found


def boards() -> Iterator[tuple[str, list[View]]]:
    """Positions of one title each, with a name."""
    for view in final_positions():
        yield f"{view.data.key} recorded", [view]
    for title in (g1862.TITLE, g1826.TITLE):
        yield f"{title.key} full", [full_board(title, seed) for seed in range(BOARDS)]


def _case(positions: Sequence[View], trains: str) -> dict[str, Any]:
    times = Times()
    for position in positions:
        for company in companies(position):
            view = equipped(position, company, trains)
            if not times.times:
                best_routes(view, company, lambda: True)
            times.search(view, company)
    return times.told()


def companies(view: View) -> list[str]:
    """The companies with a station on the board."""
    return [company for company in view.state.companies if view.stations(company)]


def equipped(view: View, company: str, trains: str) -> View:
    """The position with these trains alone in the hands of a company that may run them all."""
    state = from_json(to_json(view.state))
    for train in state.trains.values():
        if train.owner == company:
            train.owner = OUT
    title: Rulebook = view.title
    if isinstance(title, Title) and title.key != "1826":
        title = _with_specs(title, trains.split())
    for n, name in enumerate(trains.split()):
        figure, kind = (name, "") if title.data.key == "1826" else (name[:-1], name[-1])
        data = {"type": TYPES[kind]} if kind else {}
        state.trains[f"{name}-x{n}"] = Train(f"{name}-x{n}", figure, company, data)
    if title.data.key == "1862":
        state.companies[company].data["permits"] = [*TYPES.values()]
    return View(title, state)


def _with_specs(title: Title, names: Sequence[str]) -> Title:
    """The title with bands for these trains: 5/6E pays for five of six stops, 9F runs nine hexes."""
    specs = dict(title.data.trains)
    for figure in {name[:-1] for name in names}:
        reach = [int(part) for part in figure.split("/")]
        extras = {"freight": reach[-1:], "local": reach, "express": reach, "free_warranties": 0}
        specs[figure] = replace(specs["H"], kind=figure, reach=reach[-1], extras=extras)
    return replace(title, data=replace(title.data, trains=specs))


# --- full boards ---------------------------------------------------------------------------------------


def full_board(title: Title, seed: int) -> View:
    """A board of the last phase with as much track as the tiles make; stations at random."""
    rng = Random(seed)
    scene = Mania() if title.data.key == "1862" else Scenario(title)
    scene.phase(list(title.data.phases)[-1])
    for _ in range(3):
        coords = [c for c, spot in _board(scene).hexmap.hexes.items() if not spot.fixed]
        rng.shuffle(coords)
        for coord in coords:
            _lay(scene, coord, rng)
    _stations(scene, rng)
    return View(scene.title, scene.state)


def _board(scene: Scenario) -> Board:
    return scene.title.board(scene.state)


def _lay(scene: Scenario, coord: str, rng: Random) -> None:
    board, state = _board(scene), scene.state
    rules = LayRules(scene.title.data.phases[state.phase].tiles, HEX, TRACK)
    ways = list(lays(board, None, rules, state.supply, [coord]))
    if ways:
        _, tile, rotation = max(rng.sample(ways, len(ways)), key=lambda lay: _joins(board, *lay))
        state.tiles[coord] = (tile, rotation)


def _joins(board: Board, coord: str, tile: str, rotation: int) -> int:
    beyond = [(e, board.hexmap.neighbour(coord, e)) for e in board.catalogue[tile].face(rotation).exits]
    met = [other is not None and (edge + 3) % 6 in board.face(other).exits for edge, other in beyond]
    bare = [other is not None and not board.hexmap[other].fixed for _, other in beyond]
    return sum(2 if joins else 1 if free else -2 for joins, free in zip(met, bare, strict=True))


def _stations(scene: Scenario, rng: Random) -> None:
    """Homes first, then more stations where there is room: of all companies, or many of a few."""
    view = View(scene.title, scene.state)
    everyone = [c for c, record in scene.state.companies.items() if view.tokens(c) and not record.closed]
    few = rng.sample(everyone, 3)
    for company in everyone:
        home = _board(scene).hexmap.homes.get(company)
        if home and _board(scene).open_slots(*home, company) > 0:
            scene.token(company, *home)
    cities = [(c, i) for c in scene.state.tiles for i in _board(scene).face(c).indices("city")]
    for company in few * 7 if rng.random() < 0.5 else everyone * 3:
        board = _board(scene)
        free = [p for p in cities if board.open_slots(*p, company) > 0]
        free = [p for p in free if not board.has_station(p[0], company)]
        if free and len(view.stations(company)) < len(view.tokens(company)):
            scene.token(company, *rng.choice(free))
