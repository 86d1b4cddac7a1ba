"""18OE 4.3, 4.4: the Stock Market, its edges, and how the end of a stock round moves markers."""

import pytest

from engine.rules.market import operating_order
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.data.market import move, step
from engine.titles.g18oe.operating.operating import OPERATING
from tests.rulemark import rule
from tests.titles.g18oe.oe_majors import MARKET, cell_of, expanded, late, tidy


def stock_round(scenario, actor="p1"):
    return tidy(scenario.at("shares", actor, "turn", number=4))


def end_round(game):
    """The end of the stock round alone: railroads operate after it."""
    TITLE.rules.stock.end_round(game._writer)


@rule("18OE", "4.4")
@pytest.mark.parametrize(
    ("way", "cell", "to"),
    [
        ("up", (3, 2), (2, 2)),
        ("up", (0, 2), (0, 3)),
        ("up", (0, 1), (0, 2)),
        ("up", (0, 16), (0, 16)),
        ("up", (1, 0), (1, 1)),
        ("down", (3, 2), (4, 2)),
        ("down", (7, 1), (7, 1)),
        ("down", (6, 4), (6, 4)),
        ("down", (1, 14), (1, 14)),
        ("right", (3, 2), (3, 3)),
        ("right", (1, 16), (0, 16)),
        ("right", (2, 13), (1, 13)),
        ("right", (7, 3), (6, 3)),
        ("right", (0, 16), (0, 16)),
        ("left", (3, 2), (3, 1)),
        ("left", (3, 0), (4, 0)),
        ("left", (0, 1), (1, 1)),
        ("left", (6, 0), (7, 0)),
        ("left", (7, 0), (7, 0)),
    ],
)
def test_markers_at_the_edges(way, cell, to):
    assert step(MARKET, cell, way) == to


@rule("18OE", "4.4")
def test_550_and_50_are_the_ends():
    assert MARKET.value((0, 16)) == 550
    assert MARKET.value((7, 0)) == 50


@rule("18OE", "4.3")
def test_red_bordered_squares_are_six_pars():
    assert [MARKET.value(cell) for cell in MARKET.par_cells] == [120, 110, 100, 90, 80, 75]
    assert {cell[1] for cell in MARKET.par_cells} == {2}


@rule("18OE", "4.4")
def test_a_marker_that_arrives_goes_below_the_others():
    scenario = late()
    expanded(scenario, "GWR", (3, 2), p1=60)
    expanded(scenario, "PLM", (3, 3), p2=60)
    game = stock_round(scenario)
    move(game._writer, "GWR", "right")
    assert game.state.market[(3, 3)] == ["PLM", "GWR"]


@rule("18OE", "4.4")
def test_a_marker_that_does_not_move_keeps_its_place():
    scenario = late()
    expanded(scenario, "GWR", (7, 0), p1=60)
    expanded(scenario, "PLM", (7, 0), p2=60)
    game = stock_round(scenario)
    move(game._writer, "GWR", "left")
    assert game.state.market[(7, 0)] == ["GWR", "PLM"]


@rule("18OE", "4.4", "10.7")
@pytest.mark.parametrize("kind", ["major", "national"])
def test_a_railroad_with_all_shares_in_players_hands_rises(kind):
    scenario = expanded(late(), "GWR", (3, 2), kind, p1=60, p2=40)
    game = stock_round(scenario)
    end_round(game)
    assert game.view.company("GWR").cell == (2, 2)


@rule("18OE", "4.4", "10.7")
@pytest.mark.parametrize(("kind", "place"), [("major", "GWR"), ("major", "pool"), ("national", "pool")])
def test_a_share_in_the_treasury_or_the_open_market_keeps_it(kind, place):
    scenario = expanded(late(), "GWR", (3, 2), kind, p1=60, p2=30)
    next(c for c in scenario.state.certs.values() if c.id == "GWR:8").owner = place
    game = stock_round(scenario)
    assert game.view.percent(place, "GWR") == 10
    end_round(game)
    assert game.view.company("GWR").cell == (3, 2)


@rule("18OE", "4.4", "10.7")
def test_in_the_uppermost_row_it_moves_right():
    scenario = expanded(late(), "GWR", (0, 5), p1=60, p2=40)
    game = stock_round(scenario)
    end_round(game)
    assert game.view.company("GWR").cell == (0, 6)


@rule("18OE", "4.4")
def test_sold_out_railroads_rise_from_the_highest():
    scenario = late()
    expanded(scenario, "GWR", (2, 2), p1=60, p2=40)
    expanded(scenario, "PLM", (1, 1), p1=60, p2=40)
    game = stock_round(scenario)
    assert operating_order(game.view, ["GWR", "PLM"]) == ["GWR", "PLM"]
    end_round(game)
    assert game.state.market[(1, 2)] == ["GWR"]
    assert game.state.market[(0, 1)] == ["PLM"]


@rule("18OE", "10.7")
def test_par_markers_of_majors_go_and_those_of_regionals_stay():
    scenario = expanded(late(), "GWR", cell_of(90, 3), p1=60)
    scenario.state.companies["GWR"].par = 90
    scenario.state.companies["PLM"].par = 60
    scenario.state.companies["PLM"].floated = True
    scenario.shares("PLM", p2=50, PLM=50).token("PLM", "U34").note("order_track", ["PLM"])
    game = stock_round(scenario)
    end_round(game)
    assert game.view.company("GWR").par is None
    assert game.view.company("PLM").par == 60


@rule("18OE", "11")
def test_order_by_value_then_column_then_stack():
    scenario = late()
    expanded(scenario, "GWR", (3, 2), p1=60)
    expanded(scenario, "PLM", (2, 1), p1=60)
    expanded(scenario, "OU", (1, 3), p1=60)
    expanded(scenario, "BEL", (3, 2), p1=60)
    game = stock_round(scenario)
    assert [game.view.price(c) for c in ("GWR", "PLM", "OU", "BEL")] == [90, 90, 120, 90]
    order = OPERATING.order(game.view)
    assert order == ["OU", "GWR", "BEL", "PLM"]
