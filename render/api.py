"""Pictures of a position and their text twins: pure functions of a title's key and the state's JSON.

All arguments and results pickle, so both functions may run in a worker process. A worker keeps what it drew
(see `render.map.cache`): drawing the same board again after one lay paints one hex.

Views and their parameters (all by keyword; every picture also takes ``theme``, a name of
`render.pen.theme.THEMES`, and ``words``, which has an English text in another language):

* ``map``: the whole map. ``changed`` hexes get a ring, ``badges`` hexes get the numbers 1, 2... ``width`` px.
* ``crop``: the map around ``hexes``, or all that ``company`` reaches (what fits into a picture), or the
  ``sector`` with a letter; also ``changed`` and ``badges``, which are always in the picture, and
  ``proposed`` hexes, whose tile is pale with the ``letter`` (default "?"). A hex is at least 90 px wide.
* ``regions``: the whole map as an overview cut into sectors; ``hexes`` are ringed and counted.
* ``candidates``: ``hex`` with each of at most 12 ``lays`` ((tile, rotation) pairs), numbered from ``first``.
* ``routes``: ``routes`` of ``company`` in the JSON form of `engine.routes.policy.Route`.
* ``market``: the chart; ``moves`` are (company, cell before, cell after) to draw as arrows; ``brief``: only
  the part of it around the companies; ``pars``: the part around the par spaces, and the par chart.
* ``company``: the charter of ``company``; ``runs``: its last runs (`engine.api.incomes.Income` as JSON).
  ``player``: the card of ``player``.
* ``chart``: ``chart`` is one of `render.charts.courses.CHARTS`; ``rounds``: as `engine.api.course.Round`
  has them, as JSON.
* ``stake``: what is at stake in this round: lots and bids, money and certificates, shares, the company in
  turn; ``companies``: all of them at a glance. ``ran`` is what the log tells of last runs
  (`engine.api.round_state.last_runs`).
* ``set``: what the last operating rounds brought; ``told``: `engine.api.sets.OperatingSet` as JSON.
* ``trains``: ``brief``: only what the bank sells next, and the trains of the player who acts.
* ``order`` and ``privates``: no more parameters. ``tiles``: ``numbers``, only these tiles, with their
  rotations; ``once``: each in one rotation, without headings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image

from engine import Json, View
from engine.api.table import view_of
from render.cards import charter, holdings, sets, stake
from render.cards.doc import Doc, spoken
from render.cards.page import picture_of
from render.map.boards import candidates_picture, crop_picture, map_picture
from render.map.flats import flat_colours
from render.map.regions import regions_picture
from render.market.picture import market_picture
from render.pen.png import encode
from render.pen.speech import said, speaking
from render.pen.theme import STANDARD, THEMES, wearing
from render.routes.picture import routes_picture
from render.sheets import privates, roster, supply
from render.twin import ALTS, TWINS

__all__ = ["VIEWS", "Picture", "draw", "shortened", "twin", "view_of"]

MOST_ALT = 256


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with its size in pixels and an alt text of at most 256 characters."""

    png: bytes
    alt: str
    width: int
    height: int


def _card(make: Callable[..., Doc]) -> Callable[..., Image.Image]:
    """The picture of a card."""

    def paint(view: View, theme: str = "standard", **params: Any) -> Image.Image:
        return picture_of(spoken(make(view, **params)))

    return paint


def _chart(view: View, **params: Any) -> Image.Image:
    """A chart; what draws it is large and wanted seldom."""
    from render.charts.plots import chart_picture  # noqa: PLC0415

    return chart_picture(view, **params)


_PICTURES: Mapping[str, Callable[..., Image.Image]] = {
    "map": map_picture,
    "crop": crop_picture,
    "regions": regions_picture,
    "candidates": candidates_picture,
    "routes": routes_picture,
    "market": market_picture,
    "chart": _chart,
    "company": _card(charter.company_doc),
    "player": _card(holdings.player_doc),
    "trains": _card(roster.trains_doc),
    "tiles": supply.tiles_picture,
    "order": _card(supply.order_doc),
    "privates": _card(privates.privates_doc),
    "stake": _card(stake.stake_doc),
    "companies": _card(stake.companies_doc),
    "set": _card(sets.set_doc),
}
VIEWS = tuple(_PICTURES)


def draw(title: str, state: Mapping[str, Json], view: str, **params: Any) -> Picture:
    """Draw one of `VIEWS` of the position (``engine.core.state.to_json``).

    Raises ValueError for an unknown view, TypeError for a parameter that the view does not take, KeyError for
    a hex, company or player that does not exist.
    """
    paint = _known(view, _PICTURES)
    position = view_of(title, state)
    look = THEMES[params.get("theme", STANDARD.name)]
    with speaking(params.pop("words", str)), wearing(look):
        image = paint(position, **params)
        params.pop("theme", None)
        alt = shortened(said(ALTS[view](position, **params)), MOST_ALT)
        flats = flat_colours(position, look)
    return Picture(encode(image, flats), alt, image.width, image.height)


def twin(title: str, state: Mapping[str, Json], view: str, **params: Any) -> str:
    """The same view in words, for screen readers and ``as: text``. Same parameters, same errors."""
    say = _known(view, TWINS)
    params.pop("theme", None)
    with speaking(params.pop("words", str)):
        text: str = say(view_of(title, state), **params)
        return text


def shortened(text: str, most: int) -> str:
    """The text, cut at a word with an ellipsis when it is longer."""
    if len(text) <= most:
        return text
    return f"{text[: most - 1].rsplit(' ', 1)[0].rstrip(' ,;:')}…"


def _known(view: str, views: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    if view not in views:
        raise ValueError(f"no view {view!r}; there are: {', '.join(views)}")
    return views[view]
