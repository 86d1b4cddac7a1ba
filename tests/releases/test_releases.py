"""Games that each release has stored load in this version, unchanged, and are played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import TITLES, Game, import_game
from engine.checks.exported import parsed
from engine.checks.random_play import RandomPlayer

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.json.gz"))
MORE = 40
"""Actions that are played on."""


def loaded(path: Path) -> Game:
    """The game in a file."""
    return import_game(parsed(path.read_bytes()))


def test_each_release_keeps_a_game_of_each_title() -> None:
    releases = {path.parent.name for path in FILES}
    assert "1.0.0" in releases
    assert all((HERE / release / f"{key}.json.gz") in FILES for release in releases for key in TITLES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name.split('.')[0]}")
def test_a_stored_game_reads_as_before_and_is_played_on(path: Path) -> None:
    raw, game = parsed(path.read_bytes()), loaded(path)
    assert game.to_json() == raw
    revision, player = game.revision, RandomPlayer(game.title, 1)
    for _ in range(MORE):
        game.submit(player.action(game))
    assert game.revision == revision + MORE
