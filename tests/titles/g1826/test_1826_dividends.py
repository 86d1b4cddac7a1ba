"""1826 O62-O66, O137, O138: dividends, the price, and interest before the dividend."""

import pytest

from engine.core.story import lines
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, price, refusal
from tests.titles.g1826.french_turns import Turn

START = (1, 3)  # 100; right of it 110, left of it 90


def company(revenue: int = 0, money: int = 0, loans: int = 0, **owners: int) -> Turn:
    """PLM, a 10-share corporation at 100, has earned something and distributes it."""
    scenario = Turn().ten("PLM").corporation("PLM", 100, cash=money, operated=True, **(owners or {"p1": 60}))
    return scenario.trains("PLM", "2H").loans("PLM", loans).earned(revenue).turn("PLM", "dividend")


def ran(revenue: int, money: int, loans: int = 1, p1: int = 0) -> Turn:
    """The trains of PLM have run: its interest is due next."""
    return company(revenue, money, loans).cash(p1=p1).turn("PLM", "run")


# --- the price (O62-O64) ---------------------------------------------------------------------------------


@rule("1826", "O62", "O63", "O64")
@pytest.mark.parametrize(
    ("revenue", "way", "after"),
    [
        (100, "pay", 110),
        (90, "pay", 100),
        (500, "pay", 110),
        (10, "pay", 100),
        (200, "half", 110),
        (190, "half", 110),
        (180, "half", 100),
        (500, "withhold", 90),
        (10, "withhold", 90),
    ],
)
def test_where_the_price_goes(revenue, way, after):
    game = company(revenue).game()
    act(game, "p1", "dividend", payout=way)
    assert price(game, "PLM") == after


@rule("1826", "O62")
def test_without_a_revenue_the_price_goes_left():
    scenario = company().turn("PLM", "run")
    scenario.state.notes.pop("turn:revenue")
    game = scenario.game()
    act(game, "p1", "skip")
    assert price(game, "PLM") == 90


@rule("1826", "O62")
def test_in_the_first_column_left_is_down():
    scenario = company(100)
    game = scenario.game()
    game.state.market[START].remove("PLM")
    game.state.market.setdefault((1, 0), []).append("PLM")
    game.state.companies["PLM"].cell = (1, 0)
    assert price(game, "PLM") == 75
    act(game, "p1", "dividend", payout="withhold")
    assert game.state.companies["PLM"].cell == (2, 0)
    assert price(game, "PLM") == 70


@rule("1826", "O63")
def test_at_the_end_of_a_row_right_is_up():
    game = company(1000).game()
    game.state.market[START].remove("PLM")
    game.state.market.setdefault((2, 10), []).append("PLM")
    game.state.companies["PLM"].cell = (2, 10)
    act(game, "p1", "dividend", payout="pay")
    assert game.state.companies["PLM"].cell == (1, 10)
    assert price(game, "PLM") == 200


# --- who gets what ---------------------------------------------------------------------------------------


@rule("1826", "O63")
def test_players_and_treasury_are_paid_and_the_pool_is_not():
    game = company(200, p1=50, p2=20, pool=10).game()
    mine, other = cash(game, "p1"), cash(game, "p2")
    act(game, "p1", "dividend", payout="pay")
    assert (cash(game, "p1") - mine, cash(game, "p2") - other) == (100, 40)
    assert cash(game, "PLM") == 40


@rule("1826", "O63")
@pytest.mark.parametrize(("revenue", "kept", "each"), [(210, 100, 11), (390, 190, 20), (160, 80, 8)])
def test_half_is_rounded_down_to_tens_for_the_company(revenue, kept, each):
    game = company(revenue, p1=60, pool=40).game()
    mine = cash(game, "p1")
    act(game, "p1", "dividend", payout="half")
    assert cash(game, "PLM") == kept
    assert cash(game, "p1") - mine == 6 * each


@rule("1826", "O63")
def test_half_of_a_5_share_corporation():
    scenario = Turn().corporation("Nord", 100, p1=60, p2=20, p3=20).trains("Nord", "2H")
    game = scenario.earned(160).turn("Nord", "dividend").game()
    mine = cash(game, "p1")
    act(game, "p1", "dividend", payout="half")
    assert cash(game, "Nord") == 80
    assert cash(game, "p1") - mine == 48
    assert price(game, "Nord") == 100


