"""Work that takes long (drawing, route search) in a few processes of its own, each call with a deadline.

    png = await pool.run(draw, scene, deadline=4.0)

    PoolFault
    ├── WorkLate      not done by the deadline; its worker was killed and is replaced
    └── WorkFailed    the work raised an exception, or its worker died

A function and its arguments go by pickle, so the function is one of a module. The caller decides what
to show instead when there is a fault. Who goes first is said by the task that asks (`bot.work.priority`). A
worker that has grown large is replaced when nothing waits; searches go to the same one where they can, since
what they need is large.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Coroutine, Sequence
from importlib import import_module
from typing import Any, TypeVar, TypeVarTuple

from bot.work.metrics import METRICS
from bot.work.priority import Queue, Rank, Ticket, present
from bot.work.worker import LENGTH, attempt

DEADLINE = 20.0
WARM = ("engine", "render.api")
"""Modules that a worker imports before its first call."""

SEARCHES = "bot.work.searches"
"""What modules are prepared for: the worker that knows it gets them."""

STAGES = {"bot.work.pictures": "picture", SEARCHES: "search"}
"""What is told of work, by where its function comes from."""

GLANCE = 0.05
"""Seconds between two looks at what is being made ready."""

LARGE, OFTEN = 260, 100
"""Megabytes of a worker from which on it is replaced, and calls between two replacements at least."""

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

    def __init__(self, size: int = 2, *, processes: bool = True, large: int = LARGE) -> None:
        self._size, self._processes, self._large = size, processes, large
        self.queue = Queue(size)
        self._idle: list[_Worker] = []
        self._alive: set[_Worker] = set()
        self._starting = 0
        self._refills: set[asyncio.Task[None]] = set()
        self._known: tuple[str, ...] = ()
        self._preparing: list[subprocess.Popen[bytes]] = []
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """The processes that work."""
        return [worker.pid for worker in self._alive]

    @property
    def processes(self) -> bool:
        """Whether the work is done by processes."""
        return self._processes

    @property
    def _count(self) -> int:
        return len(self._alive) + self._starting

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

    async def prepared(self, seconds: float) -> bool:
        """Whether nothing is being made ready, after a wait of so many seconds at most."""
        for _ in range(round(seconds / GLANCE)):
            if not self.is_preparing:
                break
            await asyncio.sleep(GLANCE)
        return not self.is_preparing

    def prepare(self, module: str) -> None:
        """Let a process of its own import a module that keeps on disk what it makes; nothing waits for it."""
        if self._processes and not self._closed:
            work = f"import os; os.nice(10); import {module}"
            process = subprocess.Popen(
                [sys.executable, "-c", work], stdin=DEVNULL, stderr=DEVNULL, env=_env()
            )
            self._preparing.append(process)

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._refills.add(task)
        task.add_done_callback(self._refills.discard)

    async def run(
        self, work: Callable[[*Ts], T], *args: *Ts, deadline: float = DEADLINE,
        ticket: Ticket | None = None, subject: str = "",
    ) -> T:  # fmt: skip
        """The result of ``work(*args)``; the deadline in seconds includes the wait for a free worker."""
        began, stage = time.monotonic(), STAGES.get(work.__module__, "work")
        try:
            async with asyncio.timeout(deadline), self.queue.place(ticket or present()):
                METRICS.spent("queued", time.monotonic() - began)
                began = time.monotonic()
                if self._processes:
                    done, result = await self._ask(pickle.dumps((work, args)), subject or work.__module__)
                else:
                    done, result = await asyncio.to_thread(attempt, work, args)
        except TimeoutError:
            METRICS.faults.labels(stage).inc()
            raise WorkLate(f"not done within {deadline:g} s") from None
        METRICS.spent(stage, time.monotonic() - began)
        if not done:
            METRICS.faults.labels(stage).inc()
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

    async def _ask(self, call: bytes, subject: str) -> tuple[bool, Any]:
        if self._closed:
            raise WorkFailed("the pool is closed")
        worker = None
        try:
            worker = self._choose(subject) or await self._start()
            *answer, size = await worker.ask(call)
        except (OSError, asyncio.IncompleteReadError) as error:
            self._replace(worker)
            raise WorkFailed(f"the worker died ({type(error).__name__})") from None
        except BaseException:
            self._replace(worker)
            raise
        self._idle.append(worker)
        worker.calls += 1
        if size > self._large and worker.calls >= OFTEN and not worker.leaves:
            worker.leaves = True
            self._aside(self._renew(worker))
        return answer[0], answer[1]

    def _choose(self, subject: str) -> _Worker | None:
        """An idle worker, one that has done such work before if there is one."""
        if not self._idle:
            return None
        knowing = [worker for worker in self._idle if subject in worker.subjects]
        chosen = min(knowing or self._idle, key=lambda worker: len(worker.subjects))
        self._idle.remove(chosen)
        chosen.subjects.add(subject)
        return chosen

    async def _renew(self, worker: _Worker) -> None:
        """A worker that has grown large goes when nothing waits, once another is ready to take its place."""
        fresh = await self._ready()
        async with self.queue.place(Ticket(Rank.CARE)):
            if fresh is None or self._closed or worker not in self._idle:
                worker.leaves = False
                leaves = fresh
            else:
                self._idle[self._idle.index(worker)] = fresh
                leaves = worker
        if leaves is not None:
            await leaves.end()
            self._alive.discard(leaves)

    def _replace(self, worker: _Worker | None) -> None:
        if worker is not None:
            worker.kill()
            if not self._closed:
                self._aside(self._refill(worker))

    async def _start(self) -> _Worker:
        """A worker that knows the modules which the others know."""
        self._starting += 1
        try:
            worker = await _Worker.start()
            self._alive.add(worker)
        finally:
            self._starting -= 1
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
        if self._count < self._size and (worker := await self._ready()) is not None:
            if self._count <= self._size:
                self._idle.append(worker)
            else:  # a call that could not wait for it has started its own
                await worker.end()
                self._alive.discard(worker)

    async def _ready(self) -> _Worker | None:
        """A new worker; None when it cannot be had."""
        try:
            return await self._start()
        except (OSError, asyncio.IncompleteReadError):
            return None


def _env() -> dict[str, str]:
    """What a process finds as this one does."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


class _Worker:
    def __init__(self, process: Process) -> None:
        self._process = process
        self.subjects = set[str]()
        self.leaves, self.calls = False, 0

    @property
    def pid(self) -> int:
        return self._process.pid

    @classmethod
    async def start(cls) -> _Worker:
        command = (sys.executable, "-m", "bot.work.worker")
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=_env()))

    async def ask(self, call: bytes) -> tuple[bool, Any, int]:
        """Whether it was done, what came of it, and the worker's size in megabytes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(LENGTH.pack(len(call)) + call)
        await self._process.stdin.drain()
        (length,) = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))
        answer: tuple[bool, Any, int] = pickle.loads(await self._process.stdout.readexactly(length))
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
