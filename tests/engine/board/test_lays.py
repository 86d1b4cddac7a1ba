"""Legal and illegal lays, each with its code."""

from dataclasses import replace

import pytest

from engine.board.faces import STOP
from engine.board.lays import HEX, TRACK, LayRules, check_lay, kept_track, lays, stop_map, town_additions
from engine.board.network import Reach, reach
from engine.board.notation import parse_face
from tests.engine.board.samples import TILES, board, face, field, title_map
from tests.rulemark import rule

EZ = title_map("18ez")
YELLOW = LayRules(("yellow",), TRACK, HEX)
GREEN = LayRules(("yellow", "green"), TRACK, HEX)
BROWN = LayRules(("yellow", "green", "brown"), TRACK, HEX)
ALL = LayRules(("yellow", "green", "brown", "gray"), TRACK, HEX)
STATES = replace(ALL, states=frozenset(tile.id for tile in TILES.values() if tile.id != tile.base))
ALL_TILES = {tile.base: 5 for tile in TILES.values()}


def code(here, coord, tile, rotation, rules=ALL, supply=ALL_TILES, reached=None):
    refusal = check_lay(here, coord, tile, rotation, rules, supply, reached)
    if refusal is None:
        return None
    assert refusal.text.endswith(".")
    return refusal.code


@rule("18EZ", "2.3")
@pytest.mark.parametrize(
    ("coord", "tile", "rotation", "expected"),
    [
        ("F4", "57", 1, None),
        ("F4", "9", 1, "wrong_kind"),
        ("F4", "4", 1, "wrong_kind"),
        ("G5", "4", 1, None),
        ("G5", "57", 1, "wrong_kind"),
        ("E5", "9", 1, None),
        ("E5", "57", 1, "wrong_kind"),
        ("F4", "14", 1, "wrong_colour_order"),
        ("E9", "57", 1, "wrong_colour_order"),
        ("E1", "57", 1, "fixed_hex"),
        ("C3", "619", 0, "fixed_hex"),
        ("Z9", "57", 0, "no_hex"),
        ("F4", "57", 6, "bad_rotation"),
        ("F4", "900", 0, "no_tile"),
        ("A7", "9", 0, "off_map"),
        ("A7", "9", 1, None),
        ("F2", "8", 2, None),
        ("F2", "7", 1, "off_map"),
    ],
)
def test_first_tiles(coord, tile, rotation, expected):
    assert code(board(EZ), coord, tile, rotation, YELLOW) == expected


@rule("18EZ", "2.3")
def test_only_metropolis_tiles_on_metropolis_and_nowhere_else():
    assert code(board(EZ), "E9", "716", 0, GREEN) is None
    assert code(board(EZ), "E9", "619", 0, GREEN) == "label"
    assert code(board(EZ, {"F4": ("57", 1)}), "F4", "716", 0, GREEN) == "label"


@rule("18EZ", "2.4")
def test_colours_come_with_the_phases_and_none_is_skipped():
    here = board(EZ, {"F4": ("57", 1)})
    assert code(here, "F4", "14", 1, YELLOW) == "colour_not_available"
    assert code(here, "F4", "14", 1, GREEN) is None
    assert code(here, "F4", "63", 0, BROWN) == "wrong_colour_order"
    assert code(here, "F4", "6", 1, GREEN) == "wrong_colour_order"
    last = board(EZ, {"F4": ("455", 0)})
    assert code(last, "F4", "455", 0) == "no_further_colour"


@rule("18EZ", "2.4")
@pytest.mark.parametrize(
    ("old", "tile", "rotation", "expected"),
    [
        (("9", 1), "23", 1, None),
        (("9", 1), "23", 4, None),
        (("9", 1), "23", 0, "track_not_kept"),
        (("9", 1), "20", 0, None),
        (("9", 1), "20", 1, None),
        (("9", 1), "20", 2, "track_not_kept"),
        (("9", 1), "82", 1, None),
        (("9", 1), "81", 0, "track_not_kept"),
        (("82", 1), "544", 1, None),
        (("82", 1), "545", 1, None),
        (("82", 1), "63", 0, "wrong_kind"),
        (("19", 0), "546", 0, None),
        (("57", 1), "619", 2, "track_not_kept"),
        (("57", 1), "619", 1, None),
        (("4", 1), "141", 1, None),
        (("4", 1), "143", 1, "track_not_kept"),
    ],
)
def test_old_track_stays_in_the_same_directions(old, tile, rotation, expected):
    kinds = {"5": "city", "4": "town"}
    hexmap = field(C6=face(kinds.get(old[0][0], "")))
    assert code(board(hexmap, {"C6": old}), "C6", tile, rotation) == expected


