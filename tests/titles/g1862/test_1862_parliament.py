"""1862 4: auctions of charters, starting the company at once, obligations and fines."""

import pytest

from engine.core.choices import Range
from engine.core.state import IPO
from engine.core.story import lines
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, cash, kinds, refusal, values


def bid(game, player, amount, company=None):
    return act(game, player, "bid", amount=amount, **({"company": company} if company else {}))


def won(player="p1", price=0, **purses):
    """The ESR's charter is won by p1 against two who pass."""
    game = Mania().cash(**purses).parliament(player).game()
    bid(game, player, price, "ESR")
    for _ in range(2):
        act(game, actor(game), "pass")
    return game


# --- 4.1 proposals ---------------------------------------------------------------------------------


@rule("1862", "4.1")
def test_the_priority_deal_begins_and_any_available_company_can_be_proposed():
    game = Mania().parliament("p2").game()
    assert actor(game) == "p2"
    assert kinds(game, "p2") == {"bid", "pass"}
    assert kinds(game, "p1") == set()
    assert len(values(game.options("p2", "bid", "company"))) == 8
    assert refusal(game, "p2", "bid", company="L&E", amount=0) == "not_available_yet"
    assert refusal(game, "p2", "bid", company="WVR", amount=0) == "unknown_company"
    assert refusal(game, "p2", "bid", company="XYZ", amount=0) == "unknown_company"


@rule("1862", "4.1")
@pytest.mark.parametrize("amount", [-5, 3, 7, 640, 1000])
def test_a_bid_is_a_multiple_of_five_that_leaves_three_shares_at_54(amount):
    game = Mania().cash(p1=800).parliament().game()
    assert refusal(game, "p1", "bid", company="ESR", amount=amount) == "bad_bid"


@rule("1862", "4.1")
def test_the_first_bid_may_be_nothing_and_the_last_635_of_800():
    game = Mania().cash(p1=800, p2=802).parliament().game()
    choices = game.options("p1", "bid", "amount", {"company": "ESR"})
    assert isinstance(choices, Range)
    assert (choices.low, choices.high, choices.step) == (0, 635, 5)
    bid(game, "p1", 635, "ESR")
    assert actor(game) == "p2"


@rule("1862", "4.1")
def test_who_passes_in_an_auction_does_not_come_back():
    game = Mania().parliament().game()
    bid(game, "p1", 0, "ESR")
    act(game, "p2", "pass")
    bid(game, "p3", 20)
    bid(game, "p1", 25)
    assert actor(game) == "p3"
    assert refusal(game, "p2", "bid", amount=30) == "not_your_turn"
    act(game, "p3", "pass")
    waiting = game.waiting()
    assert waiting is not None
    assert (actor(game), waiting.step) == ("p1", "charter")
    assert cash(game, "p1", "p2", "p3") == (775, 800, 800)


@rule("1862", "4.1")
def test_a_raise_is_at_least_five_more_and_for_the_same_company():
    game = Mania().parliament().game()
    bid(game, "p1", 40, "ESR")
    assert refusal(game, "p2", "bid", amount=40) == "bad_bid"
    assert refusal(game, "p2", "bid", amount=44) == "bad_bid"
    assert refusal(game, "p2", "bid", company="ENR", amount=45) == "other_auction"
    bid(game, "p2", 45)
    assert actor(game) == "p3"


@rule("1862", "4.1")
@pytest.mark.parametrize(("purse", "speaks"), [(161, False), (162, True)])
def test_who_has_less_than_162_passes(purse, speaks):
    game = Mania().cash(p1=800, p2=purse, p3=800).parliament().game()
    act(game, "p1", "pass")
    assert actor(game) == ("p2" if speaks else "p3")
    assert ("bid" in kinds(game, "p2")) is speaks


