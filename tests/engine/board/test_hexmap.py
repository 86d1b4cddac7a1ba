"""Maps: what they answer, and what the reader refuses."""

import tomllib

import pytest

from engine.board.coords import Layout
from engine.board.faces import Stop
from engine.board.mapfile import MapError, load_map, parse_map
from tests.engine.board.samples import ROOT, TILES, face, field, title_map
from tests.rulemark import rule

# Rulebook appendix: tile id to number of copies.
MANIFEST = {
    "yellow": {"3": 2, "4": 2, "5": 3, "6": 7, "7": 3, "8": 10, "9": 14, "57": 3, "58": 2},
    "green": {
        **{"14": 3, "15": 2, "19": 1, "20": 1, "80": 2, "81": 2, "82": 2, "83": 2},
        **{"141": 1, "142": 1, "143": 1, "144": 1, "619": 7, "716": 1},
    },
    "brown": {"63": 7, "145": 1, "146": 1, "147": 1, "544": 1, "545": 1, "546": 1, "717": 1},
    "gray": {"455": 2, "718": 1},
}  # fmt: skip


@rule("18EZ", "2.3")
def test_metropolis_is_printed_yellow_and_six_red_areas_are_off_board():
    hexmap = title_map("18ez")
    assert hexmap["E9"].colour == "yellow"
    assert hexmap["E9"].labels == ("Metropolis",)
    red = [spot for spot in hexmap.hexes.values() if spot.colour == "red"]
    assert len(red) == 6
    assert all(spot.fixed and spot.face.stops[0].kind == "offboard" for spot in red)


@rule("18EZ", "2.4")
def test_two_printed_grey_hexes_are_never_upgraded():
    assert [c for c, spot in title_map("18ez").hexes.items() if spot.colour == "gray"] == ["C3", "G15"]
    assert title_map("18ez")["C3"].fixed


@rule("18EZ", "appendix")
def test_tile_counts_are_those_of_the_manifest():
    game = tomllib.loads((ROOT / "engine/titles/g18ez/data/game.toml").read_text("utf-8"))
    assert game["tiles"] == {tile: n for counts in MANIFEST.values() for tile, n in counts.items()}
    for colour, counts in MANIFEST.items():
        assert {TILES[tile].colour for tile in counts} == {colour}


def test_neighbours_barriers_and_terrain():
    ez, flat = title_map("18ez"), title_map("1862")
    assert ez.neighbour("A5", 3) is None
    assert ez["E9"].neighbours == ("F8", "E7", "D8", "D10", "E11", "F10")
    assert ez.barrier("A7", 3) == "off_map"
    assert ez.barrier("A7", 1) is None
    assert flat.barrier("E14", 4) == "impassable"
    assert flat.barrier("H7", 5) is None
    assert flat.barrier("H9", 4) == "off_board_side"
    assert flat.barrier("H7", 3) is None
    assert title_map("1826").barrier("L16", 3) == "off_board_side"
    assert title_map("1826")["B12"].terrain == (("water", 40),)
    assert title_map("1826")["B12"].terrain_cost == 40
    assert "E9" in ez
    assert "E10" not in ez


def test_every_side_is_seen_alike_from_both_hexes():
    for title in ("18ez", "1862", "1826"):
        hexmap = title_map(title)
        for coord, spot in hexmap.hexes.items():
            for edge, other in enumerate(spot.neighbours):
                if other is not None:
                    assert hexmap.neighbour(other, (edge + 3) % 6) == coord


