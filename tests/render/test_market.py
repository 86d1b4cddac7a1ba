"""The share price chart: plates, stacks, arrows, par spaces, and charts of other shapes."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.core.errors import BadData
from engine.core.state import to_json
from engine.data.loader import market
from engine.data.schema import MarketSpec
from engine.titles.g1826 import TITLE as FRANCE
from engine.titles.g1862 import TITLE as MANIA
from render import api
from render.market.grid import arrows, band_place, grid_of, stack_places
from render.market.picture import market_picture
from render.pen import theme
from render.twins.market import legend_rows, market_text, zone_letters
from tests.render.samples import KEY, MOVES, count, middle, near, start, view_of
from tests.rulemark import rule
from tests.titles.g1826.france import France
from tests.titles.g1862.mania import Mania


def test_a_plate_has_the_colour_of_its_company_at_its_place_in_the_stack():
    view = view_of(middle())
    image, grid = market_picture(view), grid_of(view)
    shift = 52
    assert view.state.market[(1, 4)] == ["BCRR", "PS&W", "GV&E"]
    high, places = stack_places(grid, (1, 4), 3)
    for company, (x, y) in zip(("BCRR", "PS&W", "GV&E"), places, strict=True):
        pixel = image.getpixel((round(x), round(y + shift - high * 0.38)))
        assert near(pixel, theme.colour(view.spec(company).colour), 4), company
    assert places[0][1] < places[1][1] < places[2][1]


def test_arrows_are_drawn_for_moves_only_and_point_the_right_way():
    view = view_of(middle())
    grid = grid_of(view)
    assert count(market_picture(view), theme.RING) == 0
    moved = market_picture(view, moves=MOVES)
    for _, before, after in MOVES:
        [(start_, tip)] = arrows(grid, before, after)
        half = ((start_[0] + tip[0]) / 2, (start_[1] + tip[1]) / 2 + 52)
        assert near(moved.getpixel((round(half[0]), round(half[1]))), theme.RING, 10)
        for point, cell in ((start_, before), (tip, after)):
            x, y = grid.corner(cell)
            assert x - 4 <= point[0] <= x + grid.wide + 4
            assert y - 4 <= point[1] <= y + grid.high(cell) + 4


def test_par_spaces_have_a_heavy_frame():
    view = view_of(start())
    image, grid = market_picture(view), grid_of(view)
    for cell in ((0, 4), (0, 5)):
        x, y = grid.corner(cell)
        box = (x, y + 52, x + grid.wide, y + 52 + grid.high(cell))
        assert (count(image, theme.BLOCKED, box) > 500) == (cell in view.data.market.par_cells)


def test_the_market_in_words():
    said = api.twin(KEY, middle(), "market", moves=MOVES).splitlines()
    assert said[1] == "- M&R: $90 to $100 (par 100)"
    assert "- M&YR: $70 to $60 (par 60)" in said
    assert said[-1] == "Par values: $50, $60, $70, $80, $90, $100"
    assert "no company has a price yet" in api.twin(KEY, start(), "market") or view_of(start()).state.market
    assert [row.company for row in legend_rows(view_of(middle()), ())][:3] == ["M&R", "BCRR", "PS&W"]


def test_a_deep_stack_makes_room():
    view = view_of(middle())
    low = grid_of(view)
    view.state.market[(1, 4)] = ["BCRR", "PS&W", "GV&E", "M&R", "BL"]
    deep = grid_of(view)
    assert deep.highs[0] > low.highs[0]
    high, places = stack_places(deep, (1, 4), 5)
    assert high >= 20
    assert places[-1][1] + high / 2 <= deep.corner((1, 4))[1] + deep.high((1, 4))


def with_market(rows, stacks, zones=None):
    market = MarketSpec(rows, par_cells=((0, 2),), zones=zones or {})
    view = view_of(middle())
    view.data = replace(view.data, market=market)
    view.state.market.clear()
    view.state.market.update(stacks)
    return view


def test_a_long_single_row_is_broken_into_lines():
    view = with_market((tuple(range(10, 300, 10)),), {(0, 28): ["M&R"], (0, 3): ["BCRR"]})
    grid = grid_of(view)
    assert (grid.columns, len(grid.tops)) == (10, 3)
    assert grid.corner((0, 10)) == (grid.corner((0, 0))[0], grid.corner((0, 0))[1] + grid.highs[0])
    image = market_picture(view)
    _, ((x, y),) = stack_places(grid, (0, 28), 1)
    assert near(image.getpixel((round(x), round(y + 52 - 12))), theme.colour("red"), 4)
    assert 700 <= image.width <= 1300


def test_a_chart_with_holes_and_zones():
    rows = ((None, 100, 110, None), (80, 90, None, None), (70,))
    view = with_market(rows, {(2, 0): ["M&R"]}, {(2, 0): "liquidation", (1, 0): "ledge"})
    image, grid = market_picture(view), grid_of(view)
    assert len(grid.tops) == 3
    x, y = grid.corner((0, 0))
    assert image.getpixel((x + 20, y + 52 + 20)) == theme.PAPER
    zoned, plain = (grid.corner(cell) for cell in ((1, 0), (1, 1)))
    assert image.getpixel((zoned[0] + 5, zoned[1] + 52 + 60)) == theme.ZONES[0]
    assert image.getpixel((plain[0] + 5, plain[1] + 52 + 60)) == theme.STRIPE
    assert market_text(view).splitlines()[-1] == "Zones: A ($80): ledge; B ($70): liquidation"


# --- 1862's zigzag -----------------------------------------------------------------------------------------


def mania():
    """Five companies in three zones, two of them in a stack."""
    scene = Mania().company("E&H", 58).company("ECR", 86, chartered=False).company("ESR", 58)
    return scene.company("ENR", 430, chartered=False).company("EUR", 31, chartered=False)


def place_of(price):
    return 0, MANIA.data.market.rows[0].index(price)


@rule("1862", "6.4.2")
def test_a_zigzag_is_folded_so_that_a_share_sold_is_the_nearest_space_below():
    grid = grid_of(mania().game().view)
    row = MANIA.data.market.rows[0]
    for (a, b), column in zip(pairwise(row), range(len(row)), strict=False):
        here, after = grid.corner((0, column)), grid.corner((0, column + 1))
        if column % 24 == 23:
            assert after[1] > here[1] + grid.high((0, column)), (a, b)
            continue
        assert abs(abs(after[0] - here[0]) - grid.wide / 2) <= 1, (a, b)
        assert (after[1] > here[1]) == (column % 2 == 0), (a, b)
    top, below = grid.corner(place_of(58)), grid.corner(place_of(60))
    assert grid.corner(place_of(62)) == (top[0] + grid.wide, top[1])
    assert below[1] == top[1] + grid.high(place_of(58))


@rule("1862", "7.1")
def test_a_stack_on_the_zigzag_stands_in_its_order():
    view = mania().game().view
    image, grid = market_picture(view), grid_of(view)
    stack = view.state.market[place_of(58)]
    assert stack == ["E&H", "ESR"]
    high, places = stack_places(grid, place_of(58), 2)
    for company, (x, y) in zip(stack, places, strict=True):
        pixel = image.getpixel((round(x), round(y + 52 - high * 0.38)))
        assert near(pixel, theme.colour(view.spec(company).colour), 4), company


@rule("1862", "7.8.5")
def test_the_bands_of_dividends_stand_beside_the_chart():
    view = mania().game().view
    image, grid = market_picture(view), grid_of(view)
    for price in (7, 62, 60, 400, 950):
        cell = place_of(price)
        for times in (1, 4):
            x, y = band_place(grid, cell, times)
            box = (round(x - 20), round(y + 52 - 12), round(x + 20), round(y + 52 + 12))
            assert count(image, theme.INK, box, 60) > 20, (price, times)
    x, y = band_place(grid, place_of(1000), 2)
    assert count(image, theme.INK, (round(x - 20), round(y + 40), round(x + 20), round(y + 64)), 60) == 0
    assert "A dividend of 1 to 4 times the price" in market_text(view)


@rule("1862", "6.4.2")
def test_each_zone_has_its_ground_and_a_letter():
    view = mania().game().view
    image, grid = market_picture(view), grid_of(view)
    zones, letters = MANIA.data.market.zones, zone_letters(view)
    assert list(letters.values()) == ["A", "B", "C", "D", "E"]
    for price in (0, 7, 36, 210, 375, 56, 200, 400, 950, 1000, 40, 54):
        x, y = grid.corner(place_of(price))
        letter = letters.get(zones.get(place_of(price), ""))
        expected = theme.ZONES["ABCDE".index(letter)] if letter else None
        found = image.getpixel((x + 12, y + 52 + grid.high(place_of(price)) - 10))
        assert (found == expected) == (letter is not None), price
    said = market_text(view)
    assert "B (£7 to £36, £210 to £375): the first share sold by another player" in said
    assert "A (£0): the company is bankrupt" in said


def test_a_move_into_the_next_strip_is_drawn_at_both_ends():
    grid = grid_of(mania().game().view)
    here, there = place_of(82), place_of(90)
    (start, out), (back, tip) = arrows(grid, here, there)
    assert start[1] == out[1] < back[1] == tip[1]
    assert start[0] < out[0]
    assert back[0] < tip[0] <= grid.corner(there)[0] + 4
    assert all(0 <= x <= grid.size[0] for x in (start[0], out[0], back[0], tip[0]))
    assert len(arrows(grid, place_of(54), place_of(58))) == 1


@rule("1862", "7.5.4")
def test_the_par_chart_shows_who_has_which_par_and_under_which_charter():
    scene = mania()
    view = scene.game().view
    with_chart, bare = market_picture(view), market_picture(Mania().game().view)
    said = api.twin("1862", to_json(scene.state), "market").splitlines()
    assert "Par chart, chartered: 58: E&H, ESR" in said
    assert "Par chart, not chartered: 54: EUR; 82: ECR; 100: ENR" in said
    low = grid_of(view).size[1] + 52
    colour = theme.colour(view.spec("ECR").colour)
    band = (0, low, with_chart.width, low + 220)
    assert count(with_chart, colour, band, 4) > 800
    low = grid_of(Mania().game().view).size[1] + 52
    assert count(bare, colour, (0, low, bare.width, low + 180), 4) == 0


@pytest.mark.parametrize("deep", [1, 6])
def test_the_page_stays_of_a_size_for_phones(deep):
    scene = mania()
    for company in list(MANIA.data.companies)[:deep]:
        scene.state.market.setdefault(place_of(100), []).append(company)
    picture = api.draw("1862", to_json(scene.state), "market")
    assert picture.width <= 1300
    assert picture.height <= 2600


# --- 1826 ---------------------------------------------------------------------------------------------


@rule("1826", "O57")
def test_the_yellow_zone_is_marked_and_said():
    view = France().corporation("Nord", 100, p1=60).game().view
    image, grid = market_picture(view), grid_of(view)
    assert FRANCE.data.market.zones[(6, 0)] == "yellow"
    x, y = grid.corner((6, 0))
    assert image.getpixel((x + 12, y + 52 + 70)) == theme.CALLED_ZONES["yellow"]
    said = market_text(view).splitlines()[-1]
    assert said == "Zones: A (F40 to F60): yellow: its shares do not count against the certificate limit"


def test_words_for_a_zone_that_is_not_there_are_a_fault_of_the_data():
    raw = {"rows": [[10, 20]], "par_cells": [[0, 0]], "zones": {"low": [[0, 1]]}, "zone_words": {"hgih": "x"}}
    with pytest.raises(BadData, match="nearest valid key: 'low'"):
        market("game.toml", raw)
