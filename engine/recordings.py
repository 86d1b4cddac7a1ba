"""Files of recorded games: one JSON object a line, read and checked as far as no title is needed.

The first line is ``{"setup": ...}``, the last ``{"final": ...}``, each line between is an action.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.actions import Json
from engine.errors import EngineError

Line = Mapping[str, Json]
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
    for line in lines[1:-1]:
        if not isinstance(line.get("action"), dict) or "n" not in line or "round" not in line:
            raise Unreadable(f"not an action: {json.dumps(line):.80}")
    return Recording(name, setup, lines[1:-1], lines[-1]["final"])


def _object(number: int, line: str) -> Line:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise Unreadable(f"line {number} is not JSON") from error
    if not isinstance(found, dict):
        raise Unreadable(f"line {number} is not an object")
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
