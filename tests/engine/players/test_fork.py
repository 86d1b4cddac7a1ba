"""A branch is taken back exactly, and what a player is shown holds nothing that his seat may not see."""

from engine import TITLES, Action, new_game
from engine.checks.random_play import RandomPlayer
from engine.core.state import to_json
from engine.players.fork import Fork, fork_for_player
from tests.scenario import Scenario

TITLE = TITLES["1889"]


def walked(key="1889", seed=4, actions=160):
    game, dice = new_game(key, ["Ann", "Ben", "Cy", "Dot"], seed=seed), RandomPlayer(TITLES[key], seed)
    for _ in range(actions):
        if not game.state.ended:
            game.submit(dice.action(game))
    return game, dice


def building():
    return (
        Scenario(TITLE)
        .par("IR", 70)
        .shares("IR", p1=60)
        .money({"IR": 500})
        .trains("IR", "2")
        .token("IR", "E2")
        .at("operating", "IR", "track", number=1, part=1)
        .game()
    )


def test_what_is_done_in_a_branch_is_taken_back():
    game, dice = walked()
    fork, before = Fork(game), to_json(game.state)
    with fork.branch():
        for _ in range(12):
            waiting = fork.waiting()
            assert waiting is not None
            seat = waiting.players[0]
            choices = [c for c in fork.choices(seat) if all(f.kind != "routes" for f in c.fields)]
            actions = [dice.complete(game, seat, c) for c in choices[:1]]
            if not actions or actions[0] is None or not fork.legal(actions[0]):
                break
            fork.do(actions[0])
        assert to_json(fork.writer.state) != before
    assert to_json(fork.writer.state) == before == to_json(game.state)


def test_after_a_lay_is_taken_back_the_board_is_the_one_of_before():
    game = building()
    fork = Fork(game)
    board = fork.view.board()
    with fork.after(Action("lay_tile", "p1", {"hex": "E2", "tile": "5", "rotation": "4"})) as view:
        assert view.board() is not board
        assert view.board().face("E2").tile == "5"
    assert fork.view.board() is board
    assert fork.view.board().face("E2").tile is None


def test_legal_is_what_the_game_says():
    game = building()
    fork = Fork(game)
    good = Action("lay_tile", "p1", {"hex": "E2", "tile": "5", "rotation": "4"})
    bad = Action("lay_tile", "p1", {"hex": "E2", "tile": "8", "rotation": "4"})
    assert [fork.legal(a) for a in (good, bad, Action("par", "p1"))] == [True, False, False]
    assert [game.check(a) is None for a in (good, bad)] == [True, False]


def test_a_player_sees_the_position_but_neither_the_seed_nor_the_log():
    game, _ = walked()
    shown = fork_for_player(game)
    assert to_json(shown.state) == to_json(game.state)
    assert (shown.setup.seed, shown.setup.state, shown.log, list(shown.active_records)) == (0, {}, [], [])
    assert game.log
    assert game.setup.seed == 4


def test_what_a_player_does_with_what_he_is_shown_changes_nothing():
    game = building()
    before = to_json(game.state)
    shown = fork_for_player(game)
    shown.submit(Action("lay_tile", "p1", {"hex": "E2", "tile": "5", "rotation": "4"}))
    assert to_json(game.state) == before
    assert game.view.board().face("E2").tile is None
