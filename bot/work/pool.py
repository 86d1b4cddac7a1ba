"""A pool of worker processes for slow work (drawing, route search); each call has a deadline.

    png = await pool.run(draw, scene, deadline=4.0)

    PoolError
    ├── WorkTimeout      not done by the deadline; its worker was killed and is replaced
    └── WorkFailed    the work raised an exception, or its worker died

Functions and arguments are pickled, so the function must belong to a module. The caller decides what to show
after a fault. Waiting calls are ordered by the priority of the calling task (`bot.work.priority`). A
worker that has grown large is replaced when nothing waits. Searches of one title prefer the same worker,
since the data that they load is large.

Why not a library: `concurrent.futures` cannot kill one late worker (its pool is broken then); `pebble` 5.2
can, but hands calls to any worker, replaces workers by number of calls instead of size, and has no
replacement ready. It would spare `_WorkerProcess` and the pipe; choice, priorities, sizes and replacement
would remain here.
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

from bot.work.priority import Priority, Ticket, WorkerQueue, new_ticket
from bot.work.worker import LENGTH_PREFIX, try_call

DEADLINE = 20.0
START_MODULES = ("engine", "render.api")
"""Modules that a worker imports before its first call."""

SEARCH_MODULE = "bot.work.searches"
"""The module of route searches."""

STAGE_BY_MODULE = {"bot.work.pictures": "picture", SEARCH_MODULE: "search", "bot.work.typed_routes": "search"}
"""The stage in the metrics, by the module of the function."""

POLL_SECONDS = 0.05
"""Seconds between two checks whether a module is prepared."""

MAX_MEGABYTES, MIN_CALLS = 260, 100
"""A worker is replaced above so many megabytes, but not before so many calls."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class PoolError(Exception):
    """A call without a result; the text says why."""


class WorkTimeout(PoolError, TimeoutError):
    """A call that was not finished by its deadline."""


class WorkFailed(PoolError):
    """A call that raised an exception, or whose process died."""


