"""1862 7.8.5 and 7.8.6: dividends, the share price, the George Hudson manoeuvre."""

import pytest

from engine.api.incomes import incomes
from engine.api.round_state import last_runs
from engine.core.state import IPO
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, cash, kinds, refusal
from tests.titles.g1862.mania_turns import Turn, offered


def earned(revenue, price=82, cash=0, subsidy=0, train=True, p1=50, options=None, **others):
    """The SVR has earned this and distributes it; an A train, so that it need not buy one."""
    scenario = Mania(**(options or {})).company("SVR", price, cash=cash, p1=p1, **others).operated("SVR")
    if train:
        scenario.train("SVR", "A", "local")
    if subsidy:
        scenario.note("turn:subsidy", subsidy)
    return scenario.note("turn:revenue", revenue).operating("SVR", "dividend")


def ways(game):
    return [o.value for o in offered(game, "p1", "dividend", "payout")]


def price_after(scenario, way):
    game = scenario.game()
    act(game, "p1", "dividend", payout=way)
    return game.view.price("SVR")


# --- payment (7.8.5) -------------------------------------------------------------------------------------


@rule("1862", "7.8.5")
def test_the_example_of_19_a_share():
    game = earned(190, price=200, p1=50, p2=20, SVR=20, pool=10).game()
    bank = game.view.cash("bank")
    act(game, "p1", "dividend", payout="pay")
    assert cash(game, "p1", "p2", "SVR", "bank") == (895, 838, 38, bank - 171)


@rule("1862", "7.8.5")
def test_shares_in_the_ipo_pay_nobody():
    game = earned(110).game()
    assert game.view.percent(IPO, "SVR") == 50
    act(game, "p1", "dividend", payout="pay")
    assert cash(game, "p1", "SVR") == (855, 0)


@rule("1862", "7.8.5")
def test_withheld_revenue_goes_to_the_treasury():
    game = earned(110, cash=20, p2=20, pool=30).game()
    act(game, "p1", "dividend", payout="withhold")
    assert cash(game, "p1", "p2", "SVR") == (800, 800, 130)
    assert game.view.price("SVR") == 74


@rule("1862", "7.8.5")
def test_pay_or_withhold_and_no_third_way():
    game = earned(110).game()
    assert ways(game) == ["pay", "withhold"]
    assert refusal(game, "p1", "dividend", payout="half") == "bad_payout"
    assert refusal(game, "p1", "dividend", payout="top_up") == "bad_payout"
    assert kinds(game, "p1") == {"dividend"}


@rule("1862", "7.8.5")
def test_the_subsidy_comes_first_and_is_no_revenue():
    game = earned(60, price=200, subsidy=40).game()
    act(game, "p1", "dividend", payout="pay")
    assert cash(game, "p1", "SVR") == (830, 40)


# --- the share price (7.8.5) -----------------------------------------------------------------------------


@rule("1862", "7.8.5")
@pytest.mark.parametrize(
    ("price", "revenue", "after"),
    [
        (82, 80, 82),  # below the price
        (82, 90, 90),
        (82, 160, 90),  # below twice
        (82, 170, 100),
        (82, 240, 100),  # below three times
        (82, 250, 110),
        (82, 320, 110),  # below four times
        (82, 330, 122),
        (82, 900, 122),  # four spaces are the most
        (100, 90, 100),
        (100, 100, 110),  # equal to the price
        (100, 200, 122),  # exactly twice, three and four times: the higher step
        (100, 300, 134),
        (100, 400, 150),
        (54, 60, 58),
        (950, 960, 1000),
        (1000, 1000, 1000),
        (900, 3600, 1000),
    ],
)
def test_a_dividend_moves_the_price_by_how_often_it_covers_it(price, revenue, after):
    assert price_after(earned(revenue, price), "pay") == after


@rule("1862", "7.8.5")
@pytest.mark.parametrize(("price", "after"), [(82, 74), (54, 50), (200, 182), (40, 31), (20, 7), (1000, 900)])
def test_without_a_dividend_the_price_moves_one_space_left(price, after):
    assert price_after(earned(100, price), "withhold") == after


@rule("1862", "7.8.5", "7.12")
@pytest.mark.parametrize("price", [14, 7])
def test_left_of_the_first_space_of_a_row_lies_the_bottom(price):
    game = earned(100, price, p1=50).game()
    act(game, "p1", "dividend", payout="withhold")
    assert game.view.holdings("SVR") == {IPO: 100}


