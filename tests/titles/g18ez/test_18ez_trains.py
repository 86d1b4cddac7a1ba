"""18EZ 2.8: buying trains, and what their purchase brings."""

import pytest

from engine.core.state import OUT, POOL
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.trainyard import (
    BUYER,
    amounts,
    assert_offers_are_legal,
    company,
    players,
    rival,
    values,
    yard,
)


def kinds_of(game, owner):
    return [train.kind for train in game.view.trains(owner)]


# --- from the bank and the open market -------------------------------------------------------------


@rule("18EZ", "2.8")
def test_a_bank_train_costs_its_face_price_from_the_treasury():
    game = yard().cash(p1=500).money({BUYER: 300}).game()
    bank = game.state.bank
    act(game, "p1", "buy_train", source="depot", train="2", price=80)
    assert kinds_of(game, BUYER) == ["2"]
    assert (game.view.cash(BUYER), game.view.cash("p1"), game.state.bank) == (220, 500, bank + 80)
    act(game, "p1", "buy_train", source="depot", train="2")
    assert game.view.cash(BUYER) == 140


@rule("18EZ", "2.8")
def test_a_bank_train_has_no_other_price():
    game = yard().money({BUYER: 300}).game()
    assert refusal(game, "p1", "buy_train", source="depot", train="2", price=79) == "face_price"
    assert amounts(game, "p1", "buy_train", source="depot", train="2") == (80, 80)


@rule("18EZ", "2.8")
def test_the_treasury_alone_pays_for_a_train_that_is_not_forced():
    game = yard().cash(p1=500).money({BUYER: 100}).trains(BUYER, "2").no_trains_left("2").game()
    assert refusal(game, "p1", "buy_train", source="depot", train="3") == "treasury_only"
    assert kinds(game, "p1") == {"done"}


@rule("18EZ", "2.8")
def test_bank_trains_are_sold_strictly_in_order():
    scenario = yard().money({BUYER: 1000}).no_trains_left("2")
    scenario.state.trains["2-10"].owner = "depot"
    game = scenario.game()
    assert values(game, "p1", "buy_train", "train", source="depot") == ["2"]
    assert refusal(game, "p1", "buy_train", source="depot", train="3") == "not_on_sale_yet"
    act(game, "p1", "buy_train", source="depot", train="2")
    assert game.state.phase == "2"
    act(game, "p1", "buy_train", source="depot", train="3")
    assert game.state.phase == "3"
    assert kinds_of(game, BUYER) == ["2", "3"]


@rule("18EZ", "2.8")
def test_the_open_market_sells_at_face_price():
    game = yard().money({BUYER: 400}).trains(POOL, "2", "3").game()
    assert values(game, "p1", "buy_train", "source") == ["depot", "pool"]
    act(game, "p1", "buy_train", source="pool", train="3")
    assert (kinds_of(game, BUYER), kinds_of(game, POOL)) == (["3"], ["2"])
    assert game.view.cash(BUYER) == 220
    assert game.state.phase == "2"


@rule("18EZ", "2.8")
def test_a_train_that_nobody_sells_is_refused():
    game = yard().money({BUYER: 400}).game()
    assert refusal(game, "p1", "buy_train", source="pool", train="2") == "no_such_train"
    assert refusal(game, "p1", "buy_train", source="M&R", train="2") == "no_such_source"
    assert refusal(game, "p1", "buy_train", source=BUYER, train="2") == "no_such_source"
    assert refusal(game, "p1", "buy_train") == "no_such_source"


@rule("18EZ", "1.1", "2.8")
def test_type_8_trains_never_run_out():
    scenario = yard().money({BUYER: 2000}).phase("6").no_trains_left("2", "3", "4", "5", "6")
    game = scenario.game()
    act(game, "p1", "buy_train", source="depot", train="8")
    act(game, "p1", "buy_train", source="depot", train="8")
    assert kinds_of(game, BUYER) == ["8", "8"]
    assert game.view.depot_kind() == "8"
    assert game.state.phase == "8"


