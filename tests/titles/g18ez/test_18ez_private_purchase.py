"""18EZ appendix: majors buy private companies from players."""

import pytest

from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.trainyard import BUYER, amounts, assert_offers_are_legal, rival, yard

PURCHASES = {"buy_private", "offer_for_private"}


def phase_3():
    return yard().phase("3").money({BUYER: 500}).cash(p1=10, p2=10).trains(BUYER, "3")


@rule("18EZ", "A.purchase")
@pytest.mark.parametrize(("private", "low", "high"), [("SLR", 10, 40), ("HMH", 25, 100), ("MRTA", 40, 160)])
def test_the_price_is_from_half_to_double(private, low, high):
    game = phase_3().own("p1", private).game()
    assert amounts(game, "p1", "buy_private", private=private) == (low, high)
    assert refusal(game, "p1", "buy_private", private=private, price=low - 1) == "private_price"
    assert refusal(game, "p1", "buy_private", private=private, price=high + 1) == "private_price"
    act(game, "p1", "buy_private", private=private, price=high)
    assert (game.view.cash("p1"), game.view.cash(BUYER)) == (10 + high, 500 - high)
    assert game.view.owner(private) == BUYER


@rule("18EZ", "A.purchase")
def test_the_treasury_sets_the_highest_price():
    game = phase_3().money({BUYER: 60}).own("p1", "HMH").game()
    assert amounts(game, "p1", "buy_private", private="HMH") == (25, 60)
    assert refusal(game, "p1", "buy_private", private="HMH", price=61) == "treasury_only"


@rule("18EZ", "A.purchase")
def test_not_before_the_first_3():
    game = phase_3().phase("2").own("p1", "SLR").game()
    assert refusal(game, "p1", "buy_private", private="SLR", price=20) == "too_early"
    assert not PURCHASES & kinds(game, "p1")


@rule("18EZ", "A.purchase")
def test_never_the_obsidian():
    game = phase_3().own("p1", "OBS").game()
    assert refusal(game, "p1", "buy_private", private="OBS", price=150) == "not_to_companies"
    assert not PURCHASES & kinds(game, "p1")


@rule("18EZ", "A.purchase")
def test_never_from_another_railroad_nor_from_the_bank():
    scenario = rival(phase_3(), "M&R", p1=20).own("M&R", "SLR")
    game = scenario.game()
    assert refusal(game, "p1", "buy_private", private="SLR", price=20) == "no_such_private"
    assert refusal(game, "p1", "buy_private", private="HMH", price=50) == "no_such_private"
    assert refusal(game, "p1", "buy_private", private="ONE", price=160) == "no_such_private"


@rule("18EZ", "A.purchase")
def test_only_in_the_turn_of_that_major():
    scenario = rival(phase_3(), "M&R", p2=20).own("p2", "SLR")
    game = scenario.game()
    assert refusal(game, "p2", "buy_private", private="SLR", price=20) == "not_your_company"
    assert not PURCHASES & kinds(game, "p2")

    scenario = yard(company="ONE").phase("3").own("p1", "ONE", "SLR").start("ONE", cash=100)
    game = scenario.game()
    assert refusal(game, "p1", "buy_private", private="SLR", price=20) == "not_your_company"


@rule("18EZ", "A.purchase")
def test_at_any_point_of_the_turn():
    game = phase_3().own("p1", "SLR").at("operating", BUYER, "track", number=1, part=1).game()
    assert "buy_private" in kinds(game, "p1")
    act(game, "p1", "buy_private", private="SLR", price=20)
    assert game.state.cursor.step == "track"


@rule("18EZ", "A.purchase")
def test_another_player_must_agree():
    game = phase_3().own("p2", "HMH").game()
    assert refusal(game, "p1", "buy_private", private="HMH", price=50) == "needs_consent"
    act(game, "p1", "offer_for_private", private="HMH", price=50)
    assert game.view.owner("HMH") == "p2"
    act(game, "p2", "decline_offer", offer="o1")
    act(game, "p1", "offer_for_private", private="HMH", price=60)
    act(game, "p2", "accept_offer", offer="o2")
    assert (game.view.owner("HMH"), game.view.cash("p2"), game.view.cash(BUYER)) == (BUYER, 70, 440)


@rule("18EZ", "A.purchase")
def test_the_offer_lapses_with_the_turn():
    game = phase_3().own("p2", "HMH").game()
    act(game, "p1", "offer_for_private", private="HMH", price=50)
    assert_offers_are_legal(game)
    act(game, "p1", "done")
    assert game.state.offers == {}
    assert game.view.owner("HMH") == "p2"


@rule("18EZ", "A.purchase")
def test_the_owner_needs_no_offer_to_himself():
    game = phase_3().own("p1", "HMH").game()
    assert refusal(game, "p1", "offer_for_private", private="HMH", price=50) == "no_consent_needed"


@rule("18EZ", "A.purchase", "2.1")
def test_the_private_pays_the_railroad_from_then_on():
    game = phase_3().own("p1", "MRTA").game()
    act(game, "p1", "buy_private", private="MRTA", price=80)
    before = game.view.cash(BUYER)
    act(game, "p1", "done")
    assert game.state.cursor.part == 2
    assert game.view.cash(BUYER) == before + 15
