"""The pictures of cards are read at 400 px: what stands on them, measured from the texts that are drawn."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from PIL import ImageDraw

from bot.ui.maps import Asked, at_once, is_large, near, surroundings
from engine import TITLES, View, new_game
from engine.core.state import to_json
from render import api, cache
from render.phone import LEAST, WIDTH, fits, together
from tests.bench.boards import late_position
from tests.bench.render import LARGE, LATE

EARLY = {"1889": ("3", 20, 2), "18OE": LARGE}
PLACES, SQUEEZED, PRINT = 3, 0.75, 2.4
"""Places that can be read on each picture; how much a long name is made narrower; px of the smallest print."""
Texts = list[tuple[str, float]]


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


def late(title: str) -> View:
    """A position with many tiles, and stations of each company."""
    phase, lays, tokens = {**EARLY, **LATE}[title]
    return View(TITLES[title], late_position(TITLES[title], Random(3), phase, lays, tokens).state)


def moments(title: str) -> dict[str, tuple[View, Asked | None]]:
    """What the card shows at the start, as a company acts, in a round of shares, and at the end."""
    start, view = new_game(title, ["Ann", "Ben", "Cy"], seed=1).view, late(title)
    laid = list(view.state.tiles)[-6:]
    homes = [company for company in view.board().hexmap.homes if company in view.state.companies]
    here = next(company for company in view.state.companies if view.stations(company))
    found = {
        "start": (start, surroundings(start, None, [])),
        "company": (view, surroundings(view, here, laid)),
        "shares": (view, surroundings(view, None, laid)),
        "quiet": (view, surroundings(view, None, [])),
        "end": (view, at_once(view)),
    }
    if homes:
        found["home"] = (start, surroundings(start, homes[0], []))
    return found


@pytest.mark.parametrize("title", sorted(TITLES))
def test_no_picture_of_a_card_is_without_names_that_can_be_read(title: str, texts: Texts) -> None:
    for moment, (view, asked) in moments(title).items():
        if asked is None:
            assert is_large(view), moment
            continue
        cache.clear()
        texts.clear()
        picture = api.draw(title, to_json(view.state), asked[0], **asked[1])
        sizes = [(text, size * WIDTH / picture.width) for text, size in texts]
        words = {word for spot in view.board().hexmap.hexes.values() for word in re.split("[ -]", spot.name or "")}
        names = [size for text, size in sizes if words.intersection(re.split("[ -]", text)) - {""}]
        print(title, moment, asked[0], picture.width, picture.height, "names", len(names), sum(s>=LEAST for s in names), round(min(names),2) if names else None, "least", min((s,t) for t,s in sizes))
