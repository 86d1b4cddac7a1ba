"""The marks of titles on the map: drawn on their hex and only there, and said in the text."""

import pytest
from PIL import Image, ImageChops

from engine import new_game
from engine.core.state import to_json
from engine.titles.g1826 import TITLE as FRANCE
from engine.titles.g1862 import TITLE as MANIA
from engine.titles.g1889 import TITLE as SHIKOKU
from render import api
from render.map import cache, mosaic
from render.map.boards import map_picture
from render.map.scene import scene_of
from render.map.spots import Spots
from render.map.tiles import paint
from render.pen import theme
from render.pen.text import width
from render.pen.theme import STANDARD
from tests.render.labels import faults
from tests.render.samples import changed_box, count
from tests.rulemark import rule
from tests.titles.g1826.france import France
from tests.titles.g1862.mania import Mania
from tests.titles.g1889.shikoku import Shikoku

SIZE = 80.0


def painted(view, coord):
    return paint(scene_of(view).art(coord), SIZE, STANDARD)


def said(scene):
    return api.twin(scene.title.key, to_json(scene.state), "map").splitlines()


def line_of(scene, name):
    return next(line for line in said(scene) if line.startswith(f"- {name}"))


def of_company(image, title, company):
    """How many pixels have the company's colour."""
    return count(image, theme.colour(title.data.companies[company].colour), within=3)


# --- 1826 ------------------------------------------------------------------------------------------------


@rule("1826", "O119")
def test_belgium_is_hatched_until_its_corporation_has_operated():
    scene = France()
    shut = painted(scene.game().view, "B10")
    plain = painted(scene.game().view, "C9")
    open_ = painted(scene.operated("Belg").game().view, "B10")
    assert len(shut.getcolors(10**6)) > len(open_.getcolors(10**6)) + 20
    white = STANDARD.hexes["white"]
    assert count(shut, white, within=2) < 0.9 * count(open_, white, within=2)
    assert abs(count(plain, white, within=2) - count(open_, white, within=2)) < 600


@rule("1826", "O119")
def test_closed_hexes_are_said_the_blank_ones_together():
    scene = France()
    assert line_of(scene, "Ostende (B10)").endswith("town; closed until Belg has operated")
    assert "- closed until Belg has operated: B14" in said(scene)
    assert "- water F40: B14, F6, F8, F10, I5, M5, M15" in said(scene)
    assert "until Belg" not in "\n".join(said(scene.operated("Belg")))


@rule("1826", "O87")
def test_a_destination_has_a_flag_until_it_is_reached():
    scene = France()
    assert of_company(painted(scene.game().view, "C11"), FRANCE, "Nord") > 120
    assert of_company(painted(scene.game().view, "C9"), FRANCE, "Nord") == 0
    assert "destination of Nord" in line_of(scene, "Lille (C11)")
    scene.state.companies["Nord"].data["destination"] = True
    assert of_company(painted(scene.game().view, "C11"), FRANCE, "Nord") == 0
    assert "destination of Nord" not in line_of(scene, "Lille (C11)")


@rule("1826", "O89")
def test_a_corporation_of_ten_shares_has_no_flag():
    assert of_company(painted(France().ten("Nord").game().view, "C11"), FRANCE, "Nord") == 0


@rule("1826", "O118")
def test_the_hexes_around_paris_name_whom_to_ask():
    scene = France()
    asked = {"F8": "Paris", "F10": "Nord", "G7": "Ouest", "G11": "Est", "H8": "PO", "H10": "PLM"}
    for coord, company in asked.items():
        assert f"- track needs the consent of {company}: {coord}" not in said(scene)
        scene.started(company, 100, p1=40)
        assert of_company(painted(scene.game().view, coord), FRANCE, company) > 150, coord
        assert f"- track needs the consent of {company}: {coord}" in said(scene)
    assert "consent" not in "\n".join(said(France(readings="recorded")))


@rule("1826", "O117")
def test_paris_has_six_stations_each_with_what_is_in_it():
    scene = France().corporation("Nord", 100, p1=60)
    line = line_of(scene, "Paris (G9)")
    assert "city to NE, worth 50, station of Nord" in line
    assert "city to SE, worth 50, kept for PLM" in line
    assert line.count("city to") == 6


def test_a_title_that_opens_redraws_only_what_it_closed():
    scene = France()
    cache.clear()
    shut = map_picture(scene.game().view, width=900)
    redrawn = map_picture(scene.operated("Belg").game().view, width=900)
    cache.clear()
    fresh = map_picture(scene.game().view, width=900)
    assert ImageChops.difference(redrawn, fresh).getbbox() is None
    left, _, _, low = changed_box(shut, fresh)
    assert left > 900 * 0.4
    assert low < fresh.height * 0.4


# --- 1862 ------------------------------------------------------------------------------------------------


@rule("1862", "2.4.1")
def test_homes_are_houses_and_those_out_of_play_are_crossed_out():
    scene = Mania()
    view = scene.game().view
    inside, outside = "E&H", "WVR"
    assert view.company(outside).closed
    homes = view.board().hexmap.homes
    assert of_company(painted(view, homes[inside][0]), MANIA, inside) > 120
    assert of_company(painted(view, homes[outside][0]), MANIA, outside) == 0
    crossed = painted(view, homes[outside][0])
    plain = painted(scene.in_play(outside).game().view, homes[outside][0])
    assert count(crossed, theme.WHITE, within=3) > count(plain, theme.WHITE, within=3) + 150
    stroke = theme.mix(theme.FAINT, theme.WHITE, 0.35)
    assert count(crossed, stroke, within=3) > count(plain, stroke, within=3) + 30


