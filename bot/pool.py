"""Worker processes for what would hold up the loop: drawing and the search of routes.

Each job has a deadline. The caller stops waiting then; the worker goes on and is not disturbed. A pool whose
worker died is replaced at the next job.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import TypeVar

T = TypeVar("T")
DEADLINE = 20.0
WARM = ("engine", "render.api")
"""Modules that a worker imports before its first job."""


class Pool:
    """A few workers. ``processes=False`` takes threads instead, for tests that start many bots."""

    def __init__(self, workers: int = 2, *, processes: bool = True) -> None:
        self._workers, self._processes = workers, processes
        self._executor = self._make()

    async def run(self, function: Callable[..., T], *args: object, deadline: float = DEADLINE) -> T:
        """Run a module's function with arguments that pickle; TimeoutError when it takes too long."""
        try:
            return await self._run(function, args, deadline)
        except BrokenProcessPool:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = self._make()
            return await self._run(function, args, deadline)

    async def _run(self, function: Callable[..., T], args: tuple[object, ...], deadline: float) -> T:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(deadline):
            return await loop.run_in_executor(self._executor, function, *args)

    async def warm(self) -> None:
        """Start the workers and let them import what they need."""
        await asyncio.gather(*(self.run(_import, WARM, deadline=60) for _ in range(self._workers)))

    def close(self) -> None:
        """Let the workers go; what they are at is dropped."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _make(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(self._workers)
        return ProcessPoolExecutor(self._workers, mp_context=multiprocessing.get_context("spawn"))


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        import_module(name)
