"""18EZ 1.5-1.12: starting companies, turns, limits, floating and the end of a share dealing round."""

import pytest

from engine.core.story import lines
from engine.rules.stock import stock_rules
from engine.titles.g18ez import TITLE
from tests.rulemark import rule
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18ez.ez_deals import MINORS, PRIVATES, actor, buy, dealing, passes, sell, values

MAJORS = ["M&R", "BR&N", "M&YR", "PS&W", "BCRR", "GV&E"]


# --- 1.5 completing the initial SDR ----------------------------------------------------------------


@rule("18EZ", "1.5")
def test_shares_follow_when_the_startpacket_is_sold_out():
    scenario = Scenario(TITLE).own("p3", *PRIVATES, "ONE", "TWO", "MIT").start("ONE", "TWO", "MIT")
    game = scenario.at("packet", "p1", "packet", number=1).game()
    act(game, "p1", "buy_item", item="ROC")
    assert (game.round_title(), actor(game)) == ("SDR 1", "p2")
    assert kinds(game, "p2") == {"par", "pass", "offer_private"}
    assert values(game.options("p2", "par", "company")) == MAJORS


@rule("18EZ", "1.5")
def test_the_first_certificate_is_the_presidents_at_one_of_six_pars():
    game = dealing(initial=True).game()
    assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "not_started"
    assert values(game.options("p1", "par", "price", {"company": "M&R"})) == [
        "50", "60", "70", "80", "90", "100",
    ]  # fmt: skip
    assert refusal(game, "p1", "par", company="M&R", price=55) == "no_par_value"
    assert refusal(game, "p1", "par", company="M&R", price=110) == "no_par_value"
    bank = game.state.bank
    act(game, "p1", "par", company="M&R", price="90")
    assert (game.view.percent("p1", "M&R"), game.view.president("M&R")) == (20, "p1")
    assert (game.view.cash("p1"), game.state.bank) == (600 - 180, bank + 180)
    assert (game.view.company("M&R").par, game.view.company("M&R").cell) == (90, None)
    assert refusal(game, "p2", "par", company="M&R", price=90) == "cannot_start"


@rule("18EZ", "1.5", "1.12")
def test_the_initial_offering_sells_at_par():
    game = dealing(actor="p2", initial=True).shares("M&R", p1=20).par("M&R", 70, floated=False).game()
    buy(game, "p2", "M&R")
    assert (game.view.percent("p2", "M&R"), game.view.cash("p2")) == (10, 530)


@rule("18EZ", "1.5")
def test_in_the_initial_round_a_turn_is_one_purchase_or_a_pass():
    game = dealing(initial=True).shares("M&R", p1=40).par("M&R", 70).game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == "one_purchase"
    assert kinds(game, "p1") == {"buy_share", "par", "pass"}
    buy(game, "p1", "M&R")
    assert actor(game) == "p2"


@rule("18EZ", "1.5")
def test_the_black_line_is_not_on_sale_before_the_first_type_four():
    for phase in ("2", "3"):
        game = dealing().phase(phase).game()
        assert refusal(game, "p1", "buy_share", company="BL", source="ipo") == "not_available_yet"
        assert refusal(game, "p1", "par", company="BL", price=100) == "cannot_start"


@rule("18EZ", "1.5")
def test_who_cannot_pay_double_par_is_not_offered_the_company():
    game = dealing(initial=True).cash(p1=119).game()
    assert values(game.options("p1", "par", "price", {"company": "M&R"})) == ["50"]
    assert refusal(game, "p1", "par", company="M&R", price=60) == "not_enough_money"
    game = dealing(initial=True).cash(p1=99).game()
    assert kinds(game, "p1") == {"pass"}


# --- 1.6 floating, 1.10 treasury -------------------------------------------------------------------


