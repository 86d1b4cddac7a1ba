"""What has no room on the hexes of a part of the map stands below it, and only that."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine import TITLES, View
from render.map import mosaic
from render.map.boards import crop_frame, crop_picture, crop_rim
from render.map.mosaic import unsaid_on, with_notes
from render.map.phone import least
from render.map.scene import scene_of
from render.map.sectors import sector_of
from render.pen.pen import Unsaid
from render.pen.speech import speaking
from render.pen.text import put
from render.pen.theme import INK, STANDARD
from tests.bench.boards import late_position
from tests.render.europe import europe
from tests.render.labels import painted, told
from tests.render.samples import count, middle, view_of


@cache
def late() -> View:
    """The largest map late in a game."""
    return View(TITLES["18OE"], late_position(TITLES["18OE"], Random(3), "7", 200, 2).state)


def notes(view: View, letter: str) -> dict[str, str]:
    """The notes under a sector, by their hex."""
    scene, hexes = scene_of(view), sector_of(view, letter).hexes
    rim = crop_rim(scene, hexes)[0]
    frame, page, coords = crop_frame(scene, hexes, rim=rim)
    arts = {coord: scene.art(coord, lettered=True) for coord in coords}
    lines = unsaid_on(frame, page, arts, STANDARD, least(page[0] + rim))
    return dict(line.split(" ", 1) for line in lines)


@pytest.mark.parametrize("make", [europe, late])
@pytest.mark.parametrize("letter", ["D", "H", "I"])
def test_every_name_and_value_that_a_sector_lacks_stands_below_it(
    make: Callable[[], View], letter: str
) -> None:
    view = make()
    scene, hexes, found = scene_of(view), sector_of(view, letter).hexes, notes(view, letter)
    rim = crop_rim(scene, hexes)[0]
    frame, page, _ = crop_frame(scene, hexes, rim=rim)
    lacking = 0
    for coord in hexes:
        art = scene.art(coord, lettered=True)
        lost = set(told(art, painted(art, frame.size, least(page[0] + rim))))
        if {"name", "value"} & lost:
            lacking += 1
            assert found[coord].startswith(art.name)
            assert "value" not in lost or any(sign.isdigit() for sign in found[coord].split(": ")[1])
    assert lacking > 1


def test_a_sector_that_shows_a_name_whole_does_not_repeat_it() -> None:
    found = notes(europe(), "H")
    assert found["K26"] == "Birmingham"
    assert found["M28"].startswith("London")
    assert not {"J15", "L23", "P29"} & set(found)


def test_stations_whose_letters_have_no_room_and_circles_kept_are_named_in_the_readers_language() -> None:
    view = late()
    told_of = notes(view, "H") | notes(view, "I")
    stations = {c for c in view.state.companies for coord, _ in view.stations(c) if coord in told_of}
    named = {word for text in told_of.values() for word in text.partition(": ")[2].split(", ")}
    assert len(named & stations) > 3
    assert notes(europe(), "H")["L25"] == "Bristol: kept for GWR"
    with speaking(lambda text: text.replace("kept for", "bleibt")):
        assert notes(europe(), "H")["L25"] == "Bristol: bleibt GWR"


def test_notes_stand_below_the_picture_within_its_width() -> None:
    plain = Image.new("RGB", (400, 100), INK)
    image = with_notes(plain, ["A1 Amsterdam", "B2 Birmingham: 20, label Y", "C3 " + "x" * 90], 20)
    assert image.size[0] == 400
    assert image.height > 150
    assert image.crop((0, 0, 400, 100)).tobytes() == plain.tobytes()
    assert count(image, INK, (12, 100, 400, image.height)) > 100
    assert count(image, INK, (390, 100, 400, image.height)) == 0
    assert with_notes(plain, [], 20).size == plain.size


def test_the_notes_stand_under_parts_of_small_maps_too() -> None:
    view = view_of(middle())
    scene = scene_of(view)
    _, page, _ = crop_frame(scene, ["D14"])
    assert crop_picture(view, hexes=["D14"]).height > page[1]


def test_a_note_longer_than_a_line_is_continued_on_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def noted(*given: Any, **how: Any) -> None:
        written.append(given[2])
        put(*given, **how)

    monkeypatch.setattr(mosaic, "put", noted)
    words = [f"word{n}" for n in range(40)]
    with_notes(Image.new("RGB", (400, 100)), [" ".join(words)], 20)
    assert " ".join(written).split() == words
    assert len(written) > 2


def test_the_companies_for_which_circles_are_kept_are_named_together() -> None:
    found = Unsaid(["Paris"], ["Ouest", "50"], ["Nord", "Est"])
    assert found.said() == (["Paris"], ["50", "Ouest", "kept for Nord and Est"])
    assert Unsaid([], ["Etat", "10", "Est", "Etat", "10"]).said()[1] == ["10", "10", "Etat", "Est"]
