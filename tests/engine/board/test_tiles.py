"""Faces, the notation of tiles, and the catalogue."""

import pytest

from engine.board.faces import STOP, Face, Stop, end_name, rotated, segment, stop_end, track_of
from engine.board.notation import NotationError, parse_face
from engine.board.tiles import load_catalogue, parse_tile, standard_catalogue, tile_sort_key

TILES = standard_catalogue()


def test_a_city_tile():
    tile = TILES["57"]
    assert tile.colour == "yellow"
    assert tile.stops == (Stop("city", 20, slots=1),)
    assert tile.track == ((0, STOP), (3, STOP))
    assert tile.face(1).exits == (1, 4)
    assert tile.face(1).tile == "57"
    assert tile.face(1).rotation == 1
    assert tile.rotations == (0, 1, 2)
    assert tile.face(4).look == tile.face(1).look


def test_a_face_answers_what_joins_what():
    face = TILES["OE1"].face(0)
    assert face.ends_from(0) == (STOP,)
    assert face.ends_from(STOP) == (0, STOP + 1)
    assert face.stop_exits(1) == (3,)
    assert face.ends_from(1) == ()
    assert face.indices("town") == (0, 1)
    switch = TILES["23"].face(0)
    assert switch.ends_from(0) == (3, 4)
    assert switch.ends_from(3) == (0,)


@pytest.mark.parametrize("steps", range(6))
def test_rotation_identities(steps):
    for name, tile in TILES.items():
        face = tile.face(steps)
        assert sorted((e + steps) % 6 for e in tile.drawing.exits) == list(face.exits), name
        assert len(face.track) == len(tile.track), name
        assert rotated(face, 6 - steps) == tile.drawing, name
        assert rotated(tile.drawing, steps + 6) == face, name
        known = any(face.look == tile.face(turn).look for turn in tile.rotations)
        assert known or tile.fixed_orientation, name


def test_no_two_rotations_of_a_tile_look_the_same():
    for name, tile in TILES.items():
        looks = [tile.face(steps).look for steps in tile.rotations]
        assert len(set(looks)) == len(looks), name


@pytest.mark.parametrize(
    ("tile_id", "number"), [("63", 1), ("9", 3), ("81", 2), ("17_2", 3), ("18", 6), ("514", 1)]
)
def test_symmetric_rotations_count_once(tile_id, number):
    assert len(TILES[tile_id].rotations) == number


def test_fixed_tiles_have_one_orientation():
    assert TILES["514"].fixed_orientation
    assert TILES["514"].rotations == (0,)


def test_states_of_one_physical_tile_share_its_copies():
    assert [tile.id for tile in TILES.variants("20")] == ["20", "20_1", "20_1b", "20_2"]
    assert {tile.base for tile in TILES.variants("798")} == {"798"}


def test_catalogue_is_in_natural_order():
    ids = [tile.id for tile in TILES.of_colour("yellow")]
    assert ids[:9] == ["1", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert sorted(["OE10", "141", "OE9", "9", "57"], key=tile_sort_key) == ["9", "57", "141", "OE9", "OE10"]
    assert TILES.of_colour("white") == ()


def test_revenue_by_step_and_group():
    steps = [["A", "B"], ["C"]]
    face = parse_face("X", "red offboard:40/90:West city:0:2 34-s0", steps).face
    assert face.stops[0].group == "West"
    assert [face.stops[0].value(key) for key in "ABC"] == [40, 40, 90]
    assert face.stops[1] == Stop("city", 0, slots=2)
    assert face.stops[1].value("C") == 0
    with pytest.raises(KeyError):
        face.stops[0].value("D")


def test_defaults_of_the_notation():
    assert parse_face("X", "").face == Face("white")
    assert parse_face("X", "city").face == Face("white", (Stop("city", 0, slots=1),))
    assert parse_face("X", "town:10:2").face.stops == (Stop("town", 10, size=2),)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("yellow cty:20", "cty:20"),
        ("yellow city:x", "city:x"),
        ("yellow city:20:0", "city:20:0"),
        ("yellow city:20:1:4", "city:20:1:4"),
        ("yellow city:20/30", "city:20/30"),
        ("yellow town:10@7", "town:10@7"),
        ("yellow junction:10", "junction:10"),
        ("yellow 0-6", "0-6"),
        ("yellow 0-0", "0-0"),
        ("yellow 00-1", "00-1"),
        ("yellow 0-s0", "s0"),
        ("yellow label:", "label:"),
    ],
)
def test_bad_notation_names_tile_and_word(text, word):
    with pytest.raises(NotationError) as caught:
        parse_tile("T1", text)
    assert "tile T1" in str(caught.value)
    assert repr(word) in str(caught.value)


def test_other_faults_of_a_tile_name_it():
    with pytest.raises(NotationError, match="tile T1: a segment is given twice"):
        parse_tile("T1", "yellow 0-3 3-0")
    with pytest.raises(NotationError, match="tile T1: a tile begins with its colour"):
        parse_tile("T1", "0-3")


def test_faults_of_a_tile_file(tmp_path):
    file = tmp_path / "more.toml"
    file.write_text('[tiles]\nA1 = "yellow 0-3 base:A2"\n')
    with pytest.raises(NotationError, match="no tile A2"):
        load_catalogue(file)
    file.write_text('[tile]\nA1 = "yellow 0-3"\n')
    with pytest.raises(NotationError, match=r"more\.toml: expected one table \[tiles\]"):
        load_catalogue(file)
    file.write_text('[tiles]\nA1 = "yellow 0-3"\n')
    assert load_catalogue(file)["A1"].base == "A1"
    with pytest.raises(NotationError, match="A1 is given twice"):
        load_catalogue(file, file)


def test_spelling_of_ends():
    assert segment(7, 2) == (2, 7)
    assert track_of([(7, 2), (2, 7), (0, 3)]) == ((0, 3), (2, 7))
    assert (end_name(3), end_name(stop_end(1))) == ("3", "s1")
