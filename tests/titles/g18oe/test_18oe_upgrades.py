"""18OE 11.1.7: brown and gray cities, and the tokens on them."""

import pytest

from engine.titles.g18oe.track.track import check_all_sides, usable_sides
from tests.rulemark import rule
from tests.scenario import act
from tests.titles.g18oe.building import arguments, code, lay, lays_on, look, major, put, regional, turn


@rule("18OE", "11.1.7")
def test_birmingham_has_six_usable_sides_and_lille_four():
    view = look(regional())
    assert usable_sides(view, "K26") == (0, 1, 2, 3, 4, 5)
    assert usable_sides(view, "N31") == (0, 1, 4, 5)
    for tile in ("OE26", "OE37"):
        assert view.board().catalogue[tile].face(0).exits == (0, 1, 2, 3, 4, 5)


@rule("18OE", "11.1.7")
@pytest.mark.parametrize(
    ("phase", "tiles", "coord", "only"),
    [
        # Lille, a grand city: brown and gray with its four sides.
        ("5", [("N31", "207", 0, 1, 4, 5)], "N31", {("OE31", (0, 1, 4, 5))}),
        ("7", [("N31", "OE31", 0, 1, 4, 5)], "N31", {("OE42", (0, 1, 4, 5))}),
    ],
)
def test_lille_has_all_four_sides_in_brown_and_gray(phase, tiles, coord, only):
    view = look(put(major("BEL", phase=phase), *tiles).token("BEL", "N31"), "BEL")
    assert lays_on(view, "BEL", coord) == only


@rule("18OE", "11.1.7")
def test_without_the_tile_with_all_sides_the_city_stays():
    scenario = put(major("BEL", phase="5"), ("N31", "207", 0, 1, 4, 5)).token("BEL", "N31")
    scenario.state.supply["OE31"] = 0
    view = look(scenario, "BEL")
    assert not lays_on(view, "BEL", "N31")


@rule("18OE", "11.1.7")
def test_a_double_town_uses_all_sides_in_brown():
    """Southampton and Portsmouth (M26) have five usable sides."""
    scenario = put(major(phase="5"), ("L25", "57", 2, 5), ("M26", "OE10", 1, 2, 3, 4))
    view = look(scenario)
    assert {exits for _, exits in lays_on(view, "GWR", "M26")} == {(0, 1, 2, 3, 4)}
    four = check_all_sides(view, lay("M26", "OE20", 1, 2, 3, 4))
    assert four is not None
    assert four.code == "not_all_sides"
    assert check_all_sides(view, lay("M26", "OE9", 1, 2, 4, 5)) is None


@rule("18OE", "11.1.3", "11.1.7")
def test_a_brown_double_town_with_the_same_sides_needs_a_route_over_its_track():
    """Leeds and Sheffield (J29) have four usable sides, which the green tile has, too."""
    green = ("J29", "OE10", 0, 1, 2, 5)
    way = (("L25", "57", 1, 4), ("L27", "8", 1, 3), ("K28", "9", 0, 3))
    brown = {("OE20", (0, 1, 2, 5))}
    assert lays_on(look(put(major(phase="5"), green, *way)), "GWR", "J29") == brown
    assert code(look(put(major(phase="5"), green, *way)), "GWR", "J29", "OE20", 0, 1, 2, 5) is None
    beside = look(put(major(phase="5"), green, *way[:2]))
    assert code(beside, "GWR", "J29", "OE20", 0, 1, 2, 5) == "not_connected"


@rule("18OE", "11.1.7")
def test_a_normal_city_uses_all_sides_in_gray_but_not_in_brown():
    brown = look(put(major(phase="5"), ("L25", "205", 1, 2, 4)))
    assert {len(exits) for _, exits in lays_on(brown, "GWR", "L25")} == {4}
    gray = look(put(major(phase="7"), ("L25", "OE24", 1, 2, 3, 4)))
    assert lays_on(gray, "GWR", "L25") == {("OE36", (0, 1, 2, 3, 4, 5))}
    assert code(gray, "GWR", "L25", "OE34", 1, 2, 3, 4) == "not_all_sides"


@rule("18OE", "11.1.7")
def test_tokens_move_to_the_new_tile():
    scenario = put(major("GWR", phase="5"), ("M28", "OE15", 1, 2, 3, 4, 5)).token("GWR", "M28", 1)
    game = turn(scenario)
    act(game, "p1", "lay_tile", **arguments("M28", "OE28", 1, 2, 3, 4, 5))
    assert ("M28", 0) in game.view.stations("GWR")