@rule("1862", "4.1")
@pytest.mark.parametrize(("purse", "speaks"), [(211, False), (212, True)])
def test_who_cannot_raise_by_five_and_keep_162_drops_out(purse, speaks):
    game = Mania().cash(p2=purse).parliament().game()
    bid(game, "p1", 45, "ESR")
    assert actor(game) == ("p2" if speaks else "p3")
    assert ("p2" in game.state.notes["auction"]["in"]) is speaks


@rule("1862", "4.1")
def test_who_is_at_the_certificate_limit_passes_and_drops_out():
    scenario = Mania().in_play("WVR").in_play("W&F")
    for company in ("E&H", "ECR", "ENR"):
        scenario.company(company, 54, p2=80)
    game = scenario.company("ESR", 54, p2=30).parliament().game()
    assert game.view.data.certificate_limit[3] == 18
    assert len(game.view.certs("p2")) == 19
    bid(game, "p1", 0, "EUR")
    assert actor(game) == "p3"
    act(game, "p3", "pass")
    waiting = game.waiting()
    assert waiting is not None
    assert waiting.step == "charter"


@rule("1862", "4.1")
def test_who_won_a_charter_may_bid_but_opens_no_further_auction():
    game = won()
    act(game, "p1", "par", company="ESR", price=54)
    act(game, "p1", "done")
    assert (actor(game), game.waiting().step) == ("p2", "propose")
    bid(game, "p2", 0, "ENR")
    act(game, "p3", "pass")
    bid(game, "p1", 5)
    act(game, "p2", "pass")
    act(game, "p1", "par", company="ENR", price=54)
    act(game, "p1", "done")
    assert actor(game) == "p2"
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert game.round_title() == "Stock 1"


@rule("1862", "4.1")
def test_after_an_auction_the_player_left_of_the_winner_goes_on():
    game = Mania().parliament().game()
    bid(game, "p1", 0, "ESR")
    bid(game, "p2", 5)
    act(game, "p3", "pass")
    act(game, "p1", "pass")
    act(game, "p2", "par", company="ESR", price=54)
    act(game, "p2", "done")
    assert actor(game) == "p3"


@rule("1862", "4.1")
def test_the_round_ends_when_all_decline_in_a_row_and_the_priority_stays():
    game = Mania().parliament("p1").game()
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    bid(game, "p3", 0, "ESR")
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    act(game, "p3", "par", company="ESR", price=54)
    act(game, "p3", "done")
    act(game, "p1", "pass")
    assert game.round_title() == "Parliament 1"
    act(game, "p2", "pass")
    assert (game.round_title(), actor(game), game.state.priority) == ("Stock 1", "p1", "p1")


# --- 4.2 charters ----------------------------------------------------------------------------------


@rule("1862", "4.2")
def test_only_the_winner_pays_and_he_must_start_the_company():
    game = won(price=50)
    assert cash(game, "p1", "p2", "p3") == (750, 800, 800)
    assert kinds(game, "p1") == {"par"}
    assert refusal(game, "p1", "par", company="ENR", price=54) == "cannot_start"
    assert refusal(game, "p1", "done") == "nothing_done"
    assert values(game.options("p1", "par", "price", {"company": "ESR"})) == [
        "54", "58", "62", "68", "74", "82", "90", "100",
    ]  # fmt: skip
    assert refusal(game, "p1", "par", company="ESR", price=56) == "no_par_value"


@rule("1862", "4.2")
def test_par_and_three_shares_are_paid_to_the_bank():
    game = won()
    bank = game.state.bank
    act(game, "p1", "par", company="ESR", price=74)
    view = game.view
    assert (view.percent("p1", "ESR"), view.president("ESR"), view.percent(IPO, "ESR")) == (30, "p1", 70)
    assert (view.cash("p1"), view.cash("ESR"), game.state.bank) == (800 - 222, 0, bank + 222)
    assert view.company("ESR").par == 74
    assert view.company("ESR").data["chartered"] is True
    assert view.price("ESR") is None


