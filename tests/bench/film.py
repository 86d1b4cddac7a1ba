"""How long the film of a whole game takes, and how large it is: for a random game of each title.

Seconds of CPU time, as in a worker that has drawn nothing before. The limits are 20 s and 8 MB. The games are
played first: for the largest map that takes some minutes.
"""

from __future__ import annotations

from time import process_time
from typing import Any

from engine import TITLES
from engine.checks.random_play import play
from render.film import film, turns_of
from render.map import cache

SECONDS, BYTES = 20.0, 8_000_000


def run(titles: tuple[str, ...] = tuple(TITLES), moves: int = 20_000) -> dict[str, Any]:
    """By title: moves, turns that are seen, frames, seconds and bytes; the limits."""
    return {"most_seconds": SECONDS, "most_bytes": BYTES, **{t: _figures(t, moves) for t in titles}}


def _figures(title: str, moves: int) -> dict[str, Any]:
    game = play(TITLES[title], max(3, TITLES[title].data.min_players), 1, {}, limit=moves).game
    cache.clear()
    start = process_time()
    made = film(game)
    return {
        "moves": len(game.log),
        "turns": len(turns_of(game)),
        "frames": made.count,
        "seconds": round(process_time() - start, 1),
        "bytes": len(made.data),
    }
