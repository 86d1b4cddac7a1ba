"""A large map is cut into sectors: any hex is found by its sector, and then itself."""

import subprocess
import sys
from collections import Counter
from functools import cache
from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine import new_game
from engine.board.coords import centre, sort_key
from engine.board.network import reach
from engine.core.view import View
from engine.titles.g18oe import TITLE
from render.map.boards import CROP_WIDE, crop_frame, crop_hexes, crop_picture, crop_rim, map_picture
from render.map.mosaic import board_picture, frame_for
from render.map.phone import CLOSE, least
from render.map.regions import WIDE, _disc, _place, _stations, regions_picture
from render.map.scene import scene_of
from render.map.sectors import MOST_SECTORS, cut, sector_of, sectors_of
from render.map.tiles import patch_size
from render.pen import theme
from render.pen.geometry import bounds, half_extent
from render.pen.png import encode
from render.twins.boards import crop_alt, regions_alt, regions_text
from tests.bench.boards import late_position
from tests.bench.render import BUDGET, LARGEST_FILE, large_figures
from tests.render.europe import europe, scene
from tests.render.samples import count, middle, view_of

# A company that reaches far in `late`.
FAR = "SB"


def test_each_hex_is_in_one_sector_and_on_one_page_of_it():
    sectors = sectors_of(europe())
    hexes = Counter(coord for sector in sectors for coord in sector.hexes)
    assert set(hexes) == set(europe().board().hexmap.hexes)
    assert set(hexes.values()) == {1}
    assert 10 < len(sectors) <= MOST_SECTORS
    for sector in sectors:
        assert list(sector.hexes) == sorted(sector.hexes, key=sort_key)
        assert len(sector.hexes) <= 3 * 25


def test_letters_and_names_tell_sectors_apart_and_stay_the_same():
    sectors = sectors_of(europe())
    assert "".join(sector.letter for sector in sectors) == "ABCDEFGHIJKLMNOPQRSTUVWX"
    assert len({sector.name for sector in sectors}) == len(sectors)
    assert all(len(sector.name) <= 25 for sector in sectors)
    cut.cache_clear()
    assert sectors_of(europe()) == sectors
    names = {sector.letter: sector.name for sector in sectors}
    assert names["A"] == "Celtic Sea north"
    assert names["H"] == "United Kingdom south"
    assert "M28" in sector_of(europe(), "H").hexes


def test_sectors_lie_from_the_north_west_in_rows():
    layout = europe().board().hexmap.layout
    found = {}
    for sector in sectors_of(europe()):
        points = [centre(layout, coord) for coord in sector.hexes]
        found[sector.letter] = tuple(sum(values) / len(points) for values in zip(*points, strict=True))
    assert found["A"][0] < found["B"][0] < found["F"][0]
    assert found["A"][1] < found["G"][1] < found["M"][1] < found["S"][1]


def test_all_can_be_read_on_a_sector_of_a_map_that_needs_no_more_of_them_than_a_menu_holds():
    for title, parts in (("18EZ", 4), ("1862", 4), ("1889", 4), ("1826", 6)):
        view = new_game(title, ["Ann", "Ben", "Cy"], seed=1).view
        layout, sectors = view.board().hexmap.layout, sectors_of(view)
        assert len(sectors) == parts, title
        assert sorted(c for sector in sectors for c in sector.hexes) == sorted(view.board().hexmap.hexes)
        for sector in sectors:
            points = [centre(layout, coord) for coord in sector.hexes]
            assert max(max(values) - min(values) for values in zip(*points, strict=True)) <= CLOSE


def test_a_map_with_much_beside_it_is_cut_into_no_strips_and_no_sector_is_too_full():
    game = new_game("18OE", ["Ann", "Ben"], seed=1, options={"scenario": "uk_france"})
    layout = game.view.board().hexmap.layout
    assert len(sectors_of(game.view)) == 21
    for sector in sectors_of(game.view):
        points = [centre(layout, coord) for coord in sector.hexes]
        wide, high = (max(values) - min(values) for values in zip(*points, strict=True))
        assert max(wide, high) <= 13, sector.letter
        assert len(sector.hexes) <= 3 * 25


def test_a_map_without_zones_is_cut_by_direction():
    view = new_game("1826", ["Ann", "Ben", "Cy"], seed=1).view
    assert [sector.name for sector in sectors_of(view)] == [
        "north-west", "north-east", "west", "east", "south-west", "south-east",
    ]  # fmt: skip


