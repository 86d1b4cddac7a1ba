"""Track for which a company has the money: the train that it must buy comes first."""

import pytest

from engine import TITLES
from engine.players.building import affordable, is_lay, lays
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.worth.appraisal import Appraiser
from engine.rules.trains import TrainRules
from tests.scenario import Scenario


@pytest.mark.parametrize(
    ("trains", "cash", "chief", "owes", "dear"),
    [
        ((), 159, 0, True, False),
        ((), 160, 0, True, True),
        ((), 150, 9, True, False),
        ((), 150, 10, True, True),
        (("2",), 150, 0, True, True),
        ((), 150, 0, False, True),
    ],
    ids=["too little", "enough", "chief has too little", "chief has enough", "has a train", "needs none"],
)
def test_track_is_not_paid_with_the_money_for_the_train_that_must_be_bought(
    trains, cash, chief, owes, dear, monkeypatch
):
    """A train costs 80, and track on K6, too."""
    monkeypatch.setattr(TrainRules, "must_own", lambda rules, view, company: owes)
    scenario = (
        Scenario(TITLES["1889"]).par("KO", 70).shares("KO", p1=60).money({"KO": cash}).token("KO", "K4")
    )
    scenario = scenario.trains("KO", *trains).phase("2").operated("KO").cash(p1=chief, p2=0, p3=0)
    fork = Fork(scenario.at("operating", "KO", "track", number=1, part=1).game())
    choice = next(each for each in fork.choices("p1") if is_lay(each))
    found = lays(fork, "p1", choice)
    assert "K6" in {action.args["hex"] for _, action in found}
    eye = Appraiser(fork, knowledge_of(fork.title))
    assert ("K6" in {action.args["hex"] for _, action in affordable(eye, "KO", found)}) is dear
