"""A worker of `bot.work.pool`: reads pickled calls from its input, writes pickled answers to its output."""

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

from bot.work.logs import set_up

log = logging.getLogger("bot.work.worker")

LENGTH = struct.Struct("!Q")
STATM = Path("/proc/self/statm")


def main() -> None:
    """Serve until the input ends or the parent is gone."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the work prints must not get among the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself
    os.nice(5)
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
    gc.disable()  # a collection amid a search makes it late; the pause after an answer is the time for it
    set_up(os.environ.get("STATIONMASTER_LOG", "INFO").upper())
    modules = 0
    try:
        while (call := _read(sys.stdin.buffer)) is not None:
            _write(answers, _answer(call))
            modules = _tidy(modules)
    except OSError as error:
        log.warning("a worker ends, the bot is gone: %s: %s", type(error).__name__, error)
        os._exit(1)  # whatever is still to be written has nowhere to go


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(2)
    os._exit(1)


def _tidy(modules: int) -> int:
    """Collect garbage; what a call has imported stays for good and is not looked through at each call."""
    gc.collect()
    if len(sys.modules) > modules:
        gc.freeze()
    return len(sys.modules)


def _answer(call: bytes) -> bytes:
    try:
        return pickle.dumps((*attempt(*pickle.loads(call)), size()))
    except Exception as error:
        return pickle.dumps((False, _named(error), size()))


def size() -> int:
    """The memory of this process in megabytes; 0 where the system does not tell."""
    try:
        pages = int(STATM.read_text().split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize() >> 20


def attempt(function: Callable[..., Any], args: Sequence[Any]) -> tuple[bool, Any]:
    """Whether the function returned, and its result or else the name and text of its exception."""
    try:
        return True, function(*args)
    except Exception as error:
        return False, _named(error)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    body = stream.read(LENGTH.unpack(head)[0])
    return body or None


def _write(stream: Any, body: bytes) -> None:
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


if __name__ == "__main__":
    main()