def test_sectors_need_no_picture_library():
    code = "import sys; import render.map.sectors; assert 'PIL' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- pictures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["A", "H", "P", "X"])
def test_the_crop_of_a_sector_shows_all_of_it_large_enough(letter):
    wanted = crop_hexes(europe(), (), None, (), letter)
    assert set(wanted) == set(sector_of(europe(), letter).hexes)
    rim = crop_rim(scene(), wanted)
    frame, page, coords = crop_frame(scene(), wanted, rim=rim[0])
    assert patch_size(frame.layout, frame.size)[0] >= 90
    assert set(wanted) <= set(coords)
    assert max(page) <= 1150
    shown = crop_picture(europe(), sector=letter)
    assert shown.width == page[0] + rim[0]
    assert least(shown.width) == least(CROP_WIDE)
    assert page[1] + rim[1] <= shown.height <= page[1] + rim[1] + 280
    assert crop_alt(europe(), sector=letter).startswith(f"Map around sector {letter}, ")


def test_the_coordinates_of_a_part_of_a_large_map_stand_at_its_rim():
    wanted = sector_of(europe(), "H").hexes
    image, rim = crop_picture(europe(), sector="H"), crop_rim(scene(), wanted)
    frame, page, coords = crop_frame(scene(), wanted, rim=rim[0])
    left, top = (0, 0, rim[0], rim[1] + page[1]), (0, 0, rim[0] + page[0], rim[1])
    for strip in (left, top):
        share = count(image, theme.BAR, strip) / ((strip[2] - strip[0]) * (strip[3] - strip[1]))
        assert 0.6 < share < 0.99
    high = least(image.width)
    plain = board_picture(scene_of(europe()), frame, page, theme.STANDARD, coords, lettered=True, least=high)
    assert image.crop((*rim, rim[0] + page[0], rim[1] + page[1])).tobytes() == plain.tobytes()
    small = crop_picture(view_of(middle()), hexes=["D14"])
    assert count(small, theme.BAR, within=4) == 0


def test_open_sea_without_anything_on_it_has_no_coordinate_of_its_own():
    at_sea, on_land = set[tuple[str, str]](), set[tuple[str, str]]()
    for coord in scene().board.hexmap.hexes:
        art = scene().art(coord, lettered=True)
        empty = art.setting.sea and not (art.face.track or art.setting.anchors or art.setting.ship)
        (at_sea if empty and not art.setting.passages else on_land).add((coord, art.coord))
    assert len(at_sea) > 300
    assert {shown for _, shown in at_sea} - {coord for coord, _ in at_sea} == {""}
    assert sum(not shown for _, shown in at_sea) > 0.9 * len(at_sea)
    assert all(coord == shown for coord, shown in on_land)


def test_a_strange_sector_is_an_error():
    with pytest.raises(KeyError):
        crop_picture(europe(), sector="Z")


def test_the_overview_has_a_letter_in_each_sector():
    image = regions_picture(europe())
    assert image.width == WIDE
    frame, page = frame_for(scene(), WIDE)
    bar = image.height - page[1]
    for sector in sectors_of(europe()):
        points = [frame.at(coord) for coord in sector.hexes]
        (left, right), (top, low) = ((min(v), max(v)) for v in zip(*points, strict=True))
        box = (round(left), round(top + bar), round(right), round(low + bar))
        assert count(image, theme.BADGE, box) > 900, sector


def test_hexes_are_ringed_and_counted_in_the_overview():
    marked = ["M28", "K26", "R55"]
    plain, image = regions_picture(europe()), regions_picture(europe(), hexes=marked)
    assert count(plain, theme.RING) == 0
    frame, page = frame_for(scene(), WIDE)
    bar = image.height - page[1]
    x, y = frame.at("M28")
    reach = round(frame.size)
    box = (round(x) - reach, round(y + bar) - reach, round(x) + reach, round(y + bar) + reach)
    assert count(image, theme.RING, box) > 30
    assert count(image, theme.BADGE) < count(plain, theme.BADGE)
    assert regions_alt(europe(), hexes=marked).endswith("Birmingham (K26), Wien (R55).")
    assert "- H: United Kingdom south: Birmingham (K26), London (M28)" in regions_text(europe(), hexes=marked)
    assert "- A: Celtic Sea north: nothing" in regions_text(europe(), hexes=marked)
    assert "London (M28)" in regions_text(europe())
    with pytest.raises(KeyError):
        regions_picture(europe(), hexes=["Z99"])


