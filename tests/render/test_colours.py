"""Every colour of a theme and a title comes out of every view as it is, whatever was drawn before."""

import json
from collections import Counter
from functools import cache
from io import BytesIO
from itertools import combinations, cycle
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine import TITLES
from engine.board.faces import CITY
from engine.core.display import HOME
from engine.core.state import Token, to_json
from render import api
from render.map import cache as kept
from render.map.boards import _BAR, crop_frame
from render.map.flats import flat_colours
from render.map.mosaic import frame_for
from render.map.scene import Scene, scene_of
from render.map.stops import slot_points, slot_radius
from render.market.grid import grid_of, stack_places
from render.pen import theme
from render.pen.geometry import Frame, corners, scaled, stop_points
from render.pen.png import corner, encode
from render.twins.market import zone_letters
from tests.bench.boards import late_position
from tests.bench.render import LATE
from tests.render.samples import KEY, ROUTES, colours, count, middle, opened
from tests.scenario import Scenario

THEMES = tuple(theme.THEMES)
PLAIN = ("player", "trains", "order")
OUTSIDE = (1, 2, 3)
"""A colour that no picture has."""
BOTH = [(title, look) for title in LATE for look in THEMES]


@cache
def _late(title: str) -> str:
    phase, lays, tokens = LATE[title]
    scene = late_position(TITLES[title], Random(3), phase, lays, tokens)
    _place_the_rest(scene)
    return json.dumps(to_json(scene.state))


def _place_the_rest(scene: Scenario) -> None:
    """A token of each company that has none yet, where there is a circle; every fifth circle stays empty."""
    here = {token.company for token in scene.state.tokens.values() if token.place is not None}
    board = scene.title.board(scene.state)
    cities = [(h, i) for h in board.hexmap.hexes for i in board.face(h).indices(CITY)]
    free = [place for n, place in enumerate(cities) if board.open_slots(*place, "") > 0 and n % 5]
    rest = [c for c, spec in scene.title.data.companies.items() if spec.kind != "private" and c not in here]
    for i, (company, place) in enumerate(zip(rest, free, strict=False)):
        scene.state.tokens[f"{company}-{i}"] = Token(f"{company}-{i}", company, 0, place)


def late(title: str) -> Any:
    """A late position with the tokens of all companies on the map, as JSON."""
    return json.loads(_late(title))


def calls(title: str) -> list[tuple[str, dict[str, Any]]]:
    """Pictures of every kind, of crops a few around homes."""
    view = api.view_of(title, late(title))
    homes = sorted({place[0] for place in view.board().hexmap.homes.values()})[:2]
    company = next(c for c in view.state.companies if view.stations(c))
    lay = next(iter(view.state.tiles.items()))
    found: list[tuple[str, dict[str, Any]]] = [("map", {}), *(("crop", {"hexes": [home]}) for home in homes)]
    found += [("candidates", {"hex": lay[0], "lays": [lay[1]]}), ("crop", {"company": company})]
    found += [
        ("routes", {"company": company, "routes": []}),
        ("market", {}),
        ("company", {"company": company}),
    ]
    return [*found, ("player", {"player": "p1"}), ("trains", {}), ("tiles", {}), ("order", {})]


# --- the palette -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "look"), BOTH)
def test_no_two_flat_colours_share_a_cell_of_the_palette(title, look):
    flats = flat_colours(api.view_of(title, late(title)), theme.THEMES[look])
    assert [(a, b) for a, b in combinations(flats, 2) if corner(a) == corner(b)] == []
    assert len(flats) < 160


def test_colours_that_lie_close_together_come_out_exactly_even_of_one_pixel():
    flats = [(r, g, b) for r in (100, 104) for g in (100, 104, 108) for b in range(100, 180, 4)]
    image = Image.new("RGB", (200, 256))
    for x in range(200):
        for y in range(256):
            image.putpixel((x, y), (x, y, (x * y) % 256))
    for i, colour in enumerate(flats):
        image.putpixel((i, 0), colour)
    drawn = opened(encode(image, flats))
    assert [drawn.getpixel((i, 0)) for i in range(len(flats))] == flats


@pytest.mark.parametrize(("title", "look"), BOTH)
def test_every_flat_colour_of_every_view_survives_its_palette(title, look, monkeypatch):
    """And token circles and tiles of the map and of the first crops have their colours.

    Each theme draws every other picture, so that each is drawn in each theme for one title at least.
    """
    painted: list[Image.Image] = []

    def kept(image: Image.Image, flats: Any) -> bytes:
        painted.append(image)
        return encode(image, flats)

    monkeypatch.setattr(api, "encode", kept)
    state, seen = late(title), set()
    view = api.view_of(title, state)
    scene, flats = scene_of(view), set(flat_colours(view, theme.THEMES[look]))
    turn = THEMES.index(look) + list(LATE).index(title)
    for kind, params in [call for i, call in enumerate(calls(title)) if (i + turn) % 2 == 0 or i == 0]:
        picture = Image.open(BytesIO(api.draw(title, state, kind, theme=look, **params).png))
        drawn, shown = picture.convert("RGB"), palette_of(picture)
        changed, most_changed = change_of(painted[-1], drawn)
        assert flats & changed == set(), (kind, params)
        assert most_changed < 90, (kind, params)
        assert wrong_places(drawn, scene, kind, params, look) == [], (kind, params)
        seen |= flats & shown
    assert len(seen) > 30


