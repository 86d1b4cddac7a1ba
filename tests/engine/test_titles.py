"""The titles by key: known from the start, loaded when they are asked for."""

import subprocess
import sys

import pytest

from engine import TITLES, BadData, new_game
from engine.titles import Listed, Titles, g1889
from tests import toy

LOADED = """
import sys
print(*sorted({name.split(".")[2] for name in sys.modules if name.startswith("engine.titles.")}))
"""


def loaded_by(root, code):
    """The packages of titles that a fresh interpreter has loaded after some code."""
    command = [sys.executable, "-c", code + LOADED]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import engine, render.api", []),
        ("from engine import TITLES\nlist(TITLES), len(TITLES), '1889' in TITLES, TITLES.listed()", []),
        ("from engine import new_game\nnew_game('1889', ['Ann', 'Ben'], seed=1)", ["g1889"]),
        ("from engine import TITLES\nlist(TITLES.values())", ["g1826", "g1862", "g1889", "g18ez", "g18oe"]),
    ],
)
def test_a_title_is_loaded_when_it_is_asked_for(root, code, loaded):
    assert loaded_by(root, code) == loaded


@pytest.mark.parametrize("listed", TITLES.listed(), ids=list(TITLES))
def test_what_is_listed_is_what_the_data_say(listed):
    data = TITLES[listed.key].data
    assert listed == Listed(data.key, data.name, data.min_players, data.max_players)


def test_a_title_from_elsewhere_is_played_and_taken_away_again(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setitem(TITLES, "TOY", toy.TITLE)
        assert list(TITLES)[-1] == "TOY"
        assert TITLES.listed()[-1].max_players == toy.TITLE.data.max_players
        assert new_game("TOY", ["Ann", "Ben"], seed=1).title is toy.TITLE
    assert "TOY" not in TITLES
    assert TITLES.get("TOY") is None


def test_a_folder_without_a_title_is_refused(monkeypatch):
    monkeypatch.setattr(g1889, "TITLE", toy.TITLE.data)
    with pytest.raises(BadData, match="is no title"):
        Titles({"1889": "g1889"})["1889"]
