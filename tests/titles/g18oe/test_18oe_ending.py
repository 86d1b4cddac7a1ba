"""18OE 13: the ways to the end, the final two rounds, and who wins."""

import pytest

from engine.api.table import bank
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.railroads import ending
from engine.titles.g18oe.trains.repeated import is_left_out
from tests.rulemark import rule
from tests.scenario import act
from tests.titles.g18oe.oe_late import major_phase, operating, stock, trains, with_major

OPERATING = TITLE.rounds["operating"]


def cash(game, holder):
    return game.view.cash(holder)


def turn(step, part=1, number=3, phase="7", **notes):
    """The last turn of a round: Ada's Great Western."""
    scenario = with_major(major_phase(phase=phase), "GWR", cash=0, p1=60).trains("GWR", "7+7")
    scenario.state.companies["GWR"].data["reserved_bought"] = True
    for key, told in notes.items():
        scenario.note(key, told)
    return operating(scenario, "GWR", step, number=number, part=part)


@rule("18OE", "13")
def test_a_bank_that_runs_out_in_an_operating_round_ends_the_game_with_it():
    game = turn("own_shares", bank_out=True)
    act(game, "p1", "skip")
    assert game.state.ended == "bank_broken"


@rule("18OE", "13")
def test_in_a_stock_round_one_more_operating_round_is_played():
    game = stock(with_major(major_phase(phase="5"), "GWR", p1=60).bank(0))
    ending.watch_bank(game._writer)
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    assert (game.view.cursor.round, game.state.ended) == ("operating", "")
    ending.end_of_round(game._writer)
    assert game.state.ended == "bank_broken"


@rule("18OE", "13")
def test_after_the_first_level_8_an_empty_bank_ends_nothing():
    scenario = with_major(major_phase(phase="8"), "GWR", p1=60).bank(0).note("eight_sold", [3, 1])
    game = operating(scenario, "GWR", "own_shares", number=3)
    act(game, "p1", "skip")
    assert game.state.ended == ""


@rule("18OE", "13")
@pytest.mark.parametrize(("part", "rounds"), [(1, 2), (2, 3)])
def test_the_last_set_has_two_or_three_rounds(part, rounds):
    game = turn("own_shares", phase="8", eight_sold=[3, part])
    assert ending.rounds_in_set(game.view) == rounds


@rule("18OE", "13")
@pytest.mark.parametrize(("part", "last"), [(1, 2), (2, 3)])
def test_the_last_round_has_no_track_tokens_or_trains(part, last):
    game = turn("dividend", part=last, number=4, phase="8", eight_sold=[3, part], rounds_in_set=last)
    assert ending.is_last_round(game.view)
    assert all(is_left_out(game.view, step) for step in ("track", "token", "trains", "own_shares"))
    assert not is_left_out(game.view, "run")


@rule("18OE", "13")
def test_the_game_goes_on_to_the_end_of_the_set_after_it():
    game = turn("own_shares", part=1, number=3, phase="8", eight_sold=[3, 1])
    act(game, "p1", "skip")
    assert game.view.cursor.part == 2
    assert game.state.ended == ""


def last_round(gained=False):
    """The turn in the last round; in the round before 100 were paid."""
    scenario = with_major(major_phase(phase="8"), "GWR", cash=0, p1=60).trains("GWR", "7+7")
    scenario.state.companies["GWR"].data["again"] = {
        "revenue": 100,
        "way": "pay",
        "trains": [] if gained else ["7+7-1"],
    }
    scenario.note("eight_sold", [3, 1]).note("rounds_in_set", 2)
    return scenario


@rule("18OE", "13")
def test_the_same_revenue_is_paid_in_the_same_way():
    scenario = last_round().at("operating", "", "", number=4, part=2)
    scenario.cash(p1=0)
    game = operating(scenario, "GWR", "run", number=4, part=2)
    writer = game._writer
    OPERATING.advance(writer)
    OPERATING.advance(writer)
    assert cash(game, "p1") == 60
    assert cash(game, "GWR") == 40


@rule("18OE", "13")
def test_with_a_new_train_revenue_may_be_counted_anew():
    game = operating(last_round(gained=True), "GWR", "run", number=4, part=2)
    assert OPERATING.steps["run"].is_open(game.view) == bool(game.choices("p1"))
    writer = game._writer
    OPERATING.advance(writer)
    assert game.view.company("GWR").last_revenue == 100


@rule("18OE", "13")
def test_the_first_level_8_train_sets_the_end():
    scenario = with_major(major_phase(phase="7"), "GWR", cash=2000, p1=60).trains("GWR", "7+7")
    scenario.state.companies["GWR"].data["reserved_bought"] = True
    for train in scenario.state.trains.values():
        if train.owner == "depot" and train.kind[0] in "23456":
            train.owner = "out"
    for card in range(2, 5):
        scenario.state.trains[f"7+7-{card}"].owner = "out"
    game = operating(scenario, "GWR", "trains", number=3, part=2)
    assert bank(game.view) == cash(game, "bank")
    act(game, "p1", "buy_train", source="depot", train="8+8", price=900)
    assert game.state.notes["eight_sold"] == [3, 2]
    assert bank(game.view) == cash(game, "bank") + 100_000
    assert trains(game, "GWR") == ["7+7", "8+8"]


@rule("18OE", "13.1")
def test_cash_stock_at_share_value_and_face_up_privates_count():
    scenario = with_major(major_phase("WS", "SML"), "GWR", value=100, p1=60, p2=20).own("p1", "WS", "SML")
    scenario.state.companies["SML"].data["face_down"] = True
    game = stock(scenario.cash(p1=50, p2=10, p3=5))
    assert game.scores() == {"p1": 50 + 600 + 40, "p2": 10 + 200, "p3": 5}


@rule("18OE", "13")
def test_all_are_told_which_round_is_the_last():
    def told(game):
        return game.title.display.outlook(game.view)

    assert told(turn("dividend")) == ""
    assert told(turn("dividend", bank_out=True)) == "the game ends after this operating round"
    scenario = with_major(major_phase(phase="7"), "GWR", p1=60).note("bank_out", True)
    assert told(stock(scenario)) == "one more operating round"
    first = turn("dividend", number=4, part=1, phase="8", eight_sold=[3, 1], rounds_in_set=2)
    assert told(first) == "OR 4.2 is the last"
    last = turn("dividend", number=4, part=2, phase="8", eight_sold=[3, 1], rounds_in_set=2)
    assert told(last) == "the last round, with the revenue of the one before"
