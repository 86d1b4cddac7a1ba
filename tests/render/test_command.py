"""``python -m render`` on an exported game."""

import gzip
import json

import pytest

from engine import new_game
from engine.checks.random_play import RandomPlayer
from render.__main__ import main
from tests.render.samples import KEY, opened


@pytest.fixture(scope="module")
def game():
    found = new_game(KEY, ["Ann", "Ben", "Cy"], seed=4)
    dice = RandomPlayer(found.title, 4)
    while found.revision < 40:
        found.submit(dice.action(found))
    return found


@pytest.fixture
def export(game, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.to_json()), "utf-8")
    return path


VIEWS = [
    "map",
    "market",
    "chart",
    "company",
    "player",
    "trains",
    "tiles",
    "order",
    "routes",
    "crop",
    "regions",
]


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_is_written(export, view, capsys):
    out = export.with_suffix(".png")
    assert main([str(export), "--view", view, "-o", str(out)]) == 0
    image = opened(out.read_bytes())
    assert f"{image.width} x {image.height} px" in capsys.readouterr().out


def test_a_title_is_shown_before_it_is_played(tmp_path, capsys):
    out = tmp_path / "map.png"
    assert main(["--title", "1889", "--text", "-o", str(out)]) == 0
    assert "Kotohira" in capsys.readouterr().out
    assert opened(out.read_bytes()).width
    assert main(["-o", str(out)]) == 1
    assert "name an exported game, or a title by --title" in capsys.readouterr().err


def test_a_sector_and_marked_hexes_are_asked_for(export, capsys):
    out = export.with_suffix(".png")
    assert main([str(export), "--view", "crop", "--sector", "A", "--text", "-o", str(out)]) == 0
    assert "Sector A, north-west" in capsys.readouterr().out
    assert main([str(export), "--view", "regions", "--hexes", "D14", "--text", "-o", str(out)]) == 0
    assert ": Redwood (D14)" in capsys.readouterr().out
    assert main([str(export), "--view", "crop", "--sector", "Q", "-o", str(out)]) == 1


def test_a_packed_game_at_an_earlier_record_with_its_text(game, tmp_path, capsys):
    path, out = tmp_path / "game.json.gz", tmp_path / "p.png"
    path.write_bytes(gzip.compress(json.dumps(game.to_json()).encode()))
    said = {}
    for at in ("1", str(game.revision)):
        arguments = [str(path), "--view", "player", "--player", "p1", "--at", at, "--text", "-o", str(out)]
        assert main(arguments) == 0
        said[at] = capsys.readouterr().out
    assert "Ann" in said["1"]
    assert "$600 · 0 of 20 certificates" in said["1"]
    assert "$600 · 0 of 20 certificates" not in said[str(game.revision)]


def test_a_named_player_and_hexes(export, capsys):
    out = export.with_suffix(".png")
    assert main([str(export), "--view", "player", "--player", "p2", "--text", "-o", str(out)]) == 0
    assert capsys.readouterr().out.startswith("Ben\n")
    assert main([str(export), "--view", "crop", "--hexes", "D14", "E9", "-o", str(out)]) == 0
    assert "Redwood (D14)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{}", "no exported game"),
        ("no json", "cannot draw"),
        ('{"format": "stationmaster-game"}', "cannot draw"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(tmp_path, capsys, content, why):
    path = tmp_path / "x.json"
    path.write_text(content)
    assert main([str(path), "-o", str(tmp_path / "x.png")]) == 1
    assert why in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()


def test_a_strange_company_is_refused_in_a_sentence(export, capsys):
    assert main([str(export), "--view", "company", "--company", "XYZ", "-o", str(export) + ".png"]) == 1
    assert "XYZ" in capsys.readouterr().err