@rule("1862", "7.8.5")
def test_without_revenue_it_happens_by_itself():
    scenario = Turn().at_home().train("SVR", "A", "local").step("run")
    game = scenario.step("token").game()
    if game.state.cursor.step == "token":
        act(game, "p1", "skip")
    assert game.view.price("SVR") == 74
    assert game.view.company("SVR").last_revenue == 0


@rule("1862", "7.8.5", "7.1")
@pytest.mark.parametrize(
    ("revenue", "way", "cell", "stack"),
    [
        (80, "pay", 82, ["ECR", "SVR"]),  # it stays and goes under the other
        (90, "pay", 90, ["EUR", "SVR"]),
        (90, "withhold", 74, ["NGC", "SVR"]),
    ],
)
def test_the_token_goes_to_the_bottom_of_its_stack(revenue, way, cell, stack):
    scenario = earned(revenue)
    for company, price in (("ECR", 82), ("EUR", 90), ("NGC", 74)):
        scenario.company(company, price, p2=50).operated(company)
    game = scenario.at("operating", "SVR", "dividend", done=("ECR", "EUR", "NGC")).game()
    act(game, "p1", "dividend", payout=way)
    column = game.view.data.market.rows[0].index(cell)
    assert game.state.market[0, column] == stack


# --- the George Hudson manoeuvre (7.8.6) -----------------------------------------------------------------


@rule("1862", "7.8.6")
def test_the_example_of_60_raised_to_90():
    game = earned(60, cash=30).game()
    assert ways(game) == ["pay", "withhold", "top_up"]
    act(game, "p1", "dividend", payout="top_up")
    assert cash(game, "p1", "SVR") == (845, 0)
    assert game.view.price("SVR") == 90


@rule("1862", "7.8.6")
@pytest.mark.parametrize(
    ("revenue", "price", "treasury", "added"),
    [
        (10, 82, 80, 80),
        (80, 82, 10, 10),
        (90, 100, 10, 10),
        (70, 100, 300, 30),
        (60, 82, 29, None),  # the money is not there
        (9, 82, 500, None),  # less than 10
        (90, 82, 500, None),  # it covers the price
        (100, 100, 500, None),
    ],
)
def test_the_least_number_of_tens_from_the_treasury(revenue, price, treasury, added):
    scenario = earned(revenue, price, cash=treasury)
    game = scenario.game()
    if added is None:
        assert refusal(game, "p1", "dividend", payout="top_up") == "bad_payout"
        return
    act(game, "p1", "dividend", payout="top_up")
    assert game.view.cash("SVR") == treasury - added
    assert game.view.price("SVR") > price
    assert game.view.cash("p1") == 800 + (revenue + added) // 2


@rule("1862", "7.8.6")
def test_money_added_comes_back_on_shares_of_its_own():
    game = earned(60, cash=30, p2=20, SVR=30).game()
    act(game, "p1", "dividend", payout="top_up")
    assert cash(game, "p1", "p2", "SVR") == (845, 818, 27)


@rule("1862", "7.8.6")
def test_the_subsidy_of_the_turn_may_be_used():
    game = earned(60, cash=0, subsidy=30).game()
    act(game, "p1", "dividend", payout="top_up")
    assert cash(game, "p1", "SVR") == (845, 0)
    short = earned(60, cash=0, subsidy=20).game()
    assert ways(short) == ["pay", "withhold"]


@rule("1862", "7.8.6", "11.3")
def test_new_players_do_without_the_manoeuvre():
    game = earned(60, cash=100, options={"novice": "yes", "trains": "simple_express"}).game()
    assert ways(game) == ["pay", "withhold"]


@rule("1862", "7.8.6")
@pytest.mark.parametrize(
    ("readings", "revenue", "open_"),
    [("rulebook", 10, True), ("recorded", 10, False), ("recorded", 20, True)],
)
def test_the_program_that_recorded_games_wants_more_than_10(readings, revenue, open_):
    game = earned(revenue, cash=100, options={"readings": readings}).game()
    assert ("top_up" in ways(game)) is open_


@rule("1862", "7.8.6")
def test_the_button_says_what_is_added():
    game = earned(60, cash=30).game()
    option = offered(game, "p1", "dividend", "payout")[2]
    assert option.label == "Pay £90, £30 of it from the treasury: £9 a share, price 82 to 90"
    assert option.note == "Tom £45, SVR -£30"


@rule("1862", "7.8.6")
def test_the_last_run_is_what_the_trains_earned_without_the_money_added():
    scenario = earned(60, cash=30)
    scenario.state.companies["SVR"].last_revenue = 60
    game = scenario.game()
    act(game, "p1", "dividend", payout="top_up")
    assert last_runs(game) == {"SVR": [60, "pay", "£9"]}
    assert [income.revenue for income in incomes(game, "SVR")] == [60]