def test_the_whole_map_is_large_enough_to_look_into_and_its_file_is_small():
    image = map_picture(europe())
    frame, _ = frame_for(scene(), image.width)
    assert patch_size(frame.layout, frame.size)[0] >= 60
    assert len(encode(image)) < 4_000_000
    assert map_picture(view_of(middle())).width == 1400
    assert map_picture(europe(), width=700).width == 700


@cache
def late():
    """Much track, so that a company reaches far."""
    scene = late_position(TITLE, Random(3), "7", 700, 3)
    return View(scene.title, scene.state)


def test_a_reach_that_is_too_wide_is_shown_around_what_is_marked_or_the_home():
    view = late()
    layout, home = view.board().hexmap.layout, view.board().hexmap.homes[FAR][0]
    reached = reach(view.board(), FAR, view.stations(FAR)).hexes
    assert bounds(layout, reached)[2] - bounds(layout, reached)[0] > CLOSE
    for marked, middle_hex in (((), home), (("C74",), "C74")):
        shown = crop_hexes(view, (), FAR, marked)
        assert middle_hex in shown
        x, y = centre(layout, middle_hex)
        assert all(abs(centre(layout, c)[0] - x) <= CLOSE / 2 for c in shown)
        assert all(abs(centre(layout, c)[1] - y) <= CLOSE / 2 for c in shown)
    assert 5 < len(crop_hexes(view, (), FAR, ())) < len(reached)


def test_marked_hexes_of_a_wide_reach_are_always_in_the_picture():
    assert {"C74", "AC6"} <= set(crop_hexes(late(), (), FAR, ("C74", "AC6")))


def test_a_reach_that_fits_is_shown_whole():
    scene = late_position(TITLE, Random(3), "7", 700, 1)
    view = View(scene.title, scene.state)
    board, layout = view.board(), view.board().hexmap.layout
    fitting = 0
    for company in board.hexmap.homes:
        near = set(reach(board, company, view.stations(company)).hexes)
        left, top, right, bottom = bounds(layout, near)
        if right - left < CLOSE * 0.9 and bottom - top < CLOSE * 0.9 and len(near) > 3:
            homes = {coord for coord, _ in view.stations(company)} | {board.hexmap.homes[company][0]}
            if homes <= near:
                fitting += 1
                assert near <= set(crop_hexes(view, (), company, ())), company
    assert fitting > 3


def test_pictures_of_the_largest_map_are_drawn_in_time():
    """The bound of a crop is 250 ms on a quiet machine; here it may be busy."""
    found = large_figures(rounds=2, untimed=["map"])
    assert found["bytes"]["map"] < LARGEST_FILE / 4
    for crop in ("crop hex", "crop company", "crop sector", "regions"):
        assert found["ms"][crop] < 4 * BUDGET["large_crop"], crop
        assert found["bytes"][crop] < 400_000, crop


def test_the_stations_of_a_hex_lie_inside_it_in_the_overview():
    board = new_game("1826", ["Ann", "Ben", "Cy"], seed=1).view.board()
    colours = [(10 * i, 0, 200) for i in range(6)]
    for count_of in (1, 2, 3, 4, 6):
        image = Image.new("RGB", (200, 200), "white")
        for disc in _stations(50.0, (100.0, 100.0), colours[:count_of]):
            _disc(ImageDraw.Draw(image), *disc)
        shown = {colour for _, colour in image.getcolors() or []}
        assert set(colours[:count_of]) <= shown
        box = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
        assert box is not None
        half = 50.0 * half_extent(board.hexmap.layout)[0] + 1
        assert min(box) >= 100 - half
        assert max(box) <= 100 + half


def test_the_label_of_a_sector_hides_no_station_where_it_need_not():
    view = new_game("1889", ["Ann", "Ben", "Cy"], seed=1).view
    frame, page = frame_for(scene_of(view), WIDE)
    sector, image = sectors_of(view)[0], Image.new("RGB", page)
    middle = _place(image, frame, sector, (160, 90), [])
    taken = [(middle[0] - 5, middle[1] - 5, middle[0] + 5, middle[1] + 5)]
    at = _place(image, frame, sector, (160, 90), taken)
    assert abs(at[0] - middle[0]) >= 85 or abs(at[1] - middle[1]) >= 50
    assert taken[-1] == (at[0] - 80, at[1] - 45, at[0] + 80, at[1] + 45)
    other = _place(image, frame, sector, (160, 90), taken)
    assert abs(at[0] - other[0]) >= 160 or abs(at[1] - other[1]) >= 90
