"""Every view of every title: drawn and said, of a size for phones, at the set-up and late in a game."""

from functools import cache
from typing import Any

import pytest

from engine.core.state import to_json
from engine.core.view import View
from engine.titles import TITLES
from render import api
from render.cards import page
from render.pen import text as texts
from render.pen import theme
from tests.render.samples import colours, count, opened
from tests.titles.g1826.france import France
from tests.titles.g1862.mania import Mania

MOST_BYTES = 400_000


def mania() -> Mania:
    """Phase D: companies with and without a charter, trains of all types, tiles, an obligation."""
    scene = Mania("Ann", "Ben", "Cy").phase("D")
    scene.company("E&H", 100, cash=320, permits=("local", "freight"), p1=60, p2=20, pool=10)
    scene.company("ECR", 430, chartered=False, cash=15, p2=50, p3=20).company("ENR", 62, floated=False, p3=30)
    scene.train("E&H", "C", "freight").train("E&H", "D", "local", 2).train("ECR", "C", "express")
    for coord, tile, rotation in (("C8", "792", 0), ("D7", "8852", 1), ("D13", "57", 0), ("E10", "19_1a", 0)):
        scene.tile(coord, tile, rotation)
    scene.token("E&H", "C8", 0).token("ECR", "D13", 0)
    scene.state.companies["ENR"].data["obligation"] = "p3"
    return scene.operating("E&H", "track")


def france() -> France:
    """Phase 6H: Belgium closed, a loan, bonds, destinations to reach, a tile in Paris."""
    scene = France("Ann", "Ben", "Cy").phase("6H")
    scene.corporation("Nord", 100, 210, p1=60).corporation("Est", 90, 40, p2=60, p3=20)
    scene.trains("Nord", "4H", "6H").trains("Est", "4H").tile("G9", "514", 0)
    scene.state.companies["Est"].data["loans"] = 1
    scene.state.companies["SNCF"].data["bonds"] = {"pool": 1, "p2": 3}
    return scene.turn("Nord")


SCENES = {"1862": mania, "1826": france}
ROUND = {
    "title": "OR 1.1",
    "worth": {"p1": 5, "p2": 7},
    "prices": {},
    "income": {"p1": 3},
    "certificates": {"p1": 3},
    "trains": {"2": 4},
}
COURSE: dict[str, dict[str, Any]] = {"chart": {"chart": "worth", "rounds": [ROUND]}}
CALLS: dict[str, dict[str, dict[str, Any]]] = {
    "1862": {
        "crop": {"company": "E&H", "badges": ["C8", "B15"]},
        "candidates": {"hex": "D13", "lays": [["14", 0], ["15", 1], ["619", 2]]},
        "market": {"moves": [["E&H", [0, 26], [0, 28]], ["ECR", [0, 55], [0, 53]]]},
        "company": {"company": "E&H"},
        "player": {"player": "p3"},
        "routes": {"company": "E&H", "routes": []},
    },
    "1826": {
        "crop": {"company": "Nord", "changed": ["G9"]},
        "candidates": {"hex": "G9", "lays": [["515", 0], ["516", 0]]},
        "market": {"moves": [["Nord", [1, 3], [1, 4]]]},
        "company": {"company": "Est"},
        "player": {"player": "p2"},
        "routes": {"company": "Nord", "routes": []},
    },
}


@cache
def state_of(title: str, when: str) -> Any:
    if when == "late":
        return to_json(SCENES[title]().state)
    found = TITLES[title]
    return to_json(found.first_position(("Ann", "Ben", "Cy"), {o.key: o.default for o in found.options}))


@pytest.mark.parametrize("view", api.VIEWS)
@pytest.mark.parametrize("title", SCENES)
def test_every_view_of_a_late_game_is_drawn_and_said(title, view):
    params, state = {**COURSE.get(view, {}), **CALLS[title].get(view, {})}, state_of(title, "late")
    picture = api.draw(title, state, view, **params)
    assert opened(picture.png).size == (picture.width, picture.height)
    assert 600 <= picture.width <= 1600
    assert picture.height <= 2700
    assert len(picture.png) < MOST_BYTES
    assert 10 < len(picture.alt) <= 256
    said = api.twin(title, state, view, **params)
    assert len(said.splitlines()) >= 2
    assert "None" not in said


@pytest.mark.parametrize("title", SCENES)
@pytest.mark.parametrize("view", ["market", "trains", "order"])
def test_views_of_a_game_that_has_not_begun(title, view):
    assert api.draw(title, state_of(title, "set up"), view).width >= 600


def test_no_word_of_the_roster_is_cut(monkeypatch):
    cut: list[str] = []
    whole = texts.shorten

    def shorten(text: str, *more: Any) -> str:
        found = whole(text, *more)
        cut.extend([text] if found != text else [])
        return found

    monkeypatch.setattr(page, "shorten", shorten)
    for title in SCENES:
        for when in ("set up", "late"):
            api.draw(title, state_of(title, when), "trains")
    assert cut == []


@pytest.mark.parametrize("title", SCENES)
def test_every_company_and_player_has_a_card(title):
    state = state_of(title, "late")
    view: View = api.view_of(title, state)
    for company in view.data.companies:
        assert api.twin(title, state, "company", company=company).startswith(company)
    for player in view.seats:
        assert view.name(player) in api.twin(title, state, "player", player=player)


def test_empty_circles_keep_their_grey_on_every_title():
    """The palette of a picture does not take it for the ground of a hex."""
    grounds = (*theme.STANDARD.hexes.values(), theme.WHITE, theme.PAPER)
    assert min(max(abs(x - y) for x, y in zip(theme.EMPTY, ground, strict=True)) for ground in grounds) > 9
    for title in SCENES:
        image = opened(api.draw(title, state_of(title, "late"), "map").png)
        assert count(image, theme.EMPTY, within=0) > 3000, title
        assert len(colours(image)) > 60
