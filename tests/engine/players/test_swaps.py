"""At the certificate limit, and without money: a weak certificate is parted with for a better share."""

import pytest

from engine import TITLES, Action, new_game
from engine.players.dealing import Dealer
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.seat import Budget
from engine.players.steady import Steady, Thought
from engine.players.strong import Strong
from engine.players.worth.appraisal import Appraiser
from engine.rules.stock import stock_rules
from tests.scenario import Scenario

TITLE = TITLES["1889"]
WEAK, GOOD = 0.5, 19.0
"""What a percent of a weak and of a good company brings."""


@pytest.fixture
def worth(monkeypatch):
    """What a percent of each company brings; what none is said of brings nothing."""
    values = {"IR": WEAK, "AR": GOOD}
    monkeypatch.setattr(Appraiser, "value", lambda eye, company: values.get(company, 0.0))
    return values


def dealer(monkeypatch, over=0, **cash):
    scenario = Scenario(TITLE).par("IR", 70).par("AR", 100).cash(**(cash or {"p1": 500}))
    scenario.shares("IR", p2=60, p1=20).shares("AR", p2=60).own("p1", "MF")
    fork = Fork(scenario.at("shares", "p1", "turn", number=2).game())
    rules = stock_rules(fork.view)
    held = rules.certificates(fork.view, "p1")
    monkeypatch.setattr(type(rules), "certificate_limit", lambda rules, view: held - over)
    return Dealer(Appraiser(fork, knowledge_of(TITLE)), "p1", Budget(400))


def swaps(dealer):
    return dealer.swaps(dealer.eye.fork.choices("p1"))


def test_a_weak_share_makes_room_for_a_better_one(monkeypatch, worth):
    (best,) = swaps(dealer(monkeypatch))
    assert best.action == Action("sell_shares", "p1", {"company": "IR", "percent": "10"})
    assert best.worth > 0


def test_where_the_better_share_can_be_bought_nothing_is_parted_with(monkeypatch, worth):
    assert swaps(dealer(monkeypatch, over=-1)) == []


def test_a_weak_share_brings_the_money_for_a_better_one(monkeypatch, worth):
    (best,) = swaps(dealer(monkeypatch, over=-1, p1=40))
    assert best.action.kind == "sell_shares"


def test_a_share_that_is_hardly_better_is_not_worth_a_swap(monkeypatch, worth):
    worth.update(IR=8.0, AR=11.5)
    assert swaps(dealer(monkeypatch)) == []


def test_nobody_swaps_who_cannot_pay(monkeypatch, worth):
    assert swaps(dealer(monkeypatch, p1=0, p2=500)) == []


@pytest.mark.parametrize(("title", "swapping"), [("18OE", True), ("1889", False)])
def test_strong_swaps_where_the_title_says_so(monkeypatch, title, swapping):
    seen = []

    def noted(thought):
        seen.append(thought.swaps)
        return []

    monkeypatch.setattr(Thought, "weighed", noted)
    game = new_game(title, ["Ann", "Ben", "Cid"], seed=1)
    waiting = game.waiting()
    assert waiting is not None
    for level in (Strong, Steady):
        level(1).choose(game, waiting.players[0], Budget(10))
    assert seen == [swapping, False]
