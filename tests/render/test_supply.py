"""Sheets of tiles: what a tile is worth can be read beside or under it, and no caption runs into the next."""

import itertools

import pytest

from engine import TITLES, View
from render.cards.page import WIDE
from render.map.phone import least
from render.map.scene import company_badge
from render.pen.text import put, width
from render.sheets import supply
from render.sheets.supply import cell_wide, order_doc, tile_art, words_under
from tests.render.labels import painted, told
from tests.scenario import Scenario


def view_of(title):
    """The title before its first move."""
    return View(TITLES[title], Scenario(TITLES[title]).state)


def tiles_of(view):
    """Every tile of a title."""
    return [tile for tiles in supply.supply(view, ()).values() for tile in tiles]


@pytest.mark.parametrize("title", sorted(TITLES))
def test_the_value_of_every_tile_stands_on_it_or_under_it(title):
    view, size = view_of(title), cell_wide(WIDE) / 2.12
    silent = []
    for tile in tiles_of(view):
        art = tile_art(view, tile, 0)
        pen = painted(art, size, least(WIDE))
        under = set(words_under(tile, pen.unsaid).split())
        values = {str(stop.revenue) for stop in tile.face(0).stops if stop.revenue}
        if "value" in told(art, pen):
            assert values <= under, tile.id
            silent.append(tile)
        else:
            assert not values & under, tile.id
    assert len(silent) < 8


def test_no_caption_of_a_sheet_runs_into_the_next(monkeypatch):
    written = []

    def noted(draw, at, text, size, *more, **how):
        written.append((round(at[1]), at[0], width(text, size, "narrow")))
        put(draw, at, text, size, *more, **how)

    monkeypatch.setattr(supply, "put", noted)
    for title in TITLES:
        view = view_of(title)
        for numbers in ((), [tile.id for tile in tiles_of(view)]):
            written.clear()
            supply.tiles_picture(view, numbers=numbers)
            for one, other in itertools.pairwise(written):
                beside = one[0] == other[0] and one[1] < other[1]
                assert not beside or other[1] - one[1] - (one[2] + other[2]) / 2 >= 12
            assert len(written) >= len(tiles_of(view))


def test_a_company_on_the_market_is_not_listed_as_not_started():
    view = view_of("18OE")
    fresh = order_doc(view).sections[-1].rows
    first = next(c for c in view.state.companies if company_badge(view, c) == fresh[0][0])
    view.state.companies[first].cell = (3, 2)
    assert order_doc(View(view.title, view.state)).sections[-1].rows == fresh[1:]


def test_a_caption_that_is_a_little_too_long_stays_in_one_line() -> None:
    room = cell_wide(WIDE) - 12
    assert supply._lines("#57 · 2", room) == ["#57 · 2"]
    assert supply._lines("#OE24 · 20", room) == ["#OE24·20"]
    assert supply._lines("#OE24 · ausverkauft", room) == ["#OE24 ·", "ausverkauft"]
