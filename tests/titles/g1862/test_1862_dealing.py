"""1862 6.1-6.3, 6.5 and 6.6: turns of a stock round, directors, buying, the limit, starting."""

from dataclasses import replace

import pytest

from engine.core.actions import Action
from engine.core.choices import Range
from engine.core.events import Said
from engine.core.state import POOL
from engine.core.story import lines
from engine.titles.g1862 import TITLE
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, cash, kinds, refusal, values


def buy(game, player, company, source):
    return act(game, player, "buy_share", company=company, source=source)


def sell(game, player, company, percent):
    return act(game, player, "sell_shares", company=company, percent=percent)


# --- 6.1, 6.2, 6.6 turns ---------------------------------------------------------------------------


@rule("1862", "6.1", "6.6")
def test_the_priority_deal_begins_and_the_first_of_the_last_passes_takes_it():
    game = Mania().company("ENR", 100, chartered=False, floated=False, p1=30).parliament("p2").game()
    for _ in range(3):
        act(game, actor(game), "pass")
    assert (game.round_title(), actor(game)) == ("Stock 1", "p1")
    act(game, "p1", "pass")
    buy(game, "p2", "ENR", "treasury")
    act(game, "p3", "pass")
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    assert game.view.cursor.round == "parliament"
    assert game.state.priority == "p3"


@rule("1862", "6.2")
def test_sales_come_before_the_one_purchase():
    scenario = Mania().company("ENR", 100, chartered=False, p1=50, p2=20).company("EUR", 90, p2=30)
    game = scenario.dealing().game()
    assert kinds(game, "p1") == {"buy_share", "par", "sell_shares", "pass"}
    sell(game, "p1", "ENR", 10)
    assert refusal(game, "p1", "pass") == "turn_begun"
    assert kinds(game, "p1") == {"buy_share", "par", "sell_shares", "done"}
    buy(game, "p1", "EUR", "ipo")
    assert actor(game) == "p2"
    buy(game, "p2", "ENR", "treasury")
    assert actor(game) == "p3"


@rule("1862", "6.2")
def test_a_turn_of_sales_alone_is_no_pass():
    game = Mania().company("ENR", 100, chartered=False, p1=50, p2=30).dealing().game()
    sell(game, "p1", "ENR", 10)
    act(game, "p1", "done")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert actor(game) == "p1"


@rule("1862", "6.2", "6.6")
def test_who_can_do_nothing_passes_by_himself():
    game = Mania().cash(p2=10).dealing().game()
    act(game, "p1", "pass")
    assert actor(game) == "p3"
    act(game, "p3", "pass")
    assert game.view.cursor.round != "shares"


# --- 6.3 directorships -----------------------------------------------------------------------------


@rule("1862", "6.3")
def test_more_shares_than_the_director_take_the_certificate_for_three():
    game = Mania().company("ENR", 100, p1=30, p2=30).dealing("p2").game()
    buy(game, "p2", "ENR", "ipo")
    view = game.view
    assert (view.president("ENR"), view.percent("p1", "ENR"), view.percent("p2", "ENR")) == ("p2", 30, 40)
    assert len(view.certs("p1", "ENR")) == 3
    assert len(view.certs("p2", "ENR")) == 2


@rule("1862", "6.3")
def test_as_many_shares_as_the_director_change_nothing():
    game = Mania().company("ENR", 100, p1=40, p2=30).dealing("p2").game()
    buy(game, "p2", "ENR", "ipo")
    assert game.view.president("ENR") == "p1"


@rule("1862", "6.3")
def test_the_example_of_three_shares_sold_by_a_director_of_50():
    game = Mania().company("ENR", 100, chartered=False, p1=50, p2=30).dealing().game()
    sell(game, "p1", "ENR", 30)
    view = game.view
    assert (view.president("ENR"), view.percent("p1", "ENR"), view.percent(POOL, "ENR")) == ("p2", 20, 30)
    assert view.owner("ENR") == "p2"


@rule("1862", "6.3")
def test_ties_for_the_most_shares_go_to_the_left_of_the_director():
    scenario = Mania("A", "B", "C", "D").company("ENR", 100, chartered=False, p2=40, p1=30, p4=30)
    game = scenario.dealing("p2").game()
    sell(game, "p2", "ENR", 30)
    assert game.view.president("ENR") == "p4"


