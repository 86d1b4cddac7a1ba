"""How long the charts of `/show chart` take for a whole random game of each title, drawn by a worker.

Wall time from the request to the finished picture, each picture drawn anew; the processor time of the worker
for one of them on average; the memory of the worker with its modules and after all charts of a title. The
games are played first: for the largest map that takes some minutes.
"""

from __future__ import annotations

import asyncio
from time import perf_counter, process_time
from typing import Any

from bot.cards.charts import CHARTS, rounds_as_json
from bot.work.pictures import Pictures
from bot.work.pool import Pool
from engine import TITLES, Game
from engine.checks.random_play import play
from tests.bench.timing import spread
from tests.drills.gauges import memory, spent

DRAWN, DEADLINE = 12, 120.0
"""How often each chart is drawn, and seconds that one may take on a busy machine."""


def run(titles: tuple[str, ...] = tuple(TITLES), moves: int = 20_000, drawn: int = DRAWN) -> dict[str, Any]:
    """By title: moves and rounds of the game, what its rounds cost to collect, its charts, and the worker."""
    return asyncio.run(_run(titles, moves, drawn))


async def _run(titles: tuple[str, ...], moves: int, drawn: int) -> dict[str, Any]:
    found = dict[str, Any]()
    for title in titles:
        game = play(TITLES[title], max(3, TITLES[title].data.min_players), 1, {}, limit=moves).game
        pool = Pool(1)
        await pool.start_workers()
        try:
            found[title] = await _figures(pool, game, drawn)
        finally:
            await pool.close()
    return found


async def _figures(pool: Pool, game: Game, drawn: int) -> dict[str, Any]:
    [worker] = pool.pids
    before, began = memory(worker), process_time()
    rounds = await rounds_as_json(game)
    collected, cpu = process_time() - began, spent(worker)
    times: dict[str, list[float]] = {chart: [] for chart in CHARTS}
    largest = 0
    for _ in range(drawn):
        pictures = Pictures(pool, DEADLINE)
        for chart, spent_on in times.items():
            start = perf_counter()
            picture = await pictures.draw(1, game, "chart", chart=chart, rounds=rounds)
            spent_on.append(1000 * (perf_counter() - start))
            assert picture is not None
            largest = max(largest, len(picture.png))
    assert pool.pids == [worker]
    return {
        "moves": len(game.log),
        "rounds": len(rounds),
        "rounds_cpu_ms": round(1000 * collected, 1),
        "charts": {chart: spread(spent_on) for chart, spent_on in times.items()},
        "worker_cpu_ms": round(1000 * (spent(worker) - cpu) / (drawn * len(times)), 1),
        "worker_mb": [before["rss"], memory(worker)["rss"]],
        "largest_bytes": largest,
    }
