"""The pictures of cards are read at 400 px: what stands on them, measured from the texts that are drawn."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from PIL import ImageDraw

from bot.cards.maps import (
    PictureRequest,
    hexes_near,
    hexes_of_decision,
    is_map_too_large,
    map_picture_request,
    turn_map_picture_request,
)
from engine import TITLES, View, new_game
from engine.core.state import Token, to_json
from render import api
from render.map import cache
from render.map.phone import LEAST, WIDTH, fits, hexes_in_one_picture
from tests.bench.boards import late_position
from tests.bench.render import LARGE, LATE
from tests.titles.g18oe.building import turn
from tests.titles.g18oe.test_18oe_transfer import two

EARLY = {"1889": ("3", 20, 2), "18OE": LARGE}
PLACES, SHARE, SMALLEST = 1, 0.6, 2.2
"""Names on each picture at least; how many of them are `LEAST` px high (long ones are squeezed); any text."""
Texts = list[tuple[str, float]]


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> Texts:
    """What is drawn from now on: each text with the size of its letters in px."""
    found: Texts = []
    real = ImageDraw.ImageDraw.text

    def noted(self: Any, xy: Any, text: str, fill: Any, font: Any, **more: Any) -> None:
        found.append((text, font.size))
        real(self, xy, text, fill, font, **more)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
    return found


def late(title: str) -> View:
    """A position with many tiles, and stations of companies."""
    phase, lays, tokens = {**EARLY, **LATE}[title]
    state = late_position(TITLES[title], Random(3), phase, lays, tokens).state
    if all(token.place is None for token in state.tokens.values()):
        for company, place in TITLES[title].board(state).hexmap.homes.items():
            state.tokens[f"{company}-0"] = Token(f"{company}-0", company, 0, place)
    return View(TITLES[title], state)


def moments(title: str) -> dict[str, tuple[View, PictureRequest | None]]:
    """What the card shows at the start, in turns of companies, in rounds of shares, and at the end."""
    start, view = new_game(title, ["Ann", "Ben", "Cy"], seed=1).view, late(title)
    laid = list(view.state.tiles)[-6:]
    found = {
        "start": (start, turn_map_picture_request(start, None, [])),
        "shares": (view, turn_map_picture_request(view, None, laid)),
        "shares, and nothing laid": (view, turn_map_picture_request(view, None, [])),
        "end": (view, map_picture_request(view)),
    }
    for company in [c for c in view.state.companies if view.stations(c)][:3]:
        found[f"{company} on the board"] = (view, turn_map_picture_request(view, company, laid))
        found[f"{company} before its first token"] = (start, turn_map_picture_request(start, company, []))
    return found


@pytest.mark.parametrize("title", sorted(TITLES))
def test_no_picture_of_a_card_is_without_names_that_can_be_read(title: str, texts: Texts) -> None:
    seen = 0
    for moment, (view, asked) in moments(title).items():
        if asked is None:
            assert is_map_too_large(view), moment
            continue
        cache.clear()
        texts.clear()
        picture = api.draw(title, to_json(view.state), asked[0], **asked[1])
        sizes = [(text, size * WIDTH / picture.width) for text, size in texts]
        named = words(*(spot.name or "" for spot in view.board().hexmap.hexes.values()))
        names = [size for text, size in sizes if words(text) & named]
        assert len(names) >= PLACES, moment
        assert sum(size >= LEAST for size in names) >= SHARE * len(names), moment
        assert min(size for _, size in sizes) >= SMALLEST, moment
        seen += 1
    assert seen >= 4


def words(*names: str) -> set[str]:
    """The words of names, of which each may stand on a line of its own."""
    return {word for name in names for word in re.split("[ -]", name)} - {""}


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_card_never_shows_an_overview_of_parts(title: str) -> None:
    views = {asked[0] for _, asked in moments(title).values() if asked is not None}
    assert views <= {"map", "crop"}
    assert is_map_too_large(late(title)) == (title == "18OE")


# --- what one picture shows ------------------------------------------------------------------------


def test_of_hexes_that_lie_apart_the_largest_part_is_shown_and_of_equal_parts_the_last() -> None:
    layout = late("18OE").board().hexmap.layout
    north, south = ["C50", "D51", "E50"], ["Z50", "Z52"]
    assert hexes_in_one_picture(layout, [*north, *south]) == north
    assert hexes_in_one_picture(layout, [*north[:2], *south]) == south
    assert hexes_in_one_picture(layout, [*north, *south], keep="Z54") == south
    assert hexes_in_one_picture(layout, north, keep="Z54") == []
    assert fits(layout, north)
    assert not fits(layout, [*north, *south])


def test_what_changed_is_marked_where_one_picture_shows_it_with_a_station() -> None:
    view = late("18OE")
    company = next(c for c in view.state.companies if view.stations(c))
    for changed in (list(view.state.tiles)[-40:], list(view.state.tiles)[:40]):
        shown = hexes_near(view, company, changed)
        assert any(fits(view.board().hexmap.layout, [*shown, home]) for home, _ in view.stations(company))


def test_a_card_shows_what_lies_around_a_home_or_around_the_hexes_that_are_asked_for() -> None:
    game = new_game("18EZ", ["Ann", "Ben"], seed=1)
    homes = game.view.board().hexmap.homes
    home = homes["M&R"][0]
    assert turn_map_picture_request(game.view, "M&R", []) == ("crop", {"hexes": [home], "changed": []})
    assert turn_map_picture_request(game.view, "M&R", [home]) == (
        "crop",
        {"hexes": [home], "changed": [home]},
    )
    assert turn_map_picture_request(game.view, None, ["F4"], [home]) == (
        "crop",
        {"hexes": [home], "changed": []},
    )
    taken = turn(two("L37"), step="transfer")
    assert set(hexes_of_decision(taken)) == {coord for coord, _ in taken.view.stations("PLM")}