@rule("1862", "4.2")
def test_par_must_leave_the_three_shares_affordable():
    game = won(price=20, p1=200)
    assert values(game.options("p1", "par", "price", {"company": "ESR"})) == ["54", "58"]
    assert refusal(game, "p1", "par", company="ESR", price=62) == "not_enough_money"


@rule("1862", "4.2", "6.5.4.1")
def test_two_more_shares_float_it_at_once_with_ten_times_par():
    game = won()
    act(game, "p1", "par", company="ESR", price=58)
    assert kinds(game, "p1") == {"buy_share", "done"}
    assert refusal(game, "p1", "buy_share", company="ENR", source="ipo") == "charter_only"
    assert refusal(game, "p1", "buy_share", company="ESR", source="pool") == "charter_only"
    act(game, "p1", "buy_share", company="ESR", source="ipo")
    assert game.view.company("ESR").floated is False
    act(game, "p1", "buy_share", company="ESR", source="ipo")
    view = game.view
    assert (view.percent("p1", "ESR"), view.cash("p1")) == (50, 800 - 5 * 58)
    assert (view.company("ESR").floated, view.price("ESR")) == (True, 58)
    assert view.cash("ESR") == 580 - 180
    assert actor(game) == "p2"
    assert "obligation" not in view.company("ESR").data


@rule("1862", "4.2")
def test_at_most_two_more_and_only_what_he_can_pay():
    game = won(p1=162 + 54)
    act(game, "p1", "par", company="ESR", price=54)
    act(game, "p1", "buy_share", company="ESR", source="ipo")
    assert actor(game) == "p2"
    assert game.view.percent("p1", "ESR") == 40
    game = won(p1=300)
    act(game, "p1", "par", company="ESR", price=100)
    assert (actor(game), game.view.cash("p1")) == ("p2", 0)


@rule("1862", "4.2")
def test_shares_may_not_be_sold_to_start_a_company():
    game = Mania().company("ENR", 100, p1=50).parliament().game()
    bid(game, "p1", 0, "ESR")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert refusal(game, "p1", "sell_shares", company="ENR", percent=10) == "not_now"


@rule("1862", "4.2")
def test_the_recording_program_shows_the_price_from_the_start():
    game = Mania(readings="recorded").parliament().game()
    bid(game, "p1", 0, "ESR")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    act(game, "p1", "par", company="ESR", price=74)
    assert game.view.price("ESR") == 74


# --- 4.3 obligations -------------------------------------------------------------------------------


def obliged(par=58, held=30, **purses):
    """A stock round in which p1 is under obligation for the ESR."""
    scenario = Mania().company("ESR", par, floated=False, p1=held)
    scenario.state.companies["ESR"].data["obligation"] = "p1"
    return scenario.cash(**purses)


def all_pass(game):
    number = game.view.cursor.number
    while game.view.cursor.round == "shares" and game.view.cursor.number == number and not game.state.ended:
        if game.waiting().step != "turn":
            break
        act(game, actor(game), "pass")


@rule("1862", "4.3")
def test_an_obligation_is_met_when_half_is_bought_in_the_stock_round():
    game = obliged(held=40, p1=300, p2=300).dealing("p2").game()
    act(game, "p2", "buy_share", company="ESR", source="ipo")
    record = game.view.company("ESR")
    assert (record.floated, record.data.get("obligation")) == (True, None)
    assert game.view.cash("ESR") == 580 - 180


@rule("1862", "4.3")
def test_a_company_that_does_not_float_costs_five_times_par_and_goes_back():
    game = obliged(held=40, p1=300).dealing().game()
    bank = game.state.bank
    all_pass(game)
    view = game.view
    assert view.cash("p1") == 300 - 5 * 58
    assert game.state.bank == bank + 290
    assert view.holdings("ESR") == {IPO: 100}
    record = view.company("ESR")
    assert (record.par, record.cell, record.floated) == (None, None, False)
    assert "obligation" not in record.data
    assert "chartered" not in record.data


