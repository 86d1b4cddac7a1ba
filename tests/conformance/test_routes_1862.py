"""Every run of a recorded game of 1862 is legal and earns as stated; the search finds at least as much."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.board.faces import STOP
from engine.core.state import Train
from engine.core.view import View
from engine.routes.policy import Route, check_routes, earnings, has_route, revenue, subsidy
from engine.routes.suggest import best_routes
from engine.titles.g1862.phases.bands import train_name
from tests.titles.g1862.mania import Mania

FILE = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "1862_game_end_bank.jsonl.gz"
KINDS = {"c": "city", "t": "town", "o": "offboard"}
Line = dict[str, Any]

pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the recorded games are not here")


@dataclass
class Run:
    """A run of the record in the position in which it was made."""

    line: Line
    view: View
    company: str
    routes: list[Route]


@cache
def runs() -> list[Run]:
    lines = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).decode("utf-8").splitlines()]
    return list(_runs(lines))


def _runs(lines: list[Line]) -> Iterator[Run]:
    tiles: dict[str, tuple[str, int]] = {}
    after = lines[0]["setup"]["after"]
    for line in lines[1:-1]:
        if line["action"]["type"] == "run_routes":
            yield _run(line, after, tiles)
        after = line["after"]
        tiles |= {coord: (tile, rotation) for coord, (tile, rotation) in (after.get("tiles") or {}).items()}


def _run(line: Line, after: Line, tiles: dict[str, tuple[str, int]]) -> Run:
    company = line["actor"]["id"]
    scene = Mania(readings="recorded").phase(after["phase"])
    for c in after["corporations"]:
        if scene.state.companies[c].closed:
            scene.in_play(c)
    scene.state.tiles.update(tiles)
    board = scene.title.board(scene.state)
    for owner, stated in sorted(after["corporations"].items()):
        for coord, city in stated["tokens"]:
            scene.token(owner, coord, board.face(coord).indices("city")[city])
    scene.state.companies[company].floated = True
    stated = after["corporations"][company]
    scene.state.companies[company].data["permits"] = stated["permits"]
    for train in stated["trains"]:
        card = Train(f"{train['level']}-{len(scene.state.trains)}", train["level"], company)
        card.data["type"] = train["kind"]
        scene.state.trains[card.id] = card
    view = View(scene.title, scene.state)
    return Run(line, view, company, _routes(view, company, line["action"]["routes"]))


def _routes(view: View, company: str, stated: list[Line]) -> list[Route]:
    free = view.trains(company)
    routes = []
    for route in stated:
        wanted = (route["train"]["level"], route["train"]["kind"])
        train = next(t for t in free if (t.kind, t.data["type"]) == wanted)
        assert train_name(view.data.trains[train.kind], train.data["type"]) == route["train"]["type"]
        free.remove(train)
        routes.append(Route(train.id, _path(view, route)))
    return routes


def _path(view: View, route: Line) -> tuple[tuple[str, int, int], ...]:
    """The pieces in running order: each begins where the one before ends."""
    board = view.board()

    def end(coord: str, spelt: int | str) -> int:
        if isinstance(spelt, int):
            return spelt
        return STOP + board.face(coord).indices(KINDS[spelt[0]])[int(spelt[1:])]

    first = route["stops"][0]
    here = first["hex"], STOP + board.face(first["hex"]).indices(first["kind"])[first["index"]]
    path = []
    for coord, *ends in route["track"]:
        a, b = (end(coord, spelt) for spelt in ends)
        if (coord, a) != here:
            a, b = b, a
        path.append((coord, a, b))
        here = (coord, b) if b >= STOP else (board.across(coord, b) or "", (b + 3) % 6)
    return tuple(path)


def test_a_recorded_run_is_legal_and_earns_what_is_stated():
    for run in runs():
        said = run.line["action"]
        assert check_routes(run.view, run.company, run.routes) is None, said
        assert has_route(run.view, run.company), said
        assert revenue(run.view, run.company, run.routes) == said["revenue"]
        assert subsidy(run.view, run.company, run.routes) == said["subsidy"]
        assert sum(earnings(run.view, run.company, run.routes)) == said["revenue"]


def test_the_search_finds_at_least_what_was_earned():
    for run in runs():
        found, said = best_routes(run.view, run.company), run.line["action"]
        assert found.proven, said
        assert found.revenue >= said["revenue"]
        assert check_routes(run.view, run.company, found.routes) is None, said
        assert revenue(run.view, run.company, found.routes) == found.revenue == found.bound, said
        assert subsidy(run.view, run.company, found.routes) == found.subsidy, said


def test_all_runs_of_the_record_are_here():
    assert len(runs()) == 44