@rule("1862", "6.3")
def test_without_a_successor_the_certificate_goes_to_the_pool():
    game = Mania().company("ENR", 100, chartered=False, p1=50, p2=20).dealing().game()
    sell(game, "p1", "ENR", 50)
    view = game.view
    assert (view.owner("ENR"), view.president("ENR"), view.percent(POOL, "ENR")) == (POOL, None, 50)
    assert view.percent("p1", "ENR") == 0


@rule("1862", "6.3")
def test_a_director_of_four_with_none_in_the_pool_cannot_keep_two():
    game = Mania().company("ENR", 100, chartered=False, p1=40, p2=20).dealing().game()
    assert values(game.options("p1", "sell_shares", "percent", {"company": "ENR"})) == ["10", "30", "40"]
    assert refusal(game, "p1", "sell_shares", company="ENR", percent=20) == "no_single_shares"
    sell(game, "p1", "ENR", 30)
    view = game.view
    assert (view.owner("ENR"), view.percent("p1", "ENR"), view.percent(POOL, "ENR")) == (POOL, 10, 30)


@rule("1862", "6.3")
@pytest.mark.parametrize(("pool", "sales"), [(0, ["30"]), (10, ["20", "30"]), (20, ["10", "20", "30"])])
def test_the_certificate_is_part_exchanged_with_shares_of_the_pool(pool, sales):
    holders = {"p1": 30, "pool": pool} if pool else {"p1": 30}
    game = Mania().company("ENR", 100, chartered=False, **holders).dealing().game()
    assert values(game.options("p1", "sell_shares", "percent", {"company": "ENR"})) == sales
    least = int(sales[0])
    sell(game, "p1", "ENR", least)
    view = game.view
    assert (view.percent("p1", "ENR"), view.owner("ENR")) == (30 - least, POOL)
    assert view.percent(POOL, "ENR") == pool + least


@rule("1862", "6.3")
def test_the_pooled_certificate_cannot_be_bought_but_30_percent_takes_it():
    scenario = Mania().company("ENR", 100, chartered=False, pool=30, p2=20, p3=20)
    game = scenario.dealing("p2").game()
    assert game.view.owner("ENR") == POOL
    assert refusal(game, "p2", "buy_share", company="ENR", source="pool") == "none_left"
    buy(game, "p2", "ENR", "treasury")
    view = game.view
    assert (view.president("ENR"), view.percent("p2", "ENR"), view.percent(POOL, "ENR")) == ("p2", 30, 30)
    assert all(not cert.president for cert in view.certs(POOL, "ENR"))


@rule("1862", "6.3")
def test_swapping_for_the_certificate_is_no_purchase():
    scenario = Mania().company("ENR", 100, chartered=False, pool=30, p2=20)
    game = scenario.dealing("p2").game()
    buy(game, "p2", "ENR", "treasury")
    assert game.state.notes["sr_percent"] == {"p2": {"ENR": 10}}


# --- 6.5 buying ------------------------------------------------------------------------------------


@rule("1862", "6.5.1")
def test_prices_and_payees_by_source():
    scenario = Mania().company("ENR", 122, par=74, p1=30, pool=20, cash=50)
    scenario.company("EUR", 90, chartered=False, p1=30, pool=10)
    game = scenario.dealing("p2").game()
    options = game.options("p2", "buy_share", "source", {"company": "ENR"})
    assert not isinstance(options, Range)
    offers = {o.value: o.label for o in options}
    assert offers == {
        "ipo": "Buy ENR 10 % · £74 · 5 left in the initial offering",
        "pool": "Buy ENR 10 % · £122 · 2 left in the open market",
    }
    bank = game.state.bank
    buy(game, "p2", "ENR", "ipo")
    assert (cash(game, "p2", "ENR"), game.state.bank) == ((726, 50), bank + 74)
    buy(game, "p3", "ENR", "pool")
    assert (cash(game, "p3", "ENR"), game.state.bank) == ((678, 50), bank + 74 + 122)
    act(game, "p1", "pass")
    buy(game, "p2", "EUR", "treasury")
    assert cash(game, "p2", "EUR") == (636, 90)


