"""How fast the engine takes stored actions and folds stored events, for a whole random game of each title."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from time import perf_counter, process_time
from typing import Any

from engine import TITLES
from engine.checks.random_play import play
from engine.core.log import Record
from engine.game import Game, load_game

SEEDS, REPEATS = (1, 2, 3), 3


def run() -> dict[str, Any]:
    """Median rates over some games: actions submitted with invariants on, and events folded, a second."""
    return {key: _title(key) for key in TITLES}


def _title(key: str) -> dict[str, Any]:
    players = TITLES[key].data.min_players + 1
    games = [play(TITLES[key], players, seed, {}).game for seed in SEEDS]
    return {
        "players": players,
        "actions": [sum(r.action is not None for r in game.log) for game in games],
        "events": [sum(len(r.events) for r in game.log) for game in games],
        "submits_per_second": _median(_submits(g, perf_counter) for g in games for _ in range(REPEATS)),
        "submits_per_processor_second": _median(
            _submits(g, process_time) for g in games for _ in range(REPEATS)
        ),
        "folds_per_second": _median(_folds(g) for g in games for _ in range(REPEATS)),
        "folds_with_json_per_second": _median(_reads(game) for game in games),
    }


def _median(rates: Iterable[float]) -> int:
    return round(statistics.median(rates))


def _submits(game: Game, clock: Callable[[], float]) -> float:
    again = Game(game.title, game.setup)
    again.open()
    actions = [r.action for r in game.log if r.action is not None]
    start = clock()
    for action in actions:
        again.submit(action)
    return len(actions) / (clock() - start)


def _folds(game: Game) -> float:
    start = perf_counter()
    load_game(game.title, game.setup, game.log)
    return sum(len(r.events) for r in game.log) / (perf_counter() - start)


def _reads(game: Game) -> float:
    raw = [r.to_json() for r in game.log]
    start = perf_counter()
    load_game(game.title, game.setup, [Record.from_json(r) for r in raw])
    return sum(len(r.events) for r in game.log) / (perf_counter() - start)
