"""A run with a name of its own: a strip of its stops, gold on the map, and the same in words."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from engine import View
from engine.routes.paths import Route
from render.pen import theme
from render.routes import strip, told
from render.routes.picture import _within, routes_picture
from render.routes.told import bonus_runs, runs_of
from tests.render.samples import ROUTES, count, middle, view_of
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.test_18oe_extras import express, run_of

NAME = "Orient Express"


@pytest.fixture(scope="module")
def train() -> tuple[View, list[Any]]:
    """A position in which a train of limit 8 runs from Constantinople to Madrid, and that run."""
    scene = express("8+8", phase="5")
    route = Route(scene.view.trains(US)[0].id, run_of(scene))
    return scene.view, [{"train": route.train, "path": [list(piece) for piece in route.path]}]


def test_the_stops_of_a_named_run_are_told_in_running_order(train: tuple[View, list[Any]]) -> None:
    view, routes = train
    [named] = bonus_runs(view, US, routes)
    assert (str(named.name), named.index, named.bonus) == (NAME, 0, 60)
    assert [stop.over_sea for stop in named.stops].count(True) == 1
    assert named.stops[1].over_sea
    ends = [stop.name for stop in named.stops if stop.ends]
    assert ends == ["Constantinople", "Madrid"]
    [run] = runs_of(view, US, routes)
    assert sum(stop.worth for stop in named.stops if stop.paid) + named.bonus == run.revenue


def test_the_strip_is_told_in_words(train: tuple[View, list[Any]]) -> None:
    view, routes = train
    line = told.routes_text(view, company=US, routes=routes).splitlines()[2]
    assert line.startswith(f"{NAME}: Constantinople £")
    assert ", over the sea to Cartagena £" in line
    assert line.endswith("; the bonus is £60.")


def test_its_line_lies_on_gold_and_its_ends_have_golden_rings(train: tuple[View, list[Any]]) -> None:
    view, routes = train
    [run], [named] = runs_of(view, US, routes), bonus_runs(view, US, routes)
    image = strip.strip_picture(view, US, run, named)
    rows = -(-len(named.stops) // strip.PER_ROW)
    assert image.height > rows * 100
    for i, stop in enumerate(named.stops):
        x, y = map(round, strip._spot(i))
        ring = image.getpixel((x, y - strip._BEAD + 5))
        assert (ring == strip.GOLD) == stop.ends
    whole = routes_picture(view, company=US, routes=routes)
    assert count(whole, strip.GOLD, (0, 0, whole.width, whole.height // 4), within=3) > 1000


def test_other_runs_have_no_strip() -> None:
    view = view_of(middle())
    assert bonus_runs(view, "M&R", ROUTES) == []
    assert count(routes_picture(view, company="M&R", routes=ROUTES), strip.GOLD, within=3) == 0


def test_a_stamp_stays_whole_within_the_picture() -> None:
    page = Image.new("RGB", (200, 100), theme.WHITE)
    assert _within(page, (198, -4), 20) == (179, 21)
    assert _within(page, (100, 50), 20) == (100, 50)
