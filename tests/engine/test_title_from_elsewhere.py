"""A title that lies outside the repository plays and is drawn by the command lines."""

import pytest

from engine import TITLES
from engine.__main__ import main
from render.__main__ import main as draw

OUTSIDE = """
from dataclasses import replace

from engine import TITLES

TITLE = replace(TITLES["1889"], data=replace(TITLES["1889"].data, key="Home"))
KEY = "Home"
"""


@pytest.fixture
def outside(tmp_path, monkeypatch):
    (tmp_path / "mytitle.py").write_text(OUTSIDE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    TITLES.pop("Home", None)


def test_a_title_from_elsewhere_is_played_and_drawn(outside, capsys):
    assert main(["random", "mytitle:TITLE", "--players", "2", "--seed", "3", "--save", str(outside)]) == 0
    (game,) = outside.glob("Home-2p-3.json")
    picture = outside / "map.png"
    del TITLES["Home"]
    assert draw([str(game), "--title", "mytitle:TITLE", "-o", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("place", "says"),
    [("nowhere:TITLE", "No module named"), ("mytitle:TILTE", "TILTE"), ("mytitle:KEY", "is no Title")],
)
def test_what_is_no_title_is_refused_in_a_sentence(outside, capsys, place, says):
    assert main(["random", place, "--players", "2"]) == 2
    assert says in capsys.readouterr().err


def test_an_unknown_key_names_the_titles(capsys):
    with pytest.raises(SystemExit):
        main(["random", "1888", "--players", "2"])
    assert "1888 is no title: choose 18EZ, 1862" in capsys.readouterr().err
