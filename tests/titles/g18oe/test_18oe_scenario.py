"""18OE: the UK-France scenario is chosen at the set-up and has components of its own."""

from dataclasses import replace

import pytest

from engine.core.errors import Refused
from engine.game import load_game, new_game
from engine.rules.initial_auction import unsold
from engine.rules.stock import stock_rules
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.floats.floating import homes, open_zones
from engine.titles.g18oe.floats.phases import rr_phase
from engine.titles.g18oe.railroads.companies import chits_left, regionals_left
from engine.titles.g18oe.routes.port_authorities import kinds as port_kinds
from engine.titles.g18oe.routes.port_authorities import left
from engine.titles.g18oe.track.patronage import tiles
from tests.rulemark import rule
from tests.scenario import Scenario, act, refusal
from tests.titles.g18oe.oe_start import running_minor, running_regional

PLAYED = TITLE.played({"scenario": "uk_france"})
CARDS = ["CON1", "CON2", "CON3"]
MINORS = {"C": ("UK", "F25"), "H": ("UK", "J15"), "K": ("FR", "U32"), "M": ("FR", "V27")}


def start(players=2, **options):
    return new_game(
        TITLE, ["Ada", "Bo", "Cy", "Di"][:players], seed=1, options={"scenario": "uk_france"} | options
    )


def first_round(floats):
    """The minors and so many regionals have floated; Ada is on turn."""
    scenario = Scenario(PLAYED, "Ada", "Bo", "Cy", scenario="uk_france").close(*CARDS)
    for minor, (zone, home) in MINORS.items():
        running_minor(scenario, minor, "p2", zone, home)
    for company in ["LNWR", "GWR", "GSWR", "PLM", "MIDI", "OU"][:floats]:
        running_regional(scenario, company, "p3")
    return scenario.note("rr_phase", "regional_minor").at("shares", "p1", "turn", number=1).game()


@rule("18OE", "3.3", "4.1")
@pytest.mark.parametrize(("players", "cash", "less", "limit"), [(2, 900, 870, 24), (3, 600, 580, 16)])
def test_money_and_limits_of_the_scenario(players, cash, less, limit):
    game, plain = start(players), start(players, concessions="no")
    assert {game.view.cash(p) for p in game.state.seats} == {cash}
    assert {plain.view.cash(p) for p in plain.state.seats} == {less}
    assert game.view.cash("bank") == 18000 - players * cash
    assert stock_rules(game.view).certificate_limit(game.view) == limit


@rule("18OE", "3.3")
def test_four_players_do_not_play_the_scenario():
    with pytest.raises(Refused, match="UK and France is for 2 to 3 players"):
        start(4)
    assert new_game(TITLE, list("abcdefg"), seed=1).title.data.name.endswith("Orient Express")


@rule("18OE", "6", "6.3")
def test_its_packet_has_eleven_items():
    assert unsold(start().view) == ["PeC", "SHTC", "CCTC", "WCF", "C", "H", "K", "M", *CARDS]
    assert unsold(start(concessions="no").view)[-1] == "M"


@rule("18OE", "2.9", "3.1")
def test_three_pink_patronage_tiles():
    drawn = tiles(start().view)
    assert len(drawn) == 3
    assert {tile["group"] for tile in drawn.values()} == {"pink"}


@rule("18OE", "2.1")
def test_the_board_ends_with_the_area():
    hexmap = start().view.board().hexmap
    assert "M48" not in hexmap
    assert hexmap.barrier("N37", 4) == "off_map"
    assert hexmap.barrier("P37", 4) is None
    assert hexmap["P39"].name == "Berlin"
    assert hexmap["AA82"].extras["ports"]
    assert len(TITLE.rules.board.hexmap.hexes) == 1492


@rule("18OE", "9.1")
def test_minors_begin_in_its_two_zones():
    view = start().view
    assert sorted(open_zones(view)) == ["FR", "UK"]
    assert (chits_left(view, "UK"), chits_left(view, "FR")) == (2, 2)
    assert "F25" in homes(view, "C", "UK")
    assert "J27" not in homes(view, "C", "UK")