@rule("18EZ", "2.8")
@pytest.mark.parametrize(("phase", "limit"), [("2", 3), ("5", 3), ("6", 2)])
def test_a_major_at_its_limit_buys_no_more(phase, limit):
    game = yard().money({BUYER: 2000}).phase(phase).trains(BUYER, *["5"] * limit).game()
    assert refusal(game, "p1", "buy_train", source="depot", train="2") == "train_limit"
    assert kinds(game, "p1") == {"done"}


@rule("18EZ", "2.8")
def test_a_minor_may_own_two_trains():
    scenario = yard(company="ONE").own("p2", "ONE").start("ONE", cash=300).trains("ONE", "2")
    game = scenario.game()
    act(game, "p2", "buy_train", source="depot", train="2")
    assert refusal(game, "p2", "buy_train", source="depot", train="2") == "train_limit"


# --- from other companies --------------------------------------------------------------------------


@rule("18EZ", "2.8")
def test_two_companies_of_one_president_agree_on_any_price():
    scenario = rival(yard(), "M&R", p1=20, p2=20).money({BUYER: 50, "M&R": 0}).trains("M&R", "4")
    game = scenario.game()
    act(game, "p1", "buy_train", source="M&R", train="4", price=1)
    assert (game.view.cash(BUYER), game.view.cash("M&R")) == (49, 1)
    assert (kinds_of(game, BUYER), kinds_of(game, "M&R")) == (["4"], [])
    assert game.state.phase == "2"


@rule("18EZ", "2.8")
def test_a_train_of_a_company_costs_at_least_1_and_no_more_than_the_treasury():
    scenario = rival(yard(), "M&R", p1=20).money({BUYER: 90, "M&R": 0}).trains("M&R", "4")
    game = scenario.game()
    assert refusal(game, "p1", "buy_train", source="M&R", train="4", price=0) == "trade_price"
    assert refusal(game, "p1", "buy_train", source="M&R", train="4") == "trade_price"
    assert refusal(game, "p1", "buy_train", source="M&R", train="4", price=91) == "treasury_only"
    assert amounts(game, "p1", "buy_train", source="M&R", train="4") == (1, 90)


@rule("18EZ", "2.8")
def test_another_president_must_agree():
    scenario = rival(yard(), "M&R", p2=20).money({BUYER: 90, "M&R": 0}).trains("M&R", "4")
    game = scenario.game()
    assert refusal(game, "p1", "buy_train", source="M&R", train="4", price=80) == "needs_consent"
    assert refusal(game, "p1", "offer_train", source="depot", train="2", price=80) == "no_consent_needed"
    assert refusal(game, "p1", "offer_train", source="BR&N", train="2", price=80) == "no_such_source"
    assert refusal(game, "p1", "offer_train", source="M&R", train="4", price=0) == "trade_price"
    act(game, "p1", "offer_train", source="M&R", train="4", price=80)
    assert kinds_of(game, BUYER) == []
    assert kinds(game, "p2") == {"accept_offer", "decline_offer"}
    assert "withdraw_offer" in kinds(game, "p1")
    assert refusal(game, "p1", "offer_train", source="M&R", train="4", price=85) == "already_offered"
    act(game, "p2", "accept_offer", offer="o1")
    assert (kinds_of(game, BUYER), game.view.cash(BUYER), game.view.cash("M&R")) == (["4"], 10, 80)


@rule("18EZ", "2.8")
def test_a_declined_or_withdrawn_offer_changes_nothing():
    scenario = rival(yard(), "M&R", p2=20).money({BUYER: 90, "M&R": 0}).trains("M&R", "4")
    game = scenario.game()
    act(game, "p1", "offer_train", source="M&R", train="4", price=80)
    act(game, "p2", "decline_offer", offer="o1")
    act(game, "p1", "offer_train", source="M&R", train="4", price=85)
    act(game, "p1", "withdraw_offer", offer="o2")
    assert (kinds_of(game, BUYER), game.view.cash(BUYER), game.state.offers) == ([], 90, {})


