"""1862 6.4: what may be sold in one block, for how much, and how far the price falls."""

import pytest

from engine.core.events import PriceMoved
from engine.core.state import POOL
from engine.core.story import story
from engine.core.view import View
from engine.rules.market import along
from engine.steps.stock.share_options import held_option
from engine.titles.g1862 import TITLE
from engine.titles.g1862.data import market
from engine.titles.g1862.data.figures import Figures
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, kinds, refusal, values


def sell(game, player, company, percent):
    return act(game, player, "sell_shares", company=company, percent=percent)


def blocks(game, player, company):
    return values(game.options(player, "sell_shares", "percent", {"company": company}))


@rule("1862", "6.4")
def test_any_number_in_one_block_goes_to_the_pool():
    game = Mania().company("ENR", 100, p2=30, p1=50).dealing().game()
    assert blocks(game, "p1", "ENR") == ["10", "20", "30", "40", "50"]
    assert refusal(game, "p1", "sell_shares", company="ENR", percent=60) == "bad_percent"
    assert refusal(game, "p1", "sell_shares", company="ENR", percent=15) == "bad_percent"
    assert refusal(game, "p1", "sell_shares", company="EUR", percent=10) == "no_shares"
    sell(game, "p1", "ENR", 40)
    assert game.view.percent(POOL, "ENR") == 40


@rule("1862", "6.4")
def test_several_companies_are_sold_in_the_order_of_the_seller():
    scenario = Mania().company("ENR", 100, p2=30, p1=20).company("EUR", 90, p2=30, p1=10)
    game = scenario.dealing().game()
    sell(game, "p1", "EUR", 10)
    sell(game, "p1", "ENR", 20)
    assert game.state.notes["sr_sold"] == {"p1": ["EUR", "ENR"]}
    assert kinds(game, "p1") >= {"done", "par"}


@rule("1862", "6.4")
def test_shares_bought_in_this_round_stay_but_older_ones_may_go():
    scenario = Mania().company("ENR", 100, chartered=False, p2=30, p1=20)
    game = scenario.note("sr_percent", {"p1": {"ENR": 10}}).dealing().game()
    assert blocks(game, "p1", "ENR") == ["10"]
    assert refusal(game, "p1", "sell_shares", company="ENR", percent=20) == "bought_this_round"


@rule("1862", "6.4")
def test_the_example_of_a_director_who_buys_and_then_sells_one():
    game = Mania().company("ENR", 100, chartered=False, p1=30).dealing().game()
    act(game, "p1", "buy_share", company="ENR", source="treasury")
    for player in ("p2", "p3"):
        act(game, player, "pass")
    assert actor(game) == "p1"
    assert "10" in blocks(game, "p1", "ENR")
    assert "40" not in blocks(game, "p1", "ENR")
    sell(game, "p1", "ENR", 10)
    assert game.view.percent("p1", "ENR") == 30


@rule("1862", "6.4")
def test_a_company_started_in_this_round_cannot_be_sold_in_it():
    game = Mania().dealing().game()
    act(game, "p1", "par", company="ESR", price=54)
    for player in ("p2", "p3"):
        act(game, player, "pass")
    assert "sell_shares" not in kinds(game, "p1")
    assert refusal(game, "p1", "sell_shares", company="ESR", percent=10) == "bought_this_round"


@rule("1862", "6.4.1")
@pytest.mark.parametrize(
    ("price", "train", "each"), [(95, True, 95), (95, False, 47), (100, False, 50), (7, False, 3)]
)
def test_without_a_train_a_share_brings_half_rounded_down(price, train, each):
    scenario = Mania().company("ENR", price, par=54, p2=30, p1=20)
    if train:
        scenario.train("ENR", "A", "freight")
    game = scenario.dealing().game()
    sell(game, "p1", "ENR", 20)
    assert game.view.cash("p1") == 800 + 2 * each
    line = story(game.view, game.log[-1])[0]
    assert line.predicate.endswith(f" for £{2 * each}" if train else f" for £{2 * each} (half: no train)")
    told = line.text
    assert told.endswith(
        f" for £{2 * each}." if train else f" for £{2 * each}, half its value: it has no train."
    )


