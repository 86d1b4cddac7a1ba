"""What lies under the labels of maps: 0 px is the aim.

``python -m tests.bench labels`` looks at ten random games of each title at three moments, and for each of
them at a position with many random lays. Playing would cost more than looking: games end after 600 moves, and
late maps are made of lays alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine import TITLES, View, game_at
from engine.checks.random_play import play
from engine.titles.g18oe import TITLE as LARGEST
from render.map.scene import HexArt, scene_of
from tests.bench.boards import late_position
from tests.bench.render import LARGE, LATE
from tests.render.labels import faults

GAMES, MOVES = 10, 600
SIZES = ((50.0, 0.0), (100.0, 28.0), (70.5, 28.0))
"""Side of a hex, and least height of letters in px: of a whole map, a part of it, a sector of a large one."""
LATEST = {"1889": ("5", 45, 2), **LATE, LARGEST.key: LARGE}
"""Of each title: the phase of a late map, how many random lays it has, and stations of a company."""


def run(games: int = GAMES, titles: tuple[str, ...] = tuple(TITLES)) -> dict[str, Any]:
    """By title: maps that were looked at, kinds of hexes on them, and the labels that lie on something."""
    return {title: _figures(title, games) for title in titles}


def _figures(title: str, games: int) -> dict[str, Any]:
    maps, found = 0, []
    seen = set[HexArt]()
    for seed in range(1, games + 1):
        for when, view in _moments(title, seed):
            scene, maps = scene_of(view), maps + 1
            arts = {scene.art(coord, lettered=True) for coord in scene.board.hexmap.hexes} - seen
            seen |= arts
            for size, least in SIZES:
                found += [
                    (seed, when, size, art.coord, *one) for art in arts for one in faults(art, size, least)[1]
                ]
    return {"maps": maps, "hexes": len(seen), "faults": len(found), "first": found[:20]}


def _moments(title: str, seed: int) -> Iterator[tuple[float | str, View]]:
    """Three positions of a game, by the share of it that is played, and a late one."""
    low, high = TITLES[title].data.min_players, TITLES[title].data.max_players
    game = play(TITLES[title], low + seed % (high - low + 1), seed, {}, limit=MOVES).game
    for share in (0.1, 0.5, 1.0):
        yield share, game_at(game, max(1, round(len(game.log) * share))).view
    yield "late", View(TITLES[title], late_position(TITLES[title], Random(seed), *LATEST[title]).state)
