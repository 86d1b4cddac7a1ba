"""Routes on the page: trains that share track side by side, areas of several hexes, words of the title."""

import math

import pytest
from PIL import Image

import engine
from engine.core.state import to_json
from engine.routes.policy import Route
from render import api
from render.map.boards import crop_frame
from render.map.mosaic import board_picture
from render.map.phone import least
from render.map.scene import scene_of
from render.pen import theme
from render.routes.picture import routes_picture, stops_mask
from render.routes.runlines import line_width, run_lines
from render.routes.told import routes_alt
from tests.render.samples import count, near
from tests.rulemark import rule
from tests.titles.g1862.mania_routes import NE, NW, SW, Rails, along

FREIGHT, LOCAL, EXPRESS = "freight", "local", "express"


def rails() -> Rails:
    """Ely, Brandon and Thetford in a line, with trains of three types."""
    scene = Rails("E&H", FREIGHT, LOCAL, EXPRESS, phase="C")
    scene.lay("C8", SW, NE).lay("D7", SW, NE).lay("E6", SW, NE).lay("F5", SW, NE).lay("B9", NE, NW)
    return scene.own(EXPRESS, "C").own(LOCAL, "C").own(FREIGHT, "D")


def runs(scene: Rails) -> list[Route]:
    """Three trains over the same track; the last comes the other way."""
    view, there = scene.view(), ("C8", "D7", "E6", "F5")
    ways = ((EXPRESS, "C", there), (LOCAL, "C", there), (FREIGHT, "D", there[::-1]))
    return [Route(scene.card(band, kind), along(view, *way)) for kind, band, way in ways]


def page(scene: Rails):
    view = scene.view()
    board = view.board()
    used = [coord for run in runs(scene) for coord, _, _ in run.path]
    used += [coord for coord, _ in view.stations("E&H")]
    frame, size, _ = crop_frame(scene_of(view), list(dict.fromkeys(used)))
    return board, frame, size


@rule("1862", "7.8")
def test_trains_on_the_same_track_run_side_by_side():
    board, frame, _ = page(rails())
    lines = run_lines(frame, board, runs(rails()))
    wide = line_width(frame)
    middles = [line[len(line) // 2] for line in lines]
    lines[2].reverse()
    for a, b, apart in ((0, 1, 1), (1, 2, 1), (0, 2, 2)):
        gaps = [math.dist(p, q) for p, q in zip(lines[a], lines[b], strict=True)]
        assert min(gaps) > 0.8 * wide * apart, (a, b)
        assert max(gaps) < 1.1 * wide * apart, (a, b)
    assert len({(round(x), round(y)) for x, y in middles}) == 3


@rule("1862", "7.8")
def test_the_colours_of_all_trains_are_seen_on_shared_track():
    scene = rails()
    routes = [run.to_json() for run in runs(scene)]
    image = routes_picture(scene.view(), company="E&H", routes=routes)
    board, frame, size = page(scene)
    for line, (colour, _, _) in zip(run_lines(frame, board, runs(scene)), theme.ROUTES, strict=False):
        hits = [near(image.getpixel((round(x), round(y))), colour, 30) for x, y in line]
        assert sum(hits) / len(hits) > 0.2, colour
    assert count(image, theme.ROUTES[2][0], (0, 0, *size)) > 400


def test_a_train_alone_runs_on_the_middle_of_its_track():
    scene = rails()
    board, frame, _ = page(scene)
    [line] = run_lines(frame, board, runs(scene)[:1])
    x, y = frame.at("D7")
    assert min(math.dist(p, (x, y)) for p in line) < 3


@rule("1862", "7.8.3")
def test_the_words_of_the_title_and_the_subsidy_stand_below():
    scene = rails()
    [_, local, _] = runs(scene)
    said = api.twin("1862", to_json(scene.state), "routes", company="E&H", routes=[local.to_json()])
    alt = routes_alt(scene.view(), company="E&H", routes=[local.to_json()])
    assert alt.startswith("Map with 1 route of E&H earning £")
    assert said.splitlines() == [
        "Routes of E&H: £110 in all",
        "- A: train 3L: Ely - Norwich, 2 small stations (£110)",
        "Subsidy for the treasury: £40.",
    ]


def test_the_table_of_an_area_is_shown_where_it_stands():
    view = rails().view()
    drawn = scene_of(view)
    frame, size, _ = crop_frame(drawn, ["A8", "A6", "A10"])
    midlands = ("A8", next(i for i, s in enumerate(view.board().face("A8").stops) if s.group == "Midlands"))
    cover = stops_mask(frame, drawn, [midlands], size)

    def at(coord):
        x, y = frame.at(coord)
        return cover.getpixel((round(x), round(y)))

    assert (at("A6"), at("A8"), at("A10")) == (255, 0, 0)


@pytest.mark.parametrize("routes", [[], None])
def test_no_routes_are_no_fault(routes):
    scene = rails()
    if routes is None:
        with pytest.raises(ValueError, match="train"):
            api.draw("1862", to_json(scene.state), "routes", company="E&H", routes=routes)
    else:
        assert "no train runs" in api.twin("1862", to_json(scene.state), "routes", company="E&H", routes=[])


def light(cover: Image.Image, at: tuple[int, int]) -> int:
    """How much of a pixel is covered, of 255."""
    return cover.crop((*at, at[0] + 1, at[1] + 1)).tobytes()[0]


def test_of_an_area_the_value_that_counts_now_is_bright_and_what_stands_beside_it_is_not():
    drawn = scene_of(engine.new_game("1889", ["a", "b"], seed=1).view)
    frame, size, coords = crop_frame(drawn, ["K8", "L7"])
    plain = board_picture(
        drawn, frame, size, theme.THEMES["standard"], coords, lettered=True, least=least(size[0])
    )
    cover = stops_mask(frame, drawn, [("L7", 0)], size)
    x, y = frame.at("L7")
    side = range(-round(frame.size * 0.8), round(frame.size * 0.8))
    on_hex = [(round(x) + dx, round(y) + dy) for dx in side for dy in side]
    framed = [at for at in on_hex if near(plain.getpixel(at), theme.CURRENT, 30)]
    assert len(framed) > 20
    assert all(light(cover, at) > 200 for at in framed)
    bright = [at for at in on_hex if light(cover, at) > 200]
    wide, high = (max(v) - min(v) for v in zip(*bright, strict=True))
    assert wide < high, "the table is upright here"
