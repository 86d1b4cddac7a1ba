"""Work that takes long (drawing, route search) in a few processes of its own, each call with a deadline.

    png = await pool.run(draw, scene, deadline=4.0)

    PoolFault
    ├── WorkLate      not done by the deadline; its worker was killed and is replaced
    └── WorkFailed    the work raised an exception, or its worker died

A function and its arguments go by pickle, so the function is one of a module. The caller decides what
to show instead when there is a fault.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar, TypeVarTuple

from bot.worker import LENGTH, attempt

DEADLINE = 20.0
WARM = ("engine", "render.api")
"""Modules that a worker imports before its first call."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class PoolFault(Exception):
    """The work has no result; the text says why."""


class WorkLate(PoolFault, TimeoutError):
    """The work was not done by its deadline."""


class WorkFailed(PoolFault):
    """The work raised an exception, or its process died."""


class Pool:
    """Worker processes, started at the first need or by `warm`.

    ``processes=False`` takes threads instead, for tests that start many bots; a late one is not killed.
    """

    def __init__(self, size: int = 2, *, processes: bool = True) -> None:
        self._size, self._processes = size, processes
        self._slots = asyncio.Semaphore(size)
        self._idle: list[_Worker] = []
        self._alive: set[_Worker] = set()
        self._refills: set[asyncio.Task[None]] = set()
        self._known: tuple[str, ...] = ()
        self._preparing: list[subprocess.Popen[bytes]] = []
        self._closed = False

    async def warm(self, modules: Sequence[str] = WARM, deadline: float = 60.0) -> None:
        """Start all workers and let each import some modules; raises PoolFault when that fails."""
        calls = (self.run(load_modules, tuple(modules), deadline=deadline) for _ in range(self._size))
        await asyncio.gather(*calls)
        self._known = tuple(modules)

    @property
    def is_preparing(self) -> bool:
        """Whether a module is being made ready."""
        self._preparing = [process for process in self._preparing if process.poll() is None]
        return bool(self._preparing)

    def prepare(self, module: str) -> None:
        """Let a process of its own import a module that keeps on disk what it makes; nothing waits for it."""
        if self._processes and not self._closed:
            work = f"import os; os.nice(10); import {module}"
            process = subprocess.Popen(
                [sys.executable, "-c", work], stdin=DEVNULL, stderr=DEVNULL, env=_env()
            )
            self._preparing.append(process)

    async def run(self, work: Callable[[*Ts], T], *args: *Ts, deadline: float = DEADLINE) -> T:
        """The result of ``work(*args)``; the deadline in seconds includes the wait for a free worker."""
        try:
            async with asyncio.timeout(deadline), self._slots:
                if self._processes:
                    done, result = await self._ask(pickle.dumps((work, args)))
                else:
                    done, result = await asyncio.to_thread(attempt, work, args)
        except TimeoutError:
            raise WorkLate(f"not done within {deadline:g} s") from None
        if not done:
            raise WorkFailed(result)
        return result  # type: ignore[no-any-return] # whatever the function returned, by pickle

    def close(self) -> asyncio.Future[None]:
        """Kill all workers at once; await the answer to know that they are gone."""
        self._closed = True
        for task in self._refills:
            task.cancel()
        for worker in self._alive:
            worker.kill()
        for process in self._preparing:
            process.kill()
        self._closing = asyncio.ensure_future(self._end())
        return self._closing

    async def _end(self) -> None:
        await asyncio.gather(*self._refills, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._alive))
        for process in self._preparing:
            process.wait()

    async def _ask(self, call: bytes) -> tuple[bool, Any]:
        if self._closed:
            raise WorkFailed("the pool is closed")
        worker = None
        try:
            worker = self._idle.pop() if self._idle else await self._start()
            answer = await worker.ask(call)
        except (OSError, asyncio.IncompleteReadError) as error:
            await self._replace(worker)
            raise WorkFailed(f"the worker died ({type(error).__name__})") from None
        except BaseException:
            await self._replace(worker)
            raise
        self._idle.append(worker)
        return answer

    async def _replace(self, worker: _Worker | None) -> None:
        if worker is None:
            return
        worker.kill()
        if not self._closed:
            task = asyncio.create_task(self._refill(worker))
            self._refills.add(task)
            task.add_done_callback(self._refills.discard)

    async def _start(self) -> _Worker:
        """A worker that knows the modules which the others know."""
        worker = await _Worker.start()
        self._alive.add(worker)
        try:
            await worker.ask(pickle.dumps((load_modules, (self._known,))))
        except BaseException:
            self._alive.discard(worker)
            await worker.end()
            raise
        return worker

    async def _refill(self, gone: _Worker) -> None:
        """Another one in place of one that is gone, before the next call has to wait for it."""
        await gone.end()
        self._alive.discard(gone)
        with suppress(OSError, asyncio.IncompleteReadError):
            async with self._slots:
                if len(self._alive) < self._size:
                    self._idle.append(await self._start())


def _env() -> dict[str, str]:
    """What a process finds as this one does."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


class _Worker:
    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> _Worker:
        command = (sys.executable, "-m", "bot.worker")
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=_env()))

    async def ask(self, call: bytes) -> tuple[bool, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(LENGTH.pack(len(call)) + call)
        await self._process.stdin.drain()
        (length,) = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))
        answer: tuple[bool, Any] = pickle.loads(await self._process.stdout.readexactly(length))
        return answer

    def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()

    async def end(self) -> None:
        """Kill it if it is alive, and wait until it is gone."""
        self.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


def load_modules(names: Sequence[str]) -> None:
    """Import modules in a worker, so that its first call is not slow."""
    for name in names:
        import_module(name)
