"""18EZ 2.9-2.11: forced train purchases, forced share sales and bankruptcy."""

import pytest

from engine.core.state import POOL
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.trainyard import BUYER, amounts, assert_offers_are_legal, rival, values, yard


def kinds_of(game, owner):
    return [train.kind for train in game.view.trains(owner)]


def phase_4(scenario):
    """The bank sells type 4 for 300."""
    return scenario.phase("4").no_trains_left("2", "3")


# --- 2.9 forced purchases --------------------------------------------------------------------------


@rule("18EZ", "2.9")
def test_the_president_adds_exactly_the_difference():
    game = phase_4(yard()).cash(p1=1000).money({BUYER: 120}).game()
    act(game, "p1", "buy_train", source="depot", train="4")
    assert (game.view.cash(BUYER), game.view.cash("p1")) == (0, 820)
    assert kinds_of(game, BUYER) == ["4"]


@rule("18EZ", "2.9")
def test_only_one_train_is_bought_with_the_presidents_money():
    game = phase_4(yard()).cash(p1=1000).money({BUYER: 120}).game()
    act(game, "p1", "buy_train", source="depot", train="4")
    assert refusal(game, "p1", "buy_train", source="depot", train="4") == "treasury_only"
    assert kinds(game, "p1") == {"done"}


@rule("18EZ", "2.9")
def test_a_treasury_that_can_pay_gets_no_aid():
    scenario = phase_4(yard()).cash(p1=1000).money({BUYER: 300}).trains(POOL, "5")
    game = scenario.game()
    assert refusal(game, "p1", "buy_train", source="pool", train="5") == "treasury_only"
    act(game, "p1", "buy_train", source="depot", train="4")
    assert (game.view.cash(BUYER), game.view.cash("p1")) == (0, 1000)


@rule("18EZ", "2.9")
def test_a_forced_purchase_takes_the_cheapest_train_of_bank_and_open_market():
    scenario = phase_4(yard()).cash(p1=1000).money({BUYER: 10}).trains(POOL, "5")
    game = scenario.game()
    assert refusal(game, "p1", "buy_train", source="pool", train="5") == "not_the_cheapest"
    assert values(game, "p1", "buy_train", "source") == ["depot"]

    scenario = yard().cash(p1=1000).money({BUYER: 10}).trains(POOL, "4").phase("5")
    game = scenario.no_trains_left("2", "3", "4").game()
    assert refusal(game, "p1", "buy_train", source="depot", train="5") == "not_the_cheapest"
    act(game, "p1", "buy_train", source="pool", train="4")
    assert (game.view.cash(BUYER), game.view.cash("p1")) == (0, 710)


@rule("18EZ", "2.9")
def test_with_aid_a_train_of_another_railroad_costs_less_than_the_cheapest():
    scenario = rival(phase_4(yard()), "M&R", p1=20).cash(p1=1000).money({BUYER: 100, "M&R": 0})
    game = scenario.trains("M&R", "5").game()
    deal = {"source": "M&R", "train": "5"}
    assert refusal(game, "p1", "buy_train", **deal, price=300) == "dearer_than_the_cheapest"
    assert amounts(game, "p1", "buy_train", **deal) == (1, 299)
    act(game, "p1", "buy_train", **deal, price=299)
    assert (game.view.cash(BUYER), game.view.cash("p1"), game.view.cash("M&R")) == (0, 801, 299)


@rule("18EZ", "2.9")
def test_another_president_may_sell_a_train_in_need_but_is_never_forced():
    scenario = rival(phase_4(yard()), "M&R", p2=20).cash(p1=50).money({BUYER: 100, "M&R": 0})
    game = scenario.trains("M&R", "5").game()
    assert refusal(game, "p1", "offer_train", source="M&R", train="5", price=151) == "raise_money_first"
    act(game, "p1", "offer_train", source="M&R", train="5", price=150)
    act(game, "p2", "accept_offer", offer="o1")
    assert (game.view.cash(BUYER), game.view.cash("p1"), game.view.cash("M&R")) == (0, 0, 150)
    assert "done" in kinds(game, "p1")


@rule("18EZ", "2.9")
def test_a_minor_gets_no_aid():
    scenario = yard(company="MIT").cash(p2=500).own("p2", "MIT").start("MIT", cash=10)
    game = scenario.tile("D6", "57", 2).token("MIT", "D6").game()
    assert refusal(game, "p2", "buy_train", source="depot", train="2") == "treasury_only"
    assert kinds(game, "p2") == {"done"}


