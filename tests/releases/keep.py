"""Writes games in the middle for a release: ``python -m tests.releases.keep 1.2.3``.

Every later version must load them and play on (`test_releases`). A file of a release is never written again.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from engine import TITLES, Game, new_game
from engine.checks.random_play import RandomPlayer

HERE = Path(__file__).parent
ACTIONS = 300
"""Actions of a kept game: some rounds have been played."""

SEED = 1
PLAYERS = 4


def played(title: str) -> Game:
    """A game of a title after some hundred random actions, undone ones among them."""
    names = [f"Player {i}" for i in range(1, PLAYERS + 1)]
    game, player = new_game(title, names, seed=SEED), RandomPlayer(TITLES[title], SEED)
    while game.revision < ACTIONS and not game.state.ended:
        game.submit(player.action(game))
        if game.revision % 50 == 0:
            game.undo(game.log[-1].by)
    return game


def keep(version: str) -> None:
    """Write a file for each title; raises FileExistsError where there is one."""
    folder = HERE / version
    folder.mkdir(exist_ok=True)
    for key in TITLES:
        text = json.dumps(played(key).to_json(), ensure_ascii=False, separators=(",", ":"))
        with (folder / f"{key}.json.gz").open("xb") as file:
            file.write(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    keep(sys.argv[1])
