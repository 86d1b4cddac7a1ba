"""The share price chart: plates, stacks, arrows, par spaces, and charts of other shapes."""

from dataclasses import replace

from engine.data.schema import MarketSpec
from render import api, theme
from render.market import arrow_ends, grid_of, legend_rows, market_picture, market_text, stack_places
from tests.render.samples import KEY, MOVES, count, middle, near, start, view_of


def test_a_plate_has_the_colour_of_its_company_at_its_place_in_the_stack():
    view = view_of(middle())
    image, (grid, _) = market_picture(view), grid_of(view)
    shift = 52
    assert view.state.market[(1, 4)] == ["BCRR", "PS&W", "GV&E"]
    high, places = stack_places(grid, (1, 4), 3)
    for company, (x, y) in zip(("BCRR", "PS&W", "GV&E"), places, strict=True):
        pixel = image.getpixel((round(x), round(y + shift - high * 0.38)))
        assert near(pixel, theme.colour(view.spec(company).colour), 4), company
    assert places[0][1] < places[1][1] < places[2][1]


def test_arrows_are_drawn_for_moves_only_and_point_the_right_way():
    view = view_of(middle())
    grid, _ = grid_of(view)
    assert count(market_picture(view), theme.RING) == 0
    moved = market_picture(view, moves=MOVES)
    for _, before, after in MOVES:
        start_, tip = arrow_ends(grid, before, after)
        half = ((start_[0] + tip[0]) / 2, (start_[1] + tip[1]) / 2 + 52)
        assert near(moved.getpixel((round(half[0]), round(half[1]))), theme.RING, 10)
        for point, cell in ((start_, before), (tip, after)):
            x, y = grid.corner(cell)
            assert x - 4 <= point[0] <= x + grid.wide + 4
            assert y - 4 <= point[1] <= y + grid.high + 4


def test_par_spaces_have_a_heavy_frame():
    view = view_of(start())
    image, (grid, _) = market_picture(view), grid_of(view)
    for cell in ((0, 4), (0, 5)):
        x, y = grid.corner(cell)
        box = (x, y + 52, x + grid.wide, y + 52 + grid.high)
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
    low, _ = grid_of(view)
    view.state.market[(1, 4)] = ["BCRR", "PS&W", "GV&E", "M&R", "BL"]
    deep, _ = grid_of(view)
    assert deep.high > low.high
    high, places = stack_places(deep, (1, 4), 5)
    assert high >= 20
    assert places[-1][1] + high / 2 <= deep.corner((1, 4))[1] + deep.high


def with_market(rows, stacks, zones=None):
    market = MarketSpec(rows, par_cells=((0, 2),), zones=zones or {})
    view = view_of(middle())
    view.data = replace(view.data, market=market)
    view.state.market.clear()
    view.state.market.update(stacks)
    return view


def test_a_long_single_row_is_broken_into_lines():
    view = with_market((tuple(range(10, 300, 10)),), {(0, 28): ["M&R"], (0, 3): ["BCRR"]})
    grid, lines = grid_of(view)
    assert (grid.columns, lines) == (10, 3)
    assert grid.corner((0, 10)) == (grid.corner((0, 0))[0], grid.corner((0, 0))[1] + grid.high)
    image = market_picture(view)
    _, ((x, y),) = stack_places(grid, (0, 28), 1)
    assert near(image.getpixel((round(x), round(y + 52 - 12))), theme.colour("red"), 4)
    assert 700 <= image.width <= 1300


def test_a_chart_with_holes_and_zones():
    rows = ((None, 100, 110, None), (80, 90, None, None), (70,))
    view = with_market(rows, {(2, 0): ["M&R"]}, {(2, 0): "liquidation", (1, 0): "ledge"})
    image, (grid, lines) = market_picture(view), grid_of(view)
    assert lines == 3
    x, y = grid.corner((0, 0))
    assert image.getpixel((x + 20, y + 52 + 20)) == theme.PAPER
    zoned, plain = (grid.corner(cell) for cell in ((1, 0), (1, 1)))
    assert image.getpixel((zoned[0] + 5, zoned[1] + 52 + 60)) == theme.PANEL
    assert image.getpixel((plain[0] + 5, plain[1] + 52 + 60)) == theme.STRIPE
    assert market_text(view).splitlines()[-1] == "Zones: A: ledge, B: liquidation"
