"""At 400 px every text of a part of the map, a sheet and a run is 11 px high; of a card it is at 347 px."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from PIL import ImageDraw

from engine import TITLES, View
from engine.core.state import to_json
from render import api
from render.cards.page import WIDE as PAGE
from render.map import cache as kept
from render.map.overlays import disc_picture
from render.map.phone import BESIDE, READABLE, WIDTH, hexes_in_one_picture
from render.map.stops import TOKEN
from tests.bench.boards import late_position
from tests.bench.render import LATE
from tests.render.samples import KEY, ROUTES, middle
from tests.render.test_set import TOLD

Texts = list[tuple[str, float]]
EARLY = {"1889": ("5", 40, 2), "18OE": ("4", 120, 2)}
CARDS = ("trains", "order", "privates", "stake", "companies", "company", "player", "set")


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> Texts:
    """What is drawn from now on: each text with the size of its letters in px."""
    found: Texts = []
    real = ImageDraw.ImageDraw.text

    def noted(self: Any, xy: Any, text: str, fill: Any, font: Any, **more: Any) -> None:
        found.append((text, font.size))
        real(self, xy, text, fill, font, **more)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
    return found


@cache
def late(title: str) -> View:
    scene = late_position(TITLES[title], Random(3), *{**EARLY, **LATE}[title])
    companies = [c for c, spec in TITLES[title].data.companies.items() if len(spec.shares) > 1][:7]
    pars = sorted(TITLES[title].data.market.par_cells)
    scene.state.market.update({pars[i % len(pars)]: [c] for i, c in enumerate(companies[: len(pars)])})
    return View(TITLES[title], scene.state)


def too_small(key: str, view: View, texts: Texts, name: str, **params: Any) -> list[tuple[str, float]]:
    """The texts of a picture that cannot be read; tokens may have smaller letters: colours tell them.

    The legend of routes is as wide as a page and enlarged to the width of the map.
    """
    kept.clear()
    texts.clear()
    wide = api.draw(key, to_json(view.state), name, **params).width
    if name == "routes":
        wide = min(wide, PAGE)
    shown = BESIDE if name in CARDS else WIDTH
    seen = [(text, round(size * shown / wide, 2)) for text, size in texts]
    assert seen
    tokens = set(view.state.companies)
    return [(t, px) for t, px in seen if px < READABLE * (TOKEN if t in tokens else 1.0) - 0.05]


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_part_of_the_map_can_be_read(title: str, texts: Texts) -> None:
    view = late(title)
    homes = sorted({place[0] for place in view.board().hexmap.homes.values()})
    near = hexes_in_one_picture(view.board().hexmap.layout, homes)
    for params in ({"hexes": homes[:1]}, {"hexes": near[:1], "badges": near[:3]}, {"badges": near}):
        assert too_small(title, view, texts, "crop", **params) == []


@pytest.mark.parametrize("name", ["trains", "tiles", "order", "privates", "stake", "companies"])
@pytest.mark.parametrize("title", sorted(TITLES))
def test_sheets_and_cards_can_be_read(title: str, name: str, texts: Texts) -> None:
    assert too_small(title, late(title), texts, name) == []


@pytest.mark.parametrize(
    ("title", "company"), [("18EZ", "PS&W"), ("1826", "Paris-private"), ("18OE", "MSP"), ("18OE", "SFAI")]
)
def test_long_letters_and_names_on_a_charter_can_be_read(title: str, company: str, texts: Texts) -> None:
    assert too_small(title, late(title), texts, "company", company=company) == []


@pytest.mark.parametrize("title", sorted(TITLES))
def test_companies_players_and_a_part_of_the_market_can_be_read(title: str, texts: Texts) -> None:
    view = late(title)
    assert too_small(title, view, texts, "trains") == []
    company = next(c for c, spec in view.data.companies.items() if len(spec.shares) > 1)
    runs = [{"round": "OR 3.1", "revenue": 190, "way": "pay", "each": "19"}] * 3
    assert too_small(title, view, texts, "company", company=company, runs=runs) == []
    assert too_small(title, view, texts, "player", player="p1") == []
    assert too_small(title, view, texts, "market", pars=True) == []
    assert too_small(title, view, texts, "market", brief=True) == []


def captions(view: View, texts: Texts, name: str, ends: str, **params: Any) -> list[float]:
    """How high the texts of a picture that end so are beside an avatar, in px."""
    kept.clear()
    disc_picture.cache_clear()
    texts.clear()
    wide = api.draw(KEY, to_json(view.state), name, **params).width
    return [size * BESIDE / wide for text, size in texts if text.endswith(ends)]


def test_captions_can_be_read_beside_an_avatar(texts: Texts) -> None:
    view = api.view_of(KEY, middle())
    lays = [["57", 0], ["57", 1], ["5", 0]]
    found = [
        captions(view, texts, "tiles", "#57 · 2"),
        captions(view, texts, "candidates", "#57 · 2 left", hex="D12", lays=lays),
        # The letter in the legend is enlarged with it.
        [max(captions(view, texts, "routes", "A", company="M&R", routes=ROUTES))],
        captions(view, texts, "crop", "D14 Redwood", hexes=["D12"]),
    ]
    assert all(found)
    assert min(px for each in found for px in each) >= READABLE - 0.05


def test_runs_lays_and_the_set_can_be_read(texts: Texts) -> None:
    view = api.view_of(KEY, middle())
    assert too_small(KEY, view, texts, "routes", company="M&R", routes=ROUTES) == []
    assert too_small(KEY, view, texts, "candidates", hex="D12", lays=[["57", 0], ["57", 1], ["5", 0]]) == []
    assert too_small(KEY, view, texts, "set", told=TOLD) == []
