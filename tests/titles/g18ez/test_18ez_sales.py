"""18EZ 1.13 and 1.14: selling shares, and share values in a share dealing round."""

import pytest

from engine.core.actions import Action
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.ez_deals import actor, buy, dealing, passes, sell, values


@rule("18EZ", "1.13", "1.14")
def test_four_shares_of_the_milton_and_yellow_ridge():
    """At $120 the seller gets $480; after three moves the token is in the bottom row and stays."""
    game = dealing().shares("M&YR", p2=20, p1=40).par("M&YR", 100, cell=(2, 8)).game()
    assert game.view.price("M&YR") == 120
    bank = game.state.bank
    sell(game, "p1", "M&YR", 40)
    assert (game.view.cash("p1"), game.state.bank) == (600 + 480, bank - 480)
    assert game.view.company("M&YR").cell == (5, 8)
    assert game.view.price("M&YR") == 90
    assert game.view.percent("pool", "M&YR") == 40


@rule("18EZ", "1.14")
def test_the_value_falls_one_row_for_each_share():
    game = dealing().shares("M&R", p2=20, p1=30).par("M&R", 100, cell=(0, 8)).game()
    sell(game, "p1", "M&R", 20)
    assert (game.view.cash("p1"), game.view.company("M&R").cell) == (600 + 280, (2, 8))
    sell(game, "p1", "M&R", 10)
    assert (game.view.cash("p1"), game.view.company("M&R").cell) == (880 + 120, (3, 8))


@rule("18EZ", "1.13")
def test_several_companies_are_sold_in_the_order_of_choice():
    scenario = dealing().shares("M&R", p2=20, p1=10).par("M&R", 60, cell=(1, 5))
    game = scenario.shares("BR&N", p3=20, p1=20).par("BR&N", 60, cell=(2, 5)).game()
    sell(game, "p1", "M&R", 10)
    sell(game, "p1", "BR&N", 10)
    assert game.state.market[(2, 5)] == ["M&R"]
    assert game.state.market[(3, 5)] == ["BR&N"]
    sell(game, "p1", "BR&N", 10)
    assert game.state.market[(4, 5)] == ["BR&N"]
    assert game.view.cash("p1") == 600 + 100 + 90 + 80


@rule("18EZ", "1.14")
def test_a_token_that_arrives_goes_to_the_bottom_of_the_stack():
    scenario = dealing().shares("M&R", p2=20, p1=10).par("M&R", 60, cell=(1, 5))
    game = scenario.shares("BR&N", p3=20, p1=10).par("BR&N", 60, cell=(2, 5)).game()
    sell(game, "p1", "M&R", 10)
    assert game.state.market[(2, 5)] == ["BR&N", "M&R"]


@rule("18EZ", "1.14")
def test_a_token_in_the_bottom_row_keeps_its_place_in_the_stack():
    scenario = dealing().shares("M&R", p2=20, p1=10).par("M&R", 60, cell=(5, 5))
    game = scenario.shares("BR&N", p3=20).par("BR&N", 60, cell=(5, 5)).game()
    sell(game, "p1", "M&R", 10)
    assert game.state.market[(5, 5)] == ["M&R", "BR&N"]


@rule("18EZ", "1.13")
def test_half_of_a_company_is_the_most_the_open_market_takes():
    game = dealing().shares("M&R", p2=20, p1=30, pool=40).par("M&R", 60).game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=20) == "pool_limit"
    assert values(game.options("p1", "sell_shares", "percent", {"company": "M&R"})) == ["10"]
    sell(game, "p1", "M&R", 10)
    assert game.view.percent("pool", "M&R") == 50
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == "pool_limit"


# --- the president's certificate -------------------------------------------------------------------


