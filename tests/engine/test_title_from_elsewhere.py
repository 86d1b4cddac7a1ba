"""A title outside of the package: it is named by its folder, brings tiles, and faults are sentences."""

import json
import sys
from dataclasses import dataclass
from typing import ClassVar

import pytest

from engine import TITLES, BadData, find_title, import_game
from engine.__main__ import main
from engine.abilities.power import Power
from engine.checks.random_play import play
from engine.title import title_data
from engine.titles.g1889.figures import Figures
from render.__main__ import main as draw
from tests.elsewhere import RULES, change, make_title
from tests.shell import engine

TESTS = """
@pytest.mark.rule("ELSE", "1")
def test_homes(): ...
"""


@pytest.fixture
def folder(tmp_path, monkeypatch, request):
    """The folder of a title with the data of 1889, and with one tile of its own."""
    made = make_title(tmp_path / f"g{abs(hash(request.node.name))}")
    monkeypatch.setattr("sys.path", list(sys.path))
    yield made
    TITLES.pop("ELSE", None)


def test_it_is_played_drawn_and_replayed_by_its_folder(folder, capsys):
    name, out = str(folder), folder.parent
    assert main(["random", name, "--players", "2", "--save", str(out)]) == 0
    (game,) = out.glob("*.json")
    assert json.loads(game.read_text("utf-8"))["genesis"]["title"] == "ELSE"
    assert engine("import", game, "--title", name).returncode == 0
    del TITLES["ELSE"]
    assert draw([str(game), "--title", name, "-o", str(out / "map.png")]) == 0
    assert "ELSE" in capsys.readouterr().out
    assert import_game(json.loads(game.read_text("utf-8"))).title is TITLES["ELSE"]


def saved(folder):
    """The file of a game of the title that has come to its first operating round; then it is not known."""
    game = folder.parent / "game.json"
    game.write_text(json.dumps(play(find_title(str(folder)), 2, 1, {}, limit=60).game.to_json()), "utf-8")
    del TITLES["ELSE"]
    return game


