"""The player that advises in a tutorial."""

from __future__ import annotations

import pytest

from engine import Action
from engine.api.players import GUIDE
from engine.players.kinds import player, work_limit_of
from engine.players.seat import Budget, Weighed
from engine.players.strong import Strong
from tests.titles.g1889.shikoku import NE, N, S, Shikoku


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


def lay_of(cash: int) -> Action:
    """What the guide does where one tile for ¥80 would join the tracks of AR and KO."""
    made = Shikoku("Ann", "Ben", "Cy").company("KO", 75, cash=500, p2=50).company("AR", 65, cash=cash, p1=50)
    made.lay("K8", "5", N, NE).lay("K4", "57", S, N).trains("AR", "2").trains("KO", "2")
    game = made.turn("AR", "track").game()
    [action] = player(GUIDE, 1).choose(game, "p1", Budget(work_limit_of(GUIDE))).actions
    return action


def test_where_strong_lays_nothing_the_guide_lays_to_another_stop_for_less_than_a_fifth_of_the_treasury(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    skip = Weighed(Action("skip", "p1"), 0.0)
    monkeypatch.setattr(Strong, "_weighed", lambda self, thought, budget: [skip])
    lay = lay_of(570)
    assert (lay.kind, lay.args["hex"]) == ("lay_tile", "K6")
    assert lay_of(400).kind == "skip"


def test_the_guide_buys_the_first_train() -> None:
    assert chosen(GUIDE).kind == "buy_train"
