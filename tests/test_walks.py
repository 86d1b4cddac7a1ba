"""Games whose actions were drawn by another test are the games that random play makes."""

import pytest

from engine import TITLES, new_game
from engine.checks.random_play import RandomPlayer
from tests.once import Folder, keep, kept, once
from tests.walks import EVERY, Walk

NAMES = ("Ann", "Ben", "Cy")


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(Folder, "place", tmp_path)
    return tmp_path


def walked(actions, *names):
    return Walk("18EZ", names or NAMES, 3).go_on(actions)


@pytest.mark.parametrize("before", [0, EVERY - 1, EVERY + 10, 3 * EVERY])
def test_a_walk_goes_on_where_another_ended(place, before):
    game, dice = new_game("18EZ", list(NAMES), seed=3), RandomPlayer(TITLES["18EZ"], 3)
    for _ in range(2 * EVERY + 7):
        game.submit(dice.action(game))
    walked(before)
    assert walked(2 * EVERY + 7).digest() == game.digest()


def test_a_walk_ends_with_the_game(place):
    walk = Walk("18EZ", NAMES, 3)
    before = walk.go_on(5).revision
    walk.game.state.ended = "bank_broken"
    assert walk.go_on(5).revision == before


def test_what_is_kept_is_not_drawn_again(place, monkeypatch):
    before = walked(EVERY)
    monkeypatch.setattr(RandomPlayer, "action", None)
    assert walked(EVERY).digest() == before.digest()
    assert [r.action for r in walked(EVERY, "D", "E", "F").log] == [r.action for r in before.log]


def test_each_gets_a_copy_of_what_was_made_once(place):
    made = [once("list", lambda: [1, 2]) for _ in range(2)]
    made[0].append(3)
    assert (made[1], once("list", list), kept("other")) == ([1, 2], [1, 2], None)
    assert [path.name for path in place.iterdir()] == ["list"]


def test_without_a_place_nothing_is_kept(monkeypatch):
    monkeypatch.setattr(Folder, "place", None)
    keep("list", [1])
    assert once("list", lambda: [2]) == [2]
