"""The documentation site is built from what is here, without a warning, and is read without a network."""

import html
import importlib
import re
import subprocess
import sys

import pytest

from engine.abilities import KINDS
from engine.steps.stock.stock_round import StockRound
from engine.steps.track import LayTile, TrackStep

pytestmark = pytest.mark.slow(seconds=4)


@pytest.fixture(scope="module")
def site(root, tmp_path_factory):
    """The folder of the site, as the command builds it."""
    place = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(root / ".ci/site/build.py"), str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return place / "site"


@pytest.mark.parametrize("face", ["engine", "render"])
def test_the_reference_has_what_is_promised(site, face):
    page = (site / "api" / f"{face}.html").read_text("utf-8")
    for name in importlib.import_module(face).__all__:
        assert re.search(rf'id="[\w.]*\b{name}"', page), name


def test_a_method_of_a_game_says_what_it_does(site):
    page = (site / "api/engine.html").read_text("utf-8")
    assert "Take an action; raises Refused when illegal." in page


def test_every_title_has_its_rules(root, site):
    for path in (root / "engine/titles").glob("*/RULES.md"):
        assert (site / path.relative_to(root).with_suffix(".html")).is_file()


def test_a_title_of_ones_own_finds_tiles_steps_and_powers(site):
    tiles, steps, powers = (
        (site / f"{page}.html").read_text("utf-8") for page in ("tiles", "api/steps", "api/abilities")
    )
    assert "yellow city:20:1 03-s0" in re.sub(r"<[^>]+>", "", tiles)
    for name in (TrackStep.name, LayTile.kind, StockRound.kind):
        assert f">{name}<" in steps
    for kind in KINDS:
        assert f">{kind.kind}<" in powers


def test_examples_and_tables_in_docstrings_stand_as_they_were_written(site):
    tests, clients, position = (
        html.unescape(re.sub(r"<[^>]+>", "", (site / f"api/{page}.html").read_text("utf-8")))
        for page in ("tests", "clients", "position")
    )
    assert "| section | what | code | test |\n| --- | --- | --- | --- |\n" in tests
    assert 'game = Scenario(TITLE, "Tom", "Dick", "Harry")' in tests
    assert "module | what it is about" not in clients
    assert "TEMPLATES" in position
    assert "Told(text=" not in position


def test_nothing_is_fetched_from_elsewhere(site):
    page = (site / "index.html").read_text("utf-8")
    fetched = re.findall(r'<(?:script|img)[^>]* src="([^"]+)"|<link[^>]* href="([^"]+)"', page)
    assert fetched
    assert [url for pair in fetched for url in pair if re.match(r"(?:https?:)?//", url)] == []