@rule("1862", "4.3")
def test_the_company_is_available_again_from_the_next_stock_round():
    game = obliged(p1=800).dealing().game()
    all_pass(game)
    assert game.round_title() == "Parliament 2"
    player = actor(game)
    assert refusal(game, player, "bid", company="ESR", amount=0) == "not_available_yet"
    for _ in range(3):
        act(game, actor(game), "pass")
    assert game.round_title() == "Stock 2"
    act(game, actor(game), "par", company="ESR", price=54)
    assert game.view.president("ESR") is not None


@rule("1862", "4.3")
def test_the_fine_comes_from_the_shares_of_the_company_when_cash_is_short():
    game = obliged(held=40, p1=240).dealing().game()
    all_pass(game)
    assert game.view.cash("p1") == 240 + 2 * 29 - 290
    assert any(line.endswith(" pays the fine of £290.") for line in lines(game.view, game.log[-1]))
    assert game.view.holdings("ESR") == {IPO: 100}


@rule("1862", "4.3")
def test_then_other_shares_are_sold_as_the_player_chooses():
    scenario = obliged(held=30, p1=100).company("ENR", 82, chartered=False, floated=False, p1=30)
    scenario.company("EUR", 100, chartered=False, floated=False, p2=30, p1=10)
    game = scenario.dealing().game()
    all_pass(game)
    assert (game.waiting().step, actor(game)) == ("fine", "p1")
    assert kinds(game, "p1") == {"sell_shares"}
    assert game.view.cash("p1") == 100 + 3 * 29
    act(game, "p1", "sell_shares", company="EUR", percent=10)
    assert game.view.cash("p1") == 100 + 3 * 29 + 50
    assert game.waiting().step == "fine"
    act(game, "p1", "sell_shares", company="ENR", percent=30)
    assert game.view.cash("p1") == 100 + 87 + 50 + 123 - 290
    assert game.round_title() == "Parliament 2"


@rule("1862", "4.3", "6.4")
def test_shares_sold_one_by_one_for_a_fine_are_one_block():
    """At 220 a share that another sells than the director is ignored, but one in all."""
    game = obliged(held=30, p1=0).company("ENR", 220, par=54, p2=50, p1=20).dealing().game()
    all_pass(game)
    for left in (10, 0):
        act(game, "p1", "sell_shares", company="ENR", percent=10)
        assert game.view.percent("p1", "ENR") == left
    assert game.view.price("ENR") == 210
    assert game.view.cash("p1") == 87 + 2 * 110 - 290


@rule("1862", "4.3")
def test_who_has_nothing_left_to_sell_pays_what_he_has():
    game = obliged(held=30, p1=100).dealing().game()
    bank = game.state.bank
    all_pass(game)
    assert game.view.cash("p1") == 0
    assert game.state.bank == bank + 100
    told = lines(game.view, game.log[-1])
    assert [line.partition(" ")[2] for line in told if "of the fine" in line] == [
        "pays £187 of the fine.",
        "has nothing left to sell: the other £103 of the fine are never paid.",
    ]


@rule("1862", "4.3")
def test_shares_of_the_company_in_the_pool_and_with_others_go_back_without_compensation():
    scenario = obliged(held=30, p1=800, p2=100)
    scenario.shares("ESR", p1=30, p2=10)
    game = scenario.dealing().game()
    all_pass(game)
    assert game.view.holdings("ESR") == {IPO: 100}
    assert cash(game, "p1", "p2") == (800 - 290, 100)


@rule("1862", "4.3")
def test_two_obligations_are_fined_together_and_both_companies_barred():
    scenario = obliged(held=40, p1=700).company("ENR", 100, floated=False, p1=30)
    scenario.state.companies["ENR"].data["obligation"] = "p1"
    game = scenario.dealing().game()
    all_pass(game)
    assert game.view.cash("p1") == 700 + 4 * 29 - 500 - 290
    assert game.view.holdings("ENR") == game.view.holdings("ESR") == {IPO: 100}
