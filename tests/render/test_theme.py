"""Nobody has to tell colours apart: contrast, letters, dashes."""

import tomllib
from itertools import combinations

import pytest

from render.map.scene import company_badge
from render.pen import theme
from tests.render.samples import ROOT, middle, view_of

COMPANIES = sorted(ROOT.glob("engine/titles/*/data/companies.toml"))


def test_contrast_is_computed_as_wcag_says():
    assert theme.contrast(theme.WHITE, (0, 0, 0)) == pytest.approx(21)
    assert theme.contrast((118, 118, 118), theme.WHITE) == pytest.approx(4.54, abs=0.01)
    assert theme.contrast(theme.INK, theme.INK) == pytest.approx(1)


@pytest.mark.parametrize("path", COMPANIES, ids=lambda p: p.parts[-3])
def test_letters_of_every_company_can_be_read_on_its_colour(path):
    for company in tomllib.loads(path.read_text("utf-8"))["companies"]:
        ground = theme.colour(company.get("colour", "grey"))
        ink = theme.readable(theme.colour(company.get("text_colour", "white")), ground)
        assert theme.contrast(ink, ground) >= 4.5, company["id"]


def test_a_printed_letter_colour_is_kept_where_it_can_be_read():
    view = view_of(middle())
    assert company_badge(view, "M&R").ink == theme.WHITE
    assert company_badge(view, "M&YR").ink == theme.BLACK
    assert theme.readable(theme.WHITE, theme.colour("yellow")) == theme.BLACK


@pytest.mark.parametrize("name", list(theme.THEMES))
def test_writing_can_be_read_on_every_hex(name):
    for ground in theme.THEMES[name].hexes.values():
        assert theme.contrast(theme.readable(theme.INK, ground), ground) >= 4.5
        assert theme.contrast(theme.THEMES[name].track, ground) >= 4.5


def test_routes_differ_in_letter_and_dash_and_are_seen_on_their_casing():
    letters = [letter for _, _, letter in theme.ROUTES]
    dashes = [dash for _, dash, _ in theme.ROUTES]
    assert len(set(letters)) == len(set(dashes)) == len(theme.ROUTES)
    assert all(theme.contrast(colour, theme.WHITE) >= 4.5 for colour, _, _ in theme.ROUTES)


def test_company_colours_by_name_are_all_different():
    names = ("red", "brown", "yellow", "purple", "blue", "green", "black", "white", "grey")
    assert all(theme.colour(a) != theme.colour(b) for a, b in combinations(names, 2))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("#0a141e", (10, 20, 30)), ("RED", theme.colour("red")), ("no such", theme.colour("grey"))],
)
def test_a_colour_is_a_name_or_a_web_colour(name, expected):
    assert theme.colour(name) == expected


def test_mixing():
    assert theme.mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