@rule("18EZ", "2.8")
def test_the_turn_goes_on_beside_an_offer_which_lapses_with_the_money_or_the_turn():
    scenario = rival(yard(), "M&R", p2=20).money({BUYER: 170}).trains("M&R", "5", "3")
    game = scenario.game()
    act(game, "p1", "offer_train", source="M&R", train="5", price=160)
    act(game, "p1", "offer_train", source="M&R", train="3", price=20)
    act(game, "p1", "buy_train", source="depot", train="2")
    assert [offer.price for offer in game.state.offers.values()] == [20]
    act(game, "p1", "done")
    assert game.state.offers == {}
    assert kinds_of(game, "M&R") == ["3", "5"]


# --- phases ----------------------------------------------------------------------------------------


@rule("18EZ", "2.4", "2.8")
@pytest.mark.parametrize(
    ("before", "kind", "tiles"),
    [
        ("2", "3", ("yellow", "green")),
        ("3", "4", ("yellow", "green")),
        ("4", "5", ("yellow", "green", "brown")),
        ("5", "6", ("yellow", "green", "brown")),
        ("6", "8", ("yellow", "green", "brown", "gray")),
    ],
)
def test_the_first_sale_of_a_kind_begins_its_phase(before, kind, tiles):
    scenario = yard().money({BUYER: 2000}).phase(before)
    game = scenario.no_trains_left(*[k for k in "2345678" if k < kind]).game()
    act(game, "p1", "buy_train", source="depot", train=kind)
    assert game.state.phase == kind
    assert game.view.phase.tiles == tiles
    act(game, "p1", "buy_train", source="depot", train=game.view.depot_kind())
    assert int(game.state.phase) >= int(kind)


@rule("18EZ", "2.8")
@pytest.mark.parametrize(("before", "first", "scrapped"), [("3", "4", "2"), ("5", "6", "3"), ("6", "8", "4")])
def test_old_trains_of_all_are_scrapped_without_compensation(before, first, scrapped):
    scenario = rival(yard(), "M&R", p2=20).money({BUYER: 2000, "M&R": 7}).phase(before)
    scenario.trains(BUYER, scrapped).trains("M&R", scrapped, "5").trains(POOL, scrapped)
    game = scenario.no_trains_left(*[k for k in "23456" if k < first]).game()
    act(game, "p1", "buy_train", source="depot", train=first)
    assert (kinds_of(game, BUYER), kinds_of(game, "M&R"), kinds_of(game, POOL)) == ([first], ["5"], [])
    assert scrapped in kinds_of(game, OUT)
    assert game.view.cash("M&R") == 7


@rule("18EZ", "2.8")
def test_trains_over_the_new_limit_are_discarded_at_once_from_the_buyer_clockwise():
    scenario = rival(yard(), "M&R", p3=20).money({BUYER: 2000})
    rival(scenario, "PS&W", p2=20)
    scenario.phase("5").trains(BUYER, "4", "5").trains("M&R", "4", "4", "5").trains("PS&W", "3", "4", "5")
    game = scenario.no_trains_left("2", "3", "4", "5").game()
    act(game, "p1", "buy_train", source="depot", train="6")
    assert players(game) == ("p1",)
    assert company(game) == BUYER
    assert refusal(game, "p3", "discard_train", train="4") == "not_your_turn"
    assert refusal(game, "p1", "done") == "not_now"
    assert refusal(game, "p1", "discard_train", train="8") == "no_such_train"
    assert_offers_are_legal(game)
    act(game, "p1", "discard_train", train="4")
    assert players(game) == ("p3",)
    act(game, "p3", "discard_train", train="5")
    assert kinds_of(game, "PS&W") == ["4", "5"]
    assert (kinds_of(game, BUYER), kinds_of(game, "M&R"), kinds_of(game, POOL)) == (
        ["5", "6"],
        ["4", "4"],
        ["4", "5"],
    )
    assert company(game) == BUYER
    assert "done" in kinds(game, "p1")


