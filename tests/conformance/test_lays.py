"""Every lay of two recorded games is legal on our boards, and gives the track that the record states.

Checked for each lay: tile, rotation and stated track agree; the general rules, the labels, the copies left
and the connection to the company's station markers allow it; and the listing of lays contains it.
Not checked here: cost, consent, the number of lays in a turn (rules of the titles).
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine import TITLES
from engine.board.board import Board
from engine.board.faces import STOP, Face
from engine.board.hexmap import HexMap
from engine.board.lays import LayRules, check_lay, lays
from engine.board.mapfile import load_map
from engine.board.network import reach
from engine.board.tiles import standard_catalogue

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
GAMES = SHARED / "conformance"
TILES = standard_catalogue()
COLOURS = ("yellow", "green", "brown", "gray")

pytestmark = pytest.mark.skipif(
    not GAMES.is_dir(), reason="the recorded games (../shared/conformance) are not here"
)

Line = dict[str, Any]
Stations = dict[tuple[str, int], list[str]]


def title_map(title: str) -> HexMap:
    return load_map(ROOT / "engine" / "titles" / f"g{title}" / "data" / "map.toml")


def copies(title: str) -> dict[str, int | None]:
    return json.loads((SHARED / "facts" / f"{title}.json").read_text("utf-8"))["tiles"]["counts"]


def stated_track(face: Face, track: list[list[Any]]) -> list[tuple[int, ...]]:
    """The record's track in our ends: c0, t0, o0 count the stops of one kind."""
    kinds = {"c": "city", "t": "town", "o": "offboard"}

    def end(spelt: int | str) -> int:
        if isinstance(spelt, int):
            return spelt
        return STOP + face.indices(kinds[spelt[0]])[int(spelt[1:])]

    return sorted(tuple(sorted((end(a), end(b)))) for a, b in track)


class Replay:
    """The board of a recorded game, lay after lay."""

    def __init__(self, title: str, unlimited: tuple[str, ...] = ()) -> None:
        self.map = title_map(title)
        self.copies = {**copies(title), **dict.fromkeys(unlimited)}
        self.states = TITLES[title].data.tile_states if title in TITLES else frozenset()
        self.laid: dict[str, tuple[str, int]] = {}
        self.stations: Stations = {}
        self.checked = 0

    def board(self) -> Board:
        return Board(self.map, TILES, self.laid, self.stations)

    def supply(self) -> dict[str, int | None]:
        used = Counter(TILES[tile].base for tile, _ in self.laid.values())
        return {tile: None if n is None else n - used[tile] for tile, n in self.copies.items()}

    def starts(self, company: str) -> set[tuple[str, int]]:
        own = {place for place, here in self.stations.items() if company in here}
        return own or {self.map.homes[company]}

    def lay(self, line: Line, colours: tuple[str, ...]) -> None:
        action, company = line["action"], line["actor"]["id"]
        coord, tile, rotation = action["hex"], action["tile"], action["rotation"]
        where = f"n {line['n']}: {company} lays {tile} turned {rotation} on {coord}"
        face = TILES[tile].face(rotation)
        assert list(face.track) == stated_track(face, action["track"]), where
        if not line.get("correction"):
            board, rules, supply = self.board(), LayRules(colours, states=self.states), self.supply()
            reached = reach(board, company, self.starts(company))
            refusal = check_lay(board, coord, tile, rotation, rules, supply, reached)
            assert refusal is None, (where, refusal)
            listed = {(t, TILES[t].face(r).look) for _, t, r in lays(board, reached, rules, supply, [coord])}
            assert (tile, face.look) in listed, where
        self.laid[coord] = (tile, rotation)
        self.checked += 1


def recorded(name: str) -> Iterator[Line]:
    path = GAMES / name
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    for line in text.decode("utf-8").splitlines():
        entry = json.loads(line)
        if "action" in entry:
            yield entry


def city_place(face: Face, coord: str, city: int) -> tuple[str, int]:
    return coord, face.indices("city")[city]


def stations_1862(replay: Replay, after: Mapping[str, Any]) -> Stations:
    found: Stations = {}
    board = replay.board()
    for company, state in sorted(after["corporations"].items()):
        for coord, city in state["tokens"]:
            found.setdefault(city_place(board.face(coord), coord, city), []).append(company)
    return found


def test_every_lay_of_the_1862_game():
    replay = Replay("1862")
    phase = "A"
    for line in recorded("1862_game_end_bank.jsonl.gz"):
        if line["action"]["type"] == "lay_tile":
            colours = COLOURS[: 1 + (phase >= "B") + (phase >= "D")]
            replay.lay(line, colours)
        replay.stations = stations_1862(replay, line["after"])
        phase = line["after"]["phase"]
    assert replay.checked == 65


class Replay1826(Replay):
    """Station markers are rebuilt from the actions: the record names their hexes only."""

    phase = "2H"

    def follow(self, line: Line) -> None:
        action, company = line["action"], (line["actor"] or {}).get("id", "")
        if action["type"] == "turn_start" and not any(company in here for here in self.stations.values()):
            self.put(self.map.homes[company], company)
        elif action["type"] in ("place_token", "exchange_token"):
            self.put((action["hex"], 0), company)
        elif action["type"] == "national_forms":
            for here in self.stations.values():
                here[:] = [name for name in here if name not in action["minors"]]
            for event in line["events"]:
                if event["event"] == "home_token_exchanged":
                    self.put((event["hex"], event.get("edge", 0)), event["corporation"])
        for event in line.get("events", ()):
            if event["event"] == "phase":
                self.phase = event["phase"]

    def put(self, place: tuple[str, int], company: str) -> None:
        self.stations.setdefault(place, []).append(company)
        assert len(self.stations[place]) <= self.board().slots(*place), place


def test_every_lay_of_the_1826_game():
    replay = Replay1826("1826", unlimited=("7", "8", "9"))
    steps = {"2H": 1, "4H": 2, "6H": 2, "10H": 3, "E": 3, "TGV": 4}
    for line in recorded("1826J42.jsonl"):
        if line["action"]["type"] == "lay_tile":
            replay.lay(line, COLOURS[: steps[replay.phase]])
        replay.follow(line)
    assert replay.checked == 86
