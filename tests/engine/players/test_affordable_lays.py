"""Track for which a company has the money: the train that it must buy comes first."""

import pytest

from engine import TITLES
from engine.players.building import affordable, is_lay, lays
from engine.players.fork import Fork, fork_for_player
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.strong import Guide
from engine.rules.track import legal_lays
from engine.rules.trains import TrainRules
from tests.scenario import Scenario


@pytest.fixture(autouse=True)
def must_own(monkeypatch):
    """Every company must own a train, with a route or without."""
    monkeypatch.setattr(TrainRules, "must_own", lambda rules, view, company: True)


def laying(cash, president=0, trains=()):
    """KO is to lay track. A train costs 80, and so does track on K6."""
    scenario = (
        Scenario(TITLES["1889"]).par("KO", 70).shares("KO", p1=60).money({"KO": cash}).token("KO", "K4")
    )
    scenario = scenario.trains("KO", *trains).phase("2").operated("KO").cash(p1=president, p2=0, p3=0)
    return scenario.at("operating", "KO", "track", number=1, part=1)


def is_allowed(scenario):
    """Whether track on K6 is among the lays that KO can afford; free ones always are."""
    fork = Fork(scenario.game())
    choice = next(each for each in fork.choices("p1") if is_lay(each))
    found = lays(fork, "p1", choice)
    assert "K6" in {action.args["hex"] for _, action in found}
    offered = {action.args["hex"] for _, action in affordable(fork, "KO", found)}
    assert {"J3", "J5"} <= offered
    return "K6" in offered


@pytest.mark.parametrize(
    ("cash", "president", "allowed"),
    [(80, 0, False), (159, 0, False), (160, 0, True), (150, 9, False), (150, 10, True)],
)
def test_track_is_not_paid_for_with_the_money_for_the_train_that_must_be_bought(cash, president, allowed):
    assert is_allowed(laying(cash, president)) is allowed


def test_a_company_that_could_not_pay_for_a_train_before_may_spend_all():
    scenario = laying(100).no_trains_left("2")
    assert is_allowed(scenario)


def test_a_company_with_a_train_may_spend_all():
    assert is_allowed(laying(80, trains=["2"]))


def test_a_company_that_needs_no_train_may_spend_all(monkeypatch):
    monkeypatch.setattr(TrainRules, "must_own", lambda rules, view, company: False)
    assert is_allowed(laying(80))


def test_a_president_who_pays_for_no_train_does_not_count(monkeypatch):
    monkeypatch.setattr(TrainRules, "president_pays", False)
    assert not is_allowed(laying(150, 10))


@pytest.mark.parametrize(("trains", "allowed"), [((), False), (("2",), True)])
def test_the_other_companies_of_the_president_need_trains_too(trains, allowed):
    """IR has 20; 60 of the president's 100 are for its train."""
    scenario = laying(100, 100).par("IR", 70).shares("IR", p1=60).money({"IR": 20}).token("IR", "E2")
    assert is_allowed(scenario.trains("IR", *trains)) is allowed


@pytest.mark.parametrize("paid_hope", [1.0, 0.0], ids=["as steady", "as strong at 18OE"])
@pytest.mark.parametrize(("cash", "allowed"), [(159, False), (160, True)])
def test_players_do_not_weigh_track_that_their_company_cannot_afford(paid_hope, cash, allowed):
    thought = Thought(Fork(laying(cash).game()), "p1", Budget(400), 1, lays=40)
    thought.paid_hope = paid_hope
    choices = [each for each in thought.fork.choices("p1") if is_lay(each)]
    hexes = {each.action.args["hex"] for each in thought.looks(choices)}
    assert "J3" in hexes
    assert ("K6" in hexes) is allowed


@pytest.mark.parametrize(("cash", "laid"), [(500, False), (530, True)])
def test_advice_does_not_lay_such_track_either(cash, laid, monkeypatch):
    """A train costs 450; there is only track on K6."""

    def only_on_k6(view, company):
        return [lay for lay in legal_lays(view, company) if lay[0] == "K6"]

    monkeypatch.setattr("engine.players.building.legal_lays", only_on_k6)
    game = laying(cash).no_trains_left("2", "3", "4").phase("5").game()
    found = Guide(1).choose(fork_for_player(game), "p1", Budget(400)).actions[0]
    assert (found.kind == "lay_tile") is laid
