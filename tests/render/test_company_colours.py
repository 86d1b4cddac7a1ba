"""A law of the titles' data: no two companies that can be on the board at once look alike.

Two grounds are at least `APART` from each other, in CIE Delta E 2000, or the tokens differ in the second
colour: one has none, or the two are at least `TRIMS` apart. A second colour is as far from its own ground.
Companies have the same colours in every theme.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from engine import TITLES
from engine.data.schema import CompanySpec
from render.map.overlays import disc_picture
from render.pen.theme import WHITE, colour
from tests.render.lab import delta_e, lab

APART, TRIMS = 12.0, 20.0


def apart(first: str, second: str) -> float:
    return delta_e(lab(colour(first)), lab(colour(second)))


def look_alike(first: CompanySpec, second: CompanySpec) -> bool:
    if apart(first.colour, second.colour) >= APART:
        return False
    if not (first.trim_colour and second.trim_colour):
        return bool(first.trim_colour) == bool(second.trim_colour)
    return apart(first.trim_colour, second.trim_colour) < TRIMS


def on_board(title: str) -> list[CompanySpec]:
    """The companies that can have stations or a share price; the others lie beside the board."""
    specs = TITLES[title].data.companies.values()
    return [spec for spec in specs if spec.tokens or len(spec.shares) > 1]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_the_difference_is_computed_as_published(first, second, expected):
    assert delta_e(first, second) == pytest.approx(expected, abs=0.0001)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_no_two_companies_of_a_title_look_alike(title):
    alike = [(a.id, b.id) for a, b in combinations(on_board(title), 2) if look_alike(a, b)]
    assert alike == []


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_second_colour_is_seen_on_its_ground(title):
    trimmed = [spec for spec in on_board(title) if spec.trim_colour]
    assert [spec.id for spec in trimmed if apart(spec.colour, spec.trim_colour) < TRIMS] == []


def test_a_second_colour_is_at_the_top_and_the_bottom_of_a_token():
    picture, _ = disc_picture("A", 20, (200, 0, 0), WHITE, trim=(0, 0, 200))
    middle = picture.width // 2
    assert [picture.getpixel((middle, y)) for y in (6, picture.height - 7)] == [(0, 0, 200)] * 2
    assert picture.getpixel((6, middle)) == (200, 0, 0)
