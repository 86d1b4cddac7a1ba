"""Small random boards for the tests of routes: the title's tiles on made-up maps, with tokens and trains."""

from __future__ import annotations

from random import Random

from engine.board.board import Board
from engine.board.coords import Layout, neighbour, opposite
from engine.board.hexmap import HexMap
from engine.board.mapfile import parse_map
from engine.board.tiles import standard_catalogue
from engine.core.view import View
from engine.title import Title
from tests.scenario import Scenario, on_board

STEPS = [["yellow"], ["green"], ["brown"], ["gray"]]
ROWS, WIDTH = "ABCD", 4


def small_map(rng: Random) -> HexMap:
    """Some 12 to 14 hexes: cities, towns, blank ones, off-board areas, a grey city."""
    cells = [f"{row}{2 * n + 1 + (i % 2)}" for i, row in enumerate(ROWS) for n in range(WIDTH)]
    coords = set(cells) - set(rng.sample(cells, rng.randint(2, 4)))
    kinds = ["plain"] * 5 + ["city"] * 5 + ["town"] * 2 + ["offboard"] * 2 + ["gray"]
    hexes = {coord: {"face": _face(rng, coord, rng.choice(kinds), coords)} for coord in sorted(coords)}
    return parse_map({"layout": "pointy", "revenue_steps": STEPS, "hexes": hexes})


def _face(rng: Random, coord: str, kind: str, coords: set[str]) -> str:
    sides = [str(edge) for edge in range(6) if neighbour(Layout.POINTY, coord, edge) in coords]
    exits = "".join(sorted(rng.sample(sides, min(len(sides), rng.randint(2, 4)))))
    if kind in ("plain", "city", "town") or not exits:
        return "" if kind == "plain" or not exits else kind
    if kind == "offboard":
        return f"red offboard:{'/'.join(str(rng.choice([20, 30, 40, 50])) for _ in STEPS)} {exits}-s0"
    return f"gray city:{rng.choice([10, 20, 30])}:{rng.randint(1, 2)} {exits}-s0"


def small_position(title: Title, rng: Random, company: str, rivals: list[str]) -> Scenario:
    """A position on a small map: random tiles, tokens of the company and of rivals, one to three trains."""
    hexmap, tiles = small_map(rng), standard_catalogue()

    def board_of(state) -> Board:
        stations: dict[tuple[str, int], list[str]] = {}
        for token in state.tokens.values():
            if token.place is not None:
                stations.setdefault(token.place, []).append(token.company)
        return Board(hexmap, tiles, state.tiles, stations)

    scene = Scenario(on_board(title, board_of)).phase(rng.choice(list(title.data.phases)))
    coords, tries = list(hexmap.hexes), rng.choice([3, 12, 30])
    rng.shuffle(coords)
    for coord in coords:
        tile = _tile_for(board_of(scene.state), coord, title, rng, tries)
        if tile is not None:
            scene.tile(coord, *tile)
    _tokens(scene, rng, company, rivals)
    return scene.trains(company, *rng.choices(["2", "3", "4", "5"], k=rng.randint(1, 3)))


def _tile_for(board: Board, coord: str, title: Title, rng: Random, tries: int) -> tuple[str, int] | None:
    """A tile of the title that suits the hex: of a few random ones that which joins track best."""
    spot = board.hexmap[coord]
    kinds = {stop.kind for stop in spot.face.stops}
    if spot.fixed or rng.random() < 0.05:
        return None
    fits = [t for t in title.data.tiles if {s.kind for s in board.catalogue[t].stops} - {"junction"} == kinds]
    return max(
        ((rng.choice(fits), rng.randrange(6)) for _ in range(tries)),
        key=lambda tile: _joins(board, coord, *tile),
    )


def _joins(board: Board, coord: str, tile: str, rotation: int) -> int:
    """Sides where the tile meets track or a hex that has none yet, less those where it ends blind."""
    around = [
        (edge, board.hexmap[coord].neighbours[edge]) for edge in board.catalogue[tile].face(rotation).exits
    ]
    met = [other is not None and opposite(edge) in board.face(other).exits for edge, other in around]
    bare = [other is not None and not board.face(other).track for _, other in around]
    return sum(2 if track else 1 if free else -2 for track, free in zip(met, bare, strict=True))


def _tokens(scene: Scenario, rng: Random, company: str, rivals: list[str]) -> None:
    board = View(scene.title, scene.state).board()
    cities = [
        (c, i) for c in board.hexmap.hexes for i, s in enumerate(board.face(c).stops) if s.kind == "city"
    ]
    rng.shuffle(cities)
    for place in cities[: rng.randint(1, 3)]:
        scene.token(company, *place)
    for rival in rivals:
        for place in rng.sample(cities, min(len(cities), rng.randint(0, 2))):
            if len(scene.title.board(scene.state).companies_at(*place)) < board.slots(*place):
                scene.token(rival, *place)