@rule("18OE", "8.2")
def test_four_minors_and_six_regionals_end_the_phase():
    game = first_round(5)
    assert len(regionals_left(game.view)) == 7
    act(game, "p1", "float_regional", company="BEL", price=60)
    assert rr_phase(game.view) == "major"
    assert regionals_left(game.view) == ["LNWR", "GWR", "GSWR", "PLM", "MIDI", "BEL"]


@rule("18OE", "8.2")
def test_one_regional_may_be_removed():
    game = first_round(3)
    act(game, "p1", "remove_regional", company="BEL")
    assert refusal(game, "p2", "remove_regional", company="PLM") == "regional_floor"


def test_a_stored_game_of_the_scenario_is_loaded_as_such():
    game = start()
    act(game, game.waiting().players[0], "pass")
    loaded = load_game(TITLE, game.setup, game.log)
    assert loaded.digest() == game.digest()
    assert loaded.title is PLAYED
    assert loaded.title.key == "18OE"
    assert start().title.data.name == "18OE: UK and France"
    assert PLAYED.played({"scenario": "uk_france"}) is PLAYED


def test_what_is_reconstructed_is_told_before_the_game():
    own = [r for r in TITLE.data.readings if r.topic.startswith("UK and France")]
    assert {r.section for r in own} >= {"2.1", "3.1", "5.2", "6.3", "11.1.2", "11.3.5", "12", "13"}
    assert all(r.reconstructed for r in own)
    assert list(PLAYED.data.readings[: len(own)]) == own, "its own come first at its table"


def test_readings_of_the_full_game_that_do_not_fit_are_not_told_at_its_table():
    gone = {r.topic for r in TITLE.data.readings} - {r.topic for r in PLAYED.data.readings}
    assert gone == {"starting capital of two players", "price and rows of the concessions"}
    told = " ".join(f"{r.topic} {r.reading}" for r in PLAYED.data.readings)
    assert "18th" not in told
    assert "2,700" not in told


@rule("18OE", "3.1", "5.2")
def test_the_phase_says_when_level_8_is_sold_as_the_figures_do():
    for title, word, cards in ((PLAYED, "first", 1), (TITLE, "fourth", 4)):
        assert title.data.figures(Figures).level_eight_after == cards
        assert f"Level 8 after the {word} level 7." in title.data.phases["7"].notes


@rule("18OE", "2.1", "12")
def test_trains_end_on_red_tiles_and_the_orient_express_goes_there():
    express = PLAYED.data.figures(Figures).orient_express
    hexmap = start().view.board().hexmap
    assert (express.terminus, express.west) == ("AA82", ("Q30", "M28", "P39", "X23"))
    for coord in ("AA82", "P39", "X23"):
        assert [stop.kind for stop in hexmap[coord].face.stops] == ["offboard"]
    assert TITLE.data.figures(Figures).orient_express.terminus == express.terminus


@rule("18OE", "11.1.2")
def test_metropolis_tiles_of_other_areas_are_out():
    copies = PLAYED.data.tiles
    assert {"OE4", "OE6", "OE12", "OE15", "OE17", "OE26", "OE28", "OE30", "OE37", "OE40"} <= set(copies)
    assert len(set(TITLE.data.tiles) - set(copies)) == 12
    assert all(copies[tile] == TITLE.data.tiles[tile] for tile in copies)


@rule("18OE", "11.3.5")
def test_three_port_authorities_of_each_kind():
    view = start().view
    assert {kind: left(view, kind) for kind in port_kinds()} == {"mediterranean": 3, "north_sea": 3}


@rule("18OE", "13")
def test_phases_and_remainder_cash_are_those_of_the_full_game():
    for key, phase in TITLE.data.phases.items():
        assert PLAYED.data.phases[key] == replace(phase, notes=PLAYED.data.phases[key].notes)
    assert PLAYED.data.figures(Figures).remainder_cash == TITLE.data.figures(Figures).remainder_cash
