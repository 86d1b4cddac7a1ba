"""Names, values and numbers lie on no track, station, barrier, piece or other label: 0 px, on every hex."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from random import Random

import pytest

from engine import TITLES, View, game_at
from engine.board.board import Board
from engine.board.lays import NOTHING, LayRules, lays
from engine.checks.random_play import play
from render.map.boards import CROP_WIDE, board_with, crop_frame, crop_rim
from render.map.phone import least
from render.map.scene import HexArt, Scene, Slot, scene_of
from render.map.sectors import sectors_of
from render.map.stops import circle_radius, slot_radius
from tests.bench.boards import late_position
from tests.bench.render import LATE
from tests.engine.board.samples import TILES, field
from tests.render.labels import all_arts, circles, faults, map_faults, painted, told
from tests.scenario import Scenario

HEXES = [
    ("18EZ", "Metropolis"),
    ("18OE", "Lille"),
    ("18OE", "Brussel"),
    ("18OE", "London"),
    ("18OE", "Wien"),
    ("18OE", "Birmingham"),
    ("1826", "Lille"),
    ("1826", "Brussels"),
    ("1826", "Lyon"),
    ("1826", "Paris"),
    ("1889", "Kouchi"),
    ("1862", "Harwich"),
    ("1862", "Norwich"),
    ("1862", "Ipswich"),
]
SIDES = (58.0, 100.0)
"""Sides of a hex in px: of a whole map and of a part."""
FULL = {"OE12"}
"""Three circles and six ways to one middle: a number that stands there too covers something."""
ENOUGH = 6
"""Tiles of each hex that are painted."""


def tiles_on(view: View, coord: str) -> Iterator[Board]:
    """The board with each tile of every colour that follows on a hex, once."""
    rules = LayRules(
        list(view.data.phases.values())[-1].tiles, NOTHING, NOTHING, states=view.data.tile_states
    )
    stock, boards, seen = dict.fromkeys(view.state.supply, 1), [view.board()], set[str]()
    for board in boards:
        for _, tile, rotation in lays(board, None, rules, stock, [coord]):
            if tile not in seen:
                seen.add(tile)
                boards.append(board_with(board, coord, tile, rotation))
                yield boards[-1]


def taken(scene: Scene, art: HexArt, companies: list[str]) -> HexArt:
    """The hex with a station of some company in each circle, and a number."""
    free = chain(companies, companies)
    slots = tuple(tuple(Slot(scene.badge(next(free))) for _ in here) for here in art.slots)
    return replace(art, slots=slots, number=7)


def crowded(title: str, name: str) -> list[HexArt]:
    """A hex with each of its tiles: with free circles, and with all of them taken and a number."""
    view = View(TITLES[title], Scenario(TITLES[title]).state)
    coord = next(c for c, spot in view.board().hexmap.hexes.items() if spot.name == name)
    scene = scene_of(view)
    companies = [c for c, spec in view.data.companies.items() if len(spec.shares) > 1]
    found = [scene.art(coord, lettered=True), taken(scene, scene.art(coord, lettered=True), companies)]
    for board in tiles_on(view, coord):
        art = replace(scene, board=board).art(coord, lettered=True)
        found += [art, taken(scene, art, companies)]
    return found[: 2 * ENOUGH] + found[2 * ENOUGH :][-2 * ENOUGH :]


@pytest.mark.parametrize(("title", "name"), HEXES)
def test_no_label_of_a_crowded_hex_lies_on_anything(title: str, name: str) -> None:
    arts = crowded(title, name)
    assert len(arts) >= 4
    for art in arts:
        for side in SIDES:
            _, found = faults(art, side)
            found = [one for one in found if one[1] != "7" or art.face.tile not in FULL]
            assert not found, (name, art.face.tile, art.number, side)


@pytest.mark.parametrize(("title", "name"), HEXES)
def test_a_crowded_hex_still_says_its_name_and_its_values(title: str, name: str) -> None:
    for art in crowded(title, name)[::2]:
        pen, _ = faults(art, SIDES[1])
        assert not {"name", "value", "table"} & set(told(art, pen)), (name, art.face.tile)


def test_a_number_is_over_nothing_where_the_hex_has_other_room() -> None:
    for title, name in HEXES[:4]:
        for art in crowded(title, name)[1::2]:
            pen, _ = faults(art, 58.0)
            assert "7" in {label.words for label in pen.labels()}


@pytest.mark.parametrize("name", ["Metropolis"])
def test_a_marker_on_a_crowded_hex_stands_on_no_station(name: str) -> None:
    shown = 0
    for art in crowded("18EZ", name)[1::2]:
        pen, found = faults(replace(art, markers=((0, "H"),), number=None), SIDES[1])
        assert not found, art.face.tile
        shown += "H" in {label.words for label in pen.labels()}
    assert shown > 2


def test_a_gate_covers_no_station() -> None:
    for art in crowded("18OE", "Lille"):
        [gate] = [label for label in painted(art, 100.0, 28.0).labels() if label.words == "5"]
        middle = (gate.box[0] + gate.box[2]) / 2, (gate.box[1] + gate.box[3]) / 2
        assert all(math.dist(middle, at) > radius + 0.13 for at, radius in circles(art, 0.28)), art.face.tile
        assert gate.px >= 28


# --- maps of games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("title", sorted(TITLES))
def test_no_label_of_a_map_lies_on_anything_at_three_moments_of_a_game(title: str) -> None:
    """What a bench does for ten games of each title (`tests.bench.labels`), here for the start of one."""
    game = play(TITLES[title], 3, 5, {}, limit=40).game
    seen = set[HexArt]()
    for view in (game_at(game, 1).view, game.view, late(title)):
        assert not map_faults(scene_of(view), 58.0, seen=seen)
        seen.update(all_arts(scene_of(view)).values())


def late(title: str) -> View:
    """A position late in a game, with many tiles and stations."""
    phase, lays, tokens = {"1889": ("5", 45, 2), "18OE": ("7", 200, 2), **LATE}[title]
    return View(TITLES[title], late_position(TITLES[title], Random(3), phase, lays, tokens).state)


@pytest.mark.parametrize("name", ["Manchester", "Bristol", "Nantes"])
def test_a_value_that_has_no_room_for_a_disc_stands_on_a_plate(name: str) -> None:
    """On a part of a large map: its sectors are eight hexes wide."""
    scene = scene_of(View(TITLES["18OE"], Scenario(TITLES["18OE"]).state))
    coord = next(c for c, spot in scene.board.hexmap.hexes.items() if spot.name == name)
    art = replace(scene, board=board_with(scene.board, coord, "57", 1)).art(coord, lettered=True)
    size = CROP_WIDE / 8 / math.sqrt(3)
    pen, found = faults(art, size, least(CROP_WIDE))
    assert found == []
    assert "20" in {label.words for label in pen.labels()}


def test_sea_zones_have_their_names_on_parts_of_the_map() -> None:
    scene = scene_of(View(TITLES["18OE"], Scenario(TITLES["18OE"]).state))
    size, high = CROP_WIDE / 8 / math.sqrt(3), least(CROP_WIDE)
    arts = [scene.art(coord, lettered=True) for coord in scene.board.hexmap.hexes]
    named = [art for art in arts if art.setting.name and not art.setting.ship]
    assert len({art.setting.name for art in named}) > 12
    for art in named:
        pen, found = faults(art, size, high)
        assert found == []
        words = {label.words.strip(".-") for label in pen.labels()}
        assert any(word and art.setting.name.startswith(word) for word in words), art.coord


# --- parts of a large map --------------------------------------------------------------------------


@cache
def sector_side() -> float:
    """The side of a hex on the sector of which a picture shows the smallest hexes, in px."""
    view = View(TITLES["18OE"], Scenario(TITLES["18OE"]).state)
    scene = scene_of(view)
    parts = [sector.hexes for sector in sectors_of(view)]
    return min(crop_frame(scene, part, rim=crop_rim(scene, part)[0])[0].size for part in parts)


@pytest.mark.parametrize("tile", ["57", "6", "206"])
@pytest.mark.parametrize("name", ["Lyon", "Birmingham"])
def test_a_city_says_its_value_on_a_sector_in_every_rotation(name: str, tile: str) -> None:
    scene = scene_of(View(TITLES["18OE"], Scenario(TITLES["18OE"]).state))
    coord = next(c for c, spot in scene.board.hexmap.hexes.items() if spot.name == name)
    for rotation in scene.board.catalogue[tile].rotations:
        art = replace(scene, board=board_with(scene.board, coord, tile, rotation)).art(coord, lettered=True)
        pen, found = faults(art, sector_side(), least(CROP_WIDE))
        assert found == []
        assert "value" not in told(art, pen), rotation


def test_no_label_of_a_sector_lies_on_a_cost_and_off_board_cities_say_what_they_pay_now() -> None:
    scene = scene_of(View(TITLES["18OE"], Scenario(TITLES["18OE"]).state))
    silent = set()
    for coord in scene.board.hexmap.hexes:
        art = scene.art(coord, lettered=True)
        if art.cost or any(art.figures):
            pen, found = faults(art, sector_side(), least(CROP_WIDE))
            assert found == [], coord
            silent |= {coord} if "table" in told(art, pen) else set()
    assert silent <= {"F87"}, "three circles and their track leave it no room"


def test_names_without_hanging_letters_need_less_room() -> None:
    """On a sector a name has just so much room below a city."""
    scene = scene_of(View(TITLES["18OE"], Scenario(TITLES["18OE"]).state))
    coords = {spot.name: coord for coord, spot in scene.board.hexmap.hexes.items()}
    for name in ("Birmingham", "Bristol", "Trieste"):
        pen, found = faults(scene.art(coords[name], lettered=True), sector_side(), least(CROP_WIDE))
        assert found == []
        assert any(name.startswith(label.words[:-1]) and len(label.words) > 2 for label in pen.labels()), name


def test_most_cities_of_a_sector_have_a_name_beside_their_empty_circle() -> None:
    scene = scene_of(View(TITLES["18OE"], Scenario(TITLES["18OE"]).state))
    arts = [scene.art(coord, lettered=True) for coord in scene.board.hexmap.hexes]
    cities = [art for art in arts if art.name and len(art.slots) == 1 and len(art.slots[0]) == 1]
    named = 0
    for art in cities:
        pen, found = faults(art, sector_side(), least(CROP_WIDE))
        assert found == [], art.coord
        named += "name" not in told(art, pen)
    assert named > 0.7 * len(cities)


def test_a_circle_with_a_token_keeps_its_size() -> None:
    assert circle_radius(1, 1, 0.4, taken=True) == circle_radius(1, 1, 0.1, taken=False) == slot_radius(1, 1)
    assert circle_radius(1, 1, 0.4, taken=False) < slot_radius(1, 1)
    assert circle_radius(2, 1, 0.4, taken=False) == slot_radius(2, 1)


COSTLY = {
    "two cities and a label": {"name": "Detroit & Windsor", "face": "yellow city:0 city:0 label:OO"},
    "a city with a name": {"name": "Scranton", "face": "city"},
    "cities with values": {"name": "Hamilton", "face": "yellow city:40 city:40 3-s0 0-s1 label:NY"},
    "track everywhere": {"name": "Albany", "face": "gray city:30:4 012345-s0 label:Y"},
}


@pytest.mark.parametrize("words", COSTLY)
@pytest.mark.parametrize("side", SIDES)
def test_a_hex_always_says_what_its_terrain_costs(words: str, side: float) -> None:
    hexmap = field(C6={**COSTLY[words], "terrain": {"mountain": 120}})
    art = Scene(Board(hexmap, TILES), currency="$").art("C6", lettered=True)
    assert "cost" not in told(art, painted(art, side, 13.0))