@rule("18EZ", "1.6", "1.10")
def test_a_company_floats_at_half_and_is_funded_at_the_end_of_the_round():
    game = dealing().shares("M&R", p1=40).par("M&R", 80, floated=False).game()
    buy(game, "p1", "M&R")
    company = game.view.company("M&R")
    assert (company.floated, company.cell, company.cash) == (True, None, 0)
    bank = game.state.bank
    passes(game, 3)
    assert (game.view.price("M&R"), game.view.cash("M&R")) == (80, 800)
    assert company.cell in TITLE.data.market.par_cells
    assert game.state.bank == bank - 800
    told = lines(game.view, game.log[-1])
    enters = told.index("M&R starts at $80 on the chart.")
    assert told[enters + 1] == "M&R receives $800 from the bank."


@rule("18EZ", "1.6")
def test_below_half_a_company_does_not_float():
    game = dealing().shares("M&R", p1=30).par("M&R", 80, floated=False).game()
    buy(game, "p1", "M&R")
    passes(game, 3)
    company = game.view.company("M&R")
    assert (company.floated, company.cell, company.cash) == (False, None, 0)


@rule("18EZ", "1.9", "1.14")
def test_companies_that_float_at_one_par_are_stacked_in_that_order():
    scenario = dealing()
    for company in ("M&R", "BR&N"):
        scenario.shares(company, p1=20, p2=20).par(company, 60, floated=False)
    game = scenario.game()
    buy(game, "p1", "BR&N")
    buy(game, "p2", "M&R")
    passes(game, 3)
    cell = game.view.company("M&R").cell
    assert game.state.market[cell] == ["BR&N", "M&R"]


# --- 1.7 presidency --------------------------------------------------------------------------------


@rule("18EZ", "1.7")
def test_an_equal_holding_leaves_the_president_in_office_a_greater_one_does_not():
    game = dealing(actor="p2").shares("M&R", p1=20, p2=10).par("M&R", 60).game()
    buy(game, "p2", "M&R")
    assert game.view.president("M&R") == "p1"
    passes(game, 2)
    buy(game, "p2", "M&R")
    assert game.view.president("M&R") == "p2"
    assert sorted(c.percent for c in game.view.certs("p1", "M&R")) == [10, 10]
    assert sorted(c.percent for c in game.view.certs("p2", "M&R")) == [10, 20]
    assert game.view.percent("p1", "M&R") == 20


def full_hand(over=0):
    """Tom presides over M&R with his certificates at the limit of 20, plus ``over``."""
    scenario = dealing(actor="p2").shares("M&R", p1=20, p2=20).par("M&R", 60)
    left = 19 + over
    for company in MAJORS[1:]:
        percent = min(left, 5) * 10
        scenario.shares(company, p3=50, p1=percent).par(company, 60)
        left -= percent // 10
    return scenario


@rule("18EZ", "1.7", "1.8")
def test_who_loses_a_presidency_over_the_limit_must_sell_at_the_next_chance():
    game = full_hand().game()
    rules = stock_rules(game.view)
    assert rules.certificates(game.view, "p1") == 20
    buy(game, "p2", "M&R")
    assert (rules.certificates(game.view, "p1"), rules.excess(game.view, "p1")) == (21, 1)
    passes(game, 1)
    assert kinds(game, "p1") == {"sell_shares"}
    assert refusal(game, "p1", "pass") == "must_sell"
    assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "certificate_limit"
    sell(game, "p1", "BR&N", 10)
    assert kinds(game, "p1") == {"sell_shares", "done"}
    act(game, "p1", "done")
    assert actor(game) == "p2"


@rule("18EZ", "1.8")
def test_a_turn_cannot_end_while_the_hand_is_over_the_limit():
    game = full_hand(over=2).at("shares", "p1", "turn").game()
    sell(game, "p1", "BR&N", 10)
    assert refusal(game, "p1", "done") == "must_sell"
    sell(game, "p1", "BR&N", 10)
    assert "buy_share" not in kinds(game, "p1")
    sell(game, "p1", "M&YR", 10)
    buy(game, "p1", "M&R")
    assert actor(game) == "p2"


@rule("18EZ", "1.8")
def test_who_is_over_the_limit_and_can_sell_nothing_may_pass():
    scenario = full_hand(over=1).at("shares", "p1", "turn").note("sr_bought", {"p1": MAJORS})
    game = scenario.game()
    assert kinds(game, "p1") == {"pass"}
    act(game, "p1", "pass")


