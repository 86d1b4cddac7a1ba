"""18OE 15.2, 15.5-15.7: what minors add to the tile points; the end of the track step."""

import pytest

from engine.rules import track
from engine.titles.g18oe.track import points
from tests.rulemark import rule
from tests.scenario import kinds
from tests.titles.g18oe.building import lay, look, major, minor, positions, put, regional, turn

# --- minors B, E, F, G ---------------------------------------------------------------------------------


@rule("18OE", "15.2")
@pytest.mark.parametrize(
    ("coord", "tile", "cost"), [("L27", "82", 1), ("L23", "141", 1), ("L25", "205", 2), ("M28", "OE15", 4)]
)
def test_minor_b_upgrades_for_one_point_but_no_cities(coord, tile, cost):
    view = look(major(phase="3", powers=["B"]))
    assert points.cost_of(view, "GWR", coord, tile) == cost
    assert points.cost_of(view, "GWR", "L27", "9") == 1


@rule("18OE", "15.7")
def test_minor_g_has_two_points_more():
    assert points.of_turn(look(minor("G"), "G"), "G") == 5
    assert points.of_turn(look(major(powers=["G"])), "GWR") == 8


@rule("18OE", "15.5", "15.6")
@pytest.mark.parametrize(("power", "there", "elsewhere"), [("E", "M28", "K24"), ("F", "K24", "M28")])
def test_minors_e_and_f_have_a_point_more_for_a_yellow_tile_on_their_terrain(power, there, elsewhere):
    view = look(major(phase="3", powers=[power]))
    yellow = {"M28": "OE6", "K24": "8"}
    assert points.left(view, "GWR", lay(there, yellow[there], *_sides(there))) == 7
    assert points.left(view, "GWR", lay(elsewhere, yellow[elsewhere], *_sides(elsewhere))) == 6
    assert points.left(view, "GWR", ("L27", "82", 0)) == 6


def _sides(coord):
    return (1, 2, 4, 5) if coord == "M28" else (1, 5)


@rule("18OE", "15.6")
def test_the_point_more_is_used_once_a_turn():
    spent = [["V37", "8", 0], ["W38", "8", 0]]
    view = look(minor("F", "IT", "W40").note("turn:lays", spent), "F")
    assert points.left(view, "F") == 3 - 2 + 1
    assert points.left(view, "F", ("V35", "8", 0)) == 2


@rule("18OE", "11.1")
def test_the_step_goes_on_when_nothing_can_be_laid():
    game = turn(put(regional(cash=0), ("L25", "57", 2, 5)).note("turn:lays", [["L27", "9", 1]] * 3))
    assert "lay_tile" not in kinds(game, "p1")
    assert "lay_tile" in kinds(turn(regional()), "p1")


def test_nothing_walks_the_board_for_a_railroad_that_reaches_little():
    """Only hexes that a route leads to are looked at."""
    view = look(positions().phase("2"))
    assert list(track.legal_lays(view, "GWR")) == []