@rule("18EZ", "1.13")
def test_a_president_keeps_twenty_percent_while_nobody_else_has_as_much():
    game = dealing().shares("M&R", p1=40, p2=10, p3=10).par("M&R", 60).game()
    assert values(game.options("p1", "sell_shares", "percent", {"company": "M&R"})) == ["10", "20"]
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=30) == "president_must_stay"
    sell(game, "p1", "M&R", 20)
    assert game.view.president("M&R") == "p1"
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == "president_must_stay"


@rule("18EZ", "1.13")
def test_the_new_president_puts_two_shares_into_the_open_market():
    game = dealing().shares("M&R", p1=20, p2=20).par("M&R", 60).game()
    sell(game, "p1", "M&R", 20)
    assert game.view.president("M&R") == "p2"
    assert [c.percent for c in game.view.certs("p2", "M&R")] == [20]
    assert [c.percent for c in game.view.certs("pool", "M&R")] == [10, 10]
    assert game.view.percent("p1", "M&R") == 0
    assert game.view.cash("p1") == 720


@rule("18EZ", "1.13")
def test_half_of_the_presidents_certificate_can_be_sold():
    game = dealing().shares("M&R", p1=20, p2=20).par("M&R", 60).game()
    sell(game, "p1", "M&R", 10)
    assert game.view.president("M&R") == "p2"
    assert [c.percent for c in game.view.certs("p1", "M&R")] == [10]
    assert [c.percent for c in game.view.certs("pool", "M&R")] == [10]


@rule("18EZ", "1.7", "1.13")
def test_a_president_who_stays_level_stays_president():
    game = dealing().shares("M&R", p1=40, p2=30).par("M&R", 60).game()
    sell(game, "p1", "M&R", 10)
    assert game.view.president("M&R") == "p1"
    sell(game, "p1", "M&R", 10)
    assert game.view.president("M&R") == "p2"


@rule("18EZ", "1.13")
@pytest.mark.parametrize(("president", "heir"), [("p1", "p2"), ("p2", "p3"), ("p3", "p1")])
def test_of_equal_successors_the_next_to_the_left_presides(president, heir):
    others = [p for p in ("p1", "p2", "p3") if p != president]
    scenario = dealing(actor=president).shares("M&R", **{president: 30}, **dict.fromkeys(others, 20))
    game = scenario.par("M&R", 60).game()
    sell(game, president, "M&R", 20)
    assert game.view.president("M&R") == heir


@rule("18EZ", "1.13")
def test_the_greatest_holder_succeeds_before_the_nearest():
    game = dealing().shares("M&R", p1=40, p2=20, p3=30).par("M&R", 60).game()
    sell(game, "p1", "M&R", 40)
    assert game.view.president("M&R") == "p3"


@rule("18EZ", "1.13")
def test_another_holder_sells_without_a_change_of_president():
    game = dealing(actor="p2").shares("M&R", p1=20, p2=20).par("M&R", 60).game()
    sell(game, "p2", "M&R", 20)
    assert game.view.president("M&R") == "p1"


# --- bought and sold in one round ------------------------------------------------------------------


@rule("18EZ", "1.13")
def test_shares_sold_this_round_are_not_bought_again_in_it():
    game = dealing().shares("M&R", p2=30, p1=10).par("M&R", 60).game()
    sell(game, "p1", "M&R", 10)
    for source in ("ipo", "pool"):
        assert refusal(game, "p1", "buy_share", company="M&R", source=source) == "sold_this_round"
    act(game, "p1", "done")
    buy(game, "p2", "M&R", "pool")
    passes(game, 1)
    assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "sold_this_round"
    passes(game, 2)
    assert game.view.cursor.round == "operating"


@rule("18EZ", "1.13")
def test_the_next_round_is_open_to_those_who_sold():
    scenario = dealing().note("sr_sold", {"p1": ["M&R"]})
    game = scenario.shares("M&R", p2=20).par("M&R", 60, floated=False).game()
    assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "sold_this_round"
    passes(game, 3)
    assert game.round_title() == "SDR 3"
    buy(game, "p1", "M&R")