def test_the_menu_tells_what_a_share_brings_and_why_it_is_not_the_price():
    game = Mania().company("ENR", 74, par=54, p2=30, p1=30).dealing().game()
    assert _held(game) == "ENR £37 a share · half of £74, as it has no train · you own 30 %"
    sell(game, "p1", "ENR", 10)
    assert _held(game) == "ENR £37 a share · half of £74, as it has no train · you own 20 %"
    game = Mania().company("ENR", 74, par=54, p2=30, p1=30).train("ENR", "A", "freight").dealing().game()
    assert _held(game) == "ENR £74 a share · you own 30 %"
    sell(game, "p1", "ENR", 10)
    assert _held(game) == "ENR £74 a share · the price is £71 now · you own 20 %"


def _held(game):
    return held_option(game.view, "ENR", "p1").label


@rule("1862", "6.4.2")
def test_the_price_zigzags_down_one_space_a_share():
    game = Mania().company("ENR", 74, p2=30, p1=30).dealing().game()
    sell(game, "p1", "ENR", 10)
    assert game.view.price("ENR") == 71
    act(game, "p1", "done")
    game = Mania().company("ENR", 74, p2=30, p1=30).dealing().game()
    sell(game, "p1", "ENR", 30)
    assert game.view.price("ENR") == 65


@rule("1862", "6.4.2")
def test_the_token_goes_under_those_on_its_new_space():
    scenario = Mania().company("ENR", 74, p2=30, p1=30).company("EUR", 68, p2=30).company("ESR", 74, p3=30)
    game = scenario.dealing().game()
    sell(game, "p1", "ENR", 20)
    cell = game.view.company("ENR").cell
    assert cell is not None
    assert game.state.market[cell] == ["EUR", "ENR"]


@rule("1862", "6.4.2")
@pytest.mark.parametrize(
    ("price", "shares", "director", "after"),
    [
        (200, 1, False, 191),
        (210, 1, False, 210),
        (210, 2, False, 200),
        (210, 1, True, 200),
        (375, 3, False, 330),
        (400, 2, False, 400),
        (400, 3, False, 375),
        (400, 1, True, 375),
        (950, 5, False, 800),
        (40, 1, False, 36),
        (36, 1, False, 36),
        (36, 3, False, 26),
        (36, 1, True, 31),
    ],
)
def test_above_200_below_40_and_from_400_some_shares_are_ignored(price, shares, director, after):
    seller, other = ("p1", "p2") if director else ("p2", "p1")
    scenario = Mania().company("ENR", price, par=54, p1=50, p2=50)
    game = scenario.dealing(seller).game()
    assert game.view.president("ENR") == "p1"
    sell(game, seller, "ENR", 10 * shares)
    assert game.view.price("ENR") == after
    assert game.view.percent(other, "ENR") == 50


@rule("1862", "6.4.2")
def test_a_director_who_loses_the_company_by_the_sale_still_sold_as_director():
    game = Mania().company("ENR", 310, par=54, p1=50, p2=50).dealing("p1").game()
    sell(game, "p1", "ENR", 30)
    assert game.view.president("ENR") == "p2"
    assert game.view.price("ENR") == 260


@rule("1862", "6.4", "6.4.2")
@pytest.mark.parametrize("parts", [(40,), (10, 30), (20, 20), (10, 10, 10, 10)])
@pytest.mark.parametrize(("director", "after"), [(False, 375), (True, 330)])
def test_shares_sold_one_by_one_in_a_turn_are_one_block(parts, director, after):
    """Four at 430: two are ignored unless the director sells, though he may lose the company on the way."""
    seller = "p1" if director else "p2"
    scenario = Mania().company("ENR", 430, par=54, p1=50, p2=50).train("ENR", "A", "freight")
    game = scenario.dealing(seller).game()
    for percent in parts:
        sell(game, seller, "ENR", percent)
    assert game.view.price("ENR") == after
    assert game.view.cash(seller) == 800 + 4 * 430