def test_areas_over_several_hexes_and_homes():
    hexmap = title_map("1862")
    assert hexmap.groups["West"] == (("A8", 1), ("A10", 0), ("A12", 1))
    assert hexmap["A8"].face.stops[1] == Stop("offboard", hexmap["A10"].face.stops[0].revenue, group="West")
    assert hexmap["A10"].face.stops[0].value("D") == 100
    assert hexmap.homes["FDR"] == ("G12", 0)
    assert title_map("1826").homes["PLM"] == ("G9", 5)
    assert title_map("1826")["F10"].extras == {"consent_of": "Nord"}
    assert hexmap["G14"].drawing.divider_corners == ((3, 0),)
    assert hexmap.layout is Layout.FLAT


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"layuot": "flat"}, "unknown key 'layuot'; the nearest valid key is 'layout'"),
        ({"layout": "round"}, "layout is 'round'"),
        ({"hexes": {"B3": {"colour": "red"}}}, "B3: unknown key 'colour'"),
        ({"hexes": {"B3": {"drawing": {"merge": [1]}}}}, "B3: drawing: unknown key 'merge'.*'merged'"),
        ({"hexes": {"B3": {"drawing": {"dividers": ["7"]}}}}, "B3: divider '7'"),
        ({"hexes": {"B3": {"drawing": {"merged": [6]}}}}, "B3: 6 is not an edge"),
        ({"hexes": {"B3": {"face": "city:20/30"}}}, "B3: cannot read 'city:20/30'"),
        ({"hexes": {"B3": {"face": "town", "homes": {"X": 0}}}}, "B3: the home of X is stop 0"),
        ({"hexes": {c: face("city") | {"homes": {"X": 0}} for c in ("B3", "B5")}}, "X has a home elsewhere"),
        ({"hexes": {"B3": {"impassable": [4]}}}, "B3: edge 4 is impassable here, but not from B5"),
        ({"hexes": {"A2": {"face": "yellow 2-4"}}}, "A2: the printed track to edge 2 leads off the map"),
        (
            {"hexes": {"B3": {"face": "yellow 3-4", "impassable": [4]}, "B5": {"impassable": [1]}}},
            "B3: the printed track to edge 4 runs into an impassable side",
        ),
        ({"plain": ["A2", "B2"]}, "B2 does not fit"),
        ({"plain": ["A2", "x"]}, "'x' is not a coordinate"),
        ({"plain": ["A2"], "hexes": {"A2": {}}}, "A2 is both plain"),
        ({"tile_hexes": {"57": {"only": ["Z9"]}}}, "tile_hexes 57: Z9 is not on the map"),
        ({"tile_hexes": {"57": {"expect": []}}}, "tile_hexes 57: unknown key 'expect'.*'except'"),
        (
            {"hexes": {"B3": {"face": "red offboard:40:West 0-s0"}}, "areas": {"Wset": "The West"}},
            "areas: unknown key 'Wset'; the nearest valid key is 'West'",
        ),
    ],
)
def test_a_faulty_map_is_refused_with_its_place(content, message):
    given = {"layout": "pointy", "plain": ["A2", "A4", "B5"], **content}
    given["plain"] = [c for c in given["plain"] if "plain" in content or c not in given.get("hexes", {})]
    with pytest.raises(ValueError, match=message):
        parse_map(given)


def test_faults_of_a_file_name_the_file(tmp_path):
    file = tmp_path / "map.toml"
    file.write_text('layout = "flat"\nplain = ["A2"]\nhex = 3\n')
    with pytest.raises(MapError, match=r"map\.toml: the file: unknown key 'hex'; .* 'hexes'"):
        load_map(file)
    file.write_text("layout =")
    with pytest.raises(MapError, match=r"map\.toml: "):
        load_map(file)


def test_the_title_may_name_keys_of_its_own():
    hexmap = parse_map({"layout": "flat", "extra_keys": ["zone"], "hexes": {"A2": {"zone": "UK"}, "B3": {}}})
    assert hexmap["A2"].extras == {"zone": "UK"}
    assert hexmap["B3"].extras == {}


def test_a_blank_field():
    hexmap = field(B3=face("city"))
    assert hexmap["B3"].face.stops == (Stop("city", 0, slots=1),)
    assert hexmap["A2"].face.track == ()
    assert not hexmap["A2"].fixed
