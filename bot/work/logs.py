"""The bot's own log on standard error: readable lines on a terminal, JSON lines elsewhere.

    log.error("…", extra={"error": number})          fields of one line
    add_log_fields(game=7, rev=12)                   fields of all lines of this task and the tasks it starts

A line names the game, its revision, the interaction and the error where they are known. Failures of Discord,
the network or a pipe are expected: they get one line without a traceback.
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
"""The fields that a line may have besides its message."""

MAX_LENGTH = 8000
"""Characters of a message, and of a traceback."""

NETWORK_ERRORS = (ConnectionError, TimeoutError, EOFError, socket.gaierror)
LIBRARY_ERRORS = {
    "discord": (
        "HTTPException", "GatewayNotFound", "ConnectionClosed", "CommandSignatureMismatch", "CommandNotFound",
        "TransformerError",
    ),
    "aiohttp": ("ClientError",),
    "bot": ("PoolError",),
}  # fmt: skip
"""Expected errors by library and class name: workers must not import these libraries."""

BAD_REQUEST = 400
"""Discord's status for an invalid request: that is an error of the bot itself."""

_TASK_FIELDS: ContextVar[Mapping[str, Any]] = ContextVar("about")


def add_log_fields(**fields: Any) -> None:
    """Add fields to all further log lines of this task and the tasks that it starts.

    A field of the same name is replaced. JSON lines show only the names in `FIELDS` ("game", "rev",
    "interaction", "error").
    """
    _TASK_FIELDS.set({**_TASK_FIELDS.get({}), **fields})


def is_expected(error: BaseException) -> bool:
    """Return True if an error is an expected failure: of Discord, the network, a pipe or a worker process.

    An invalid request (Discord's status 400) is an error of the bot, so it is not expected.
    """
    if isinstance(error, NETWORK_ERRORS):
        return True
    classes = [
        (error_class.__module__.partition(".")[0], error_class.__name__)
        for error_class in type(error).__mro__
    ]
    is_listed = any(name in LIBRARY_ERRORS.get(module, ()) for module, name in classes)
    return is_listed and getattr(error, "status", None) != BAD_REQUEST


def exc_info_if_unexpected(error: BaseException) -> BaseException | None:
    """Return ``exc_info`` for the log line of an error: the error, or None if the failure is expected."""
    return None if is_expected(error) else error


class TaskFieldsFilter(logging.Filter):
    """A logging filter that adds the task's fields; expected failures become warnings without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the task's fields to a log record that lacks them, and return True: no record is dropped.

        If the record has an expected failure, its traceback is replaced by the error's name and text, and the
        level of the record is at most WARNING.
        """
        for name, value in _TASK_FIELDS.get({}).items():
            if not hasattr(record, name):
                setattr(record, name, value)
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and is_expected(error):
            record.msg = f"{record.getMessage()}: {type(error).__name__}: {error}"
            record.args, record.exc_info, record.exc_text = (), None, None
            record.levelno = min(record.levelno, logging.WARNING)
            record.levelname = logging.getLevelName(record.levelno)
        return True


class JsonLines(logging.Formatter):
    """A logging formatter: one JSON object a record, with the traceback as one string."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON, with the fields of its task.

        Its keys are "at" (time in UTC), "level", "logger", "message", those of `FIELDS` that are known, and
        "exception" with the traceback, if any. A message is cut after 8000 characters; of a longer traceback
        the last 8000 are kept.
        """
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage()[:MAX_LENGTH],
        }
        line |= {name: getattr(record, name) for name in FIELDS if getattr(record, name, None) is not None}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)[-MAX_LENGTH:]
        text = json.dumps(line, ensure_ascii=False, default=str)
        return text.encode("utf-8", "backslashreplace").decode()  # half a pair of surrogates is no text


def configure_logging(level: str) -> None:
    """Set up the log of this process on standard error, at a level such as "INFO".

    It is text on a terminal, else JSON lines. The log of discord.py is at INFO or above. Warnings and
    uncaught exceptions are logged, too. Each worker process does the same.
    """
    handler = logging.StreamHandler(sys.stderr)
    text_format = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    handler.setFormatter(text_format if sys.stderr.isatty() else JsonLines())
    handler.addFilter(TaskFieldsFilter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught


def _log_uncaught(
    error_class: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    """Log an exception that nothing has caught, with its traceback."""
    logging.getLogger("bot").critical("ended by an error", exc_info=(error_class, error, traceback))
