"""Files of recorded games: one JSON object a line, read and checked as far as no title is needed.

The first line is ``{"setup": ...}``, the last ``{"final": ...}``, each line between is an action.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.core.actions import Json
from engine.core.errors import EngineError

T = TypeVar("T")
Line = Mapping[str, Json]
MISSTATED = (
    LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError, RuntimeError,
    StopIteration,
)  # fmt: skip
"""What comes of a line that lacks a field, or has one of another kind than the format says."""
RECORDED = "recorded"
"""The source of games that a program recorded: open questions are read as that program reads them."""
_PLAIN = ("game", "source", "players", "options", "starting_cash", "corporations", "next", "after")
"""Keys of a set-up that any title may have."""


class Unreadable(EngineError):
    """The file is no recorded game that can be followed."""


@dataclass(frozen=True)
class Recording:
    """A file that was read: its set-up line, its actions and its final line."""

    name: str
    setup: Line
    lines: Sequence[Line]
    final: Line

    @property
    def title(self) -> str:
        """The key of the title that was played."""
        return str(self.setup["game"])


def read(name: str, data: bytes) -> Recording:
    """Read a file, plain or gzipped; raises Unreadable with the line that is wrong."""
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Unreadable(f"neither text nor gzip: {error}") from error
    lines = [_object(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) < 2 or not isinstance(lines[0].get("setup"), dict):
        raise Unreadable("the first line is no set-up")
    if not isinstance(lines[-1].get("final"), dict):
        raise Unreadable("the last line is not the final one")
    setup = lines[0]["setup"]
    if not isinstance(setup.get("game"), str | int):
        raise Unreadable("the set-up does not say which game it is")
    return Recording(name, setup, lines[1:-1], lines[-1]["final"])


def _object(number: int, line: str) -> Line:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"line {number} is not JSON") from error
    if not isinstance(found, dict):
        raise Unreadable(f"line {number} is not an object")
    return found


def odd_shape(line: Line) -> str | None:
    """What of a line is not of the kind that every line has, in words; None when all is."""
    action, actor = line.get("action"), line.get("actor")
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        return "no action with a type"
    if not isinstance(line.get("n"), int) or not isinstance(line.get("round"), str):
        return "no number of the action, or no name of the round"
    if actor is not None and not _names(actor, "id", "kind"):
        return "an actor without id and kind"
    events = line.get("events") or []
    if not isinstance(events, list) or not all(_names(event, "event") for event in events):
        return "events that are no list of events"
    odd = next((key for key in ("after", "derived") if not isinstance(line.get(key) or {}, dict)), None)
    return odd and f"{odd} without names"


def _names(found: Json, *keys: str) -> bool:
    return isinstance(found, dict) and all(isinstance(found.get(key), str) for key in keys)


def of_each(lines: Sequence[Line], told: Callable[[Line], Iterable[T]]) -> list[T]:
    """What each line tells; nothing of one that is misstated, which is reported when a replay comes to it."""
    found: list[T] = []
    for line in lines:
        try:
            found += list(told(line))
        except MISSTATED:
            continue
    return found


def options_of(setup: Line) -> dict[str, Json]:
    """The options of a set-up by name; a list of names means that each of them is chosen."""
    told = setup.get("options") or {}
    return dict(told) if isinstance(told, Mapping) else dict.fromkeys(told, True)


def unknown(setup: Line, keys: Collection[str], options: Mapping[str, Collection[Json]]) -> list[str]:
    """What is told of a set-up of which a title knows nothing: other keys, options or values of options."""
    other = [f"set-up: nothing is made of {key}" for key in setup if key not in {*_PLAIN, *keys}]
    if setup.get("source", RECORDED) != RECORDED:
        other.append(f"set-up: nothing is known of the source {setup['source']}")
    told = options_of(setup).items()
    return other + [
        f"set-up: nothing is known of the option {key}: {json.dumps(value)}"
        for key, value in told
        if key not in options or value not in options[key]
    ]
