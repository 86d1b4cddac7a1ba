"""Whims: chance in what a player likes, and what *easy* overlooks."""

import pytest

from engine import TITLES, Action, new_game
from engine.players.fork import Fork, fork_for_player
from engine.players.kinds import player
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.whims import Whims
from tests.scenario import Scenario

BUY = Action("buy_share", "p1", {"company": "IR", "source": "ipo"})


def dealing(**cash):
    return Scenario(TITLES["1889"]).cash(**cash).at("shares", "p1", "turn", number=2)


def blind(scenario):
    """The thought of p1, who overlooks all that can be overlooked."""
    thought = Thought(Fork(scenario.game()), "p1", Budget(200), 1)
    thought.whims = Whims(1, 0.05, 1.0)
    return thought


def test_a_whim_is_the_same_for_a_seed_and_a_position_and_another_for_another_seed():
    view = dealing(p1=500).game().view
    weights = [Whims(seed, 0.5).weight(view, "p1", BUY) for seed in range(50)]
    assert weights == [Whims(seed, 0.5).weight(view, "p1", BUY) for seed in range(50)]
    assert len(set(weights)) == 50
    assert 1.0 <= min(weights) < 1.1
    assert 1.4 < max(weights) <= 1.5


def test_so_much_is_overlooked_and_nothing_without_a_seed():
    view = dealing(p1=500).game().view
    overlooked = sum(Whims(seed, 0.5, 0.25).is_overlooked(view, "p1", BUY) for seed in range(400))
    assert 80 < overlooked < 120
    assert not Whims(None, 0.5, 1.0).is_overlooked(view, "p1", BUY)
    assert Whims(None, 0.5).weight(view, "p1", BUY) == 1.0


def test_who_overlooks_a_deal_passes():
    started = dealing(p1=500, p2=0, p3=0).par("IR", 70).shares("IR", p1=20, p2=40).trains("IR", "5")
    weighed = blind(started.token("IR", "E2").tile("E2", "5", 4).operated("IR")).weighed()
    assert [each.action.kind for each in weighed] == ["pass"]


def test_shares_that_float_what_was_started_are_never_overlooked():
    started = dealing(p1=325, p2=0, p3=0).par("IR", 65, floated=False).shares("IR", p1=20)
    assert blind(started).weighed()[0].action.args["company"] == "IR"


def test_what_must_be_done_is_never_overlooked():
    """A company without a train, which has a route and the money for one, must buy one."""
    forced = (
        Scenario(TITLES["1889"])
        .par("IR", 70)
        .shares("IR", p1=60, p2=40)
        .money({"IR": 100})
        .tile("E2", "5", 4)
        .tile("F3", "57", 2)
        .token("IR", "E2")
        .at("operating", "IR", "trains", number=2, part=1)
    )
    assert blind(forced).weighed()[0].action.kind == "buy_train"


@pytest.mark.parametrize(("title", "part"), [("1862", 0.25), ("1889", 0.0)])
def test_easy_overlooks_as_much_as_the_title_says_and_steady_nothing(title, part, monkeypatch):
    seen = []
    monkeypatch.setattr("engine.players.steady.Whims", lambda *whims: seen.append(whims[2:]) or Whims(*whims))
    game = new_game(title, ["a", "b", "c"], seed=1)
    seat = game.waiting().players[0]
    for level in ("easy", "steady"):
        player(level, 1).choose(fork_for_player(game), seat, Budget(20))
    assert [whims[0] for whims in seen if whims] == [part, 0.0]
