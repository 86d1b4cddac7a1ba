"""What stands on a hex is written whole, apart from other things, and in colours that can be read."""

from unittest.mock import patch

import pytest
from PIL import Image, ImageDraw

from engine import TITLES, new_game
from engine.message import THOUSAND
from render import api
from render.map import tiles
from render.map.boards import CROP_WIDE, crop_frame, crop_rim, map_width
from render.map.mosaic import frame_for
from render.map.names import broken, ways
from render.map.phone import least
from render.map.scene import Scene, scene_of
from render.map.sectors import sectors_of
from render.map.tiles import paint
from render.pen.speech import speaking
from render.pen.text import fit, put, width
from render.pen.theme import DARK, DEEP, MOUNTAIN, STANDARD, THEMES, WATER, contrast, seen
from tests.render.europe import europe
from tests.render.labels import Noting, painted
from tests.render.samples import KEY, end


def scene(title: str) -> Scene:
    return scene_of(new_game(title, ["Ann", "Ben", "Cy"], seed=1).view)


def words(pen: Noting) -> list[str]:
    return [label.words for label in pen.labels()]


def on_its_sector(coord: str) -> list[str]:
    """All that is written on a hex of Europe on the picture of its sector."""
    view = europe()
    sector = next(part for part in sectors_of(view) if coord in part.hexes)
    shown = scene_of(view)
    rim = crop_rim(shown, sector.hexes)[0]
    frame, page, _ = crop_frame(shown, sector.hexes, rim=rim)
    assert page[0] + rim <= CROP_WIDE + 2
    return words(painted(shown.art(coord, lettered=True), frame.size, least(page[0] + rim)))


@pytest.mark.parametrize(
    ("name", "halves"),
    [
        ("Norwich", ("Nor-", "wich")),
        ("Cambridge", ("Cam-", "bridge")),
        ("Kouchi", ("Kou-", "chi")),
        ("Skagerrak", ("Ska-", "gerrak")),
    ],
)
def test_a_long_word_is_broken_where_a_syllable_begins(name, halves):
    assert list(broken(name)) == [halves]
    lines = [found for found, _ in ways(name, 0.1)]
    assert lines.index(halves) < next(i for i, found in enumerate(lines) if "." in found[0])


@pytest.mark.parametrize("name", ["Ely", "Lyon", "Le Havre", "Wells-Next-The-Sea"])
def test_short_words_and_several_words_are_not_broken(name):
    assert not list(broken(name))


def test_the_name_of_a_city_between_tracks_is_whole_on_the_whole_map():
    shown = scene("1889")
    frame, _ = frame_for(shown, map_width(shown))
    assert "".join(words(painted(shown.art("F9"), frame.size))).replace("-", "").find("Kouchi") >= 0


@pytest.mark.parametrize(("coord", "name"), [("G10", "CelticSea"), ("N1", "NewYork")])
def test_a_sea_with_its_ship_and_a_city_with_its_value_have_their_names_on_their_sectors(coord, name):
    assert name in "".join(on_its_sector(coord))


def test_a_cost_is_left_out_only_where_it_would_reach_into_the_next_hexes():
    shown = scene("1889")
    coord = next(c for c in shown.board.hexmap.hexes if shown.art(c).cost)
    assert words(painted(shown.art(coord), 70, 28)) == ["¥80"]
    assert words(painted(shown.art(coord), 30, 30)) == []


@pytest.mark.parametrize("look", THEMES.values(), ids=lambda look: look.name)
@pytest.mark.parametrize("colour", ["yellow", "green", "brown"])
def test_numbers_of_tiles_can_be_read_in_every_theme(look, colour):
    board = scene("1889").board
    tile = next(t for t in board.catalogue.values() if t.colour == colour and not t.face(0).stops)
    with patch.object(tiles, "Pen", Noting):
        paint(Scene(board.with_tile("D3", tile.id, 0)).art("D3"), 100, look)
    inks = [thing[4] for thing in Noting.last._written if len(thing) == 7 and thing[1].startswith("#")]
    assert len(inks) == 1
    assert contrast(inks[0], look.hexes[colour]) >= 4.5


@pytest.mark.parametrize("sign", [WATER, MOUNTAIN, DEEP])
def test_signs_are_seen_on_dark_hexes_and_keep_their_colour_on_light_ones(sign):
    for ground in DARK.hexes.values():
        assert contrast(seen(sign, ground), ground) >= 2.5
    for ground in STANDARD.hexes.values():
        assert seen(sign, ground) == sign


def test_private_companies_that_closed_are_named_last_under_one_heading():
    lines = api.twin(KEY, end(), "privates").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Closed"))
    records = api.view_of(KEY, end()).state.companies
    closed = [spec.id for spec in TITLES[KEY].data.of_kind("private") if records[spec.id].closed]
    assert len(closed) > 1
    assert all(any(f"{company} · " in line for line in lines[start:]) for company in closed)
    assert not any(f"{company} · " in line for line in lines[:start] for company in closed)


@pytest.mark.parametrize("room", range(400, 1400, 50))
def test_a_text_that_is_fitted_is_never_wider_than_its_room(room):
    text = "1826: Railroading in France and Belgium · OR 17.3 · phase TGV · tiles: yellow, green, brown, grey"
    assert width(text, fit(text, room, 30, "bold"), "bold") <= room


def test_amounts_are_drawn_as_the_language_of_the_readers_writes_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []
    pen = ImageDraw.Draw(Image.new("RGB", (9, 9)))
    monkeypatch.setattr(pen, "text", lambda at, text, *more, **how: drawn.append(text))
    put(pen, (0, 0), "F10,700", 20, 0)
    with speaking(lambda text: "1.000 Loks" if text == THOUSAND else str(text)):
        put(pen, (0, 0), "F10,700 · D5, 123", 20, 0)
    assert drawn == ["F10,700", "F10.700 · D5, 123"]