@rule("18EZ", "1.13")
def test_a_company_bought_this_round_is_not_sold_in_it():
    game = dealing().shares("M&R", p2=30, p1=20).par("M&R", 60).game()
    buy(game, "p1", "M&R")
    assert actor(game) == "p2"
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == "bought_this_round"
    assert "sell_shares" not in kinds(game, "p1")


@rule("18EZ", "1.13")
def test_only_shares_with_a_market_value_are_sold():
    game = dealing().shares("M&R", p1=40, p2=20).par("M&R", 60, floated=False).game()
    assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == "no_market_value"
    assert refusal(game, "p1", "sell_shares", company="BR&N", percent=10) == "no_shares"
    assert refusal(game, "p1", "sell_shares", company="SLR", percent=100) == "no_shares"


@rule("18EZ", "1.13")
@pytest.mark.parametrize("percent", [0, 5, -10, 40, "x", None])
def test_shares_are_sold_whole_and_from_ones_own(percent):
    game = dealing().shares("M&R", p2=20, p1=30).par("M&R", 60).game()
    found = game.check(Action("sell_shares", "p1", {"company": "M&R", "percent": percent}))
    assert found is not None
    assert found.code == "bad_percent"


@rule("18EZ", "1.13")
@pytest.mark.parametrize(
    ("pool", "legal"), [(0, "a block of 10, 20 %"), (40, "a block of 10 %"), (50, "nothing now")]
)
def test_a_refused_block_is_told_those_that_may_be_sold(pool, legal):
    game = dealing().shares("M&R", p2=30, p1=20, pool=pool).par("M&R", 60).game()
    found = game.check(Action("sell_shares", "p1", {"company": "M&R", "percent": 15}))
    assert found is not None
    assert found.text == f"Of M&R you may sell {legal}."


# --- sold out --------------------------------------------------------------------------------------


@rule("18EZ", "1.14")
def test_a_sold_out_company_rises_one_row_at_the_end_of_the_round():
    scenario = dealing().shares("M&R", p1=60, p2=40).par("M&R", 60, cell=(2, 5))
    scenario.shares("BR&N", p1=60, p2=30).par("BR&N", 60, cell=(2, 6))
    game = scenario.shares("M&YR", p1=50, p2=40, pool=10).par("M&YR", 60, cell=(2, 7)).game()
    passes(game, 3)
    assert game.view.company("M&R").cell == (1, 5)
    assert game.view.company("BR&N").cell == (2, 6)
    assert game.view.company("M&YR").cell == (2, 7)


@rule("18EZ", "1.14")
def test_in_the_top_row_a_sold_out_company_stays():
    game = dealing().shares("M&R", p1=60, p2=40).par("M&R", 100, cell=(0, 5)).game()
    passes(game, 3)
    assert game.view.company("M&R").cell == (0, 5)


@rule("18EZ", "1.14")
def test_sold_out_companies_rise_in_operating_order():
    scenario = dealing().shares("M&R", p1=60, p2=40).par("M&R", 60, cell=(2, 5))
    scenario.shares("BR&N", p1=60, p2=40).par("BR&N", 60, cell=(2, 5))
    game = scenario.shares("M&YR", p1=60, p2=40).par("M&YR", 60, cell=(1, 5)).game()
    passes(game, 3)
    assert game.state.market[(0, 5)] == ["M&YR"]
    assert game.state.market[(1, 5)] == ["M&R", "BR&N"]


@rule("18EZ", "1.9", "1.14")
def test_a_company_that_floats_sold_out_enters_at_par_and_rises():
    game = dealing().shares("M&R", p1=60, p2=30).par("M&R", 60, floated=False).game()
    passes(game, 1)
    buy(game, "p2", "M&R")
    passes(game, 3)
    assert (game.view.price("M&R"), game.view.cash("M&R")) == (70, 600)
