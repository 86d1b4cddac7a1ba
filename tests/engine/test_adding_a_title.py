"""The page on adding a title: its declaration plays as it stands there, and it names every kind of power."""

import importlib
import re
import shutil
import sys
import tomllib
from dataclasses import fields
from typing import Any

import pytest

from engine import TITLES
from engine.abilities import KINDS
from engine.abilities.granted_lay import PrivatesOnTokens
from engine.abilities.train_limit import PrivatesOnTrains
from engine.checks.random_play import play
from engine.data.loader import company
from engine.rules.abilities import explained
from engine.rules.boards import BoardPolicy
from engine.rules.dividends import DividendPolicy
from engine.rules.emergency import EmergencyPolicy
from engine.rules.initial_auction import InitialAuctionRules
from engine.rules.stock import StockRules

SWITCHED = (
    StockRules, InitialAuctionRules, BoardPolicy, PrivatesOnTokens, PrivatesOnTrains, DividendPolicy,
    EmergencyPolicy,
)  # fmt: skip
MODEL = TITLES["1889"].rules.board.folder


@pytest.fixture
def page(root):
    return (root / "engine/titles/README.md").read_text("utf-8")


def blocks(page):
    """The modules that the page shows: the declaration, the figures, a power and a test."""
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


@pytest.fixture
def declared(page, tmp_path, monkeypatch):
    """The title that the page declares, with the data of the model and no figures of its own."""
    declaration, figures, _, _ = blocks(page)
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
    forget()


def forget():
    """Forget the modules of the title, so that they are read again."""
    for name in ("mygame", "mygame.figures", "mygame.powers"):
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


def test_the_power_on_the_page_passes_the_test_on_the_page(declared, page, tmp_path):
    """With the three changes to the declaration that the page names."""
    declaration, _, powers, tests = blocks(page)
    text = re.sub(r"\s+", " ", page)
    changes = re.search(
        r"declaration then has `data=(.+?)`, `(moves_at_any_time=.+?)` and `(story=.+?)`", text
    )
    data = re.search(r"the private company has `(\{.+?\})`", text)
    assert changes
    assert data
    given, *more = changes.groups()
    changed = declaration.replace("title_data(FOLDER, Figures)", given)
    changed = changed.replace("    extras=", f"    {more[0]},\n    {more[1]},\n    extras=")
    own = "from mygame.powers import STORY, Grant, TakeGrant\n"
    (tmp_path / "mygame/__init__.py").write_text(own + changed, "utf-8")
    (tmp_path / "mygame/powers.py").write_text(powers, "utf-8")
    companies = tmp_path / "mygame/data/companies.toml"
    text, count = re.subn(
        r'(id = "MF".*?abilities = \[).*?\]\n',
        rf"\1{data[1]}]\n",
        companies.read_text("utf-8"),
        count=1,
        flags=re.S,
    )
    assert count == 1
    companies.write_text(text, "utf-8")
    forget()
    found: dict[str, Any] = {}
    exec(tests, found)
    found["test_the_company_takes_the_grant_once"]()
    told = explained(found["Scenario"](found["TITLE"]).game().view, "MF")
    assert "A company that owns it may once take ¥50 from the bank. It closes then." in told


def test_the_switches_on_the_page_have_these_defaults(page):
    """Of switches that are yes or no: each stands on its class with this default."""
    classes: dict[str, type] = {c.__name__: c for c in SWITCHED}
    table = page.partition("### Switches")[2].partition("\n\nThe names of rounds")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if "`" in line
    ]
    owner, seen = None, 0
    for named, switches, default, *_ in rows:
        owner = classes.get(named.split("`")[1]) if named else owner
        said = re.findall(r"\b(?:yes|no)\b", default)
        for switch, value in zip(re.findall(r"\w+", switches), said, strict=False):
            assert getattr(owner, switch) is (value == "yes"), switch
            seen += 1
    assert seen == 18


def test_each_class_is_in_the_module_that_the_page_names(page):
    named = re.findall(r"`(\w+)`\s+(?:is\s+)?in\s+`(engine[\w.]+)`", page)
    assert len(named) >= len(SWITCHED) + 4
    assert [
        (name, module) for name, module in named if not hasattr(importlib.import_module(module), name)
    ] == []


def tables(page):
    """The examples of data, but for the powers, which repeat a key."""
    found = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    return [tomllib.loads(text) for text in found if text.count("abilities = [\n") < 2]


def test_the_companies_on_the_page_are_read_as_they_stand_there(page):
    found = next(table["companies"] for table in tables(page) if "companies" in table)
    assert [company("the page", each, KINDS).id for each in found] == ["TER", "AR"]


def test_the_figures_on_the_page_are_those_that_the_declaration_needs(declared, page):
    figures = next(table["figures"] for table in tables(page) if "figures" in table)
    needed = {field.name for field in fields(declared.data.record)}
    assert needed - set(figures) == {"bid_multiple"}


def test_the_rounds_and_steps_on_the_page_are_those_of_the_declaration(declared, page):
    sentence = page.partition("The names of rounds and steps")[2].partition("The page")[0]
    names = set(re.findall(r"`(\w+)`", sentence))
    steps = {step for each in declared.rounds.values() for step in each.steps}
    assert names >= set(declared.rounds)
    assert {step for step in steps if step not in names} == {"auction"}
