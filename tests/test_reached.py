"""The script that says what one kind of player reaches and another does not."""

from collections import Counter

from engine import TITLES
from engine.checks.random_play import Outcome, RandomPlayer
from engine.game import new_game
from tests.reached import only, reached, refusals


def begun(actions):
    game = new_game(TITLES["1889"], ["Ann", "Ben"], seed=1)
    dice = RandomPlayer(game.title, 1)
    for _ in range(actions):
        game.submit(dice.action(game))
    return game


def test_only_what_the_other_never_reached_is_told_by_group():
    first = Counter({("ends", "bank"): 2, ("actions", "pass"): 9, ("actions", "merge"): 1})
    second = Counter({("ends", "bank"): 1, ("actions", "pass"): 4})
    assert only(first, second) == ["actions: merge=1"]
    assert only(second, first) == []


def test_a_game_is_counted_with_its_phases_actions_and_refusals():
    game = begun(12)
    found = reached(Outcome(game, 1, 1, "cut off"))
    assert found["phases", "2"] == 1
    assert found["faults", "cut off"] == 1
    assert sum(n for (group, _), n in found.items() if group == "actions") == 12


def test_refusals_are_those_of_what_players_look_for_in_the_course_of_a_game():
    game = begun(60)
    often, seldom = Counter(refusals(game, 1)), Counter(refusals(game, 20))
    assert often
    assert sum(often.values()) > sum(seldom.values())
    assert set(seldom) <= set(often)
