"""Several shares of one company in a turn, where its zone of the market allows it."""

from dataclasses import replace

import pytest

from engine import TITLES
from tests.scenario import Scenario, act, kinds, refusal

ORANGE, OTHER = (8, 0), (0, 3)


def dealing(*zones, cell=ORANGE):
    """1889 in the turn of the first player, with zones in which several shares may be bought."""
    title = TITLES["1889"]
    market = replace(title.data.market, several=zones)
    title = replace(title, data=replace(title.data, market=market))
    scenario = Scenario(title).cash(p1=500).shares("AR", p2=20, pool=30).par("AR", 65, cell)
    scenario.shares("IR", p2=20, pool=30).par("IR", 65, cell).shares("SR", p3=20).par("SR", 65)
    return scenario.at("shares", "p1", "turn", number=2).game()


def buy(game, company="AR", source="pool"):
    return act(game, "p1", "buy_share", company=company, source=source)


def test_more_shares_of_the_same_company_are_bought_in_a_turn():
    game = dealing("orange")
    for _ in range(3):
        buy(game)
    assert game.view.percent("p1", "AR") == 30
    assert game.state.cursor.actor == "p1"
    found = game.options("p1", "buy_share", "company", {})
    assert [option.value for option in found] == ["AR"]


def test_no_share_of_another_company_follows_and_none_is_started():
    game = dealing("orange")
    buy(game)
    assert "par" not in kinds(game, "p1")
    assert refusal(game, "p1", "buy_share", company="IR", source="pool") == "one_purchase"
    assert refusal(game, "p1", "par", company="TR", price=65) == "one_purchase"


def test_sales_end_the_purchases():
    game = dealing("orange")
    buy(game)
    buy(game)
    act(game, "p1", "sell_shares", company="AR", percent=10)
    assert refusal(game, "p1", "buy_share", company="AR", source="pool") != ""


@pytest.mark.parametrize(("zones", "cell"), [((), ORANGE), (("yellow",), ORANGE), (("orange",), OTHER)])
def test_elsewhere_one_share_is_the_purchase_of_a_turn(zones, cell):
    game = dealing(*zones, cell=cell)
    buy(game)
    assert "buy_share" not in kinds(game, "p1")


def test_the_next_turn_knows_nothing_of_it():
    game = dealing("orange")
    buy(game)
    act(game, "p1", "done")
    act(game, "p2", "pass")
    assert "turn:bought" not in game.state.notes
    assert game.state.cursor.actor == "p3"