@rule("18EZ", "2.8")
def test_a_company_far_over_its_limit_discards_until_it_fits_and_clockwise_order_holds():
    scenario = rival(yard(), "M&R", p3=20).money({BUYER: 2000})
    rival(scenario, "PS&W", p2=20)
    scenario.phase("5").trains("M&R", "4", "4", "5").trains("PS&W", "4", "4", "5", "5")
    game = scenario.no_trains_left("2", "3", "4", "5").game()
    act(game, "p1", "buy_train", source="depot", train="6")
    assert players(game) == ("p2",)
    act(game, "p2", "discard_train", train="4")
    assert players(game) == ("p2",)
    act(game, "p2", "discard_train", train="4")
    assert players(game) == ("p3",)
    act(game, "p3", "discard_train", train="4")
    assert kinds_of(game, "PS&W") == ["5", "5"]
    assert players(game) == ("p1",)


@rule("18EZ", "2.8")
def test_a_minor_that_still_runs_in_phase_6_keeps_its_two_trains():
    scenario = yard().own("p2", "ONE").start("ONE", cash=0).money({BUYER: 2000}).phase("5")
    game = scenario.trains("ONE", "5", "5").no_trains_left("2", "3", "4", "5").game()
    act(game, "p1", "buy_train", source="depot", train="6")
    assert company(game) == BUYER
    assert kinds_of(game, "ONE") == ["5", "5"]


@rule("18EZ", "2.8")
def test_privates_close_with_the_first_5_and_the_obsidian_waits():
    scenario = yard().own("p1", "SLR", "OBS").own("M&R", "HMH").own(BUYER, "MRTA").money({BUYER: 1000})
    game = scenario.phase("4").no_trains_left("2", "3", "4").game()
    act(game, "p1", "buy_train", source="depot", train="5")
    assert [c.id for c in game.view.companies("private")] == ["OBS"]
    assert game.view.owner("OBS") == "p1"
    assert {game.view.owner(c) for c in ("SLR", "HMH", "MRTA")} == {OUT}


# --- the end of the turn ---------------------------------------------------------------------------


@rule("18EZ", "2.8")
def test_a_major_with_a_route_ends_its_turn_with_a_train():
    game = yard().money({BUYER: 80}).game()
    assert refusal(game, "p1", "done") == "must_buy_train"
    assert kinds(game, "p1") == {"buy_train"}
    act(game, "p1", "buy_train", source="depot", train="2")
    act(game, "p1", "done")
    assert game.state.companies[BUYER].operated


@rule("18EZ", "2.8")
def test_a_major_without_a_route_may_stay_trainless():
    game = yard(route=False).token(BUYER, "C5").money({BUYER: 80}).game()
    act(game, "p1", "done")
    assert kinds_of(game, BUYER) == []


@rule("18EZ", "2.8")
def test_a_minor_may_stay_trainless():
    scenario = yard(company="MIT").own("p2", "MIT").start("MIT", cash=0)
    scenario.tile("D6", "57", 2).token("MIT", "D6").tile("C7", "9", 2)
    game = scenario.game()
    act(game, "p2", "done")
    assert game.state.companies["MIT"].operated


@rule("18EZ", "2.8")
@pytest.mark.parametrize("treasury", [0, 79, 80, 400, 2000])
@pytest.mark.parametrize("phase", ["2", "5"])
def test_all_that_is_offered_is_legal(treasury, phase):
    scenario = rival(yard(), "M&R", p2=20, p1=10).cash(p1=100).money({BUYER: treasury}).phase(phase)
    scenario = rival(scenario, "PS&W", p1=30).trains("PS&W", "4", "5").trains("M&R", "3").trains(POOL, "5")
    game = scenario.own("p2", "HMH").own("p1", "SLR", "OBS").game()
    assert_offers_are_legal(game)
