"""The chart on a phone: the part of it around the companies; deep stacks; the rows of a par chart."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import ImageDraw

from engine import TITLES, View
from engine.core.display import Display, ParArea
from engine.core.state import to_json
from render import api
from render.cards.pieces import plate
from render.map.phone import WIDTH
from render.market import picture as market
from render.market.grid import arrows, grid_of, stack_places
from render.market.picture import market_picture
from tests.scenario import Scenario

PLATE = 5.5
"""How high letters on plates are at least on a picture of `WIDTH`, in px."""


def placed(title: str, *cells: tuple[int, int], deep: int = 1) -> View:
    """A position with so many companies on each of these spaces and nowhere else."""
    state = Scenario(TITLES[title]).state
    companies = iter([c for c, spec in TITLES[title].data.companies.items() if len(spec.shares) > 1])
    state.market = {cell: [next(companies) for _ in range(deep)] for cell in cells}
    return View(TITLES[title], state)


def shown(view: View, cells: set[tuple[int, int]]) -> int:
    """How many spaces of the chart the part around some shows."""
    grid, rows = grid_of(view, cells), view.data.market.rows
    found = [
        grid.shows((r, c)) for r, row in enumerate(rows) for c, price in enumerate(row) if price is not None
    ]
    return sum(found)


def test_the_chart_of_1862_takes_a_third_of_its_width_and_the_whole_of_it_more_than_all() -> None:
    view = placed("1862", (0, 9), (0, 14), (0, 17), deep=2)
    brief = api.draw("1862", to_json(view.state), "market", brief=True)
    assert brief.height * WIDTH / brief.width < 380
    whole = api.draw("1862", to_json(view.state), "market")
    assert whole.height * WIDTH / whole.width > 500


@pytest.mark.parametrize("title", sorted(TITLES))
def test_companies_that_stand_close_and_their_moves_are_in_the_part_that_is_shown(title: str) -> None:
    rows = TITLES[title].data.market.rows
    last = len(rows) - 1
    cells = {(0, 3), (last, min(len(rows[last]) - 2, 7))}
    view = placed(title, *cells)
    moves = [
        (stack[0], (row, column - 1), (row, column)) for (row, column), stack in view.state.market.items()
    ]
    around = market._around(view, moves)
    grid = grid_of(view, around)
    assert {(0, 2), *cells} <= around
    wide, high = grid.size
    for cell in around:
        assert grid.shows(cell)
        x, y = grid.corner(cell)
        assert 0 <= x <= wide - grid.wide
        assert 0 <= y <= high - grid.high(cell)
    for _, before, after in moves:
        assert all(0 <= x <= wide and 0 <= y <= high for line in arrows(grid, before, after) for x, y in line)


@pytest.mark.parametrize("title", ["1826", "1889", "18EZ", "18OE"])
def test_of_companies_that_stand_far_apart_most_are_shown_and_all_have_their_price(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = TITLES[title].data.market.rows
    view = placed(title, (0, len(rows[0]) - 1), (0, len(rows[0]) - 2), (1, 0))
    drawn: list[str] = []
    monkeypatch.setattr(market, "plate", lambda draw, at, badge, wide, high: drawn.append(badge.letters))
    picture = market_picture(view, brief=True, moves=[(view.state.market[(1, 0)][0], (1, 1), (1, 0))])
    companies = {company: stack for stack in view.state.market.values() for company in stack}
    assert picture.width <= 800
    assert set(drawn) == set(companies)
    assert len(drawn) == 2 * len(companies) - 1


@pytest.mark.parametrize(("title", "cell", "most"), [("1862", (0, 30), 25), ("18OE", (4, 3), 30)])
def test_the_part_is_small_where_the_companies_stand_close(
    title: str, cell: tuple[int, int], most: int
) -> None:
    assert 10 < shown(placed(title, cell), {cell}) < most
    everything = sum(price is not None for row in TITLES[title].data.market.rows for price in row)
    assert shown(placed(title, cell), set()) == everything > most


def test_before_the_first_company_the_spaces_to_begin_on_are_shown() -> None:
    for title in TITLES:
        view = placed(title)
        pars = set(view.data.market.par_cells)
        assert market._around(view, ()) <= pars
        assert market_picture(view, brief=True).height < market_picture(view).height


@pytest.mark.parametrize("brief", [True, False])
def test_nine_companies_on_a_space_can_be_read(brief: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[str, float]] = []
    real = ImageDraw.ImageDraw.text

    def noted(self, xy, text, fill, font, **more):
        sizes.append((text, font.size))
        real(self, xy, text, fill, font, **more)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
    view = placed("18OE", (3, 1), (7, 0), deep=9)
    picture = market_picture(view, brief=brief)
    least = PLATE if brief else PLATE * 0.8
    companies = {company for stack in view.state.market.values() for company in stack}
    read = [size * WIDTH / picture.width for text, size in sizes if text in companies]
    assert len(read) == 2 * 18
    assert min(read) >= least


def test_plates_of_a_deep_stack_stand_apart_and_below_the_price() -> None:
    view = placed("18OE", (3, 1), deep=9)
    for grid in (grid_of(view), grid_of(view, {(3, 1)})):
        high, places = stack_places(grid, (3, 1), 9)
        tops = [y - high / 2 for _, y in places]
        assert tops[0] >= grid.corner((3, 1))[1] + 38
        assert all(below - above > high for above, below in pairwise(tops))


def test_a_value_of_the_par_chart_stands_over_the_same_column_of_each_area(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Areas(Display):
        def par_chart(self, view: View) -> list[ParArea]:
            low, high = (60, 75, 90), (75, 90, 120)
            return [
                ParArea("Low", low, {60: [], 75: ["SB"], 90: []}),
                ParArea("High", high, {75: ["OU"], 90: [], 120: ["PLM"]}),
            ]

    values: dict[str, list[float]] = {}
    plates: dict[str, tuple[float, float]] = {}

    def put(draw, at, text, *how, **more):
        values.setdefault(text, []).append(at[0])

    def noted(draw, at, badge, wide, high):
        plates[badge.letters] = at
        plate(draw, at, badge, wide, high)

    monkeypatch.setattr(market, "put", put)
    monkeypatch.setattr(market, "plate", noted)
    view = placed("18OE")
    market._par_chart(view, Areas().par_chart(view), 1200)
    assert [len(values[value]) for value in ("60", "75", "90", "120")] == [1] * 4
    assert (plates["SB"][0], plates["OU"][0], plates["PLM"][0]) == (
        *values["75"],
        *values["75"],
        *values["120"],
    )
    assert plates["SB"][1] < plates["OU"][1] == plates["PLM"][1]
