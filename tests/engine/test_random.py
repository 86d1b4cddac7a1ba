"""Whole games by random legal choices, every invariant on: a few of each title and player count."""

import pytest

from engine import TITLES, import_game
from engine.__main__ import main
from engine.checks.random_play import RandomPlayer, play
from engine.checks.rejudge import rejudge
from engine.checks.selfcheck import check_identities, check_offers
from engine.game import Game, new_game
from tests.shell import engine
from tests.walks import Walk

COUNTS = [
    (key, players)
    for key, title in sorted(TITLES.items())
    for players in range(title.data.min_players, title.data.max_players + 1)
]


ASKED = (3, 5)
"""Player counts whose games are not only played, but asked for all that they offer, in the first rounds."""

LONG = frozenset({"18OE"})
"""A whole game takes minutes: one of its scenario is played, and of each count the first rounds."""

WHOLE: list[tuple[str, int, dict[str, str]]] = [
    (key, players, {}) for key, players in COUNTS if key not in LONG and players not in ASKED
]
WHOLE += [("18OE", 2, {"scenario": "uk_france"})]


@pytest.mark.parametrize(("key", "players", "options"), WHOLE)
def test_random_games_end_and_break_nothing(key, players, options):
    outcome = play(TITLES[key], players, 101, options)
    assert outcome.fault is None
    assert outcome.game.state.ended
    assert outcome.game.waiting() is None
    assert set(outcome.game.scores()) == set(outcome.game.state.seats)


@pytest.mark.parametrize(
    ("key", "players"), [(key, n) for key, n in COUNTS if key in LONG and n not in ASKED]
)
def test_the_first_rounds_of_a_long_game_break_nothing(key, players):
    game, _ = walk(key, players, 101, 250)
    assert len(game.log) > 250
    check_identities(game)


def walk(key: str, players: int, seed: int, actions: int) -> tuple[Game, RandomPlayer]:
    """A game after so many random actions."""
    names = [f"Player {i}" for i in range(players)]
    game, dice = new_game(TITLES[key], names, seed=seed), RandomPlayer(TITLES[key], seed)
    for _ in range(actions):
        if not game.state.ended:
            game.submit(dice.action(game))
    return game, dice


@pytest.mark.parametrize(("key", "players"), [(key, n) for key, n in COUNTS if n in ASKED])
def test_offers_are_legal_and_identities_hold_along_a_game(key, players):
    played = Walk(key, [f"Player {i}" for i in range(players)], 1)
    game, dice = played.game, RandomPlayer(TITLES[key], 7)
    for i in range(360):
        if game.state.ended:
            break
        if i % 10 == 0:
            check_offers(game, dice.complete)
        if i % 60 == 0:
            check_identities(game)
        played.step()
    assert len(game.log) > 100


@pytest.mark.parametrize("key", sorted(TITLES))
def test_the_same_seed_gives_the_same_game(key):
    players = TITLES[key].data.min_players
    assert walk(key, players, 3, 120)[0].to_json() == walk(key, players, 3, 120)[0].to_json()


@pytest.mark.parametrize("key", sorted(TITLES))
def test_todays_rules_make_the_same_of_a_game_with_undone_moves(key):
    game, dice = walk(key, TITLES[key].data.max_players, 5, 150)
    game.undo("p1", game.active_records[100].number)
    game.submit(dice.action(game))
    game.undo("p2")
    game.redo("p2")
    again = import_game(game.to_json())
    assert again.digest() == game.digest()
    assert rejudge(again) == []


def test_the_command_plays_and_saves_games_that_import(tmp_path, capsys):
    assert main(["random", "18EZ", "--players", "3", "--seed", "5", "--save", str(tmp_path)]) == 0
    line = capsys.readouterr().out.split()
    assert line[:3] == ["18EZ", "seed=5", "players=3"]
    assert {word.split("=")[0] for word in line[3:]} == {"actions", "rounds", "end", "scores"}
    (saved,) = tmp_path.iterdir()
    imported = engine("import", saved)
    assert imported.returncode == 0
    assert "over" in imported.stdout


def test_the_command_counts_ends_actions_and_events_of_all_games(capsys):
    assert main(["random", "18EZ", "--players", "2", "--games", "2", "--counts"]) == 0
    *games, ends, actions, told = capsys.readouterr().out.splitlines()
    taken = sum(int(word.split("=")[1]) for line in games for word in line.split() if "actions=" in word)
    counted = [
        dict(pair.split("=") for pair in line.split(": ")[1].split()) for line in (ends, actions, told)
    ]
    assert sum(map(int, counted[0].values())) == len(games) == 2
    assert sum(map(int, counted[1].values())) == taken
    assert counted[2]["passes"] == counted[1]["pass"] != "0"


def test_a_forged_export_is_refused(tmp_path):
    path = tmp_path / "game.json"
    path.write_text('{"format": "stationmaster-game", "genesis": {}, "records": []}', encoding="utf-8")
    refused = engine("import", path)
    assert refused.returncode == 2
    assert "beginning of a game" in refused.stderr


def test_the_titles_are_listed_with_their_players(capsys):
    assert main(["titles"]) == 0
    assert "18EZ\t18EZ (Level 3)\t2-6" in capsys.readouterr().out.splitlines()


def test_a_search_for_routes_without_a_find_ends():
    class Stubborn(Game):
        """A game whose search goes on until it is told to stop."""

        asked = 0

        def __init__(self):
            """Nothing is played."""

        def suggest_routes(self, stop=None):
            while not stop():
                self.asked += 1
            return []

    game, dice = Stubborn(), RandomPlayer(TITLES["1862"], 1)
    assert dice.routes(game) == []
    assert 100 * dice.patience < game.asked < 200 * dice.patience


def test_the_full_checks_do_not_change_the_game():
    plain, full = (play(TITLES["1889"], 2, 4, {}, full, limit=60).game for full in (False, True))
    assert full.digest() == plain.digest()