@rule("1862", "2.4.1")
def test_a_home_is_said_until_its_marker_stands_there():
    scene = Mania().company("E&H", 62)
    assert "home of ECR" in line_of(scene, "Witham (D13)")
    assert "home of L&E, from phase B" in line_of(scene, "Downham Market (C6)")
    assert "home of E&H" in line_of(scene, "Ely (C8)")
    scene.token("E&H", "C8", 0)
    assert "home of" not in line_of(scene, "Ely (C8)")
    assert "station of E&H" in line_of(scene, "Ely (C8)")


def test_blocked_sides_and_areas_are_said():
    scene = Mania()
    assert "no track to SW, N, NE" in line_of(scene, "Harwich (F13)")
    assert "- Midlands (A2): printed red; off-board to SE" in said(scene)
    assert "off-board to NE, SE; worth 40/90/140, now 40" in line_of(scene, "Midlands (A6)")
    both = line_of(scene, "Midlands / The West (A8)")
    assert both.endswith("off-board Midlands to NE; off-board The West to SE")


def test_areas_have_their_name_where_their_values_stand_and_links_theirs():
    drawn = scene_of(Mania().game().view)
    named = {coord: drawn.art(coord).name for coord in ("C2", "D1", "E0", "A8", "B15")}
    assert named == {"C2": "King's Lynn port", "D1": "", "E0": "Wells port", "A8": "", "B15": "London"}


def test_hexes_of_which_the_same_is_to_be_said_share_a_line():
    lines = said(Mania())
    assert "- March (B7), Diss (F7): no tile; city; 1 free circle" in lines
    marked = api.twin("1862", to_json(Mania().state), "map", badges=["F7"]).splitlines()
    assert "- 1: Diss (F7): no tile; city; 1 free circle" in marked
    assert "- March (B7): no tile; city; 1 free circle" in marked


@rule("1862", "7.6.4")
def test_a_tile_with_a_small_station_has_its_printed_number():
    scene = Mania().tile("E10", "19_1a", 0)
    assert line_of(scene, "Stowmarket (E10)").startswith("- Stowmarket (E10): green tile 19;")
    assert scene_of(scene.game().view).art("E10").face.tile == "19"


def test_a_home_on_a_crowded_hex_is_smaller_and_stands_on_nothing():
    """Ely with two circles, track on four sides, its value and its letter."""
    scene = Mania().tile("C8", "891y", 0).token("ESR", "C8", 0)
    art = scene_of(scene.game().view).art("C8")
    pen, found = faults(art, SIZE)
    assert not found
    assert "E&H" in {label.words for label in pen.labels()}


# --- 1889 ------------------------------------------------------------------------------------------------


@rule("1889", "R37", "R41")
def test_a_hex_that_a_private_blocks_is_barred_until_a_company_buys_it():
    owned = Shikoku().own("p1", "ER")
    sold = Shikoku().company("TR", 100, p2=50).own("TR", "ER")
    shut, open_ = (painted(scene.game().view, "C4") for scene in (owned, sold))
    assert count(shut, theme.BLOCKED, within=8) > 40
    assert count(open_, theme.BLOCKED, within=8) == 0
    assert line_of(owned, "Ohzu (C4)").endswith("no tile while a player owns ER")
    assert "while a player owns ER" not in "\n".join(said(sold))


@rule("1889", "R38")
def test_the_hexes_of_the_port_tile_have_a_flag_until_it_is_laid():
    scene = Shikoku().own("p1", "MF")
    [line] = [line for line in said(scene) if line.endswith("a tile for the owner of MF")]
    assert all(coord in line for coord in ("B11", "G10", "I12", "J9"))
    grey = SHIKOKU.data.companies["MF"].colour
    assert count(painted(scene.game().view, "G10"), theme.colour(grey), within=3) > 100
    scene.state.companies["MF"].data["tile_used"] = True
    assert "owner of MF" not in "\n".join(said(scene))


# --- the rim ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["1889", "1862", "1826", "18EZ"])
def test_no_coordinate_at_the_rim_lies_under_a_hex(title, monkeypatch):
    written = []
    monkeypatch.setattr(mosaic, "put", lambda _, at, text, size, *more: written.append((at, text, size)))
    scene = scene_of(new_game(title, ["Ann", "Ben", "Cy"], seed=1).view)
    frame, page = mosaic.frame_for(scene, 1000)
    mosaic.write_rim(Image.new("RGB", page), frame, scene.board.hexmap.hexes)
    rim = frame.size * mosaic._RIM
    assert written
    for (x, y), text, size in written:
        half = width(text, size, "narrow") / 2
        beside = min(x + half, page[0] - x + half)
        assert beside <= rim + 1 or min(y, page[1] - y) + size / 2 <= rim + 1, text


def test_a_blocked_hex_without_room_for_a_plate_has_red_corners(monkeypatch):
    view = Shikoku().own("p1", "ER").game().view
    monkeypatch.setattr(Spots, "place_box", lambda *size: None)
    assert count(painted(view, "C4"), theme.BLOCKED, within=8) > 40
    assert count(painted(view, "G14"), theme.BLOCKED, within=8) == 0