def test_the_log_of_its_game_is_printed_action_by_action(folder, capsys):
    game = saved(folder)
    assert main(["log", str(game)]) == 2
    assert "no title 'ELSE'" in capsys.readouterr().err
    assert main(["log", str(game), "--title", str(folder)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("1\topening\t")
    assert any("\tlay_tile " in line.replace(" ", "", 1) or " lay_tile hex=" in line for line in said)


def test_it_brings_tiles_of_its_own(folder):
    title = find_title(str(folder))
    assert title.rules.board.tiles["E437"].colour == "yellow"
    assert title.rules.board.stock_of("E437") == "E437"
    assert "E437" not in TITLES["1889"].rules.board.tiles


def test_a_tile_that_all_titles_have_is_not_brought_again(folder):
    change(folder, "tiles.toml", "E437", "57")
    with pytest.raises(BadData, match=r"tiles\.toml: .*57 is given twice"):
        find_title(str(folder))


def test_its_rules_are_compared_with_code_and_tests(folder, capsys):
    tests = folder.parent / "tests"
    tests.mkdir()
    (tests / "test_else.py").write_text(TESTS, "utf-8")
    assert main(["check", str(folder), "--tests", str(tests)]) == 0
    (tests / "test_else.py").write_text(TESTS.replace('"1"', '"2"'), "utf-8")
    assert main(["check", str(folder), "--tests", str(tests)]) == 1
    said = capsys.readouterr().out
    assert "section 2, which has no row" in said
    assert "ELSE: loaded; 2 problems in its RULES.md" in said
    (folder / "RULES.md").unlink()
    assert main(["check", str(folder)]) == 1
    assert "has no RULES.md\nELSE: loaded; 1 problem in its RULES.md" in capsys.readouterr().out


def test_its_rules_name_code_of_the_engine_wherever_that_is_installed(folder, capsys, monkeypatch):
    (folder / "RULES.md").write_text(RULES.replace("__init__.py", "engine/rules/stock.py"), "utf-8")
    tests = folder.parent / "tests"
    tests.mkdir()
    (tests / "test_else.py").write_text(TESTS, "utf-8")
    monkeypatch.chdir(folder.parent)
    assert main(["check", str(folder), "--tests", str(tests)]) == 0
    assert "ELSE: loaded; 0 problems" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["random", "match", "check"])
def test_a_name_of_nothing_is_a_sentence(command, capsys):
    more = {"random": ["--players", "3"], "match": ["--seats", "easy,easy"], "check": []}[command]
    assert main([command, "18XX", *more]) == 2
    assert "18XX is no title (18EZ, " in capsys.readouterr().err


def test_a_folder_without_a_title_is_a_sentence(folder):
    (folder / "__init__.py").write_text("", "utf-8")
    with pytest.raises(BadData, match="has no TITLE that is a title"):
        find_title(str(folder))


def test_a_folder_without_code_and_a_path_to_nothing_are_told_apart(folder):
    (folder / "__init__.py").unlink()
    with pytest.raises(BadData, match=r"the folder has no __init__\.py"):
        find_title(str(folder))
    with pytest.raises(BadData, match="there is no such folder"):
        find_title(str(folder / "nothing"))


def test_a_game_of_a_title_that_is_not_named_says_how_to_name_it(folder, capsys):
    game = saved(folder)
    refused = engine("import", game)
    assert refused.returncode == 2
    assert refused.stderr.endswith("an external title is named by --title FOLDER\n")
    assert main(["replay", str(game)]) == 2
    assert "`python -m engine import` reads an exported game" in capsys.readouterr().err


@dataclass(frozen=True, kw_only=True)
class Own(Power):
    """A kind that only this title has."""

    kind: ClassVar = "own"


FAULTS = [
    ("game.toml", 'currency = "¥"', "", "game.toml lacks 'currency'"),
    ("game.toml", "bank = 7000", 'bank = "7000"', "game.toml: bank is '7000', not a whole number"),
    (
        "game.toml",
        "[starting_cash]",
        "[starting_cash]\nmany = 1",
        "starting_cash: 'many' is no number of players",
    ),
    (
        "game.toml",
        "train_limit = { major",
        "train_limit = { mayor",
        "unknown key 'mayor'; nearest valid key: 'major'",
    ),
    ("game.toml", '"yellow", "green"', '"yellow", "gren"', "colour: unknown 'gren'; the nearest is 'green'"),
    ("game.toml", "E437 = 1", "EE437 = 1", "tile: unknown 'EE437'; the nearest is 'E437'"),
    (
        "game.toml",
        '"privates_close"',
        '"private_closes"',
        "unknown key 'privates_close'; nearest valid key: 'private_closes'",
    ),
    ("game.toml", "price = 80", 'price = "80"', "TrainSpec 2: price is '80', not a whole number"),
    ("game.toml", 'auction_items = ["', 'auction_items = ["X', "auction_items: unknown key 'X"),
    (
        "companies.toml",
        'kind = "private"',
        'kind = "privat"',
        "kind: unknown key 'privat'; nearest valid key: 'private'",
    ),
    (
        "companies.toml",
        'kind = "private"',
        'kind = "private"\nnot_to_companies = true',
        "goes into its extras: extras = { not_to_companies = true }",
    ),
    ("companies.toml", 'id = "AR"', 'id = "p1"', "companies.toml: p1: players are called p1, p2"),
    ("companies.toml", 'id = "AR"', 'id = "IR"', "companies.toml: IR: 2 companies have this id"),
    ("companies.toml", 'text_colour = "', 'text_colour = "x', "colour: unknown key 'x"),
    ("companies.toml", "[[companies]]", "[[company]]", "companies.toml: unknown key 'company'"),
    (
        "map.toml",
        "homes = { IR",
        "homes = { IRR",
        "map.toml: E2: homes: company: unknown 'IRR'; the nearest is 'IR'",
    ),
    ("map.toml", "homes = { IR = 0 }", "", "map.toml: no hex has the home of IR"),
    ("map.toml", "homes = { IR = 0 }", "homes = { IR = 3 }", "map.toml: E2: the home of IR is stop 3"),
    ("map.toml", '["5", "6", "D"]', '["5", "6", "DD"]', "revenue_steps: key: unknown 'DD'"),
    ("map.toml", "terrain = {", "terrain = 80 # {", "terrain is 80, not a table"),
    ("map.toml", "mountain = 80", 'mountain = "80"', "terrain: mountain is '80', not a whole number"),
    ("map.toml", "[hexes.E2]", "[hexes]\nE2 = 3\n[hexes.E22]", "map.toml: hexes: E2 is 3, not a table"),
    ("game.toml", 'key = "ELSE"', 'key = "1889"', "another title has the key '1889'; change the key"),
]


@pytest.mark.parametrize(("file", "old", "new", "words"), FAULTS, ids=[words for *_, words in FAULTS])
def test_a_fault_in_the_data_is_a_sentence_with_its_place(file, old, new, words, folder, capsys):
    change(folder, file, old, new)
    assert main(["check", str(folder)]) == 2
    assert words in capsys.readouterr().err


def test_a_missing_map_is_a_sentence(folder, capsys):
    (folder / "data" / "map.toml").unlink()
    assert main(["check", str(folder)]) == 2
    assert "map.toml" in capsys.readouterr().err


def test_a_title_has_kinds_of_power_of_its_own(folder):
    change(folder, "companies.toml", 'kind = "stays_open", revenue = 50', 'kind = "own"')
    with pytest.raises(BadData, match="kind of ability: unknown key 'own'"):
        title_data(folder, Figures)
    powers = [
        power for spec in title_data(folder, Figures, Own).companies.values() for power in spec.abilities
    ]
    assert Own() in powers
