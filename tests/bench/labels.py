"""What lies under the labels of maps at three moments of random games: 0 px is the aim.

``python -m tests.bench labels`` plays ten games of each title, which takes about an hour for all titles.
"""

from __future__ import annotations

from typing import Any

from engine import TITLES, game_at
from engine.checks.random_play import play
from render.map.scene import scene_of
from tests.render.labels import map_faults

GAMES = 10
SIZES = ((50.0, 0.0), (100.0, 28.0), (70.5, 28.0))
"""Side of a hex, and least height of letters in px: of a whole map, a part of it, a sector of a large one."""


def run(games: int = GAMES, titles: tuple[str, ...] = tuple(TITLES)) -> dict[str, Any]:
    """By title: maps that were looked at, hexes of them, and the labels that lie on something."""
    return {title: _figures(title, games) for title in titles}


def _figures(title: str, games: int) -> dict[str, Any]:
    maps, hexes, found = 0, 0, []
    low, high = TITLES[title].data.min_players, TITLES[title].data.max_players
    for seed in range(1, games + 1):
        game = play(TITLES[title], low + seed % (high - low + 1), seed, {}).game
        for share in (0.1, 0.5, 1.0):
            scene = scene_of(game_at(game, max(1, round(len(game.log) * share))).view)
            maps, hexes = maps + 1, hexes + len(scene.board.hexmap.hexes)
            for size, least in SIZES:
                found += [(seed, share, size, *fault) for fault in map_faults(scene, size, least)]
    return {"maps": maps, "hexes": hexes, "faults": len(found), "first": found[:20]}