def palette_of(picture: Image.Image) -> set[Any]:
    """The colours of a picture with a palette."""
    parts: Any = picture.getpalette()
    return {tuple(parts[3 * index : 3 * index + 3]) for _, index in colours(picture)}


def change_of(before: Image.Image, after: Image.Image) -> tuple[set[Any], int]:
    """The colours that pixels had which are not the same now, and the most that a part of one changed."""
    was, now = np.asarray(before), np.asarray(after)
    red, green, blue = np.moveaxis(was != now, 2, 0)
    where = red | green | blue
    old, new = was[where].astype(int), now[where].astype(int)
    packed = np.unique(old @ (1 << 16, 1 << 8, 1))
    found = {(int(p) >> 16, int(p) >> 8 & 255, int(p) & 255) for p in packed}
    return found, int(np.abs(old - new).max(initial=0))


def wrong_places(image: Image.Image, scene: Scene, kind: str, params: Any, look: str) -> list[Any]:
    """The circles and tiles of the map, or of a part of it around a hex, with another colour than theirs."""
    if kind == "map":
        frame, down, coords = frame_for(scene, 1400)[0], _BAR, list(scene.board.hexmap.hexes)
    elif kind == "crop" and "hexes" in params:
        (frame, coords), down = whole_hexes(scene, params["hexes"]), 0
        assert coords
    else:
        return []
    wrong = wrong_circles(image, scene, frame, coords, down)
    return wrong + wrong_grounds(image, scene, frame, coords, look, down)


