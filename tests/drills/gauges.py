"""What a bot spends: statements, commits, drawn pictures, the lag of its loop, collections, memory.

`python -m tests.drills.gauges` runs the bot with these gauges on it. At each SIGUSR1 it writes what it found
since the one before into ``gauges.json`` in its data directory.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from bot.app import StationBot
from bot.games.core import Games
from bot.work.pool import Pool

FILE = "gauges.json"
TICK = 0.005
BOUNDS = ("BEGIN", "SAVEPO", "RELEAS", "ROLLBA")


class Gauges:
    """Counts and times since the last `take`."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.times: dict[str, list[float]] = defaultdict(list)
        self._cpu, self._collects, self._worked = time.process_time(), 0.0, 0.0

    def __enter__(self) -> Gauges:
        event.listen(Engine, "before_cursor_execute", self._statement)
        event.listen(Engine, "commit", self._commit)
        gc.callbacks.append(self._collected)
        return self

    def __exit__(self, *_: object) -> None:
        event.remove(Engine, "before_cursor_execute", self._statement)
        event.remove(Engine, "commit", self._commit)
        gc.callbacks.remove(self._collected)

    def _commit(self, _: Any) -> None:
        self.counts["commits"] += 1

    def _statement(self, _: Any, cursor: Any, statement: str, *rest: Any) -> None:
        verb = statement.lstrip()[:6].upper()
        if verb.startswith("BEGIN"):
            self.counts["transactions"] += 1
        if verb.rstrip() in BOUNDS:
            return
        self.counts["reads" if verb == "SELECT" else "writes"] += 1
        self.counts["statements"] += 1

    def _collected(self, phase: str, info: Any) -> None:
        if phase == "start":
            self._collects, self._worked = time.perf_counter(), time.thread_time()
        else:
            self.times["collection"].append(time.perf_counter() - self._collects)
            self.times["collection_cpu"].append(time.thread_time() - self._worked)

    async def watch_loop(self) -> None:
        """Note by how much the loop is late, for ever."""
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            self.times["lag"].append(time.perf_counter() - due)

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Note how long a block takes."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.times[what].append(time.perf_counter() - began)

    def take(self) -> dict[str, Any]:
        """All figures since the last time, in milliseconds where they are times."""
        cpu, self._cpu = time.process_time() - self._cpu, time.process_time()
        told = {name: spread(times) for name, times in self.times.items()}
        found = {"counts": dict(self.counts), "times": told, "cpu_s": round(cpu, 3)}
        self.counts.clear()
        self.times.clear()
        return found


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """The count, the middle, the 95th percentile and the longest, in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    at = {
        "p50": ordered[len(ordered) // 2],
        "p95": ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)],
        "max": ordered[-1],
    }
    return {"count": len(seconds)} | {name: round(1000 * value, 1) for name, value in at.items()}


def memory(pid: int) -> dict[str, float]:
    """Resident and proportional memory of a process in MB."""
    found: dict[str, float] = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        name, _, rest = line.partition(":")
        if name in ("Rss", "Pss"):
            found[name.lower()] = round(int(rest.split()[0]) / 1024, 1)
    return found


def children(pid: int) -> list[int]:
    """All processes below one."""
    found: list[int] = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, tasks.read_text().split()):
            found += [child, *children(child)]
    return found


def spent(pid: int) -> float:
    """Seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- inside of the bot's process ---------------------------------------------------------------------


def _hang_on(gauges: Gauges, data: Path) -> None:
    run, write, begin = Pool.run, Games.write, StationBot.setup_hook

    async def counted(self: Any, work: Any, *args: Any, **more: Any) -> Any:
        gauges.counts[work.__name__.strip("_")] += 1
        with gauges.timed(work.__name__.strip("_")):
            return await run(self, work, *args, **more)

    async def timed(self: Any, *args: Any, **more: Any) -> Any:
        with gauges.timed("service"):
            return await write(self, *args, **more)

    async def begun(self: Any) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, _dump, gauges, data)
        self.gauge = loop.create_task(gauges.watch_loop())
        await begin(self)

    Pool.run, Games.write = counted, timed  # type: ignore[method-assign, assignment]
    StationBot.setup_hook = begun  # type: ignore[method-assign]


def _dump(gauges: Gauges, data: Path) -> None:
    part = data / (FILE + ".part")
    part.write_text(json.dumps(gauges.take()))
    part.replace(data / FILE)


if __name__ == "__main__":
    from bot.__main__ import main

    with Gauges() as on_it:
        _hang_on(on_it, Path(os.environ["STATIONMASTER_DATA"]))
        sys.exit(main([]))
