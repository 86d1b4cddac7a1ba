"""18OE 11.4-11.7 and 13, read from outside: the reserved train, the last operating round."""

from dataclasses import replace

import pytest

from engine.routes.paths import Route
from engine.titles.g18oe.trains.repeated import has_new_train
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.building import arguments, positions, put, turn
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA, Europe, track
from tests.titles.g18oe.oe_late import (
    buying,
    cash,
    major_phase,
    no_more,
    owner,
    rich,
    stock,
    trains,
    with_major,
    with_minor,
)
from tests.titles.g18oe.oe_start import running_regional

PATRON = {"group": "pink", "zone": "UK", "payout": {"yellow": 20, "green": 30, "brown": 40, "gray": 60}}
HILL = arguments("K24", "8", 5, 1)


# --- 11.6.5 ------------------------------------------------------------------------------------------


def begins(cash, own):
    """The first turn of GWR: its Bristol leads to a hill that costs 45 and has a patronage tile."""
    scenario = running_regional(positions(), "GWR", "p1", cash=cash).cash(p1=own)
    return turn(put(scenario, ("L25", "57", 2, 5)).note("patronage", {"K24": PATRON}))


@rule("18OE", "11.6.5", "11.1.8")
@pytest.mark.parametrize(("cash", "own"), [(125, 0), (100, 25)])
def test_what_a_patronage_tile_brings_is_there_for_the_reserved_train(cash, own):
    game = begins(cash, own)
    act(game, "p1", "lay_tile", **HILL)
    assert game.view.cash("GWR") + own == 100


@rule("18OE", "11.6.5", "11.1.8")
@pytest.mark.parametrize(
    ("cash", "own", "code"), [(124, 0, "insolvent"), (100, 24, "insolvent"), (44, 90, "cannot_afford")]
)
def test_a_patronage_tile_that_brings_too_little_leaves_it_insolvent(cash, own, code):
    assert refusal(begins(cash, own), "p1", "lay_tile", **HILL) == code


# --- 9.4 ---------------------------------------------------------------------------------------------


@rule("18OE", "9.4", "11.6")
def test_no_train_is_sold_between_the_purchase_and_the_nationals():
    """ "At the moment of purchase": what was offered before waits."""
    scenario = with_major(rich("3", money=1500).trains("GWR", "2+2"), "PLM", p2=60).trains("PLM", "3+3")
    game = buying(no_more(scenario, "2", "3"))
    act(game, "p1", "offer_train", source="PLM", train="3+3", price=50)
    act(game, "p1", "buy_train", source="depot", train="4")
    assert refusal(game, "p2", "accept_offer", offer="o1") == "decision_first"
    for player in ("p1", "p2"):
        act(game, player, "decline")
    act(game, "p2", "accept_offer", offer="o1")
    assert (trains(game, "GWR"), cash(game, "PLM")) == (["2+2", "3+3", "4"], 50)


# --- 10.4 --------------------------------------------------------------------------------------------


@rule("18OE", "10.4", "14.4")
def test_no_trade_is_made_while_the_action_of_its_player_waits_for_another():
    """Ada sells while her trade with Cy is offered: Bo may hold the share value first."""
    scenario = with_minor(major_phase("A", "BBBT"), "A").own("p2", "BBBT")
    game = stock(with_major(scenario, "GWR", p3=40, p1=20).cash(p3=50))
    act(game, "p1", "offer_trade", item="A", back="nothing", to="p3", price=50, payer="p3")
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    assert game.state.pending[-1].players == ("p2",)
    assert "accept_offer" not in kinds(game, "p3")
    assert refusal(game, "p3", "accept_offer", offer="o1") == "decision_first"
    act(game, "p2", "let_go")
    assert (owner(game, "A"), game.state.offers) == ("p1", {})


# --- 13 ----------------------------------------------------------------------------------------------


def last_round(earned):
    """A major with a train on Andalusia's line, which it got after it earned so much in the round before."""
    again = {"revenue": earned, "way": "withhold", "trains": []}
    scene = Europe("8", again=again).line(*ANDALUSIA).token_at("AC8").card("6")
    scene.par(US, 100, cell=(2, 2)).money({US: 0}).note("sets", 4).note("rounds_in_set", 2)
    return scene.note("eight_sold", [3, 1]).at("operating", US, "run", number=4, part=2).game()


def route(game):
    return [Route(game.view.trains(US)[0].id, track(*ANDALUSIA)).to_json()]


@rule("18OE", "13", "11.3.9")
def test_who_does_not_count_anew_earns_the_same_whatever_is_pointed_out():
    """It gave the train away with which it earned more: its revenue "may be recalculated"."""
    game = last_round(earned=500)
    act(game, "p2", "point_out", routes=route(game))
    assert {"run", "skip"} <= kinds(game, "p1")
    act(game, "p1", "skip")
    assert (game.view.company(US).last_revenue, game.view.cash(US)) == (500, 500)


@rule("18OE", "13", "11.3.9")
def test_who_counts_anew_runs_what_is_pointed_out():
    game = last_round(earned=0)
    act(game, "p2", "point_out", routes=route(game))
    assert refusal(game, "p1", "run", routes=[]) == "better_route"
    act(game, "p1", "run", routes=route(game))
    act(game, "p1", "dividend", payout="withhold")
    assert game.view.cash(US) == 80


@rule("18OE", "13", "14.10")
def test_a_train_that_came_between_the_run_and_its_distribution_is_new_in_the_last_round():
    """The Swift line keeps a 2+2 for a major that has run: "acquires a train during the first of these"."""
    scene = Europe("8").line(*ANDALUSIA).token_at("AC8").card("6").own("p1", "SML")
    scene.par(US, 100, cell=(2, 2)).money({US: 0}).note("sets", 4).note("rounds_in_set", 2)
    scene.note("eight_sold", [3, 1]).state.trains["2+2-30"].owner = "out"
    game = scene.at("operating", US, "run", number=4, part=1).game()
    act(game, "p1", "run", routes=route(game))
    act(game, "p1", "swift", company=US)
    act(game, "p1", "dividend", payout="withhold")
    game.state.cursor = replace(game.state.cursor, part=2)
    assert has_new_train(game.view)