@pytest.mark.parametrize(("title", "look"), list(zip(LATE, cycle(THEMES), strict=False)))
def test_a_picture_is_the_same_whatever_was_drawn_before(title, look):
    state = late(title)
    looks = (look, following(look))
    wanted = [(look, *call) for look in looks for call in calls(title) if call[0] not in PLAIN]

    def drawn(order: Any) -> dict[str, bytes]:
        return {
            repr((look, view, params)): api.draw(title, state, view, theme=look, **params).png
            for look, view, params in order
        }

    kept.clear()
    first = drawn(wanted)
    again = drawn(reversed(wanted))
    kept.clear()
    for other in LATE.keys() - {title}:
        api.draw(other, late(other), "map")
    api.draw(title, before_the_lays(title), "map", theme=look)
    assert again == first
    whole, *parts = [call for i, call in enumerate(wanted) if (i < len(wanted) // 2) == (i % 2 == 0)]
    found = drawn([whole, *Random(5).sample(parts, len(parts))])
    assert found == {name: first[name] for name in found}


def following(look: str) -> str:
    """The theme after this one, so that each theme is drawn beside two others."""
    looks = list(THEMES)
    return looks[(looks.index(look) + 1) % len(looks)]


def before_the_lays(title: str) -> Any:
    """The late position without its tiles."""
    return {**late(title), "tiles": {}}


# --- what is on the board --------------------------------------------------------------------------


@cache
def outside_disc(radius: int) -> Image.Image:
    """White where a square of pixels around a disc is not in the disc."""
    reach = range(-radius, radius + 1)
    image = Image.new("1", (len(reach), len(reach)), 1)
    for dx in reach:
        for dy in reach:
            if dx * dx + dy * dy <= radius * radius:
                image.putpixel((dx + radius, dy + radius), 0)
    return image


def most(image: Image.Image, at: tuple[float, float], radius: float) -> Any:
    """The colour that most pixels of a disc have."""
    x, y, r = round(at[0]), round(at[1]), round(radius)
    disc = image.crop((x - r, y - r, x + r + 1, y + r + 1))
    disc.paste(OUTSIDE, (0, 0), outside_disc(r))
    return max((n, colour) for n, colour in colours(disc) if colour != OUTSIDE)[1]


def wrong_circles(image: Image.Image, scene: Scene, frame: Frame, coords: Any, down: int = 0) -> list[Any]:
    """The token circles with another colour than they should have, but for hexes with homes in them."""
    wrong = []
    for coord in coords:
        art = scene.art(coord)
        cities = len(art.face.indices(CITY))
        for at, slots in zip(stop_points(art.layout, art.face), art.slots, strict=True):
            radius = slot_radius(len(slots), cities)
            if any(sign.kind == HOME for sign in art.signs):
                continue
            for point, slot in zip(slot_points(at, len(slots), radius) if slots else (), slots, strict=True):
                x, y = frame.point(coord, point)
                found = most(image, (x, y + down), 0.8 * radius * frame.size)
                wanted = theme.EMPTY if slot.badge is None else slot.badge.ground
                if slot.kept and slot.badge:
                    wanted = theme.pale(slot.badge.ground)
                if found != wanted:
                    wrong.append((coord, slot, found))
    return wrong


def wrong_grounds(
    image: Image.Image, scene: Scene, frame: Frame, coords: Any, look: str, down: int = 0
) -> list[Any]:
    """The hexes where most corners have another colour than the theme has for the tile."""
    wrong = []
    for coord in coords:
        art = scene.art(coord)
        points = [frame.point(coord, scaled(point, 0.9)) for point in corners(art.layout)]
        found = Counter(image.getpixel((round(x), round(y + down))) for x, y in points)
        if found[theme.THEMES[look].hexes[art.face.colour]] < 3:
            wrong.append((coord, art.face.colour, found))
    return wrong


@pytest.mark.parametrize(("title", "look"), BOTH)
def test_circles_and_tiles_around_the_other_homes_have_their_colours(title, look):
    """On parts that show together every home, one after the other in one process."""
    scene = scene_of(api.view_of(title, late(title)))
    for home in other_homes(scene, [params["hexes"] for kind, params in calls(title) if "hexes" in params]):
        image = opened(api.draw(title, late(title), "crop", hexes=[home], theme=look).png)
        assert wrong_places(image, scene, "crop", {"hexes": [home]}, look) == []


def other_homes(scene: Scene, parts: list[list[str]]) -> list[str]:
    """Homes around which the map is to be drawn, so that with some parts each home is on one of them."""
    shown = {coord for part in parts for coord in whole_hexes(scene, part)[1]}
    found = []
    for home in sorted({place[0] for place in scene.board.hexmap.homes.values()}):
        if home not in shown:
            found.append(home)
            shown.update(whole_hexes(scene, [home])[1])
    return found


def whole_hexes(scene: Scene, hexes: list[str]) -> tuple[Frame, list[str]]:
    """The frame of a part of the map around some hexes, and the hexes that are wholly on it."""
    frame, page, coords = crop_frame(scene, hexes)
    return frame, [coord for coord in coords if _inside(frame.at(coord), page, frame.size)]


def _inside(at: tuple[float, float], page: tuple[int, int], margin: float) -> bool:
    return all(margin < part < most - margin for part, most in zip(at, page, strict=True))


@pytest.mark.parametrize("look", THEMES)
def test_the_lines_of_routes_have_their_colours(look):
    image = opened(api.draw(KEY, middle(), "routes", company="M&R", routes=ROUTES, theme=look).png)
    for colour, _, _ in theme.ROUTES[: len(ROUTES)]:
        assert count(image, colour, within=0) > 1500


# --- what is beside it -----------------------------------------------------------------------------


@pytest.mark.parametrize("title", LATE)
def test_zones_and_stacks_of_the_market_have_their_colours(title):
    state = late(title)
    cells = _priced(title)
    companies = [c for c, spec in TITLES[title].data.companies.items() if spec.kind != "private"]
    state["market"] = [[list(cell), [company]] for cell, company in zip(cells[::3], companies, strict=False)]
    view = api.view_of(title, state)
    image, grid = opened(api.draw(title, state, "market").png), grid_of(view)
    letters, zones = zone_letters(view), view.data.market.zones
    for cell in _priced(title):
        (x, y), stack = grid.corner(cell), view.state.market.get(cell, [])
        for company, at in zip(stack, stack_places(grid, cell, len(stack))[1] if stack else (), strict=True):
            assert most(image, (at[0], at[1] + _BAR), 14) == theme.colour(view.spec(company).colour), company
        if not stack:
            name = zones.get(cell, "")
            plain = theme.WHITE if cell in view.data.market.par_cells else theme.STRIPE
            wanted = theme.zone(name, letters[name]) if name in letters else plain
            at = (x + grid.wide / 2, y + grid.high(cell) / 2 + _BAR)
            assert most(image, at, grid.wide * 0.4) == wanted, cell


def _priced(title: str) -> list[tuple[int, int]]:
    rows = TITLES[title].data.market.rows
    return [(r, c) for r, prices in enumerate(rows) for c, price in enumerate(prices) if price is not None]


@pytest.mark.parametrize("title", LATE)
def test_the_token_of_every_company_card_has_its_colour(title):
    state = late(title)
    for company, spec in api.view_of(title, state).data.companies.items():
        image = opened(api.draw(title, state, "company", company=company).png)
        if spec.kind != "private":
            assert most(image, (64, 58), 30) == theme.colour(spec.colour), company