# --- 2.10 forced share sales -----------------------------------------------------------------------


@rule("18EZ", "2.10")
def test_a_president_short_of_cash_sells_first_then_buys():
    scenario = rival(phase_4(yard()), "M&R", p2=20, p1=30).cash(p1=20).money({BUYER: 100})
    game = scenario.game()
    assert refusal(game, "p1", "buy_train", source="depot", train="4") == "raise_money_first"
    assert refusal(game, "p1", "done") == "must_buy_train"
    assert kinds(game, "p1") == {"sell_shares"}
    assert_offers_are_legal(game)
    act(game, "p1", "sell_shares", company="M&R", percent=20)
    assert game.view.cash("p1") == 200
    assert game.view.percent(POOL, "M&R") == 20
    assert game.view.price("M&R") == 70
    act(game, "p1", "buy_train", source="depot", train="4")
    assert (game.view.cash("p1"), game.view.cash(BUYER)) == (0, 0)


@rule("18EZ", "2.10")
def test_no_share_is_sold_while_money_suffices():
    scenario = rival(phase_4(yard()), "M&R", p1=30).cash(p1=200).money({BUYER: 100})
    game = scenario.game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == "nothing_to_raise"
    assert kinds(game, "p1") == {"buy_train"}


@rule("18EZ", "2.10")
def test_the_last_share_alone_may_bring_more_than_is_missing():
    scenario = rival(phase_4(yard()), "M&R", p2=20, p1=30).cash(p1=109).money({BUYER: 100})
    game = scenario.game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=30) == "more_than_needed"
    assert values(game, "p1", "sell_shares", "percent", company="M&R") == ["10", "20"]
    act(game, "p1", "sell_shares", company="M&R", percent=20)
    assert game.view.cash("p1") == 289


@rule("18EZ", "2.10")
def test_no_share_more_than_brings_exactly_what_is_missing():
    scenario = rival(phase_4(yard()), "M&R", p2=20, p1=30).cash(p1=110).money({BUYER: 100})
    game = scenario.game()
    assert values(game, "p1", "sell_shares", "percent", company="M&R") == ["10"]
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=20) == "more_than_needed"
    act(game, "p1", "sell_shares", company="M&R", percent=10)
    assert game.view.cash("p1") == 200


@rule("18EZ", "2.10")
def test_the_price_falls_a_row_for_each_share_sold():
    scenario = rival(phase_4(yard()), "M&R", p2=20, p1=30).cash(p1=30).money({BUYER: 100})
    game = scenario.game()
    assert game.state.companies["M&R"].cell == (1, 4)
    act(game, "p1", "sell_shares", company="M&R", percent="20")
    assert game.state.companies["M&R"].cell == (3, 4)


@rule("18EZ", "2.10")
def test_the_needy_railroad_keeps_its_president():
    scenario = phase_4(yard()).shares(BUYER, p1=40, p2=30).cash(p1=0).money({BUYER: 0})
    game = scenario.game()
    assert game.view.percent("p1", BUYER) == 40
    assert refusal(game, "p1", "sell_shares", company=BUYER, percent=20) == "keeps_presidency"


@rule("18EZ", "2.10")
def test_shares_of_the_needy_railroad_may_be_sold_short_of_its_presidency():
    scenario = phase_4(yard()).shares(BUYER, p1=40, p2=30).cash(p1=0).money({BUYER: 200})
    game = scenario.game()
    act(game, "p1", "sell_shares", company=BUYER, percent=10)
    assert game.view.president(BUYER) == "p1"
    act(game, "p1", "buy_train", source="depot", train="4")
    assert game.view.cash("p1") == 0


@rule("18EZ", "2.10")
def test_the_presidency_of_another_railroad_may_be_lost():
    scenario = rival(phase_4(yard()), "M&R", p1=30, p2=20).cash(p1=0).money({BUYER: 100})
    game = scenario.game()
    act(game, "p1", "sell_shares", company="M&R", percent=30)
    assert game.view.president("M&R") == "p2"
    assert (game.view.cash("p1"), game.view.percent(POOL, "M&R")) == (270, 30)


@rule("18EZ", "2.10")
def test_the_last_president_of_another_railroad_keeps_two_shares():
    scenario = rival(phase_4(yard()), "M&R", p1=30, p2=10).cash(p1=0).money({BUYER: 150})
    scenario = rival(scenario, "PS&W", p2=20, p1=20)
    game = scenario.game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=20) == "president_must_stay"


