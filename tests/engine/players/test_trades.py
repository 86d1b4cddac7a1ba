"""Trains that pass between companies of one president, and shares that must be sold."""

from dataclasses import replace

import pytest

from engine import TITLES, Action
from engine.players.fork import Fork
from engine.players.judge import Judge
from engine.players.kinds import player
from engine.players.seat import Budget
from engine.players.steady import PASSED, Thought
from engine.players.strong import Strong, _wastes
from engine.players.worth.appraisal import Appraiser
from engine.players.worth.outlook import has_run_out
from engine.rules.stock import stock_rules
from tests.engine.players.test_track_worth import searched_exactly
from tests.scenario import Scenario

TITLE = TITLES["1889"]


def two_companies(actor="IR", done=()):
    """IR with a 4-train and TR with two 3-trains on a line that one train can use; p1 leads both."""
    scenario = Scenario(TITLE).cash(p1=300)
    for company, trains in (("IR", ("4",)), ("TR", ("3", "3"))):
        scenario.par(company, 70).shares(company, p1=60, p2=40).money({company: 400}).trains(company, *trains)
    scenario.tile("E2", "5", 4).tile("F3", "57", 2).token("IR", "E2").token("TR", "F3").phase("4")
    scenario.note("sets", 3).note("rounds_in_set", 2).at("operating", actor, "trains", number=3, part=1)
    return scenario.game()


def test_steady_weighs_what_both_companies_then_earn_and_a_little_more(monkeypatch):
    thought = Thought(Fork(two_companies()), "p1", Budget(400), None)
    exact = searched_exactly(thought, monkeypatch)
    choice = next(c for c in thought.fork.choices("p1") if c.kind == "buy_train")
    found = [each for each in thought._plainly(choice) if each.action.args["source"] == "TR"]
    assert exact == [{"IR", "TR"}, {"IR"}]
    assert found
    assert all(each.worth < 0 for each in found)
    assert thought._passed(found[0].action) == PASSED * thought.known.fresh_income


def test_only_where_the_title_says_so_does_steady_search_what_a_seller_earns():
    thought = Thought(Fork(two_companies()), "p1", Budget(400), None)
    thought.known = replace(thought.known, sellers=False)
    choice = next(c for c in thought.fork.choices("p1") if c.kind == "buy_train")
    found = [each for each in thought._plainly(choice) if each.action.args["source"] == "TR"]
    assert thought.eye.foresight.exact == {"IR"}
    assert thought._passed(found[0].action) == 0


@pytest.mark.parametrize(
    ("trains", "phase", "cash", "looked_at"),
    [
        (("3", "4"), "5", 300, {"pay", "withhold"}),
        (("3", "4"), "5", 640, {"pay"}),
        (("5", "5"), "5", 300, {"pay"}),
        (("5",), "5", 640, {"pay", "withhold"}),
    ],
)
def test_strong_keeps_income_only_for_a_train_that_it_cannot_pay_and_that_fits_in_soon(
    trains, phase, cash, looked_at
):
    scenario = Scenario(TITLE).par("IR", 70).shares("IR", p1=60, p2=40).money({"IR": cash})
    scenario.trains("IR", *trains).tile("E2", "5", 4).tile("F3", "57", 2).token("IR", "E2").phase(phase)
    scenario.par("TR", 70).shares("TR", p2=60).trains("TR", "5")
    scenario.no_trains_left("2", "3", "4").note("sets", 5).note("rounds_in_set", 3)
    game = scenario.at("operating", "IR", "run", number=5, part=1).game()
    game.submit(Action("run", "p1", {"routes": game.suggest_routes()}))
    thought = Thought(Fork(game), "p1", Budget(400))
    choice = next(c for c in thought.fork.choices("p1") if c.kind == "dividend")
    assert {a.args["payout"] for a in Strong(1)._actions(thought, choice)} == looked_at