class Pool:
    """Worker processes, started at the first call or by `start_workers`.

    ``processes=False`` uses threads instead, for tests that start many bots; a late call is not killed then.
    """

    def __init__(self, size: int = 2, *, processes: bool = True, max_megabytes: int = MAX_MEGABYTES) -> None:
        """Prepare a pool of ``size`` worker processes; none is started yet.

        Without ``processes``, calls run in threads of this process. A worker whose memory has grown above
        ``max_megabytes`` is replaced, but not before its 100th call.
        """
        self._size, self._processes, self._max_megabytes = size, processes, max_megabytes
        self.queue = WorkerQueue(size)
        self._idle: list[_WorkerProcess] = []
        self._workers: set[_WorkerProcess] = set()
        self._starting = 0
        self._replacement_tasks: set[asyncio.Task[None]] = set()
        self._loaded_modules: tuple[str, ...] = ()
        self._compilations: list[subprocess.Popen[bytes]] = []
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """Return the process ids of the worker processes; [] with threads."""
        return [worker.pid for worker in self._workers]

    @property
    def uses_processes(self) -> bool:
        """Return True if calls run in worker processes, False if they run in threads."""
        return self._processes

    @property
    def _worker_count(self) -> int:
        """Return the number of worker processes, including those that are starting."""
        return len(self._workers) + self._starting

    async def start_workers(self, modules: Sequence[str] = START_MODULES, deadline: float = 60.0) -> None:
        """Start all worker processes and import modules in each, within ``deadline`` seconds.

        With threads the modules are imported in this process. Raises PoolError if a worker cannot be started,
        a module cannot be imported, or the time is over.
        """
        calls = (self.run(load_modules, tuple(modules), deadline=deadline) for _ in range(self._size))
        await asyncio.gather(*calls)
        self._loaded_modules = tuple(modules)

    @property
    def is_compiling(self) -> bool:
        """Return True if a module for the workers is still being compiled (see `compile_module`)."""
        self._compilations = [process for process in self._compilations if process.poll() is None]
        return bool(self._compilations)

    async def wait_until_compiled(self, seconds: float) -> bool:
        """Wait at most ``seconds`` until all modules for the worker processes are compiled.

        Return True if they are, False if a compilation still runs.
        """
        for _ in range(round(seconds / POLL_SECONDS)):
            if not self.is_compiling:
                break
            await asyncio.sleep(POLL_SECONDS)
        return not self.is_compiling

    def compile_module(self, module: str) -> None:
        """Start a process that imports a module, so that its compiled parts are on disk for the workers.

        This returns at once. A pool of threads, or one that is closed, does nothing.
        """
        if self._processes and not self._closed:
            code = f"import os; os.nice(10); import {module}"
            process = subprocess.Popen(
                [sys.executable, "-c", code], stdin=DEVNULL, stderr=DEVNULL, env=_worker_environment()
            )
            self._compilations.append(process)

    def _start_replacement_task(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Start a task that replaces a worker process, and keep a reference to it until it is done."""
        task = asyncio.create_task(coroutine)
        self._replacement_tasks.add(task)
        task.add_done_callback(self._replacement_tasks.discard)

    async def run(
        self, function: Callable[[*Ts], T], *args: *Ts, deadline: float = DEADLINE,
        ticket: Ticket | None = None, work_kind: str = "",
    ) -> T:  # fmt: skip
        """Return the result of ``function(*args)``, run in a worker process (or thread).

        ``deadline``, in seconds, includes the wait for a worker. ``ticket`` is the call's place in the queue,
        by default one with this task's priority and member. Calls of the same ``work_kind`` (by default the
        function's module) prefer the same worker. Raises WorkTimeout after the deadline, and WorkFailed if
        the function raises, the worker dies or the pool is closed.
        """
        from bot.work.metrics import METRICS  # noqa: PLC0415 - workers know this module and measure nothing

        started_at, stage = time.monotonic(), STAGE_BY_MODULE.get(function.__module__, "work")
        try:
            async with asyncio.timeout(deadline), self.queue.worker_slot(ticket or new_ticket()):
                METRICS.observe("queued", time.monotonic() - started_at)
                started_at = time.monotonic()
                if self._processes:
                    succeeded, result = await self._call_worker(
                        pickle.dumps((function, args)), work_kind or function.__module__
                    )
                else:
                    succeeded, result = await asyncio.to_thread(try_call, function, args)
        except TimeoutError:
            METRICS.faults.labels(stage).inc()
            raise WorkTimeout(f"not done within {deadline:g} s") from None
        METRICS.observe(stage, time.monotonic() - started_at)
        if not succeeded:
            METRICS.faults.labels(stage).inc()
            raise WorkFailed(result)
        return result  # type: ignore[no-any-return] # whatever the function returned, by pickle

    def close(self) -> asyncio.Future[None]:
        """Close the pool of workers: kill all its processes at once.

        Await the returned future to wait until they are gone.
        """
        self._closed = True
        for task in self._replacement_tasks:
            task.cancel()
        for worker in self._workers:
            worker.kill()
        for process in self._compilations:
            process.kill()
        self._closing = asyncio.ensure_future(self._close_workers())
        return self._closing

    async def _close_workers(self) -> None:
        """Close all worker processes, and wait until they and those that compile modules have ended."""
        await asyncio.gather(*self._replacement_tasks, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))
        for process in self._compilations:
            process.wait()

    async def _call_worker(self, call: bytes, work_kind: str) -> tuple[bool, Any]:
        """Run a pickled call in a worker process; return whether it succeeded, and its result or error text.

        The call is a pickled pair of a function and its arguments. A worker is replaced at once if it dies or
        the call is cancelled, and later if it has grown too large. Raises WorkFailed if the worker dies or
        cannot be started, or if the pool is closed.
        """
        if self._closed:
            raise WorkFailed("the pool is closed")
        worker = None
        try:
            worker = self._take_idle_worker(work_kind) or await self._start_worker()
            succeeded, result, megabytes = await worker.call(call)
        except (OSError, asyncio.IncompleteReadError) as error:
            self._replace_worker(worker)
            raise WorkFailed(f"the worker died ({type(error).__name__})") from None
        except BaseException:
            self._replace_worker(worker)
            raise
        self._idle.append(worker)
        worker.calls += 1
        if megabytes > self._max_megabytes and worker.calls >= MIN_CALLS and not worker.is_being_replaced:
            worker.is_being_replaced = True
            self._start_replacement_task(self._replace_large_worker(worker))
        return succeeded, result

    def _take_idle_worker(self, work_kind: str) -> _WorkerProcess | None:
        """Remove a worker process from the idle ones and return it; None if no worker is idle.

        A worker that has run calls of this kind is preferred. The kind is added to the kinds of work of the
        returned worker.
        """
        if not self._idle:
            return None
        suitable_workers = [worker for worker in self._idle if work_kind in worker.work_kinds]
        worker = min(suitable_workers or self._idle, key=lambda worker: len(worker.work_kinds))
        self._idle.remove(worker)
        worker.work_kinds.add(work_kind)
        return worker

    async def _replace_large_worker(self, worker: _WorkerProcess) -> None:
        """Replace a worker process that has grown large by a new one, as soon as no call waits for a worker.

        It stays if it is busy or gone then, if a new one cannot be started, or if the pool is closed.
        """
        replacement = await self._try_start_worker()
        async with self.queue.worker_slot(Ticket(Priority.MAINTENANCE)):
            if replacement is None or self._closed or worker not in self._idle:
                worker.is_being_replaced = False
                worker_to_close = replacement
            else:
                self._idle[self._idle.index(worker)] = replacement
                worker_to_close = worker
        if worker_to_close is not None:
            await worker_to_close.close()
            self._workers.discard(worker_to_close)

    def _replace_worker(self, worker: _WorkerProcess | None) -> None:
        """Kill a worker process that has failed, and let a task start another one unless the pool is closed.

        Does nothing for None: no worker could be started for the call.
        """
        if worker is not None:
            worker.kill()
            if not self._closed:
                self._start_replacement_task(self._start_replacement(worker))

    async def _start_worker(self) -> _WorkerProcess:
        """Start a worker process with the modules that the others have loaded, and return it.

        Raises OSError or asyncio.IncompleteReadError if it cannot be started or dies.
        """
        self._starting += 1
        try:
            worker = await _WorkerProcess.start()
            self._workers.add(worker)
        finally:
            self._starting -= 1
        try:
            await worker.call(pickle.dumps((load_modules, (self._loaded_modules,))))
        except BaseException:
            self._workers.discard(worker)
            await worker.close()
            raise
        return worker

    async def _start_replacement(self, dead_worker: _WorkerProcess) -> None:
        """Start a new worker process in place of ``dead_worker``, before the next call needs it.

        Nothing is started if the pool has all its workers by then. The new worker is ended again if a call
        has started one meanwhile. Nothing is raised if it cannot be started.
        """
        await dead_worker.close()
        self._workers.discard(dead_worker)
        if self._worker_count < self._size and (worker := await self._try_start_worker()) is not None:
            if self._worker_count <= self._size:
                self._idle.append(worker)
            else:  # a call that could not wait for it has started its own
                await worker.close()
                self._workers.discard(worker)

    async def _try_start_worker(self) -> _WorkerProcess | None:
        """Start a worker process and return it; None if it cannot be started."""
        try:
            return await self._start_worker()
        except (OSError, asyncio.IncompleteReadError):
            return None


def _worker_environment() -> dict[str, str]:
    """Return the environment variables for a new worker process: this process's, with its import path."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class _WorkerProcess:
    """A worker process, with the kinds of work that it has done and its number of calls.

    ``is_being_replaced``: a new one is started for it, since it has grown large.
    """

    def __init__(self, process: Process) -> None:
        """Wrap a running worker process that has had no calls."""
        self._process = process
        self.work_kinds = set[str]()
        self.is_being_replaced, self.calls = False, 0

    @property
    def pid(self) -> int:
        """Return the id of the worker process."""
        return self._process.pid

    @classmethod
    async def start(cls) -> _WorkerProcess:
        """Start a worker process, and return the object that controls it; raises OSError if that fails."""
        command = (sys.executable, "-m", "bot.work.worker")
        return cls(
            await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=_worker_environment())
        )

    async def call(self, payload: bytes) -> tuple[bool, Any, int]:
        """Send a pickled call to the worker; return whether it succeeded, and its result or error text.

        The third value is the memory of the worker process in megabytes. The call is a pickled pair of a
        function and its arguments. Raises OSError or asyncio.IncompleteReadError if the worker dies.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(LENGTH_PREFIX.pack(len(payload)) + payload)
        await self._process.stdin.drain()
        (length,) = LENGTH_PREFIX.unpack(await self._process.stdout.readexactly(LENGTH_PREFIX.size))
        result: tuple[bool, Any, int] = pickle.loads(await self._process.stdout.readexactly(length))
        return result

    def kill(self) -> None:
        """Kill the worker process if it is running."""
        if self._process.returncode is None:
            self._process.kill()

    async def close(self) -> None:
        """Kill the worker process and wait until it is gone."""
        self.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


def load_modules(names: Sequence[str]) -> None:
    """Import modules by name in a worker process, so that its first call is not slow; raises ImportError."""
    for name in names:
        import_module(name)
