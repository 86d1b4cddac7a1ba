"""18OE 8, 8.1: the Concession Railroad Phase."""

import pytest

from engine.core.story import lines
from engine.titles.g18oe.floats.phases import rr_phase
from engine.titles.g18oe.railroads.companies import order_track
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_start import CARDS, MINORS, concession, float_minor, running_minor, values


def without_minors(number=1, **owners):
    """Ada executes a concession and has no minor to float."""
    return concession(number, p2=MINORS, **owners)


@rule("18OE", "8.1", "6.3")
def test_concessions_are_executed_in_numerical_order():
    game = concession(1, p2=[*CARDS[1:3], *MINORS[:6]]).game()
    float_minor(game, "p1", "L", "SC")
    assert game.waiting().players == ("p2",)
    assert game.round_title() == "Concession 2"
    float_minor(game, "p2", "A", "UK")
    assert game.waiting().players == ("p2",)
    float_minor(game, "p2", "B", "PHS")
    assert game.waiting().players == ("p1",)
    assert order_track(game.view) == ["L", "A", "B"]


@rule("18OE", "8.1")
def test_who_has_no_concession_does_not_act_and_nobody_passes():
    game = concession(1).game()
    assert "pass" not in kinds(game, "p1")
    assert kinds(game, "p1") == {"float_minor", "float_regional"}
    assert refusal(game, "p3", "float_regional", company="GWR", price=60) == "not_your_turn"


@rule("18OE", "8.1")
def test_the_card_of_an_executed_concession_leaves_the_game():
    game = concession(1).game()
    float_minor(game, "p1", "A")
    assert game.view.company(CARDS[0]).closed
    assert game.view.owner(CARDS[0]) == "out"
    assert not game.view.company(CARDS[1]).closed


@rule("18OE", "8.1")
def test_who_has_a_minor_may_float_a_regional_instead():
    game = concession(1).game()
    act(game, "p1", "float_regional", company="GWR", price=60)
    assert game.view.president("GWR") == "p1"


@rule("18OE", "8.1")
def test_who_has_no_minor_and_the_money_must_float_a_regional():
    game = without_minors().cash(p1=120).game()
    assert kinds(game, "p1") == {"float_regional"}
    assert refusal(game, "p1", "par_regional", company="GWR", price=60) == "must_float"
    act(game, "p1", "float_regional", company="GWR", price=60)


@rule("18OE", "8.1")
def test_who_has_a_minor_may_not_par():
    game = concession(1).cash(p1=0).game()
    assert kinds(game, "p1") == {"float_minor"}
    assert refusal(game, "p1", "par_regional", company="GWR", price=60) == "float_minor"


@rule("18OE", "8.1")
def test_who_can_do_neither_pars_a_regional_into_the_open_market():
    scenario = running_minor(without_minors(2), "A", "p2")
    game = scenario.cash(p1=119).game()
    assert kinds(game, "p1") == {"par_regional"}
    act(game, "p1", "par_regional", company="GWR", price=90)
    assert game.view.owner("GWR") == "pool"
    assert game.view.company("GWR").par == 90
    assert not game.view.company("GWR").floated
    assert game.view.cash("GWR") == 0
    assert game.view.cash("p1") == 119
    assert order_track(game.view) == ["A", "GWR"]
    assert game.view.stations("GWR") == []


@rule("18OE", "8.1")
@pytest.mark.parametrize("par", [60, 65, 70, 75, 80, 90])
def test_a_parred_regional_has_one_of_six_pars(par):
    game = without_minors().cash(p1=0).game()
    assert refusal(game, "p1", "par_regional", company="GWR", price=100) == "no_par_value"
    act(game, "p1", "par_regional", company="GWR", price=par)
    assert values(game, "p1", "par_regional", "company").count("GWR") == 0


@rule("18OE", "8.1", "8")
def test_after_the_tenth_the_stock_round_begins_with_the_card():
    scenario = concession(10, p2=CARDS[9:])
    scenario.state.priority = "p3"
    game = scenario.game()
    act(game, "p2", "float_regional", company="GWR", price=60)
    assert "; its home token on Bristol (L25) costs it £40." in lines(game.view, game.log[-1])[0]
    assert rr_phase(game.view) == "regional_minor"
    assert game.waiting().players == ("p3",)
    assert game.round_title() == "SR 1"
    assert order_track(game.view) == ["GWR"]


@rule("18OE", "8.1", "5.1.2")
def test_ten_regionals_and_minors_are_on_the_track_after_the_concessions():
    game = concession(1, p2=CARDS[5:]).game()
    for minor, zone, home in zip(
        MINORS[:5], ("SP", "SP", "IT", "SC", "RU"), ("W6", "AC8", "W40", "D57", "G68"), strict=True
    ):
        float_minor(game, "p1", minor, zone, home)
    for regional in ("GWR", "LNWR", "PLM", "MIDI", "SB"):
        act(game, "p2", "float_regional", company=regional, price=60)
    assert order_track(game.view) == [*MINORS[:5], "GWR", "LNWR", "PLM", "MIDI", "SB"]
    assert rr_phase(game.view) == "regional_minor"
