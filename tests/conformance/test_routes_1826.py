"""Every run of a recorded game of 1826: the search finds at least what the players found."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from engine.board.board import Board
from engine.core.state import OUT
from engine.core.view import View
from engine.routes.policy import check_routes, has_route, revenue
from engine.routes.suggest import best_routes
from engine.titles.g1826 import TITLE
from engine.titles.g1826.operating.routes import ROUTES
from tests.conformance.test_lays import GAMES, Line, Replay1826, recorded
from tests.scenario import Scenario, on_board

TABLE = GAMES / "1826J42.routes.tsv"
# What the best set earns beyond the record, by the number of the action; elsewhere it is exactly that.
# n 387 and 678 state more than the board can pay (typing errors of the players, see the table).
BEYOND = {369: 30, 373: 10, 538: 10}
STATED_TOO_HIGH = {387, 678}

pytestmark = pytest.mark.skipif(not TABLE.is_file(), reason="the recorded games are not here")


@dataclass
class Run:
    """A run of the record in the position in which it was made."""

    number: int
    company: str
    stated: int
    demanded: bool
    view: View


@cache
def runs() -> list[Run]:
    return list(_runs())


def _runs() -> Iterator[Run]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = {int(row["n_in_file"]): row for row in csv.DictReader(file, delimiter="\t")}
    replay, sold = Replay1826("1826", unlimited=("7", "8", "9")), Counter[str]()
    for line in recorded("1826J42.jsonl"):
        action = line["action"]
        if action["type"] == "lay_tile":
            replay.laid[action["hex"]] = (action["tile"], action["rotation"])
        elif action["type"] == "buy_train" and action["from"] == "depot":
            sold[action["train"]] += 1
        replay.follow(line)
        if row := rows.get(line["n"]):
            assert action["revenue"] == int(row["revenue"])
            assert "+".join(action["trains"]) == row["trains"]
            demanded = row["demand"] == "yes"
            yield Run(line["n"], row["corporation"], int(row["revenue"]), demanded, _view(replay, line, sold))


def _view(replay: Replay1826, line: Line, sold: Counter[str]) -> View:
    """The position: trains sold to others are of no more interest than that they are sold."""
    tiles = dict(replay.laid)
    stations = {place: list(here) for place, here in replay.stations.items()}

    def board_of(state: object) -> Board:
        return Board(TITLE.board(scene.state).hexmap, replay.board().catalogue, tiles, stations)

    scene = Scenario(TITLE).phase(replay.phase)
    company = line["actor"]["id"]
    scene.trains(company, *line["action"]["trains"])
    for kind, count in sold.items():
        scene.trains(OUT, *[kind] * (count - line["action"]["trains"].count(kind)))
    return View(on_board(scene.title, board_of, routes=ROUTES), scene.state)


def test_the_search_finds_what_the_players_found():
    assert len(runs()) == 85
    for run in runs():
        found = best_routes(run.view, run.company)
        where = f"n {run.number}: {run.company}"
        assert found.proven, where
        assert check_routes(run.view, run.company, found.routes) is None, where
        assert revenue(run.view, run.company, found.routes) == found.revenue, where
        assert has_route(run.view, run.company), where
        if run.demanded:
            assert found.revenue == run.stated + BEYOND.get(run.number, 0), where
        else:
            assert run.number in STATED_TOO_HIGH, where
            assert found.revenue < run.stated, where
