"""18OE: each law of track and tokens, with a position or a deed that breaks it."""

import pytest

from engine.core.events import Paid, TileLaid, TokenMoved
from engine.core.laws import Deeds
from engine.core.view import View
from engine.titles.g18oe.laws import laws_track
from engine.titles.g18oe.laws.laws import Exceptions
from tests.rulemark import rule
from tests.titles.g18oe.building import lay, major, national, positions, put, regional
from tests.titles.g18oe.oe_start import running_regional

EACH = {"north_sea": 1, "mediterranean": 1}


def laid(coord, tile, *exits):
    """The event of a first tile."""
    coord, tile, turn = lay(coord, tile, *exits)
    return TileLaid(coord, tile, turn, tile, None, 0, None)


def broken(name, scenario, *events, company="GWR"):
    """What a law says of a position and what was done in it."""
    scenario.at("operating", company, "track", number=1, part=1)
    view = View(scenario.title, scenario.state)
    found = getattr(laws_track, name)
    assert found in Exceptions.own
    return found.broken(view, Deeds(events))


@rule("18OE", "11.1.4")
@pytest.mark.parametrize(("kind", "breach"), [(regional, True), (major, False), (national, True)])
def test_built_within_rights(kind, breach):
    event = laid("Q38", "57", 1, 4)
    assert bool(broken("built_within_rights", kind("GWR"), event)) is breach
    assert broken("built_within_rights", kind("PLM"), event, company="PLM") is None


@rule("18OE", "11.1")
@pytest.mark.parametrize(
    ("lays", "breach"),
    [
        ([["L27", "9", 0]] * 3, False),
        ([["L27", "9", 0]] * 4, True),
        ([["L27", "9", 0], ["M28", "OE6", 0]], False),
        ([["L27", "9", 0], ["L27", "9", 0], ["M28", "OE6", 0]], True),
        # By right of way: it needs a point that is left, comes last and shows no city.
        ([["L27", "9", 0], ["L23", "141", 0]], False),
        ([["L27", "9", 0]] * 3 + [["L23", "141", 0]], True),
        ([["L23", "141", 0], ["L27", "9", 0]], True),
        ([["L25", "205", 0]], True),
    ],
)
def test_points_are_enough(lays, breach):
    assert bool(broken("points_are_enough", regional().note("turn:lays", lays))) is breach


@rule("18OE", "15.6")
@pytest.mark.parametrize(("powers", "breach"), [(["F"], False), ([], True)])
def test_points_of_builders_count(powers, breach):
    scenario = regional().note("turn:lays", [["K24", "8", 0]] + [["L27", "9", 0]] * 3)
    scenario.state.companies["GWR"].data["powers"] = powers
    assert bool(broken("points_are_enough", scenario)) is breach


@rule("18OE", "11.1.7")
@pytest.mark.parametrize(
    ("tile", "breach"),
    [
        (("M26", "OE20", 1, 2, 3, 4), True),
        (("L25", "OE24", 1, 2, 3, 4), False),
        (("L25", "OE34", 1, 2, 3, 4), True),
        (("L25", "OE36", 0, 1, 2, 3, 4, 5), False),
        (("N31", "OE31", 0, 1, 4, 5), False),
    ],
)
def test_late_cities_use_all_sides(tile, breach):
    assert bool(broken("late_cities_use_all_sides", major(), laid(*tile))) is breach


@rule("18OE", "11.1.3")
@pytest.mark.parametrize(
    ("tile", "breach"),
    [(("N31", "57", 1, 4), True), (("N31", "201", 0, 1), False), (("L25", "201", 0, 1), True)],
)
def test_letters_go_on_letters(tile, breach):
    assert bool(broken("letters_go_on_letters", major(), laid(*tile))) is breach


@rule("18OE", "11.1.5")
def test_nationals_build_for_nothing():
    paid = Paid("GWR", "bank", 20, "track")
    assert broken("nationals_build_for_nothing", major(), paid) is None
    assert broken("nationals_build_for_nothing", national(), paid)
    assert broken("nationals_build_for_nothing", national(), Paid("GWR", "p1", 20, "dividend")) is None


@rule("18OE", "11.6.5")
@pytest.mark.parametrize(
    ("cash", "own", "breach"), [(100, 0, False), (99, 0, True), (60, 40, False), (60, 39, True)]
)
def test_nobody_spends_into_insolvency(cash, own, breach):
    scenario = running_regional(positions(), "GWR", "p1", cash=cash).cash(p1=own)
    paid = Paid("GWR", "bank", 20, "token")
    assert bool(broken("nobody_spends_into_insolvency", scenario, paid)) is breach
    assert broken("nobody_spends_into_insolvency", scenario) is None


@rule("18OE", "11.2")
def test_nationals_have_no_tokens():
    assert broken("nationals_have_no_tokens", national()) is None
    assert broken("nationals_have_no_tokens", national().token("GWR", "L25"))


@rule("18OE", "11.5")
def test_home_tokens_stay():
    assert broken("home_tokens_stay", major()) is None
    scenario = major()
    next(t for t in scenario.state.tokens.values() if t.company == "GWR").place = ("J27", 0)
    assert broken("home_tokens_stay", scenario)


@rule("18OE", "11.2")
def test_one_token_a_round():
    assert broken("one_token_a_round", major().note("turn:tokens", 1)) is None
    assert broken("one_token_a_round", major().note("turn:tokens", 2))


@rule("18OE", "11.1.9")
def test_homes_are_chosen_first():
    scenario = put(major("MAV"), ("R55", "OE4", 0, 2, 4)).token("MAV", "R55", 1)
    moved = TokenMoved("MAV:1", None, ("R55", 1))
    assert broken("homes_are_chosen_first", scenario, moved, company="MAV")
    assert broken("homes_are_chosen_first", scenario.close("SB"), moved, company="MAV") is None


@rule("18OE", "11.2.2")
def test_one_token_beside_the_ferry():
    scenario = major().note("white_cliffs", "GWR")
    assert broken("one_token_beside_the_ferry", scenario)
    assert broken("one_token_beside_the_ferry", scenario.token("GWR", "N31")) is None
    assert broken("one_token_beside_the_ferry", major().note("white_cliffs", "open")) is None


@rule("18OE", "11.3.5")
@pytest.mark.parametrize(
    ("scenario", "sold", "breach"),
    [
        (lambda: major(port_authorities=["north_sea"]), {"north_sea": 1}, False),
        (lambda: major(port_authorities=["north_sea"]), {}, True),
        (lambda: major(port_authorities=["north_sea", "mediterranean"]), EACH, True),
        (major, EACH, False),
        (major, {"north_sea": 9}, True),
    ],
)
def test_authorities_add_up(scenario, sold, breach):
    assert bool(broken("authorities_add_up", scenario().note("port_authorities_sold", sold))) is breach


@rule("18OE", "11.3.5")
def test_no_regional_has_an_authority():
    scenario = regional().note("port_authorities_sold", {"north_sea": 1})
    scenario.state.companies["GWR"].data["port_authorities"] = ["north_sea"]
    assert broken("authorities_add_up", scenario)
