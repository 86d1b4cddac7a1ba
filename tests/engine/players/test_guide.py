"""The player that advises in a guided game."""

from __future__ import annotations

from engine import Action
from engine.api.players import GUIDE
from engine.players.kinds import player, work_limit_of
from engine.players.seat import Budget
from tests.titles.g1889.shikoku import Shikoku


def chosen(kind: str, *trains: str) -> Action:
    """What a player does where AR, with one line of track and ¥90, may buy 2-trains."""
    made = Shikoku("Ann", "Ben", "Cy").company("IR", 100, cash=500, p2=50).company("AR", 65, cash=90, p1=50)
    made.lay("K8", "57", 1, 4).trains("AR", *trains).trains("IR", "2")
    game = made.turn("AR", "trains").game()
    [action] = player(kind, 1).choose(game, "p1", Budget(work_limit_of(kind))).actions
    return action


def test_the_guide_buys_no_train_that_would_stand_idle() -> None:
    assert chosen("strong", "2").kind == "buy_train"
    assert chosen(GUIDE, "2").kind == "done"


def test_the_guide_buys_the_first_train() -> None:
    assert chosen(GUIDE).kind == "buy_train"
