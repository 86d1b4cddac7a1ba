"""Positions to draw: a start, a middle and an end, and pixels of what was drawn."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageChops

from engine import TITLES, new_game
from engine.board.board import Board
from engine.board.mapfile import load_map
from engine.board.tiles import standard_catalogue
from engine.core.state import to_json
from engine.core.view import View
from render.api import view_of as read_view
from render.map.scene import Scene
from tests.bench.boards import late_position
from tests.scenario import Scenario

KEY = "18EZ"
TITLE = TITLES[KEY]
ROOT = Path(__file__).resolve().parents[2]
MAPS = ("18ez", "1862", "1826")
# Two runs on the track of `middle`.
ROUTES: list[dict[str, Any]] = [
    {
        "train": "3-1",
        "path": [["D14", 6, 0], ["E13", 3, 6], ["E13", 6, 4], ["E15", 1, 6], ["E15", 6, 4], ["E17", 1, 6]],
    },
    {"train": "4-1", "path": [["D6", 6, 4], ["D8", 1, 6], ["D8", 6, 5], ["E9", 2, 6]]},
]
MOVES = [("M&R", (0, 3), (0, 4)), ("GV&E", (1, 5), (1, 4)), ("M&YR", (3, 4), (4, 4))]


@cache
def _start() -> str:
    return json.dumps(to_json(new_game(KEY, ["Ann", "Ben", "Cy"], seed=4).state))


def scene_middle() -> Scenario:
    """Phase 5: tiles of three colours, tokens, trains, a hotel, prices, an operating round."""
    scene = Scenario(TITLE).phase("5")
    for coord, tile, rotation in (
        ("D14", "57", 0), ("E13", "546", 0), ("E15", "83", 1),
        ("D6", "15", 1), ("D8", "81", 1), ("C13", "3", 5),
    ):  # fmt: skip
        scene.tile(coord, tile, rotation)
    for company, coord in (
        ("M&R", "D14"), ("M&R", "D6"), ("BCRR", "C5"), ("PS&W", "F4"), ("GV&E", "B10"), ("M&YR", "H8"),
    ):  # fmt: skip
        scene.token(company, coord)
    scene.shares("M&R", p1=60, p2=20, pool=10).par("M&R", 100).shares("BCRR", p2=50, p1=20, p3=10)
    scene.par("BCRR", 90).shares("PS&W", p3=30, p1=20).par("PS&W", 90).shares("GV&E", p3=20).par("GV&E", 90)
    scene.shares("M&YR", p1=20).par("M&YR", 60).own("p1", "SLR", "ONE").own("p2", "HMH").own("M&R", "MRTA")
    scene.trains("M&R", "3", "4").trains("BCRR", "5").cash(p1=345, p2=1202, p3=77)
    scene.money({"M&R": 430, "BCRR": 90}).operated("M&R")
    scene.state.companies["M&R"].last_revenue = 190
    scene.state.markers["hotel"] = ("D12", 0)
    return scene.at("operating", "BCRR", "track", number=3, part=2, done=("M&R",))


@cache
def _middle() -> str:
    return json.dumps(to_json(scene_middle().state))


@cache
def _end() -> str:
    scene = late_position(TITLE, Random(8), "8", 70, 3).shares("BL", p2=50, p3=20).par("BL", 100)
    scene.close("SLR", "HMH", "MRTA", "OBS", "ONE", "TWO", "MIT", "ROC").no_trains_left("2", "3", "4")
    scene.trains("BL", "8").cash(p1=0, p2=4321, p3=1).at("operating", "BL", number=9, part=2)
    scene.state.ended = "bank_broken"
    return json.dumps(to_json(scene.state))


def start():
    """The position before the first bid, as JSON."""
    return json.loads(_start())


def middle():
    """`scene_middle` as JSON."""
    return json.loads(_middle())


def end():
    """A full board in the last phase, game over, as JSON."""
    return json.loads(_end())


POSITIONS = {"start": start, "middle": middle, "end": end}


def view_of(state) -> View:
    """The position of some JSON."""
    return read_view(KEY, state)


def bare_scene(title: str) -> Scene:
    """The printed map of a title, its homes kept."""
    hexmap = load_map(ROOT / "engine" / "titles" / f"g{title}" / "data" / "map.toml")
    kept: dict[tuple[str, int], list[str]] = {}
    for company, home in hexmap.homes.items():
        kept.setdefault(home, []).append(company)
    return Scene(
        Board(hexmap, standard_catalogue(), reserved=kept), now=hexmap.revenue_steps[0][0], currency="$"
    )


def opened(png: bytes) -> Image.Image:
    """A PNG as RGB pixels."""
    image = Image.open(BytesIO(png))
    assert image.format == "PNG"
    return image.convert("RGB")


def near(a, b, within=14) -> bool:
    """Whether two colours are the same but for what a palette does to them."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) <= within


def count(image: Image.Image, colour, box=None, within=14) -> int:
    """How many pixels of a box have a colour."""
    return sum(n for n, c in colours(image.crop(box) if box else image) if near(c, colour, within))


def colours(image: Image.Image) -> list[tuple[int, Any]]:
    """Every colour of a picture with the number of its pixels."""
    found: list[tuple[int, Any]] | None = image.getcolors(image.width * image.height)
    assert found is not None
    return found


def changed_box(a: Image.Image, b: Image.Image) -> tuple[int, int, int, int]:
    """The box in which two pictures differ; fails when they do not."""
    box = ImageChops.difference(a, b).getbbox()
    assert box is not None
    return box
