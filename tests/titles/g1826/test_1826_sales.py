"""1826: selling shares, the moves of the market, sold-out companies (O55-O61, O99)."""

import pytest

from engine.titles.g1826.stock.stock import issue
from tests.rulemark import rule
from tests.titles.g1826.france import France, act, cash, holds, price, refusal
from tests.titles.g1826.french_turns import Turn


def game_of():
    return France().cash(p1=2000, p2=2000, p3=2000).stock_round()


@rule("1826", "O55")
def test_the_market_as_printed():
    market = game_of().game().view.data.market
    assert [sum(v is not None for v in row) for row in market.rows] == [17, 14, 11, 8, 6, 5, 4]
    assert (market.rows[0][0], market.rows[0][16], market.rows[6][0]) == (82, 400, 40)
    assert market.shape == "grid"


@rule("1826", "O57")
def test_the_yellow_zone_are_the_values_40_to_60():
    market = game_of().game().view.data.market
    cells = [(r, c) for r, row in enumerate(market.rows) for c, v in enumerate(row) if v and v <= 60]
    assert {c for c, zone in market.zones.items() if zone == "yellow"} == set(cells)


@rule("1826", "O59", "O60", "O99")
@pytest.mark.parametrize(("percent", "value"), [(20, 82), (40, 75)])
def test_a_share_of_20_percent_sold_is_one_row_down(percent, value):
    game = game_of().corporation("PLM", 90, p1=60, p2=40).game()
    act(game, "p1", "sell_shares", company="PLM", percent=percent)
    assert cash(game, "p1") == 2000 + 90 * percent // 20
    assert price(game, "PLM") == value
    assert holds(game, "PLM")["pool"] == percent


@rule("1826", "O60", "O99")
@pytest.mark.parametrize(("percent", "value"), [(10, 90), (20, 82), (30, 75)])
def test_a_share_of_10_percent_sold_is_one_row_down(percent, value):
    game = game_of().corporation("Belg", 100, p1=50, p2=20).game()
    act(game, "p1", "sell_shares", company="Belg", percent=percent)
    assert cash(game, "p1") == 2000 + 100 * percent // 10
    assert price(game, "Belg") == value


@rule("1826", "O60")
def test_shares_issued_by_a_treasury_fall_the_same():
    game = game_of().corporation("Belg", 110, p1=50).game()
    issue(game._writer, "Belg", 3)
    assert price(game, "Belg") == 82


@rule("1826", "O60")
def test_at_the_bottom_the_value_stays():
    scenario = game_of().corporation("Belg", 75, p1=50, p2=20)
    scenario.state.market = {(6, 3): ["Belg"]}
    scenario.state.companies["Belg"].cell = (6, 3)
    game = scenario.game()
    act(game, "p1", "sell_shares", company="Belg", percent=30)
    assert (price(game, "Belg"), cash(game, "p1")) == (65, 2195)


@rule("1826", "O98", "O99")
def test_only_shares_of_a_corporation_that_has_operated_are_sold():
    game = game_of().corporation("Belg", 100, p1=50, operated=False).game()
    assert refusal(game, "p1", "sell_shares", company="Belg", percent=10) == "not_operated"


def test_the_pool_takes_half_of_a_company():
    game = game_of().corporation("Belg", 100, p1=60, pool=30).game()
    assert refusal(game, "p1", "sell_shares", company="Belg", percent=30) == "pool_limit"
    act(game, "p1", "sell_shares", company="Belg", percent=20)
    assert holds(game, "Belg")["pool"] == 50


def test_a_president_sells_the_presidency_only_to_one_who_can_hold_it():
    game = game_of().corporation("PLM", 100, p1=60, p2=20).game()
    assert refusal(game, "p1", "sell_shares", company="PLM", percent=40) == "president_must_stay"
    game = game_of().corporation("PLM", 100, p1=40, p2=40).game()
    act(game, "p1", "sell_shares", company="PLM", percent=20)
    assert game.view.president("PLM") == "p2"
    assert holds(game, "PLM") == {"p2": 40, "p1": 20, "pool": 20, "PLM": 20}


def test_shares_bought_in_an_earlier_turn_of_the_round_may_be_sold():
    game = game_of().corporation("Belg", 100, p2=50).game()
    act(game, "p1", "buy_share", company="Belg", source="treasury")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    act(game, "p1", "sell_shares", company="Belg", percent=10)
    assert cash(game, "p1") == 2000
    assert price(game, "Belg") == 90


def finish(game):
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")


@rule("1826", "O61")
def test_ten_shares_all_with_players_rise_a_row():
    game = game_of().corporation("Belg", 100, p1=60, p2=40).game()
    finish(game)
    assert price(game, "Belg") == 110


@rule("1826", "O61")
@pytest.mark.parametrize("rest", ["Belg", "pool"])
def test_a_share_in_treasury_or_pool_and_it_stays(rest):
    game = game_of().corporation("Belg", 100, p1=60, p2=30, **{rest: 10}).game()
    finish(game)
    assert price(game, "Belg") == 100


@rule("1826", "O61")
def test_five_shares_all_with_players_stay():
    game = game_of().corporation("PLM", 100, p1=60, p2=40).game()
    finish(game)
    assert price(game, "PLM") == 100


@rule("1826", "O61")
def test_a_corporation_that_grew_rises_though_nothing_of_it_is_out_of_play():
    game = game_of().ten("PLM").corporation("PLM", 90, p1=60, p2=40).game()
    finish(game)
    assert price(game, "PLM") == 100


@rule("1826", "O61")
def test_in_the_top_row_it_stays():
    game = game_of().corporation("Belg", 110, p1=60, p2=40).game()
    finish(game)
    assert price(game, "Belg") == 110


@rule("1826", "O98", "O168")
@pytest.mark.parametrize("operated", [False, True])
def test_shares_of_a_national_are_sold_once_it_has_operated(operated):
    scenario = Turn().national("Etat", p2=30, p1=20)
    if operated:
        scenario.operated("Etat")
    game = scenario.stock_round().game()
    if operated:
        act(game, "p1", "sell_shares", company="Etat", percent=20)
        assert holds(game, "Etat")["pool"] == 20
    else:
        assert refusal(game, "p1", "sell_shares", company="Etat", percent=20) == "not_operated"