@rule("18EZ", "2.3")
def test_supply_is_counted_by_physical_tile():
    assert code(board(EZ), "E5", "9", 1, supply={"9": 1}) is None
    assert code(board(EZ), "E5", "9", 1, supply={"9": 0}) == "no_tile_left"
    assert code(board(EZ), "E5", "9", 1, supply={"9": None}) is None
    assert code(board(EZ), "E5", "9", 1, supply={"8": 3}) == "no_tile"
    small = board(title_map("1862"), {"G6": ("8852", 0)})
    assert code(small, "G6", "20_1", 0, STATES, supply={"20": 1}) is None
    assert code(small, "G6", "20_1", 0, STATES, supply={"20": 0, "20_1": 1}) == "no_tile_left"


def test_blocked_and_blank_sides():
    flat = title_map("1862")
    assert code(board(flat), "F13", "621", 1) == "impassable"
    assert code(board(flat), "F13", "621", 2) is None
    assert code(board(flat), "G12", "57", 0) is None
    assert code(board(flat), "H7", "57", 1) is None
    assert code(board(field(C8=face("gray 1-4"))), "D7", "8", 1) == "off_board_side"
    assert code(board(field(C8=face("gray 0-1"))), "D7", "8", 1) is None
    assert code(board(field(C8=face("red offboard:30 1-s0"))), "C6", "9", 1) is None
    assert code(board(flat), "C4", "202", 1) is None
    sea = check_lay(board(flat), "D3", "8852", 0, ALL, ALL_TILES, None)
    assert sea is not None
    assert sea.code == "off_board_side"
    assert sea.text == "The N side of D3 meets the blank side of D1: no track may lead there."


@rule("1862", "7.6.1")
def test_letters_and_the_two_tiles_bound_to_a_hex():
    flat = title_map("1862")
    assert code(board(flat), "B9", "57", 0) == "label"
    assert code(board(flat), "B9", "790", 0) is None
    assert code(board(flat), "B7", "790", 0) == "label"
    ipswich = board(flat, {"F11": ("791", 1)})
    assert code(ipswich, "F11", "794", 0) == "tile_not_here"
    assert code(ipswich, "F11", "795", 3) is None
    assert code(board(flat, {"E12": ("791", 0)}), "E12", "795", 3) == "tile_not_here"


@rule("1862", "7.6.3")
def test_small_stations_are_kept_and_none_is_added_by_an_upgrade():
    here = board(title_map("1862"), {"G6": ("8852", 0)})
    assert code(here, "G6", "20", 0, STATES) == "wrong_kind"
    assert code(here, "G6", "20_2", 0, STATES) == "wrong_kind"
    assert code(here, "G6", "20_1", 0, STATES) is None
    assert code(here, "G6", "20_1b", 0, STATES) == "track_not_kept"


@pytest.mark.parametrize("state", ["19_1a", "19_1b", "20_1", "20_1b", "16_1a", "16_1b"])
def test_a_state_of_a_tile_is_laid_only_where_the_box_has_it(state):
    """Its plain tile is there; the state with a small station on it is another thing of the box."""
    here = board(title_map("1862"), {"G6": ("8852", 0)})
    legal = {(tile, turn) for _, tile, turn in lays(here, None, STATES, ALL_TILES, ["G6"])}
    turns = [turn for turn in range(6) if code(here, "G6", state, turn, STATES) is None]
    assert bool(turns) == any(tile == state for tile, _ in legal)
    assert code(here, "G6", state, 0, ALL) == "no_tile"
    assert state not in {tile for _, tile, _ in lays(here, None, ALL, ALL_TILES, ["G6"])}