# --- 1.8 limits ------------------------------------------------------------------------------------


@rule("18EZ", "1.8")
def test_no_player_buys_more_than_sixty_percent():
    game = dealing().shares("M&R", p1=50).par("M&R", 60).game()
    buy(game, "p1", "M&R")
    passes(game, 2)
    assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "holding_limit"
    assert "buy_share" not in kinds(game, "p1")


@rule("18EZ", "1.8")
def test_shares_privates_and_minors_count_and_a_presidents_certificate_counts_once():
    scenario = Scenario(TITLE).own("p1", "SLR", "OBS", "ONE").start("ONE")
    game = scenario.shares("M&R", p1=40).par("M&R", 60).game()
    assert stock_rules(game.view).certificates(game.view, "p1") == 3 + 3


@rule("18EZ", "1.8")
@pytest.mark.parametrize("held", [19, 20])
def test_at_the_limit_nothing_is_bought(held):
    game = full_hand(over=held - 20).at("shares", "p1", "turn").game()
    if held == 19:
        assert {"buy_share", "pass"} <= kinds(game, "p1")
        buy(game, "p1", "M&R")
    else:
        assert kinds(game, "p1") == {"sell_shares", "pass"}
        assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "certificate_limit"


# --- 1.9 the end of a round ------------------------------------------------------------------------


@rule("18EZ", "1.9")
def test_priority_in_the_example_of_tom_dick_and_harry():
    """Tom buys; Dick, Harry and Tom pass: the round is over, and Dick has the first option in the next."""
    game = dealing().shares("M&R", p1=20).par("M&R", 60, floated=False).game()
    buy(game, "p1", "M&R")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert actor(game) == "p1"
    assert game.view.cursor.round == "shares"
    act(game, "p1", "pass")
    assert game.state.priority == "p2"
    assert game.round_title() == "SDR 3"
    assert actor(game) == "p2"


@rule("18EZ", "1.9")
def test_an_action_other_than_passing_keeps_the_round_going():
    game = dealing().shares("M&R", p1=20).par("M&R", 60, floated=False).game()
    buy(game, "p1", "M&R")
    passes(game, 2)
    buy(game, "p1", "M&R")
    passes(game, 2)
    assert (game.view.cursor.round, actor(game), game.view.cursor.number) == ("shares", "p1", 2)


@rule("18EZ", "1.9")
def test_when_nobody_acts_the_priority_stays():
    game = dealing().game()
    passes(game, 3)
    assert (game.state.priority, game.round_title(), actor(game)) == ("p1", "SDR 3", "p1")


@rule("18EZ", "1.9")
def test_a_sale_counts_as_an_action_for_the_priority():
    game = dealing(actor="p2").shares("M&R", p1=50, p2=10).par("M&R", 60).game()
    sell(game, "p2", "M&R", 10)
    act(game, "p2", "done")
    passes(game, 3)
    assert game.state.priority == "p3"


@rule("18EZ", "1.9")
def test_what_was_dealt_is_forgotten_with_the_round():
    game = dealing().shares("M&R", p1=20).par("M&R", 60, floated=False).game()
    buy(game, "p1", "M&R")
    passes(game, 3)
    assert not [key for key in game.state.notes if key.startswith("sr_")]


# --- 1.11 later rounds -----------------------------------------------------------------------------


def two_companies(**more):
    scenario = dealing(**more).shares("M&R", p1=40).par("M&R", 60)
    return scenario.shares("BR&N", p2=20, p1=20).par("BR&N", 80).game()


@rule("18EZ", "1.11")
def test_buy_then_sell():
    game = two_companies()
    buy(game, "p1", "M&R")
    assert kinds(game, "p1") == {"sell_shares", "done"}
    assert refusal(game, "p1", "buy_share", company="BR&N", source="ipo") == "turn_order"
    assert refusal(game, "p1", "pass") == "turn_begun"
    sell(game, "p1", "BR&N", 10)
    sell(game, "p1", "BR&N", 10)
    assert actor(game) == "p2"


