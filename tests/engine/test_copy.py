"""A copy of a game goes its own way."""

import pytest

from engine import TITLES, Action, copy_game, game_at, load_game, new_game
from engine.checks.random_play import RandomPlayer


@pytest.mark.parametrize("title", sorted(TITLES))
def test_what_happens_in_a_copy_leaves_the_game_as_it_is(title):
    game = new_game(title, ["Ann", "Ben", "Cy"], seed=3)
    dice = RandomPlayer(game.title, 1)
    for _ in range(60):
        digest, revision = game.digest(), game.revision
        made = copy_game(game)
        assert (made.digest(), made.revision) == (digest, revision)
        action = dice.action(made)
        made.submit(action)
        assert (game.digest(), game.revision) == (digest, revision)
        assert made.revision == revision + 1
        game = made


def test_a_copy_takes_back_and_puts_back_by_itself():
    game = new_game(next(iter(TITLES)), ["Ann", "Ben", "Cy"], seed=3)
    waiting = game.waiting()
    assert waiting is not None
    first = waiting.players[0]
    game.submit(Action("pass", first))
    made = copy_game(game)
    made.undo(first)
    assert [r.kind for r in game.log] == ["opening", "action"]
    assert len(game.active_records) == 2
    again = copy_game(made)
    again.redo(first)
    assert again.digest() == game.digest()
    assert (len(made.active_records), len(again.active_records)) == (1, 2)


def test_names_and_answers_go_along():
    game = new_game(next(iter(TITLES)), ["Ann", "Ben", "Cy"], seed=3)
    game.view.names, game.view.answers = {"p1": "Dee"}, {}
    made = copy_game(game)
    assert made.view.name("p1") == "Dee"
    assert made.view.answers == {}


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_game_at_an_earlier_record_is_the_one_that_its_log_leads_to(title):
    game = new_game(title, ["Ann", "Ben", "Cy"], seed=5)
    dice = RandomPlayer(game.title, 2)
    for _ in range(30):
        game.submit(dice.action(game))
    game.undo("p1", game.active_records[-3].number)
    for _ in range(10):
        game.submit(dice.action(game))
    digest = game.digest()
    for record_number in range(1, game.revision + 1):
        then, folded = game_at(game, record_number), load_game(game.setup, game.log[:record_number])
        assert then.digest() == folded.digest()
        assert (then.log, then.active_records, then.waiting()) == (
            folded.log,
            folded.active_records,
            folded.waiting(),
        )
        assert then.turn_start() == folded.turn_start()
        assert then.round_title() == folded.round_title()
    assert game.digest() == digest
