"""Words on crowded hexes of late positions: how much of them other words, stations and signs cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pytest

from engine import TITLES, View
from engine.board.board import Board
from engine.board.lays import NOTHING, LayRules, lays
from render.map.boards import board_with
from render.map.scene import HexArt, Scene, Slot, scene_of
from tests.render.overlaps import Noting, covered, painted
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
SIDES = (58.0, 90.0)
"""Sides of a hex in px: of a crop with many hexes and with few."""
WORDS, PRINT, MEAN = 0.4, 0.6, 0.035
"""The most of a text that is covered: names, letters, values, stations; small print; the mean of all."""
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


def small(words: str, art: HexArt) -> bool:
    return words == art.coord or words.startswith("#")


@pytest.mark.parametrize(("title", "name"), HEXES)
def test_words_on_a_crowded_hex_are_not_covered(title, name, monkeypatch):
    shares, arts = [], crowded(title, name)
    assert len(arts) >= 4
    for art in arts:
        for side in SIDES:
            for words, share in covered(painted(art, side, monkeypatch)):
                shares.append(share)
                assert share <= (PRINT if small(words, art) else WORDS), (
                    words,
                    art.face.tile,
                    art.number,
                    side,
                )
    assert sum(shares) / len(shares) <= MEAN


def test_797_has_its_letter_apart_from_track_and_circles(monkeypatch):
    for art in crowded("1862", "Harwich"):
        if art.face.tile != "797":
            continue
        pen = painted(art, 90.0, monkeypatch)
        [letter] = [text for text in pen.texts() if text.words == "H"]
        assert on_track(pen, letter.box) < 0.25
        return
    pytest.fail("797 was not drawn")


def on_track(pen: Noting, box: tuple[float, float, float, float]) -> float:
    """The share of a box that has the colour of track."""
    left, top = pen.xy((box[0], box[1]))
    right, low = pen.xy((box[2], box[3]))
    part = pen.image.crop((round(left), round(top), round(right), round(low)))
    found = part.getcolors(part.width * part.height) or []
    return sum(n for n, colour in found if colour == (17, 17, 17)) / (part.width * part.height)


def test_a_number_stands_on_no_station_where_the_hex_has_other_room(monkeypatch):
    for title, name in HEXES[:4]:
        for art in crowded(title, name)[1::2]:
            pen = painted(art, 58.0, monkeypatch)
            shares = dict(covered(pen))
            assert shares["7"] <= 0.1, (name, art.face.tile)
