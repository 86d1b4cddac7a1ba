"""Boards of 1862 for tests of routes: track by hex and sides, runs by the hexes they pass."""

from __future__ import annotations

from itertools import pairwise

from engine.board.faces import STOP
from engine.board.tiles import standard_catalogue
from engine.core.state import OUT
from engine.core.view import View
from engine.routes.policy import Route, check_routes, revenue, subsidy
from engine.titles.g1862 import TITLE
from engine.titles.g1862.data.board import hexmap
from tests.titles.g1862.mania import Mania

S, SW, NW, N, NE, SE = range(6)


class Rails(Mania):
    """A scenario in which one company runs."""

    def __init__(self, company: str, *permits: str, phase: str = "A", **options: str) -> None:
        super().__init__(**options)
        self.us = company
        if self.state.companies[company].closed:
            self.in_play(company)
        self.state.companies[company].floated = True
        self.state.companies[company].data["permits"] = list(permits)
        self.phase(phase)
        self.token(company, *hexmap().homes[company])

    def lay(self, coord: str, *exits: int, colour: str = "yellow") -> Rails:
        """Lay a tile of a colour on which these sides are joined: by the city, or by one line of track."""
        tile, rotation = next(
            (tile, rotation)
            for tile in TITLE.data.tiles
            for rotation in range(6)
            if self._fits(coord, tile, rotation, set(exits), colour)
        )
        self.state.tiles[coord] = (tile, rotation)
        return self

    def _fits(self, coord: str, tile: str, rotation: int, exits: set[int], colour: str) -> bool:
        face, printed = standard_catalogue()[tile].face(rotation), hexmap()[coord].face
        if face.colour != colour or face.labels != printed.labels:
            return False
        if printed.indices("city"):
            return any(exits <= set(face.stop_exits(i)) for i in face.indices("city"))
        lines = [set(piece) for piece in face.track if piece[1] < STOP]
        return exits in [*lines, *(set(face.stop_exits(i)) for i in face.indices("town"))]

    def own(self, kind: str, *bands: str) -> Rails:
        """Give the company trains of a type."""
        for band in bands:
            self.train(self.us, band, kind)
        return self

    def view(self) -> View:
        return View(self.title, self.state)

    def card(self, band: str, kind: str, number: int = 0) -> str:
        """The id of one of the company's trains."""
        cards = [t for t in self.view().trains(self.us) if (t.kind, t.data["type"]) == (band, kind)]
        return cards[number].id

    def route(self, train: str, coords: str) -> Route:
        """The route of a train over these hexes."""
        return Route(train, along(self.view(), *coords.split()))

    def judge(self, *runs: tuple[str, str]) -> object:
        """As `judge_all`, as if these were all trains of the company."""
        idle = {t.id: t for t in self.view().trains(self.us)}
        for name, _ in runs:
            idle.pop(name, None)
        for train in idle.values():
            train.owner = OUT
        try:
            return self.judge_all(*runs)
        finally:
            for train in idle.values():
                train.owner = self.us

    def judge_all(self, *runs: tuple[str, str]) -> object:
        """(revenue, subsidy) of runs (train id and hexes), or the code with which they are refused."""
        view, routes = self.view(), [self.route(*run) for run in runs]
        refused = check_routes(view, self.us, routes)
        return refused.code if refused else (revenue(view, self.us, routes), subsidy(view, self.us, routes))


def along(view: View, *coords: str) -> tuple[tuple[str, int, int], ...]:
    """The track over these hexes from large stop to large stop, through the stops on the way."""
    spots, board = view.board().hexmap, view.board()
    outs = [spots[a].neighbours.index(b) for a, b in pairwise(coords)]
    path = [(coords[0], _stop(board, coords[0], outs[0]), outs[0])]
    for i, coord in enumerate(coords[1:-1]):
        came, goes = (outs[i] + 3) % 6, outs[i + 1]
        if goes in board.face(coord).ends_from(came):
            path.append((coord, came, goes))
        else:
            stop = _stop(board, coord, came)
            path += [(coord, came, stop), (coord, stop, goes)]
    came = (outs[-1] + 3) % 6
    return (*path, (coords[-1], came, _stop(board, coords[-1], came)))


def _stop(board, coord: str, side: int) -> int:
    return next((end for end in board.face(coord).ends_from(side) if end >= STOP), STOP)
