"""What comes from outside, read into bounded values: what does not fit is `Unreadable`, never a traceback.

Discord's own clients keep to these bounds; what is forged, or of another version of the bot, does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

DIGITS = 12
"""Digits of a whole number that somebody types or that a button carries."""

SNOWFLAKE = 20
"""Digits of an id."""

TEXT = 6000
"""Characters of one text: Discord's own bound of an option."""

PARTS = 5000
"""Values in what Discord hands over with an interaction."""

MOST = 2**63 - 1
"""The greatest whole number that any part keeps, by amount."""


class Unreadable(Exception):
    """What came is on no page and in no command of this version of the bot."""


def whole(text: str, most: int = 10**DIGITS - 1) -> int | None:
    """A whole number of 0 to ``most`` in plain digits, or None."""
    typed = text.strip()
    if not (typed.isascii() and typed.isdigit()) or len(typed) > DIGITS:
        return None
    return int(typed) if int(typed) <= most else None


def number(text: str, most: int = 10**DIGITS - 1) -> int:
    """The same of a button, where nobody types: raises Unreadable."""
    found = whole(text, most)
    if found is None:
        raise Unreadable(f"no number from 0 to {most}: {text[:40]!r}")
    return found


def snowflake(text: str) -> int:
    """An id of Discord's; raises Unreadable."""
    if not (text.isascii() and text.isdigit() and len(text) <= SNOWFLAKE) or int(text) > MOST:
        raise Unreadable(f"no id: {text[:40]!r}")
    return int(text)


def at(values: Sequence[Any], index: int) -> Any:
    """One of the values; raises Unreadable when there are fewer."""
    if not 0 <= index < len(values):
        raise Unreadable(f"{len(values)} values, none at {index}")
    return values[index]


def is_sound(data: Any) -> bool:
    """Whether what Discord hands over can be stored and sent on: its size, its numbers, its characters."""
    return all(_fits(value) for value in _values(data))


def _values(data: Any) -> Iterator[Any]:
    """All values of a JSON document with its keys; one value that does not fit when there are too many."""
    waiting = [data]
    for _ in range(PARTS):
        if not waiting:
            return
        value = waiting.pop()
        yield value
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
    if waiting:
        yield float("nan")


def _fits(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= TEXT and is_text(value)
    return not isinstance(value, int | float) or abs(value) <= MOST  # which no NaN is


def is_text(text: str) -> bool:
    """Whether a text has characters only: no half of a pair (a lone surrogate), no NUL."""
    return "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text)
