"""The position that a worker gets is pickled once, but never of an earlier revision or with earlier names."""

from __future__ import annotations

import pickle

from bot.work import pictures
from engine import Action, new_game


def test_position_is_pickled_anew_when_the_game_or_a_name_has_changed() -> None:
    game = new_game("1889", ("Ann", "Ben"), seed=1)
    first = pictures._pickled_position(game)
    assert pictures._pickled_position(game) is first
    game.view.names = {"p1": "Anna", "p2": "Ben"}
    renamed = pickle.loads(pictures._pickled_position(game))
    assert {player["name"] for player in renamed["players"]} == {"Anna", "Ben"}
    waiting = game.waiting()
    assert waiting is not None
    game.submit(Action("pass", waiting.players[0]))
    moved = pickle.loads(pictures._pickled_position(game))
    assert moved["cursor"] != renamed["cursor"]
