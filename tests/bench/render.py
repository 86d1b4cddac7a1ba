"""How long pictures take: the map in a fresh worker, again after one lay, and each other view.

CPU time of the process in ms: other work on the machine does not count. The position is that of a late game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from time import process_time
from typing import Any

from PIL.Image import Image

from engine import TITLES
from engine.board.lays import NOTHING, LayRules, lays
from engine.core.state import to_json
from engine.core.view import View
from engine.titles.g18oe import TITLE as LARGEST
from render import api
from render.map import cache
from render.map.boards import MOST_CANDIDATES, crop_picture, map_picture
from render.map.flats import flat_colours
from render.map.regions import regions_picture
from render.pen import geometry
from render.pen.png import encode
from render.pen.theme import STANDARD, Colour
from tests.bench.boards import late_position

BUDGET = {"map_cold": 300.0, "map_redraw": 60.0, "large_crop": 250.0}
LARGEST_FILE = 8_000_000
LATE = {"18EZ": ("5", 45, 2), "1862": ("F", 45, 2), "1826": ("10H", 45, 2)}
"""The position drawn of each title: its phase, how many random lays, and how many stations of a company."""
LARGE = ("7", 700, 3)
"""The same of the title with the largest map."""
ROUNDS = 5


def run() -> dict[str, Any]:
    """By title: milliseconds by what was drawn (the best of some rounds), and sizes of the files; budgets."""
    found = {title: _figures(title, *late) for title, late in LATE.items()}
    return {"budget_ms": BUDGET, "budget_bytes": LARGEST_FILE, **found, "large": large_figures()}


def large_figures(rounds: int = ROUNDS, untimed: Sequence[str] = ()) -> dict[str, Any]:
    """The whole of the largest map, its overview, and crops around a hex, a reach and a sector.

    ``untimed``: those that are drawn once, for their size alone.
    """
    state = late_position(LARGEST, Random(3), *LARGE).state
    view = View(LARGEST, state)
    calls: dict[str, Callable[[], Image]] = {
        "map": lambda: map_picture(view),
        "regions": lambda: regions_picture(view, hexes=["M28", "R55"]),
        "crop hex": lambda: crop_picture(view, hexes=["M28"], badges=["M28", "K26"]),
        "crop company": lambda: crop_picture(view, company="SB"),
        "crop sector": lambda: crop_picture(view, sector="P"),
    }
    flats = flat_colours(view, STANDARD)
    sizes = {name: len(encode(paint(), flats)) for name, paint in calls.items()}
    times = {
        name: _best(partial(_written, paint, flats), forget, rounds)
        for name, paint in calls.items()
        if name not in untimed
    }
    return {"ms": times, "bytes": sizes}


def _written(paint: Callable[[], Image], flats: Sequence[Colour]) -> bytes:
    return encode(paint(), flats)


def _figures(key: str, phase: str, count: int, tokens: int) -> dict[str, Any]:
    title = TITLES[key]
    state = late_position(title, Random(3), phase, count, tokens).state
    before = to_json(state)
    coord, turns = _most_lays(View(title, state))
    after = json.loads(json.dumps(before))
    after["tiles"][coord] = list(turns[0])
    found = {
        "map_cold": _best(lambda: api.draw(key, before, "map"), forget),
        "map_redraw": _best(lambda: api.draw(key, after, "map"), lambda: forget_lay(key, before)),
    }
    sizes = {}
    for view, params in _calls(next(iter(title.board(state).hexmap.homes)), coord, turns).items():
        draw = partial(api.draw, key, before, view, **params)
        sizes[view] = len(draw().png)
        found[view] = _best(draw, forget)
    return {"ms": found, "bytes": sizes}


def _most_lays(view: View) -> tuple[str, list[tuple[str, int]]]:
    """The hex with the most possible lays, and as many of them as a sheet holds."""
    rules = LayRules(view.phase.tiles, NOTHING, NOTHING, states=view.data.tile_states)
    by_hex: dict[str, list[tuple[str, int]]] = {}
    for coord, tile, rotation in lays(view.board(), None, rules, view.state.supply):
        by_hex.setdefault(coord, []).append((tile, rotation))
    coord = max(by_hex, key=lambda c: len(by_hex[c]))
    return coord, by_hex[coord][:MOST_CANDIDATES]


def _calls(company: str, coord: str, turns: list[tuple[str, int]]) -> dict[str, dict[str, Any]]:
    return {
        "map": {},
        "crop": {"hexes": [coord]},
        "candidates": {"hex": coord, "lays": turns},
        "market": {},
        "company": {"company": company},
        "player": {"player": "p1"},
        "trains": {},
        "tiles": {},
        "order": {},
    }


def forget() -> None:
    """As in a new worker: no picture is kept, nothing was measured."""
    cache.clear()
    geometry.stop_points.cache_clear()
    geometry.piece_line.cache_clear()


def forget_lay(key: str, before: Any) -> None:
    """A worker that drew the position before the lay and never saw the tile on its hex."""
    forget()
    api.draw(key, before, "map")


def _best(work: Callable[[], object], prepare: Callable[[], object], rounds: int = ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        prepare()
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return round(min(times), 1)