@rule("1862", "7.6.4")
def test_small_stations_put_on_plain_lines():
    flat = title_map("1862")
    assert set(town_additions(board(flat, {"G6": ("20_1", 0)}), "G6")) == {("20_2", 0)}
    assert set(town_additions(board(flat, {"G6": ("798_1", 0)}), "G6")) == {("798_2", 0), ("798_2", 2)}
    assert town_additions(board(flat, {"G6": ("798_3", 0)}), "G6") == ()
    assert town_additions(board(flat, {"G6": ("8852", 0)}), "G6") == ()
    assert town_additions(board(flat), "G6") == ()


def test_tiles_bound_to_hexes_replace_the_upgrade_table():
    france = title_map("1826")
    assert code(board(france, {"C15": ("14", 1)}), "C15", "63", 0) == "tile_not_here"
    assert code(board(france, {"C15": ("14", 1)}), "C15", "611", 4) is None
    assert code(board(france, {"H6": ("619", 5)}), "H6", "611", 0) == "tile_not_here"
    assert code(board(france, {"C11": ("63", 0)}), "C11", "513", 0) is None
    assert code(board(france, {"I7": ("63", 0)}), "I7", "513", 0) == "tile_not_here"
    assert code(board(france), "G9", "514", 0) is None
    assert code(board(france), "G9", "514", 1) == "bad_rotation"


def stations_board(tile, here):
    return board(field(C6=face("city")), {"C6": (tile, 0)}, {("C6", 0): here})


@rule("18EZ", "2.4")
def test_station_markers_must_find_their_circles():
    assert code(stations_board("14", ["A", "B"]), "C6", "63", 0) is None
    assert code(stations_board("14", ["A", "B", "C"]), "C6", "63", 0) == "slots_lost"
    one_circle = board(field(C6=face("city:0:2 label:Y")), {"C6": ("207", 0)}, {("C6", 0): ["A", "B", "C"]})
    assert code(one_circle, "C6", "OE33", 0) == "slots_lost"
    wider = board(one_circle.hexmap, one_circle.laid, one_circle.stations, extra_slots={("C6", 0): 1})
    assert code(wider, "C6", "OE33", 0) is None


def test_stops_are_carried_over_by_their_track():
    three = TILES["OE4"].face(0)
    assert stop_map(three, TILES["OE17"].face(0)) == (0, 1, 2)
    assert stop_map(three, TILES["OE17"].face(2)) == (2, 0, 1)
    assert stop_map(three, TILES["OE12"].face(0)) == (0, 1, 2)
    assert stop_map(TILES["OE12"].face(0), TILES["OE26"].face(0)) == (0, 0, 0)
    assert stop_map(TILES["OE17"].face(0), TILES["OE30"].face(0)) == (0, 1, 2)
    assert stop_map(TILES["OE6"].face(0), TILES["OE15"].face(1)) is None


def test_two_towns_become_one():
    old, new = TILES["OE1"].face(0), TILES["OE9"].face(0)
    assert stop_map(old, new) == (0, 0)
    assert kept_track(old, new, (0, 0)) == frozenset({(0, STOP), (3, STOP)})
    hexmap = field(C6=face("town town"))
    assert code(board(hexmap), "C6", "OE1", 0) is None
    assert code(board(hexmap), "C6", "4", 0) == "wrong_kind"
    assert code(board(hexmap, {"C6": ("OE1", 0)}), "C6", "OE9", 0) is None
    assert code(board(hexmap, {"C6": ("OE1", 0)}), "C6", "141", 0) == "wrong_kind"


def test_stops_without_track_take_what_is_free():
    bare = parse_face("X", "city city").face
    assert stop_map(bare, TILES["OE5"].face(0)) == (0, 1)
    assert stop_map(bare, TILES["57"].face(0)) == (0, 0)
    assert stop_map(bare, TILES["9"].face(0)) is None
    half = parse_face("X", "city city 3-s0").face
    assert stop_map(half, TILES["OE5"].face(0)) == (1, 0)


# PS&W at F4 with track west and east; company Q at F6, which fills its one circle.
PSW = {"F4": ("57", 1)}
HOME = {("F4", 0): ["PS&W"]}


def reached(here, company="PS&W", start=("F4", 0)):
    return reach(here, company, [start])