@rule("1862", "6.5.1")
def test_shares_come_from_ipo_pool_or_company_alone():
    game = Mania().company("ENR", 100, chartered=False, p1=80, p3=20).dealing("p2").game()
    assert refusal(game, "p2", "buy_share", company="ENR", source="p1") == "unknown_source"
    assert refusal(game, "p2", "buy_share", company="ENR", source="ipo") == "none_left"
    assert refusal(game, "p2", "buy_share", company="ENR", source="treasury") == "none_left"
    assert refusal(game, "p2", "buy_share", company="E&H", source="ipo") == "not_started"


@rule("1862", "6.5.1")
def test_there_is_no_limit_to_a_holding_nor_to_the_pool():
    game = Mania().company("ENR", 100, p1=90).dealing().game()
    buy(game, "p1", "ENR", "ipo")
    assert game.view.percent("p1", "ENR") == 100
    game = Mania().company("ENR", 100, p1=100).dealing().game()
    sell(game, "p1", "ENR", 100)
    assert game.view.percent(POOL, "ENR") == 100


@rule("1862", "6.5.1")
def test_what_was_sold_in_this_round_may_not_be_bought_back():
    game = Mania().company("ENR", 100, chartered=False, p1=50, p2=30).dealing().game()
    sell(game, "p1", "ENR", 10)
    assert refusal(game, "p1", "buy_share", company="ENR", source="pool") == "sold_this_round"
    act(game, "p1", "done")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert refusal(game, "p1", "buy_share", company="ENR", source="treasury") == "sold_this_round"


@rule("1862", "6.5.1")
def test_who_lacks_the_money_cannot_buy():
    game = Mania().company("ENR", 100, p1=30).cash(p2=99).dealing("p2").game()
    assert refusal(game, "p2", "buy_share", company="ENR", source="ipo") == "not_enough_money"


# --- 6.5.2 certificate limit -----------------------------------------------------------------------


@rule("1862", "6.5.2")
def test_the_limits_by_players():
    limits = {2: 25, 3: 18, 4: 13, 5: 11, 6: 10, 7: 9, 8: 8}
    assert dict(TITLE.data.certificate_limit) == limits


def hoard(*extra):
    """p2 of eight players holds 8 certificates, which is the limit, or more."""
    names = [f"P{i}" for i in range(1, 9)]
    scenario = Mania(*names).company("ENR", 100, chartered=False, p2=100).company("EUR", 90, p1=50)
    for company in extra:
        scenario.company(company, 100, chartered=False, p2=30)
    return scenario.cash(p2=500)


@rule("1862", "6.5.2")
def test_at_the_limit_nothing_is_bought_but_a_sale_makes_room():
    game = hoard().dealing("p2").game()
    assert refusal(game, "p2", "buy_share", company="EUR", source="ipo") == "certificate_limit"
    assert refusal(game, "p2", "par", company="FDR", price=54) == "certificate_limit"
    sell(game, "p2", "ENR", 10)
    buy(game, "p2", "EUR", "ipo")
    assert game.view.percent("p2", "EUR") == 10


@rule("1862", "6.5.2")
def test_a_directors_certificate_counts_as_one():
    game = hoard().dealing("p2").game()
    assert (game.view.percent("p2", "ENR"), len(game.view.certs("p2"))) == (100, 8)


@rule("1862", "6.5.2")
def test_above_the_limit_shares_must_be_sold_first():
    game = hoard("ESR", "I&B").dealing("p2").game()
    assert kinds(game, "p2") == {"sell_shares"}
    assert refusal(game, "p2", "pass") == "must_sell"
    sell(game, "p2", "ENR", 10)
    assert refusal(game, "p2", "done") == "must_sell"
    sell(game, "p2", "ENR", 10)
    assert "done" in kinds(game, "p2")
    act(game, "p2", "done")
    assert actor(game) == "p3"


@rule("1862", "6.5.2", "10.3")
def test_after_the_lner_the_limit_is_another_and_nobody_sells_down():
    scenario = hoard("ESR", "I&B").phase("H").lner(6)
    game = scenario.dealing("p2").game()
    assert "pass" in kinds(game, "p2")
    assert refusal(game, "p2", "buy_share", company="EUR", source="pool") == "certificate_limit"
    scenario = hoard().phase("H").lner(10)
    game = scenario.dealing("p2").game()
    buy(game, "p2", "EUR", "pool")
    assert len(game.view.certs("p2")) == 9


# --- 6.5.3 starting a company without a charter ----------------------------------------------------


