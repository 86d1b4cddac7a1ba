"""Matches: seats in turn, figures at the end, the command line; and games of every title by *steady*."""

import json

import pytest

from engine import TITLES, import_game, new_game
from engine.__main__ import main
from engine.checks.random_play import RandomPlayer, played
from engine.checks.rejudge import rejudge
from engine.checks.selfcheck import check_identities
from engine.players.fork import fork_for_player
from engine.players.kinds import player
from engine.players.match import _Table, interval, match, play, rotated, summary, tallied
from engine.players.seat import Budget, Decision

LATE = [("1826", 2), ("1862", 2), ("18EZ", 6)]
"""Titles of which a whole game takes long: the rest of one is played, from half of the bank or from less."""
BEGUN = [("1826", 75), ("1862", 140), ("18EZ", 60), ("18OE", 110)]


class Stubborn:
    """Does what is not legal."""

    def choose(self, game, seat, budget):
        return Decision((), "because")


def test_seats_rotate():
    assert [rotated(["a", "b", "c"], n) for n in range(4)] == [
        ["a", "b", "c"],
        ["b", "c", "a"],
        ["c", "a", "b"],
        ["a", "b", "c"],
    ]


def test_the_interval_of_a_rate():
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    low, high = interval(10, 10)
    assert high == 1.0
    assert low == pytest.approx(0.722, abs=0.001)


@pytest.fixture(scope="module")
def two_games():
    return list(match(TITLES["1889"], ["random", "engine.players.kinds:Dice"], 2, 5, {}, lambda: 0.5))


def test_a_match_is_told_game_by_game_and_summed_up_by_kind(two_games):
    first, second = two_games
    assert first.line().startswith("1889 seed=5 players=2 actions=")
    assert first.line().endswith(" seats=p1:random,p2:engine.players.kinds:Dice")
    assert second.kinds == {"p1": "engine.players.kinds:Dice", "p2": "random"}
    found = tallied(two_games)
    assert found["random"].games == 2
    assert sum(tally.firsts for tally in found.values()) == 2
    assert sum(sum(tally.shares) for tally in found.values()) == pytest.approx(2)
    lines = summary(two_games)
    assert lines[0].startswith("random games=2 seats=2 first=")
    assert lines[-1].startswith("table games=2 worth=")


def test_a_game_that_a_player_breaks_is_a_fault_and_counts_for_nobody():
    name = f"{Stubborn.__module__}:Stubborn"
    finished = play(TITLES["1889"], [name, "random"], 3, {})
    assert finished.outcome.fault is not None
    assert "a player decided nothing" in finished.outcome.fault
    assert summary([finished]) == []


def test_a_computer_comes_to_the_end_of_its_turn(monkeypatch):
    monkeypatch.setattr("engine.players.match.LONGEST_TURN", 1)
    fault = play(TITLES["1889"], ["steady", "random"], 3, {}).outcome.fault
    assert fault == "steady does not come to the end of its turn in 1 decisions"


def test_decisions_are_counted_from_turn_to_turn():
    game = new_game("1889", ["Ann", "Ben"], seed=5)
    table = _Table(game, {}, {}, {}, lambda: 0.0)
    assert [table._decisions(seat) for seat in ("p1", "p1", "p2", "p1", "p1", "p1")] == [1, 2, 1, 1, 2, 3]
    game._writer.move_cursor(actor="TR")
    assert table._decisions("p1") == 1


@pytest.mark.parametrize(
    ("left", "reason", "sound"),
    [(1, "bank_broken", False), (0, "bank_broken", True), (1, "standstill", True)],
)
def test_no_bank_ends_a_game_that_always_had_money(left, reason, sound):
    game = new_game("1889", ["Ann", "Ben"], seed=5)

    def end():
        game.state.bank = left
        game.state.ended = reason

    outcome = played(game, 5, end)
    assert (outcome.fault is None) is sound


def test_the_command_line_plays_matches(capsys, tmp_path):
    code = main(
        ["match", "1889", "--seats", "random,random", "--games", "1", "--seed", "5", "--save", str(tmp_path)]
    )
    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert [line.split()[0] for line in lines] == ["1889", "random", "table"]
    assert [path.name for path in tmp_path.iterdir()] == ["1889-2p-5.json"]


def test_random_play_in_the_style_of_steady_is_sensible_and_within_the_rules(capsys, tmp_path):
    words = ["random", "1889", "--players", "3", "--seed", "3", "--style", "steady", "--counts"]
    assert main([*words, "--save", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "end=bank_broken" in lines[0]
    assert lines[1] == "ends: bank_broken=1"
    game = import_game(json.loads((tmp_path / "1889-3p-3.json").read_text()))
    assert sum(game.scores().values()) > 9000
    assert game.state.ended
    assert rejudge(game) == []
    check_identities(game)


@pytest.mark.parametrize(("key", "part"), LATE)
def test_steady_brings_a_long_game_to_its_end_and_breaks_nothing(key, part):
    game, dice = new_game(key, ["Ann", "Ben"], seed=11), RandomPlayer(TITLES[key], 11)
    full = game.state.bank
    while game.state.bank > full / part:
        game.submit(dice.action(game))
    steady, rounds = player("steady", 1), set[tuple[str, int, int]]()
    outcome = played(game, 11, lambda: decided(game, steady, rounds))
    assert outcome.fault is None
    assert len(rounds) > 3
    check_identities(game)


@pytest.mark.parametrize(("key", "actions"), BEGUN)
def test_the_first_rounds_of_a_long_game_by_steady_break_nothing(key, actions):
    game = new_game(key, ["Ann", "Ben", "Cy"], seed=5)
    steady, rounds = player("steady", 1), set[tuple[str, int, int]]()
    for _ in range(actions):
        decided(game, steady, rounds)
    assert "operating" in {kind for kind, _, _ in rounds}
    check_identities(game)


def decided(game, steady, rounds):
    """One decision of whoever is to act, and the round in which it was taken."""
    waiting, cursor = game.waiting(), game.state.cursor
    assert waiting is not None
    rounds.add((cursor.round, cursor.number, cursor.part))
    seat = next(p for p in waiting.players if game.choices(p))
    decision = steady.choose(fork_for_player(game), seat, Budget(120))
    assert game.check(decision.actions[0]) is None, decision
    game.submit(decision.actions[0])
