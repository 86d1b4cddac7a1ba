"""The figures of a title are a record, checked when the title is loaded."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import TITLES, BadData
from engine.abilities import KINDS
from engine.data.figures import InitialAuctionFigures, StockFigures
from engine.data.loader import figures_of, load_title
from engine.titles import g18ez
from tests import toy


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A record in a record."""

    first: int


@dataclass(frozen=True, kw_only=True)
class Figures(StockFigures):
    """Figures of a title with something of its own."""

    home: str
    factor: float
    pars: tuple[int, ...]
    lots: Mapping[str, Mapping[str, int]]
    deal: Deal
    step: int = 5


TEXT = """
holding_limit = 60
pool_limit = 50
float_percent = 50
capital_factor = 10
home = "D4"
factor = 2
pars = [50, 60]
lots = { few = { A = 1 } }
deal = { first = 8 }
"""


def read(old="", new=""):
    return figures_of("game.toml: figures", Figures, tomllib.loads(TEXT.replace(old, new)))


def test_figures_are_read():
    found = read()
    assert (found.holding_limit, found.home, found.factor, found.step) == (60, "D4", 2, 5)
    assert (found.pars, found.lots["few"]["A"], found.deal.first) == ((50, 60), 1, 8)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("pool_limit", "pool_limits", "figures: unknown key 'pool_limits'; nearest valid key: 'pool_limit'"),
        ("first", "frist", "figures: deal: unknown key 'frist'; nearest valid key: 'first'"),
        ("pool_limit = 50", "", "figures: lacks 'pool_limit'; nearest key there: 'holding_limit'"),
        ('home = "D4"', "", "figures: lacks 'home'"),
        ("pool_limit = 50", 'pool_limit = "50"', "figures: pool_limit is '50', not int"),
        ("pool_limit = 50", "pool_limit = 50.0", "figures: pool_limit is 50.0, not int"),
        ("pool_limit = 50", "pool_limit = true", "figures: pool_limit is True, not int"),
        ("factor = 2", 'factor = "2"', "figures: factor is '2', not float"),
        ("[50, 60]", "50", "figures: pars is 50, not tuple"),
        ("[50, 60]", '[50, "60"]', "figures: pars is '60', not int"),
        ("{ A = 1 }", "{ A = [1] }", r"figures: lots.few.A is \[1\], not int"),
        ("{ first = 8 }", "8", "figures: deal is 8, not Deal"),
    ],
)
def test_a_wrong_figure_is_named(old, new, told):
    with pytest.raises(BadData, match=f"^game.toml: {told}"):
        read(old, new)


def test_a_title_is_not_loaded_with_a_misspelt_figure(tmp_path):
    folder = Path(g18ez.__file__).parent / "data"
    for file in folder.glob("*.toml"):
        text = file.read_text("utf-8").replace("price_drop", "price_drip")
        (tmp_path / file.name).write_text(text, "utf-8")
    told = r"figures: unknown key 'price_drip'.*'price_drop'"
    with pytest.raises(BadData, match=told):
        load_title(tmp_path, type(g18ez.TITLE.data.record), KINDS)


def test_a_subject_that_a_title_has_no_figures_for_is_refused():
    assert TITLES["18EZ"].data.figures(InitialAuctionFigures).bid_step == 5
    with pytest.raises(LookupError, match="TOY has no StockFigures"):
        toy.TITLE.data.figures(StockFigures)
