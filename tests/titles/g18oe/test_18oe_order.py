"""18OE 11, 15.3: who operates when."""

import pytest

from bot.cards.texts import decision_text
from engine.rules.tokens import needs_home
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.operating.operating import OPERATING
from tests.rulemark import rule
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18oe.oe_majors import cell_of, expanded, late, tidy
from tests.titles.g18oe.oe_start import MINORS, NAMES, REGIONALS, initial, running_minor, running_regional

CHOICES = {"first": ["C", "GWR", "A"], "last": ["GWR", "A", "C"], "normal": ["GWR", "C", "A"]}


def before(scenario):
    """The last player is about to pass; an operating round follows."""
    others = [m for m in MINORS if not scenario.state.companies[m].floated]
    idle = [r for r in REGIONALS if not scenario.state.companies[r].floated]
    scenario.close(*others, *idle).note("rr_phase", "major")
    return scenario.at("shares", "p3", "turn", number=2, passes=2).game()


def three(president="p2"):
    scenario = running_regional(initial(), "GWR", "p1")
    running_minor(scenario, "C", president, "SP", "W6")
    return running_minor(scenario, "A", "p1", "SP", "AC8")


def order(game):
    return OPERATING.order(game.view)


@rule("18OE", "11", "6.1")
def test_face_up_privates_pay_at_the_start_of_each_operating_round():
    scenario = running_regional(initial(), "GWR", "p1").own("p2", "WS", "HMLC")
    scenario.state.companies["HMLC"].data["face_down"] = True
    game = before(scenario)
    act(game, "p3", "pass")
    assert game.round_title() == "OR 1.1"
    assert game.view.cash("p2") == 1800 + 10
    assert game.view.cash("p1") == 1800 + 5 + 5 + 10 + 15 * 3 + 25


@rule("18OE", "11")
def test_small_railroads_as_on_their_track_then_large_ones_by_value():
    scenario = running_regional(initial(), "PLM", "p1")
    running_minor(scenario, "A", "p2", "SP", "W6")
    running_regional(scenario, "GWR", "p3")
    expanded(scenario, "BEL", cell_of(100, 2), p1=60)
    expanded(scenario, "SB", cell_of(110, 1), "national", p2=60, p3=40)
    game = scenario.game()
    assert order(game) == ["PLM", "A", "GWR", "SB", "BEL"]


@rule("18OE", "11")
def test_a_parred_regional_waits():
    scenario = running_regional(initial(), "PLM", "p1").note("order_track", ["GWR", "PLM"])
    scenario.state.companies["GWR"].par = 60
    scenario.state.certs["GWR:0"].owner = "pool"
    assert order(scenario.game()) == ["PLM"]


@rule("18OE", "6.1")
def test_privates_that_lie_face_up_count_at_the_end():
    scenario = initial().cash(p2=100).own("p2", "WS", "HMLC")
    assert scenario.game().scores()["p2"] == 100 + 40 + 80
    scenario.state.companies["HMLC"].data["face_down"] = True
    assert scenario.game().scores()["p2"] == 100 + 40


@rule("18OE", "5", "11")
def test_two_operating_rounds_between_stock_rounds():
    assert {phase.operating_rounds for phase in TITLE.data.phases.values()} == {2}


@rule("18OE", "15.3")
@pytest.mark.parametrize("place", ["first", "last", "normal"])
def test_minor_c_chooses_its_place_among_the_small(place):
    scenario = three()
    expanded(scenario, "BEL", cell_of(100, 2), p1=60)
    game = before(scenario)
    act(game, "p3", "pass")
    assert game.waiting().players == ("p2",)
    assert kinds(game, "p2") == {"choose_order"}
    told = decision_text(game)
    assert "Does C operate first, last or in its normal position in this operating round?" in told
    act(game, "p2", "choose_order", place=place)
    assert order(game) == [*CHOICES[place], "BEL"]
    assert game.waiting().company == CHOICES[place][0]


@rule("18OE", "15.3")
def test_nobody_operates_before_the_choice():
    game = before(three())
    act(game, "p3", "pass")
    assert game.state.cursor.actor == ""
    assert refusal(game, "p1", "skip") == "not_your_turn"
    assert refusal(game, "p2", "choose_order", place="second") == "no_place"


@rule("18OE", "15.3")
def test_a_major_with_c_chooses_among_the_large():
    scenario = running_regional(initial(), "PLM", "p3")
    expanded(scenario, "BEL", cell_of(100, 2), p1=60)
    expanded(scenario, "SB", cell_of(110, 1), p2=60)
    expanded(scenario, "OU", cell_of(120, 0), p2=60)
    scenario.state.companies["SB"].data["powers"] = ["C"]
    game = before(scenario)
    act(game, "p3", "pass")
    assert game.waiting().players == ("p2",)
    act(game, "p2", "choose_order", place="last")
    assert order(game) == ["PLM", "OU", "BEL", "SB"]


@rule("18OE", "15.3")
def test_the_choice_is_made_anew_in_each_operating_round():
    scenario = three().note("minor_c", "last").note("sets", 1).note("rounds_in_set", 2)
    game = scenario.phase("2").at("operating", "", "", number=1, part=1, done=("GWR", "A", "C")).game()
    game.state.notes["rr_phase"] = "major"
    OPERATING._end_round(game._writer)
    assert "minor_c" not in game.state.notes
    assert game.state.cursor.part == 2
    assert game.state.pending[-1].players == ("p2",)


def test_a_national_has_no_token_to_place_at_the_old_home():
    scenario = expanded(late(), "GWR", cell_of(110, 1), "national", p2=60, p3=40)
    assert not needs_home(tidy(scenario).view, "GWR")
    assert needs_home(initial().start("GWR").game().view, "GWR")


@rule("18OE", "15.3")
def test_without_c_nobody_is_asked():
    scenario = running_regional(initial(), "GWR", "p1")
    game = before(scenario)
    act(game, "p3", "pass")
    assert game.waiting().company == "GWR"
    assert game.state.pending == []
    national = expanded(late(), "SB", cell_of(110, 1), "national", p2=60, p3=40)
    national.state.companies["SB"].data["powers"] = ["C"]
    assert tidy(national).state.pending == []
    assert Scenario(TITLE, *NAMES).game().state.pending == []