@rule("1862", "6.5.3", "3.1")
def test_starting_puts_all_certificates_on_the_charter_and_the_money_too():
    game = Mania().dealing().game()
    bank = game.state.bank
    act(game, "p1", "par", company="ESR", price=110)
    view = game.view
    assert (view.cash("p1"), view.cash("ESR"), game.state.bank) == (470, 330, bank)
    assert view.holdings("ESR") == {"p1": 30, "ESR": 70}
    assert (view.price("ESR"), view.company("ESR").par, view.president("ESR")) == (110, 100, "p1")
    assert view.company("ESR").data["chartered"] is False
    assert actor(game) == "p2"


@rule("1862", "6.5.3")
@pytest.mark.parametrize(
    ("price", "par"), [(54, 54), (56, 54), (60, 58), (65, 62), (86, 82), (95, 90), (105, 100), (200, 100)]
)
def test_the_par_token_lies_at_the_highest_price_not_above_the_start(price, par):
    game = Mania().dealing().game()
    act(game, "p1", "par", company="ESR", price=price)
    assert (game.view.price("ESR"), game.view.company("ESR").par) == (price, par)


@rule("1862", "6.5.3")
def test_the_start_price_is_one_of_the_29_from_54_to_200():
    game = Mania().dealing().game()
    prices = [int(v) for v in values(game.options("p1", "par", "price", {"company": "ESR"}))]
    assert (prices[0], prices[-1], len(prices)) == (54, 200, 29)
    for price in (52, 64, 210):
        assert refusal(game, "p1", "par", company="ESR", price=price) == "no_par_value"


@rule("1862", "6.5.3")
def test_a_new_token_goes_under_those_that_lie_there():
    game = Mania().company("ENR", 100, p2=30).dealing().game()
    act(game, "p1", "par", company="ESR", price=100)
    cell = game.view.company("ESR").cell
    assert cell is not None
    assert game.state.market[cell] == ["ENR", "ESR"]


@rule("1862", "6.5.3", "3.2")
def test_it_needs_its_certificate_in_the_ipo_its_phase_and_a_home():
    scenario = Mania().company("ENR", 100, p2=30).tile("D13", "57", 0).token("SVR", "D13")
    game = scenario.dealing().game()
    assert refusal(game, "p1", "par", company="ENR", price=100) == "cannot_start"
    assert refusal(game, "p1", "par", company="L&E", price=100) == "not_available_yet"
    assert refusal(game, "p1", "par", company="ECR", price=100) == "home_blocked"
    assert refusal(game, "p1", "par", company="ESR", price=300) == "no_par_value"


@rule("1862", "6.5.3", "3.2")
@pytest.mark.parametrize(("phase", "code"), [("A", "home_blocked"), ("B", None)])
def test_a_company_with_a_full_home_that_can_be_upgraded_is_started_in_a_stock_round_too(phase, code):
    """Witham has one circle, taken by the SVR; a green tile of phase B has two."""
    game = Mania().phase(phase).tile("D13", "57", 0).token("SVR", "D13").company("SVR", 82, p2=50)
    check = game.dealing().game().check(Action("par", "p1", {"company": "ECR", "price": 100}))
    assert (check and check.code) == code


@rule("1862", "11.3", "6.5.3")
def test_new_players_start_companies_in_parliament_only():
    game = Mania(novice="yes", trains="simple_express").dealing().game()
    assert refusal(game, "p1", "par", company="ESR", price=100) == "parliament_only"
    assert kinds(game, "p1") == {"pass"}


@rule("1862", "6.5.3")
def test_a_start_above_its_par_tells_both_and_an_older_log_tells_what_it_has():
    game = Mania().dealing().game()
    name = game.view.name("p1")
    started = act(game, "p1", "par", company="ESR", price=60)
    start = "pays £180 for the director's certificate."
    assert lines(game.view, started)[0] == f"{name} starts ESR at £60 (par £58) and {start}"
    equal = act(Mania().dealing().game(), "p1", "par", company="ESR", price=100)
    assert f"{name} starts ESR at a par of £100 and pays £300" in lines(game.view, equal)[0]
    told = {"player": "p1", "company": "ESR", "value": 60, "price": 180}
    older = replace(started, events=(Said("started_1862", told),))
    assert lines(game.view, older) == [f"{name} starts ESR at a par of £60 and {start}"]