# --- interest (O137-O139) ----------------------------------------------------------------------------------


@rule("1826", "O137")
@pytest.mark.parametrize(("loans", "interest"), [(1, 50), (2, 100)])
def test_interest_comes_from_the_treasury_before_the_dividend(loans, interest):
    game = ran(200, money=120, loans=loans).game()
    bank = cash(game, "bank")
    act(game, "p1", "skip")
    assert game.state.cursor.step == "dividend"
    assert cash(game, "PLM") == 120 - interest
    assert cash(game, "bank") == bank + interest
    assert f"PLM pays F{interest} interest." in lines(game.view, game.log[-1])
    act(game, "p1", "dividend", payout="withhold")
    assert cash(game, "PLM") == 320 - interest


@rule("1826", "O137")
def test_without_loans_there_is_no_interest():
    game = ran(200, money=120, loans=0).game()
    act(game, "p1", "skip")
    assert cash(game, "PLM") == 120


@rule("1826", "O138")
def test_a_treasury_without_all_of_it_pays_nothing_and_the_revenue_all():
    """As the recorded Midi did with 43 in its treasury."""
    game = ran(240, money=43).game()
    act(game, "p1", "skip")
    assert (game.state.cursor.step, cash(game, "PLM")) == ("dividend", 43)
    act(game, "p1", "dividend", payout="withhold")
    assert cash(game, "PLM") == 43 + 190


@rule("1826", "O138")
def test_what_is_distributed_is_the_revenue_after_interest():
    game = ran(320, money=75, loans=2).game()
    act(game, "p1", "skip")
    mine = cash(game, "p1")
    act(game, "p1", "dividend", payout="pay")
    assert cash(game, "p1") - mine == 132
    assert cash(game, "PLM") == 75 + 88
    assert price(game, "PLM") == 110


@rule("1826", "O138", "O63")
def test_the_price_minds_what_is_paid_after_interest():
    game = ran(140, money=0).game()
    act(game, "p1", "skip")
    act(game, "p1", "dividend", payout="pay")
    assert price(game, "PLM") == 100


@rule("1826", "O138")
def test_a_small_revenue_and_the_treasury_pay_together():
    game = ran(30, money=40).game()
    act(game, "p1", "skip")
    assert cash(game, "PLM") == 20
    assert price(game, "PLM") == 90
    assert game.view.company("PLM").data["loans"] == 1


@rule("1826", "O139", "O127", "O140")
def test_what_is_still_missing_comes_from_a_new_loan():
    game = ran(10, money=30).game()
    act(game, "p1", "skip")
    assert game.view.company("PLM").data["loans"] == 2
    assert cash(game, "PLM") == 30 + 10 + 500 - 50
    assert game.state.companies["PLM"].cell == (1, 1)


@rule("1826", "O139")
def test_with_two_loans_the_president_pays():
    game = ran(10, money=30, loans=2, p1=200).game()
    act(game, "p1", "skip")
    assert cash(game, "PLM") == 0
    assert cash(game, "p1") == 200 - 60
    assert game.state.cursor.step != "interest"


@rule("1826", "O139")
def test_a_president_without_the_money_sells_shares():
    scenario = ran(0, money=30, loans=2, p1=10).corporation("Nord", 100, p2=40, p1=20)
    game = scenario.game()
    act(game, "p1", "skip")
    assert (game.state.cursor.step, game.state.cursor.actor) == ("interest", "PLM")
    assert "PLM owes F100 interest." in lines(game.view, game.log[-1])
    waiting = game.waiting()
    assert waiting is not None
    assert waiting.players == ("p1",)
    assert refusal(game, "p1", "declare_bankruptcy") == "not_bankrupt"
    act(game, "p1", "sell_shares", company="Nord", percent=20)
    assert cash(game, "p1") == 10 + 100 - 70
    assert cash(game, "PLM") == 0
    assert game.state.cursor.step != "interest"


@rule("1826", "O139")
def test_a_president_who_cannot_raise_it_is_bankrupt():
    game = company(0, 0, 2, p1=20, pool=50).cash(p1=10).turn("PLM", "run").game()
    act(game, "p1", "skip")
    assert game.state.cursor.step == "interest"
    act(game, "p1", "declare_bankruptcy")
    assert game.state.players["p1"].bankrupt
