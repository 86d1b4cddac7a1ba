"""The map of 18OE with its chart, to draw."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.board.chart import Chart
from engine.core.view import View
from engine.game import new_game
from engine.titles.g18oe import TITLE
from render.map.scene import HexArt, Scene, scene_of


@cache
def europe() -> View:
    """The position at the start."""
    return new_game(TITLE, ["Ann", "Ben", "Cy"], seed=1).view


@cache
def scene() -> Scene:
    """Its scene without patronage tiles."""
    return replace(scene_of(europe()), signs={})


def chart() -> Chart:
    """Zones and water."""
    return scene().chart


def art(coord: str) -> HexArt:
    """What is drawn on a hex."""
    return scene().art(coord)
