"""Random games in which much cannot be done: ``python -m tests.bot.turn.met_games`` plays them anew.

There is one of each title, kept in a file, as it takes long to play.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from engine import TITLES, Game, import_game, new_game
from engine.checks.exported import parsed
from engine.checks.random_play import RandomPlayer

FOLDER = Path(__file__).parent / "met"

MOVES = {"1826": 500, "1862": 620, "1889": 500, "18EZ": 500, "18OE": 350}
"""Moves of random play of each title, enough for the reasons that `test_whynot` looks for."""

NAMES = ("Ann", "Ben", "Cy", "Dee")
SEED = 1
SEEDS = {"1862": 7}
"""The seed of titles whose random play meets more reasons by another one."""


def met_game(title: str) -> Game:
    """The game of a title, from its file."""
    return import_game(parsed(_file(title).read_bytes()))


def played(title: str) -> Game:
    """The same as random play makes it now."""
    seed = SEEDS.get(title, SEED)
    game, dice = new_game(title, list(NAMES), seed=seed), RandomPlayer(TITLES[title], seed)
    dice.patience = 3
    while not game.state.ended and game.revision <= MOVES[title]:
        game.submit(dice.action(game))
    return game


def _file(title: str) -> Path:
    return FOLDER / f"{title}.json.gz"


if __name__ == "__main__":
    for key in MOVES:
        text = json.dumps(played(key).to_json(), ensure_ascii=False, separators=(",", ":"))
        _file(key).write_bytes(gzip.compress(text.encode(), mtime=0))