@rule("18EZ", "1.11")
def test_sell_then_buy_ends_the_turn():
    game = two_companies()
    sell(game, "p1", "BR&N", 10)
    sell(game, "p1", "M&R", 10)
    assert kinds(game, "p1") == {"par", "sell_shares", "done"}
    act(game, "p1", "par", company="PS&W", price=100)
    assert actor(game) == "p2"


@rule("18EZ", "1.11")
def test_a_turn_may_end_after_one_deal_and_done_needs_one():
    game = two_companies()
    assert refusal(game, "p1", "done") == "nothing_done"
    sell(game, "p1", "BR&N", 10)
    act(game, "p1", "done")
    assert actor(game) == "p2"


@rule("18EZ", "1.11")
def test_the_priority_holder_begins_a_later_round():
    game = dealing(actor="p3").game()
    act(game, "p3", "par", company="M&R", price=50)
    passes(game, 3)
    assert (game.state.priority, actor(game), game.round_title()) == ("p1", "p1", "SDR 3")


# --- 1.12 buying -----------------------------------------------------------------------------------


@rule("18EZ", "1.12")
def test_the_open_market_sells_at_the_share_value_to_the_bank():
    game = dealing().shares("M&R", p2=20, pool=20).par("M&R", 60, cell=(0, 8)).game()
    assert values(game.options("p1", "buy_share", "source", {"company": "M&R"})) == ["ipo", "pool"]
    bank = game.state.bank
    buy(game, "p1", "M&R", "pool")
    assert (game.view.cash("p1"), game.view.cash("M&R"), game.state.bank) == (460, 0, bank + 140)
    assert game.view.percent("pool", "M&R") == 10
    assert game.view.price("M&R") == 140


@rule("18EZ", "1.12")
def test_an_empty_source_sells_nothing():
    game = dealing().shares("M&R", p2=60, p3=40).par("M&R", 60).game()
    assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "none_left"
    assert refusal(game, "p1", "buy_share", company="M&R", source="pool") == "none_left"
    assert refusal(game, "p1", "buy_share", company="M&R", source="bank") == "unknown_source"
    assert refusal(game, "p1", "buy_share", company="SLR", source="ipo") == "unknown_company"
    assert refusal(game, "p1", "buy_share", company="M&R") == "unknown_source"


@rule("18EZ", "1.12")
def test_a_share_costs_cash_in_hand():
    game = dealing().cash(p1=59).shares("M&R", p2=20).par("M&R", 60).game()
    assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "not_enough_money"
    assert kinds(game, "p1") == {"pass"}


@rule("18EZ", "2.12")
def test_four_black_line_shares_are_sold_early_at_150_and_four_are_kept():
    scenario = Scenario(TITLE).own("p3", *PRIVATES, *MINORS).start(*MINORS).phase("4")
    game = scenario.cash(p1=700, p2=700).at("shares", "p1", "turn", number=5).game()
    for player in ("p1", "p2", "p3", "p1", "p2"):
        if player == "p3":
            act(game, "p3", "pass")
        else:
            buy(game, player, "BL")
            assert game.view.president("BL") is None
    assert (game.view.cash("p1"), game.view.percent("p1", "BL")) == (400, 20)
    act(game, "p3", "pass")
    assert refusal(game, "p1", "buy_share", company="BL", source="ipo") == "none_left"
    assert game.view.percent("ipo", "BL") == 60
    assert game.view.company("BL").floated is False


@rule("18EZ", "2.12")
def test_black_line_shares_may_not_be_sold_before_it_opens():
    scenario = Scenario(TITLE).own("p3", *PRIVATES, *MINORS).start(*MINORS).phase("4")
    scenario.state.certs["BL:1"].owner = "p1"
    game = scenario.at("shares", "p1", "turn", number=5).game()
    assert refusal(game, "p1", "sell_shares", company="BL", percent=10) == "no_market_value"
    assert "sell_shares" not in kinds(game, "p1")