@rule("1862", "6.4")
def test_a_block_goes_on_after_another_company_was_sold_and_ends_with_the_turn():
    scenario = Mania().company("ENR", 210, par=54, p1=30, p2=40).company("EUR", 74, p3=30, p1=20)
    game = scenario.dealing().game()
    for company in ("ENR", "EUR", "ENR", "EUR"):
        sell(game, "p1", company, 10)
    assert [game.view.price(c) for c in ("ENR", "EUR")] == [191, 68]
    assert game.view.cash("p1") == 800 + 2 * 105 + 2 * 37
    act(game, "p1", "done")
    sell(game, "p2", "ENR", 10)
    assert game.view.price("ENR") == 182


@rule("1862", "6.4.2")
def test_a_sale_that_passes_the_bottom_ends_there_in_bankruptcy():
    game = Mania().company("ENR", 14, par=54, p1=50, p2=30).dealing("p1").game()
    record = sell(game, "p1", "ENR", 30)
    assert [e.after for e in record.events if isinstance(e, PriceMoved)] == [(0, 0), None]
    assert game.view.owner("ENR") == "ipo"


@rule("1862", "6.4.2")
def test_before_it_floats_a_sale_leaves_the_price():
    game = Mania().company("ENR", 100, chartered=False, floated=False, p1=30, p2=10).dealing("p2").game()
    sell(game, "p2", "ENR", 10)
    assert (game.view.price("ENR"), game.view.cash("p2")) == (100, 850)


@rule("1862", "6.4.2")
def test_a_chartered_company_that_has_not_floated_has_no_price_yet():
    game = Mania().company("ENR", 100, floated=False, p1=30, p2=10).dealing("p2").game()
    assert refusal(game, "p2", "sell_shares", company="ENR", percent=10) == "no_market_value"


@rule("1862", "6.4.2", "10.3")
def test_after_the_lner_sales_leave_the_price():
    game = Mania().phase("H").company("ENR", 100, p1=50, p2=30).lner(9).dealing().game()
    sell(game, "p1", "ENR", 20)
    assert game.view.price("ENR") == 100


@rule("1862", "6.4.2")
def test_the_first_h_train_alone_does_not_stop_the_fall():
    game = Mania().phase("H").company("ENR", 100, p1=50, p2=30).dealing().game()
    sell(game, "p1", "ENR", 20)
    assert game.view.price("ENR") == 90


def test_the_printed_zones_of_the_chart():
    spec = TITLE.data.market
    by_zone: dict[str, list[int | None]] = {}
    for column, value in enumerate(spec.rows[0]):
        by_zone.setdefault(spec.zones.get((0, column), "plain"), []).append(value)
    assert by_zone["close"] == [0]
    assert by_zone["end"] == [1000]
    assert by_zone["plain"] == [40, 44, 47, 50, 52]
    assert (by_zone["ignore_one_sale"][0], by_zone["ignore_one_sale"][-1]) == (7, 375)
    assert (by_zone["ignore_two_sales"][0], by_zone["ignore_two_sales"][-1]) == (400, 950)
    assert by_zone["par"] == list(TITLE.data.figures(Figures).charter_pars)


def test_left_and_right_are_two_spaces_of_the_zigzag():
    view = View(TITLE, Mania().company("ENR", 100, p1=30).state)
    chart, cell = TITLE.data.market, view.company("ENR").cell
    assert cell is not None
    assert [chart.value(along(chart, cell, spaces)) for spaces in (2, -2, 99, -99)] == [110, 90, 1000, 0]


@pytest.mark.parametrize(
    ("price", "cell"),
    [(118, 116), (85, 82), (97, 95), (136, 134), (92, 90), (126, 122), (72, 71), (1200, 1000)],
)
def test_a_price_is_rounded_down_to_a_space(price, cell):
    view = View(TITLE, Mania().state)
    assert TITLE.data.market.value(market.nearest_cell(view, price)) == cell


@pytest.mark.parametrize(("price", "par"), [(40, 54), (54, 54), (57, 54), (86, 82), (100, 100), (134, 100)])
def test_the_par_space_for_a_price(price, par):
    assert market.par_of(View(TITLE, Mania().state), price) == par
