"""Pixels of the map: what lies on a hex is drawn there, and only there."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import ImageChops

from engine.board.coords import Layout, edge_midpoint
from engine.board.tiles import standard_catalogue
from engine.message import Message
from render.map import cache
from render.map.boards import (
    board_with,
    candidates_picture,
    crop_frame,
    crop_hexes,
    crop_picture,
    map_picture,
)
from render.map.mosaic import board_picture, frame_for
from render.map.overlays import dashes
from render.map.scene import Badge, HexArt, Slot, scene_of
from render.map.tiles import mask, paint, patch_size
from render.pen import theme
from render.pen.geometry import scaled
from render.pen.pen import Pen
from render.pen.theme import STANDARD
from render.twins.boards import crop_alt, crop_text
from tests.render.samples import MAPS, bare_scene, changed_box, count, end, middle, near, start, view_of

TILES = standard_catalogue()
SIZE = 60.0


def drawn(scene, wide=1000):
    frame, page = frame_for(scene, wide)
    image = board_picture(scene, frame, page, STANDARD, tuple(scene.board.hexmap.hexes), lettered=False)
    return frame, image


def box_of(frame, coord, grow=2):
    x, y = frame.at(coord)
    wide, high = patch_size(frame.layout, frame.size)
    return (x - wide / 2 - grow, y - high / 2 - grow, x + wide / 2 + grow, y + high / 2 + grow)


def at(image, point):
    return image.getpixel((round(point[0]), round(point[1])))


@pytest.mark.parametrize("layout", list(Layout))
def test_track_of_every_tile_comes_to_its_exits_and_to_no_other_side(layout):
    wide, high = patch_size(layout, SIZE)
    for tile in TILES.values():
        face = tile.face(tile.rotations[-1])
        silent = tuple(replace(stop, revenue=0) for stop in face.stops)
        face = replace(face, colour="white", labels=(), tile=None, stops=silent)
        slots = tuple(tuple(Slot() for _ in range(stop.slots)) for stop in face.stops)
        image = paint(HexArt(layout=layout, face=face, slots=slots), SIZE, STANDARD)
        for edge in range(6):
            x, y = edge_midpoint(layout, edge)
            pixel = at(image, (wide / 2 + x * SIZE * 0.965, high / 2 + y * SIZE * 0.965))
            assert near(pixel, STANDARD.track, 8) == (edge in face.exits), (tile.id, edge, pixel)


@pytest.mark.parametrize("layout", list(Layout))
def test_the_mask_is_the_hex(layout):
    wide, high = patch_size(layout, SIZE)
    cover = mask(layout, SIZE)
    assert cover.getpixel((wide // 2, high // 2)) == 255
    assert cover.getpixel((1, 1)) == 0
    share = sum(value * n for value, n in enumerate(cover.histogram())) / 255 / SIZE**2
    assert share == pytest.approx(2.6, abs=0.12)


@pytest.mark.parametrize("title", MAPS)
def test_every_map_is_drawn_with_each_hex_in_its_colour(title):
    scene = bare_scene(title)
    frame, image = drawn(scene)
    for coord, spot in scene.board.hexmap.hexes.items():
        ground = STANDARD.hexes[spot.colour]
        wide, high = patch_size(scene.layout, frame.size)
        assert count(image, ground, box_of(frame, coord, 0), 2) > 0.2 * wide * high, coord
    assert at(image, (3, 3)) == STANDARD.sea


def test_a_merged_side_has_no_line_and_another_has_one():
    scene = bare_scene("1862")
    frame, image = drawn(scene, wide=1400)
    assert 0 in scene.board.hexmap["A4"].drawing.merged
    assert near(at(image, frame.point("A4", edge_midpoint(scene.layout, 0))), STANDARD.hexes["red"], 4)
    x, y = frame.point("D5", edge_midpoint(scene.layout, 0))
    assert count(image, STANDARD.border, (x - 4, y - 2, x + 4, y + 3), 40) >= 6


def test_a_blocked_side_is_marked_from_both_hexes():
    scene = bare_scene("1862")
    frame, image = drawn(scene, wide=1400)
    coord, spot = next((c, s) for c, s in scene.board.hexmap.hexes.items() if s.impassable)
    middle_of_side = frame.point(coord, edge_midpoint(scene.layout, spot.impassable[0]))
    assert near(at(image, middle_of_side), theme.BLOCKED, 40)


def test_a_token_has_the_colour_of_its_company_at_its_slot():
    view = view_of(middle())
    scene = scene_of(view)
    frame, image = drawn(scene, wide=1400)
    for company, coord in (("M&R", "D14"), ("BCRR", "C5"), ("PS&W", "F4"), ("GV&E", "B10")):
        x, y = frame.at(coord)
        assert at(image, (x, y - 0.26 * frame.size)) == theme.colour(view.spec(company).colour), company


def test_a_kept_circle_is_paler_than_a_token_and_no_token():
    view = view_of(start())
    frame, image = drawn(scene_of(view), wide=1400)
    x, y = frame.at("D14")
    pixel = at(image, (x, y - 0.2 * frame.size))
    assert theme.luminance(pixel) > 0.5
    assert not near(pixel, STANDARD.hexes["white"], 6)


def test_slots_of_a_city_are_filled_in_order():
    badge = Badge("AB", (10, 20, 200), theme.WHITE)
    face = TILES["14"].face(0)
    for slots, side in (((Slot(badge), Slot()), -1), ((Slot(), Slot(badge)), 1)):
        image = paint(HexArt(layout=Layout.POINTY, face=face, slots=(slots,)), SIZE, STANDARD)
        spot = (image.width / 2 + side * 0.31 * SIZE, image.height / 2 - 0.22 * SIZE)
        other = (image.width / 2 - side * 0.31 * SIZE, image.height / 2 - 0.22 * SIZE)
        assert at(image, spot) == badge.ground
        assert at(image, other) != badge.ground


def test_a_lay_changes_its_hex_and_nothing_else_with_and_without_the_cache():
    view = view_of(middle())
    frame, before = drawn(scene_of(view))
    view.state.tiles["F10"] = ("9", 0)
    view.state.board_version += 1
    _, after = drawn(scene_of(view))
    changed = changed_box(before, after)
    left, top, right, bottom = box_of(frame, "F10")
    assert left <= changed[0] < changed[2] <= right
    assert top <= changed[1] < changed[3] <= bottom
    cache.clear()
    _, fresh = drawn(scene_of(view))
    assert ImageChops.difference(after, fresh).getbbox() is None


def test_a_picture_is_a_copy_that_may_be_drawn_upon():
    scene = bare_scene("18ez")
    _, first = drawn(scene)
    first.paste((1, 2, 3), (0, 0, 300, 300))
    _, second = drawn(scene)
    assert at(second, (3, 3)) == STANDARD.sea


def test_the_value_that_counts_now_is_framed():
    view = view_of(middle())
    west = {}
    for phase in ("2", "8"):
        view.state.phase = phase
        frame, image = drawn(scene_of(view), wide=1400)
        x, y = frame.at("E1")
        boxes = {
            "first": (x - 0.6 * frame.size, y - 0.45 * frame.size, x, y),
            "last": (x, y, x + 0.6 * frame.size, y + 0.45 * frame.size),
        }
        west[phase] = {name: count(image, theme.CURRENT, box, 10) for name, box in boxes.items()}
    assert west["2"]["first"] > 3 * west["2"]["last"]
    assert west["8"]["last"] > 3 * west["8"]["first"]


def test_badges_are_on_their_hexes_and_only_there():
    view = view_of(middle())
    hexes = ["C9", "E9", "D12"]
    frame, _ = drawn(scene_of(view), wide=1400)
    image = map_picture(view, badges=hexes)
    shift = image.height - frame_for(scene_of(view), 1400)[1][1]
    for coord in ("C9", "E9", "D12", "F10"):
        left, top, right, bottom = box_of(frame, coord, 0)
        found = count(image, theme.BADGE, (left, top + shift, right, bottom + shift), 6)
        assert (found > 200) == (coord in hexes), coord


def test_changed_hexes_have_a_ring_that_leaves_the_sides_open():
    view = view_of(middle())
    scene = scene_of(view)
    frame, page = frame_for(scene, 1400)
    image = map_picture(view, changed=["E13"])
    shift = image.height - page[1]
    left, top, right, bottom = box_of(frame, "E13")
    assert count(image, theme.RING, (left, top + shift, right, bottom + shift), 8) > 300
    assert count(image, theme.RING) == count(image, theme.RING, (left, top + shift, right, bottom + shift))
    x, y = frame.point("E13", scaled(edge_midpoint(scene.layout, 0), 0.95))
    assert near(at(image, (x, y + shift)), STANDARD.track, 40)


def test_a_proposed_tile_is_paler_in_a_frame_with_its_letter_and_is_told():
    view = view_of(middle())
    coord = next(coord for coord in view.board().laid if view.board().face(coord).colour == "yellow")
    plain, proposed, other = (
        crop_picture(view, hexes=[coord], **more)
        for more in ({}, {"proposed": [coord]}, {"proposed": [coord], "letter": "B"})
    )
    yellow = STANDARD.hexes["yellow"]
    assert count(proposed, yellow) < count(plain, yellow)
    assert count(proposed, theme.BADGE) > count(plain, theme.BADGE) + 100
    assert changed_box(proposed, other)
    alt = crop_alt(view, hexes=[coord], proposed=[coord])
    assert "Proposed: " in alt
    assert isinstance(alt, Message)
    assert isinstance(alt.values["marks"], Message), "what is not a message is not translated"
    assert "Proposal B: the tile on " in crop_text(view, hexes=[coord], proposed=[coord], letter="B")


def test_a_marker_is_drawn_at_its_city():
    view = view_of(middle())
    frame, with_marker = drawn(scene_of(view))
    view.state.markers.clear()
    _, without = drawn(scene_of(view))
    changed = changed_box(with_marker, without)
    left, top, right, bottom = box_of(frame, "D12")
    assert left <= changed[0] < changed[2] <= right
    assert top <= changed[1] < changed[3] <= bottom


# --- crops and sheets of lays ----------------------------------------------------------------------


@pytest.mark.parametrize("params", [{"hexes": ["D14"]}, {"company": "M&R"}, {"badges": ["A5", "I13"]}, {}])
def test_a_hex_of_a_crop_is_at_least_90_px_wide(params):
    view = view_of(end())
    scene = scene_of(view)
    wanted = crop_hexes(view, params.get("hexes", ()), params.get("company"), params.get("badges", ()))
    frame, page, coords = crop_frame(scene, wanted)
    assert patch_size(frame.layout, frame.size)[0] >= 90
    assert set(wanted) <= set(coords)
    for coord in wanted:
        x, y = frame.at(coord)
        assert 0 < x < page[0]
        assert 0 < y < page[1]
    shown = crop_picture(view, **params)
    assert shown.width == page[0]
    assert page[1] <= shown.height < 1.6 * page[1]


def test_a_company_crop_shows_its_reach_and_home():
    view = view_of(middle())
    reached = {"D14", "E13", "E15", "D6", "D8", "E9", "E17"}
    wanted, west = (set(crop_hexes(view, (), "M&R", marked)) for marked in ((), ("D6",)))
    assert view.board().hexmap.homes["M&R"][0] == "D14"
    assert {"D14", "E13", "E15", "E17"} <= wanted
    assert {"D6", "D8", "E9"} <= west
    assert reached <= wanted | west
    assert "A13" not in wanted


def test_strange_hexes_and_companies_are_errors():
    view = view_of(middle())
    for wrong in ({"hexes": ["Z9"]}, {"company": "XYZ"}, {"badges": ["A1"]}):
        with pytest.raises(KeyError):
            crop_picture(view, **wrong)


def test_each_candidate_is_another_picture():
    view = view_of(middle())
    lays = [("57", 0), ("57", 1), ("5", 0)]
    image = candidates_picture(view, hex="D12", lays=lays)
    cell = image.width // 3
    tops = [image.crop((i * cell + 80, 10, (i + 1) * cell - 10, cell - 10)) for i in range(3)]
    assert all(
        ImageChops.difference(a, b).getbbox() is not None for a, b in ((tops[0], tops[1]), (tops[1], tops[2]))
    )
    assert count(image, theme.BADGE, (0, 0, 80, 80)) > 500


@pytest.mark.parametrize("lays", [[], [("57", 0)] * 13])
def test_a_sheet_has_one_to_twelve_lays(lays):
    with pytest.raises(ValueError, match="1 to 12"):
        candidates_picture(view_of(middle()), hex="D12", lays=lays)


def test_stations_move_to_the_stops_of_the_new_tile():
    view = view_of(middle())
    board = board_with(view.board(), "D14", "14", 0)
    assert list(board.companies_at("D14", 0)) == ["M&R"]
    assert board.slots("D14", 0) == 2
    assert board.face("D14").tile == "14"
    assert list(view.board().companies_at("D14", 0)) == ["M&R"]


# --- lines -----------------------------------------------------------------------------------------


def test_dashes_cover_their_share_of_a_line_in_order():
    line = [(0.0, 0.0), (30.0, 0.0), (30.0, 70.0)]
    assert list(dashes(line, [])) == [line]
    parts = list(dashes(line, [10, 5]))
    lengths = [sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(p)) for p in parts]
    assert lengths == pytest.approx([10, 10, 10, 10, 10, 10, 10])
    assert parts[0][0] == (0.0, 0.0)
    assert parts[2][0] == pytest.approx((30.0, 0.0))


def test_letters_shrink_to_their_room():
    wide, narrow = (Pen(200, 60, 50.0, theme.WHITE) for _ in range(2))
    wide.letters((0, 0), "WWWW", 0.5, theme.BLACK)
    narrow.letters((0, 0), "WWWW", 0.5, theme.BLACK, room=0.8)
    blank = Pen(200, 60, 50.0, theme.WHITE).finished()
    left, _, right, _ = changed_box(narrow.finished(), blank)
    assert right - left <= 0.8 * 50 + 2
    full = changed_box(wide.finished(), blank)
    assert full[2] - full[0] > right - left
