"""1862 6.5.4: floating, capital, station markers and the permit."""

import pytest

from engine.core.state import IPO
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, refusal, values


def buy(game, player, company, source):
    return act(game, player, "buy_share", company=company, source=source)


@rule("1862", "6.5.4", "6.5.4.1")
def test_a_company_without_charter_floats_at_half_sold_with_what_was_paid():
    game = Mania().company("ESR", 100, chartered=False, floated=False, cash=400, p1=40).dealing("p2").game()
    buy(game, "p2", "ESR", "treasury")
    view = game.view
    assert (view.company("ESR").floated, view.cash("ESR")) == (True, 500)
    assert view.price("ESR") == 100


@rule("1862", "6.5.4")
def test_shares_bought_from_the_pool_do_not_float_a_company():
    scenario = Mania().company("ESR", 100, chartered=False, floated=False, cash=400, p1=30, pool=10)
    game = scenario.dealing("p2").game()
    buy(game, "p2", "ESR", "pool")
    assert game.view.company("ESR").floated is False
    buy(game, "p3", "ESR", "treasury")
    assert game.view.company("ESR").floated is True


@rule("1862", "6.5.4.1", "6.5.4.2", "6.5.4")
def test_a_chartered_company_gets_ten_times_par_and_pays_for_three_markers():
    game = Mania().company("ESR", 82, floated=False, p1=40).dealing("p2").game()
    buy(game, "p2", "ESR", "ipo")
    record = game.view.company("ESR")
    assert (record.cash, record.data["tokens_bought"]) == (820 - 180, 3)
    assert game.view.price("ESR") == 82


@rule("1862", "6.5.4.2")
def test_the_director_chooses_two_to_seven_markers_at_40():
    scenario = Mania().company("ESR", 100, chartered=False, floated=False, cash=400, p1=40)
    game = scenario.dealing("p2").game()
    buy(game, "p2", "ESR", "treasury")
    waiting = game.waiting()
    assert waiting is not None
    assert (actor(game), waiting.company) == ("p1", "ESR")
    assert values(game.options("p1", "buy_tokens", "count")) == ["2", "3", "4", "5", "6", "7"]
    for count in (0, 1, 8):
        assert refusal(game, "p1", "buy_tokens", count=count) == "bad_marker_count"
    act(game, "p1", "buy_tokens", count=5)
    assert (game.view.cash("ESR"), game.view.company("ESR").data["tokens_bought"]) == (300, 5)
    assert actor(game) == "p3"


@rule("1862", "6.5.4.2", "11.4")
@pytest.mark.parametrize(
    ("cash_", "markers", "most"), [(176, 7, "6"), (600, 7, "7"), (600, 8, "8"), (316, 8, "8")]
)
def test_the_treasury_and_the_variant_bound_the_markers(cash_, markers, most):
    scenario = Mania(markers=str(markers)).company(
        "ESR", 74, chartered=False, floated=False, cash=cash_, p1=40
    )
    game = scenario.dealing("p2").game()
    buy(game, "p2", "ESR", "treasury")
    assert values(game.options("p1", "buy_tokens", "count"))[-1] == most


@rule("1862", "6.5.4.2")
def test_without_a_director_a_floating_company_takes_two_markers():
    scenario = Mania().company("ESR", 100, chartered=False, floated=False, cash=400, pool=30, p1=10)
    game = scenario.dealing("p2").game()
    buy(game, "p2", "ESR", "treasury")
    assert game.view.cash("ESR") == 500 - 80
    assert actor(game) == "p3"


@rule("1862", "6.5.4.3")
def test_the_permit_is_the_one_dealt():
    scenario = Mania().company("ESR", 82, floated=False, p1=40)
    dealt = scenario.state.companies["ESR"].data["permit"]
    game = scenario.dealing("p2").game()
    buy(game, "p2", "ESR", "ipo")
    assert game.view.company("ESR").data["permits"] == [dealt]
    assert game.view.percent(IPO, "ESR") == 50
