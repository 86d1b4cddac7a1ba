"""The bot's own log on standard error: lines for people on a terminal, JSON for machines elsewhere.

    log.error("…", extra={"error": number})          fields of one line
    note(game=7, rev=12)                             fields of all lines of this task, and of those it starts

A line names the game, its revision, the interaction and the error where they are known. What fails at
Discord, on the network or in a pipe is foreseen: one line without a traceback.
"""

from __future__ import annotations

import json
import logging
import socket
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

FIELDS = ("game", "rev", "interaction", "error")
"""What a line may name besides its message."""

LONGEST = 8000
"""Characters of a message, and of a traceback."""

NETWORK = (ConnectionError, TimeoutError, EOFError, socket.gaierror)
LIBRARIES = {
    "discord": (
        "HTTPException", "GatewayNotFound", "ConnectionClosed", "CommandSignatureMismatch", "CommandNotFound",
        "TransformerError",
    ),
    "aiohttp": ("ClientError",),
    "bot": ("PoolFault",),
}  # fmt: skip
"""What fails without a fault of the bot: a worker imports this module, and none of these libraries."""

REFUSED = 400
"""Discord found the request itself wrong: that is the bot's own fault."""

_ABOUT: ContextVar[Mapping[str, Any]] = ContextVar("about")


def note(**fields: Any) -> None:
    """Name these in all further lines of this task."""
    _ABOUT.set({**_ABOUT.get({}), **fields})


def is_foreseen(error: BaseException) -> bool:
    """Whether it is Discord, the network or a pipe that failed."""
    if isinstance(error, NETWORK):
        return True
    kinds = [(kind.__module__.partition(".")[0], kind.__name__) for kind in type(error).__mro__]
    library = any(name in LIBRARIES.get(module, ()) for module, name in kinds)
    return library and getattr(error, "status", None) != REFUSED


def unforeseen(error: BaseException) -> BaseException | None:
    """The error, where its traceback is wanted."""
    return None if is_foreseen(error) else error


class Context(logging.Filter):
    """Gives each record what its task is about; what is foreseen is a warning without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true: nothing is dropped."""
        for name, value in _ABOUT.get({}).items():
            if not hasattr(record, name):
                setattr(record, name, value)
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_foreseen(error):
            record.msg = f"{record.getMessage()}: {type(error).__name__}: {error}"
            record.args, record.exc_info, record.exc_text = (), None, None
            record.levelno = min(record.levelno, logging.WARNING)
            record.levelname = logging.getLevelName(record.levelno)
        return True


class JsonLines(logging.Formatter):
    """One JSON object a record, the traceback as one string in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage()[:LONGEST],
        }
        line |= {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)[-LONGEST:]
        text = json.dumps(line, ensure_ascii=False, default=str)
        return text.encode("utf-8", "backslashreplace").decode()  # half a pair of surrogates is no text


def set_up(level: str) -> None:
    """Log at a level, discord.py from INFO on; what nobody catches is logged as well."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(plain if sys.stderr.isatty() else JsonLines())
    handler.addFilter(Context())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.captureWarnings(True)
    sys.excepthook = _uncaught


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger("bot").critical("ended by an error", exc_info=(kind, error, trace))
