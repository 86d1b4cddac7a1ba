"""The page on adding a title: its declaration plays as it stands there, and it names every kind of power."""

import re
import shutil
import sys

import pytest

from engine import TITLES
from engine.abilities import KINDS
from engine.checks.random_play import play

MODEL = TITLES["1889"].rules.board.folder


@pytest.fixture
def page(root):
    return (root / "engine/titles/README.md").read_text("utf-8")


@pytest.fixture
def declared(page, tmp_path, monkeypatch):
    """The title that the page declares, with the data of the model and no figures of its own."""
    declaration, figures = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    folder = tmp_path / "mygame"
    (folder / "data").mkdir(parents=True)
    for name in ("companies.toml", "map.toml", "game.toml"):
        shutil.copy(MODEL / "data" / name, folder / "data" / name)
    game = (MODEL / "data/game.toml").read_text("utf-8")
    game = re.sub(r"^dealt_to\w+ = .*\n", "", game, flags=re.MULTILINE)
    game = re.sub(r"\[figures\.beginner_tiles\].*?(?=\n\[tiles\])", "", game, flags=re.DOTALL)
    (folder / "data/game.toml").write_text(game, "utf-8")
    (folder / "__init__.py").write_text(declaration, "utf-8")
    (folder / "figures.py").write_text(figures, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__("mygame").TITLE
    for name in ("mygame", "mygame.figures"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("players", [2, 4])
def test_the_declaration_on_the_page_plays(declared, players):
    outcome = play(declared, players, 1, {})
    assert outcome.fault is None
    assert outcome.game.state.ended
    homes = [token for token in outcome.game.state.tokens.values() if token.place is not None]
    assert homes


def test_the_page_says_what_each_kind_of_power_needs(page):
    rows = re.findall(r"^\| (`.+?) \|", page.partition("## 3.")[2], re.MULTILINE)
    named = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    assert named == {kind.kind for kind in KINDS}