@pytest.mark.parametrize("level", ["steady", "strong"])
def test_who_must_sell_parts_with_what_brings_least(monkeypatch, level):
    values = {"AR": 30.0, "IR": 8.0, "TR": 25.0}
    monkeypatch.setattr(Appraiser, "value", lambda eye, company: values.get(company, 0.0))
    scenario = Scenario(TITLE).cash(p1=10)
    for company in values:
        scenario.par(company, 70).shares(company, p2=50, p1=30)
    game = scenario.at("shares", "p1", "turn", number=2).game()
    rules = stock_rules(game.view)
    held = rules.certificates(game.view, "p1")
    monkeypatch.setattr(type(rules), "certificate_limit", lambda rules, view: held - 1)
    (action,) = player(level, 1).choose(game, "p1", Budget(400)).actions
    assert action == Action("sell_shares", "p1", {"company": "IR", "percent": "10"})


def last_turn(part=2, done=("TR",)):
    """IR has no train; TR, which p1 leads too, has one and ran; the bank is empty in the last round."""
    scenario = Scenario(TITLE).cash(p1=900).par("IR", 70).shares("IR", p1=60, p2=40).money({"IR": 50})
    scenario.par("TR", 80).shares("TR", p1=60, p2=40).trains("TR", "5").bank(-100)
    scenario.tile("E2", "5", 4).tile("F3", "57", 2).token("IR", "E2").token("TR", "F3").phase("5")
    scenario.no_trains_left("2", "3", "4").operated("IR", "TR")
    scenario.note("bank_broken", True).note("sets", 5).note("rounds_in_set", 2)
    return scenario.at("operating", "IR", "trains", number=5, part=part, done=done).game()


def test_a_company_has_run_out_with_its_turn_in_the_last_round_of_the_game():
    assert [has_run_out(last_turn().view, c) for c in ("TR", "IR")] == [True, False]
    assert not has_run_out(last_turn(part=1).view, "TR")
    assert not has_run_out(last_turn(done=()).view, "TR")


@pytest.mark.parametrize(("part", "source"), [(2, "TR"), (1, "depot")])
def test_in_the_last_turn_of_a_game_strong_passes_a_train_on_that_nobody_needs(part, source):
    (action,) = player("strong", 1).choose(last_turn(part), "p1", Budget(400)).actions
    assert (action.kind, action.args["source"]) == ("buy_train", source)


@pytest.mark.parametrize(
    ("seller", "buyer", "sane"), [(("3",), ("4",), False), (("3", "3"), ("4",), True), (("3",), (), True)]
)
def test_no_train_passes_where_two_companies_of_the_seat_would_earn_less_but_one_that_must_be_bought(
    seller, buyer, sane
):
    """TR runs one 3-train on a line that one train can use; of two the second stands idle."""
    scenario = Scenario(TITLE).cash(p1=300)
    for company, held in (("IR", buyer), ("TR", seller)):
        scenario.par(company, 70).shares(company, p1=60, p2=40).money({company: 400}).trains(company, *held)
    scenario.tile("E2", "5", 4).tile("F3", "57", 2).token("IR", "E2").token("TR", "F3").phase("4")
    scenario.note("sets", 3).note("rounds_in_set", 2).at("operating", "IR", "trains", number=3, part=1)
    thought = Thought(Fork(scenario.game()), "p1", Budget(400), None)
    train = thought.fork.view.trains("TR")[0].kind
    buy = Action("buy_train", "p1", {"source": "TR", "train": train, "price": 1})
    assert _wastes(thought, buy) is not sane
    if buyer:
        assert Strong(1)._is_sane(thought, buy) is sane


@pytest.mark.parametrize(
    ("cash", "held", "bought"), [(160, (), True), (159, (), False), (160, ("2",), False)]
)
def test_a_company_without_a_train_buys_one_for_half_its_money_at_once(cash, held, bought, monkeypatch):
    """A 2-train costs 80. What is judged says that nothing should be done."""
    scenario = Scenario(TITLE).par("IR", 70).shares("IR", p1=60, p2=40).money({"IR": cash})
    scenario.trains("IR", *held).own("p1", "TER").token("IR", "E2")
    game = scenario.at("operating", "IR", "trains", number=1, part=1).note("rounds_in_set", 1).game()

    def ranked(judge, actions, budget):
        found = [(0.0 if a.kind == "buy_train" else 100.0, a) for a in actions]
        return sorted(found, key=lambda each: -each[0])

    monkeypatch.setattr(Judge, "ranked", ranked)
    decision = Strong(1).choose(game, "p1", Budget(400))
    assert (decision.actions[0].kind == "buy_train") is bought