@rule("18EZ", "2.10")
def test_the_open_market_holds_half_of_a_railroad_at_most():
    scenario = rival(phase_4(yard()), "M&R", p2=20, p1=20, pool=40).cash(p1=0).money({BUYER: 200})
    game = rival(scenario, "PS&W", p2=20, p1=20).game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=20) == "pool_limit"
    act(game, "p1", "sell_shares", company="M&R", percent=10)


@rule("18EZ", "2.10")
def test_shares_bought_in_the_last_stock_round_may_be_sold():
    scenario = rival(phase_4(yard()), "M&R", p2=20, p1=30).cash(p1=30).money({BUYER: 100})
    game = scenario.game()
    assert "sr_bought" not in game.state.notes
    act(game, "p1", "sell_shares", company="M&R", percent=20)


# --- 2.11 bankruptcy -------------------------------------------------------------------------------


def ruined():
    """p1 leads BCRR with the president's certificate alone and owns nothing else."""
    scenario = phase_4(yard())
    for cert in scenario.state.certs.values():
        if cert.company == BUYER and not cert.president:
            cert.owner = "ipo"
    return scenario.cash(p1=100).money({BUYER: 199})


@rule("18EZ", "2.10", "2.11")
def test_a_president_may_not_sell_himself_into_bankruptcy():
    game = rival(ruined(), "M&R", p2=30, p1=30).cash(p1=10).money({BUYER: 30}).game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == "block_too_small"
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=20) == "block_too_small"
    assert_offers_are_legal(game)
    act(game, "p1", "sell_shares", company="M&R", percent=30)
    assert game.view.cash("p1") == 280


@rule("18EZ", "2.11")
def test_who_cannot_raise_the_money_is_bankrupt_and_the_game_ends_at_once():
    game = rival(ruined(), "M&R", p2=20).trains("M&R", "5").game()
    assert kinds(game, "p1") == {"offer_train", "declare_bankruptcy"}
    assert refusal(game, "p1", "done") == "must_buy_train"
    act(game, "p1", "declare_bankruptcy")
    assert game.state.ended == "bankruptcy"
    assert game.state.players["p1"].bankrupt
    assert game.waiting() is None
    assert refusal(game, "p2", "done") == "game_over"


@rule("18EZ", "2.11")
@pytest.mark.parametrize("cash", [101, 500])
def test_who_can_pay_is_not_bankrupt(cash):
    game = ruined().cash(p1=cash).game()
    assert refusal(game, "p1", "declare_bankruptcy") == "not_bankrupt"
    assert kinds(game, "p1") == {"buy_train"}


@rule("18EZ", "2.11")
def test_who_can_raise_the_money_by_sales_is_not_bankrupt():
    game = rival(ruined(), "M&R", p2=20, p1=10).game()
    assert refusal(game, "p1", "declare_bankruptcy") == "not_bankrupt"
    assert kinds(game, "p1") == {"sell_shares"}


@rule("18EZ", "2.11")
@pytest.mark.parametrize(
    ("treasury", "offered"), [(199, {"sell_shares", "declare_bankruptcy"}), (200, {"sell_shares"})]
)
def test_shares_that_keep_the_presidency_do_not_count_as_means(treasury, offered):
    scenario = phase_4(yard()).shares(BUYER, p1=40, p2=30).cash(p1=0).money({BUYER: treasury})
    game = scenario.own("p1", "OBS").game()
    assert kinds(game, "p1") - {"offer_private"} == offered


@rule("18EZ", "2.11")
def test_bankruptcy_comes_by_itself_when_nothing_else_is_left():
    scenario = rival(ruined(), "M&R", p1=20).at("operating", "M&R", "trains", number=1, part=1)
    scenario.money({"M&R": 0}).trains("M&R", "5")
    game = scenario.par("BR&N", 50, floated=False).game()
    act(game, "p1", "done")
    while game.waiting() and "skip" in kinds(game, "p1"):
        act(game, "p1", "skip")
    assert game.waiting() is not None
    assert not game.state.ended

    lonely = ruined().own("p1", "ONE").start("ONE", cash=0)
    lonely.at("operating", "ONE", "trains", number=1, part=1)
    game = lonely.game()
    act(game, "p1", "done")
    while game.waiting() and "skip" in kinds(game, "p1"):
        act(game, "p1", "skip")
    assert game.state.ended == "bankruptcy"


@rule("18EZ", "2.11")
def test_a_private_that_could_still_be_sold_holds_bankruptcy_off():
    game = ruined().own("p1", "SLR").own("p2", "HMH").game()
    assert not game.state.ended
    assert "declare_bankruptcy" in kinds(game, "p1")
