"""The main program of a worker of `bot.work.pool`: reads pickled calls, writes pickled results."""

from __future__ import annotations

import gc
import logging
import os
import pickle
import resource
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from bot.config import BadConfig
from bot.work.logs import configure_logging
from bot.work.titles import load_inherited_titles

log = logging.getLogger("bot.work.worker")

CALLS_PER_FULL_COLLECTION = 16

LENGTH_PREFIX = struct.Struct("!Q")
STATM = Path("/proc/self/statm")


def main() -> None:
    """Run the calls that come on standard input in this worker process, until the input ends.

    If the parent process is gone, or nobody reads the results, the process exits with status 1.
    """
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the work prints must not get among the results
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself
    os.nice(5)
    threading.Thread(target=_exit_with_parent, args=(os.getppid(),), daemon=True).start()
    gc.disable()  # a collection amid a search makes it late; the pause after a result is the time for it
    configure_logging(os.environ.get("STATIONMASTER_LOG", "INFO").upper())
    try:
        load_inherited_titles()
    except BadConfig as error:
        log.warning("%s", error)
    module_count = call_count = 0
    try:
        while (call := _read_message(sys.stdin.buffer)) is not None:
            _write_message(results, _run_call(call))
            call_count += 1
            module_count = _collect_garbage(
                module_count, also_old_objects=call_count % CALLS_PER_FULL_COLLECTION == 0
            )
    except OSError as error:
        log.warning("a worker ends, the bot is gone: %s: %s", type(error).__name__, error)
        os._exit(1)  # whatever is still to be written has nowhere to go


def _exit_with_parent(parent_pid: int) -> None:
    """Wait, looking every 2 seconds, until the parent process is gone; then exit this worker process."""
    while os.getppid() == parent_pid:
        time.sleep(2)
    os._exit(1)


def _collect_garbage(module_count: int, *, also_old_objects: bool) -> int:
    """Collect the garbage of the last call of a worker process; freeze all objects if modules were loaded.

    ``module_count`` is the number of modules at the last collection; return the present number. With
    ``also_old_objects`` or new modules, garbage that earlier calls have kept is collected, too, which takes
    about 30 times as long.
    """
    has_new_modules = len(sys.modules) > module_count
    gc.collect(2 if also_old_objects or has_new_modules else 1)
    if has_new_modules:
        gc.freeze()
    return len(sys.modules)


def _run_call(call: bytes) -> bytes:
    """Run a pickled call (a function and its arguments) in this worker process; return the pickled result.

    The pickle is a tuple: whether the call succeeded, its result or error text, and the worker's memory in
    megabytes. If the call or its result cannot be pickled, it has not succeeded.
    """
    try:
        return pickle.dumps((*try_call(*pickle.loads(call)), memory_megabytes()))
    except Exception as error:
        return pickle.dumps((False, _error_text(error), memory_megabytes()))


def memory_megabytes() -> int:
    """Return the resident memory of this worker process in megabytes; 0 if it is unknown."""
    try:
        pages = int(STATM.read_text().split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize() >> 20


def try_call(function: Callable[..., Any], args: Sequence[Any]) -> tuple[bool, Any]:
    """Call a function in a worker; return True and its result, or False and the text of its exception."""
    try:
        return True, function(*args)
    except Exception as error:
        return False, _error_text(error)


def _error_text(error: Exception) -> str:
    """Return the exception of a call in a worker as text: the name of its class, and its message."""
    return f"{type(error).__name__}: {error}"


def _read_message(stream: BinaryIO) -> bytes | None:
    """Return one message (a pickled call) from a pipe; None at the pipe's end or if the message is empty."""
    header = stream.read(LENGTH_PREFIX.size)
    if len(header) < LENGTH_PREFIX.size:
        return None
    body = stream.read(LENGTH_PREFIX.unpack(header)[0])
    return body or None


def _write_message(stream: Any, body: bytes) -> None:
    """Write one message (a pickled result) to a pipe, after its length; raises OSError if nobody reads."""
    stream.write(LENGTH_PREFIX.pack(len(body)) + body)
    stream.flush()


if __name__ == "__main__":
    main()