@rule("18EZ", "2.3")
def test_new_track_extends_what_the_company_has():
    here = board(EZ, PSW, HOME)
    got = reached(here)
    assert code(here, "F6", "57", 1, YELLOW, reached=got) is None
    assert code(here, "F2", "8", 2, YELLOW, reached=got) is None
    assert code(here, "F6", "5", 2, YELLOW, reached=got) == "not_connected"
    assert code(here, "G5", "4", 1, YELLOW, reached=got) == "not_connected"
    assert code(here, "E5", "9", 1, YELLOW, reached=got) == "not_connected"


@rule("18EZ", "2.3")
def test_the_first_tile_lies_on_the_home_city():
    here = board(EZ)
    home = reached(here)
    assert home == Reach(frozenset({("F4", 0)}), frozenset({("F4", 0)}))
    assert code(here, "F4", "57", 1, YELLOW, reached=home) is None
    assert code(here, "F6", "57", 1, YELLOW, reached=home) == "not_connected"
    assert {lay[0] for lay in lays(here, home, YELLOW, ALL_TILES)} == {"F4"}


@rule("18EZ", "2.3")
def test_other_markers_interrupt_the_route():
    laid = {**PSW, "F6": ("57", 1), "F8": ("9", 1)}
    free = board(EZ, laid, HOME)
    shut = board(EZ, laid, {**HOME, ("F6", 0): ["Q"]})
    assert code(free, "F10", "9", 1, YELLOW, reached=reached(free)) is None
    assert code(shut, "F10", "9", 1, YELLOW, reached=reached(shut)) == "not_connected"
    assert code(shut, "F6", "14", 1, GREEN, reached=reached(shut)) is None
    assert code(shut, "F8", "82", 1, GREEN, reached=reached(shut)) == "not_connected"


@rule("18EZ", "2.4")
def test_an_upgrade_needs_a_route_to_the_hex_only():
    laid = {**PSW, "F6": ("57", 1), "F8": ("9", 1)}
    here = board(EZ, laid, HOME)
    assert code(here, "F8", "82", 4, GREEN, reached=reached(here)) is None
    strict = LayRules(("yellow", "green"), TRACK, TRACK)
    # The new piece of tile 20 crosses without touching the company's line.
    assert code(here, "F8", "20", 1, GREEN, reached=reached(here)) is None
    assert code(here, "F8", "20", 1, strict, reached=reached(here)) == "not_connected"
    assert code(here, "F8", "82", 1, strict, reached=reached(here)) is None
    assert code(here, "F6", "14", 1, strict, reached=reached(here)) is None
    anywhere = LayRules(("yellow", "green"), "nothing", "nothing")
    assert code(here, "H12", "9", 1, anywhere, reached=reached(here)) is None


@rule("18EZ", "2.3", "2.4")
def test_the_list_of_lays_is_what_the_check_allows():
    laid = {**PSW, "F6": ("57", 1), "E7": ("8", 0)}
    here = board(EZ, laid, HOME)
    got = reached(here)
    supply = {"5": 1, "8": 3, "9": 2, "7": 0, "4": 2, "14": 1, "619": 2, "82": 1, "716": 1}
    listed = list(lays(here, got, GREEN, supply))
    assert listed
    assert len(set(listed)) == len(listed)
    checked = [
        (coord, tile, rotation)
        for coord in sorted(EZ.hexes)
        for tile in TILES
        for rotation in TILES[tile].rotations
        if check_lay(here, coord, tile, rotation, GREEN, supply, got) is None
    ]
    assert sorted(listed) == sorted(checked)
    assert listed == list(lays(here, got, GREEN, supply))
    only = list(lays(here, got, GREEN, supply, ["F6"]))
    assert only == [lay for lay in listed if lay[0] == "F6"]
    assert {coord for coord, _, _ in lays(here, None, GREEN, {"9": 1})} > {"E5", "H12"}


def test_a_refusal_says_what_would_be_legal():
    refusal = check_lay(board(EZ), "F4", "9", 1, YELLOW, ALL_TILES, None)
    assert refusal is not None
    assert refusal.text == "F4 takes only tiles with a city."
    refusal = check_lay(board(EZ, PSW), "F4", "14", 2, GREEN, ALL_TILES, None)
    assert refusal is not None
    assert refusal.text == "The new tile must keep all track of F4 (W and E) in the same directions."
    assert refusal.params == {"hex": "F4", "tile": "14", "track": "W and E"}
