"""Pictures of a position and their text twins: pure functions of a title's key and the state's JSON.

All arguments and results pickle, so both functions may run in a worker process. A worker keeps what it drew
(see `render.cache`): drawing the same board again after one lay paints one hex.

Views and their parameters (all by keyword; every picture also takes ``theme``: ``standard`` or ``contrast``):

* ``map``: the whole map. ``changed`` hexes get a ring, ``badges`` hexes get the numbers 1, 2... ``width`` px.
* ``crop``: the map around ``hexes``, or all that ``company`` reaches; also ``changed`` and ``badges``, which
  are always in the picture. A hex is at least 90 px wide.
* ``candidates``: ``hex`` with each of at most 12 ``lays`` ((tile, rotation) pairs), numbered from ``first``.
* ``routes``: ``routes`` of ``company`` in the JSON form of `engine.rules.routes.Route`.
* ``market``: the chart; ``moves`` are (company, cell before, cell after) to draw as arrows.
* ``company``: the card of ``company``. ``player``: the card of ``player``.
* ``trains``, ``tiles`` (``numbers``: only these tiles, with their rotations), ``order``: no more parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine import TITLES, Json, View
from engine.state import from_json

VIEWS = ("map", "crop", "candidates", "routes", "market", "company", "player", "trains", "tiles", "order")


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with its size in pixels and an alt text of at most 256 characters."""

    png: bytes
    alt: str
    width: int
    height: int


def view_of(title: str, state: Mapping[str, Json]) -> View:
    """The position; KeyError when there is no such title or the state is no state."""
    return View(TITLES[title], from_json(state))


def draw(title: str, state: Mapping[str, Json], view: str, **params: Json) -> Picture:
    """Draw one of `VIEWS` of the position (``engine.state.to_json``).

    Raises ValueError for an unknown view, TypeError for a parameter that the view does not take, KeyError for
    a hex, company or player that does not exist.
    """
    raise NotImplementedError


def twin(title: str, state: Mapping[str, Json], view: str, **params: Json) -> str:
    """The same view in words, for screen readers and ``as: text``. Same parameters, same errors."""
    raise NotImplementedError
