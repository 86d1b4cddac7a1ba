"""By how much searches for routes are late at their deadlines, in worker processes as the bot runs them.

Hard positions of all titles and boards of the largest size, each with deadlines of 0 to 3 seconds. A deadline
is of processor time, so that other work on the machine does not count, and of wall time. Late: percent of the
deadline; a search that ends before it is not late (it is told to stop a little earlier, see
`engine.routes.suggest.until`). Empty: answers without a route.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from bot.work.pool import Pool
from engine.core.view import View
from engine.routes.suggest import best_routes, until
from engine.solver.problem import Problem
from engine.solver.routing import best_sets
from engine.titles import g1826, g1862
from tests.bench.large_boards import large_board, large_map, train_kind
from tests.bench.routes_18ez import COMPANY, position
from tests.bench.routes_invented import companies, equipped, full_board

DEADLINES = (0.0, 0.1, 0.3, 1.0, 3.0)
CLOCKS: dict[str, Callable[[], float]] = {"processor": time.process_time, "wall": time.monotonic}
FULL = {"1862": g1862.TITLE, "1826": g1826.TITLE}
SEEDS, EACH = (0, 1), 1
# By title or part of the land that has tiles: sets of trains that are not proven at once.
HARD = {
    "18EZ": ("5 6 8", "5 6 8 8"),
    "1862": ("8E 8E 8E", "9F 9F 8F 7F", "6E 6L 9F 9F"),
    "1826": ("E E 10H", "E E E 10H", "10H 10H 10H 10H", "TGV TGV E"),
    "0.7": ("8+8", "8+8 7+7"),
    "0.98": ("5D 8+8", "8+8 8+8 5D 5D"),
}
Job = tuple[str, str, int, int]
"""Title or part, trains, seed of the board, which company."""


def run() -> dict[str, Any]:
    """For each clock and title or part: the figures."""
    return asyncio.run(_run())


async def _run() -> dict[str, Any]:
    pool = Pool(1)
    await pool.start_workers(("engine", "engine.solver.large.warm"), deadline=600)
    try:
        return {clock: {name: await _told(pool, name, clock) for name in HARD} for clock in CLOCKS}
    finally:
        await pool.close()


async def _told(pool: Pool, name: str, clock: str) -> dict[str, Any]:
    """The figures of one title or part, by deadline."""
    found = dict[str, Any]()
    for seconds in DEADLINES:
        each = [await pool.run(search, job, seconds, clock, deadline=600) for job in _jobs(name)]
        found[f"{seconds:g} s"] = _figures([took for took, _ in each], [empty for _, empty in each], seconds)
    return found


def _jobs(name: str) -> list[Job]:
    few = range(EACH if name in FULL else 1)
    return [(name, trains, seed, i) for trains in HARD[name] for seed in SEEDS for i in few]


def _figures(took: Sequence[float], empty: Sequence[bool], seconds: float) -> dict[str, Any]:
    late = [max(0.0, each - seconds) for each in took]
    figures = {"searches": len(took), "in_time": late.count(0.0), "empty": sum(empty)}
    unit = seconds / 100 or 0.001
    name = "late_percent" if seconds else "took_ms"
    median, worst = statistics.median(late) / unit, max(late) / unit
    return {**figures, name: {"median": round(median, 1), "worst": round(worst, 1)}}


# --- in the worker -------------------------------------------------------------------------------------


def search(job: Job, seconds: float, clock: str) -> tuple[float, bool]:
    """How long a search took that was given so many seconds, and whether it found nothing."""
    now, ask = CLOCKS[clock], _asked(job)
    start = now()
    routes = ask(until(seconds, now))
    return now() - start, not routes


@cache
def _asked(job: Job) -> Callable[[Callable[[], bool]], bool]:
    """What searches a position and says whether it found a route."""
    name, trains, seed, number = job
    if name not in (*FULL, "18EZ"):
        return _on_large(float(name), seed, trains.split())
    view, company = _position(name, trains, seed, number)
    return lambda stop: bool(best_routes(view, company, stop).routes)


def _position(name: str, trains: str, seed: int, number: int) -> tuple[View, str]:
    if name == "18EZ":
        return position("8", tuple(trains.split()), seed), COMPANY
    board = full_board(FULL[name], seed)
    company = companies(board)[number]
    return equipped(board, company, trains), company


def _on_large(part: float, seed: int, trains: Sequence[str]) -> Callable[[Callable[[], bool]], bool]:
    board = large_board(large_map(), seed + 1, part)
    kinds = {name: train_kind(board, name) for name in trains}
    numbers = tuple([*kinds].index(name) for name in trains)
    return lambda stop: bool(best_sets(Problem((*kinds.values(),), numbers, stop)).value)
