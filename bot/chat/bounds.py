"""Input from outside, parsed into bounded values; what does not fit raises `InvalidInput`.

Discord's own clients keep to these bounds. Forged input, and buttons of another version of the bot, do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

MAX_DIGITS = 12
"""Digits of a whole number that a member types or that a button carries."""

MAX_ID_DIGITS = 20
"""Digits of a Discord id."""

MAX_TEXT = 6000
"""Characters of one text: Discord's own bound of an option."""

MAX_VALUES = 5000
"""Values in the data of one interaction, dictionary keys included."""

MAX_INTEGER = 2**63 - 1
"""The greatest absolute value of a number: what a database column of 64 bits holds."""


class InvalidInput(Exception):
    """Input that no page and no command of this version of the bot produces."""


def parse_whole_number(text: str, maximum: int = 10**MAX_DIGITS - 1) -> int | None:
    """Return a text that a member typed as a whole number from 0 to `maximum`; None if it is no such number.

    It may have at most 12 digits, and spaces around them.
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MAX_DIGITS:
        return None
    return int(digits) if int(digits) <= maximum else None


def read_whole_number(text: str, maximum: int = 10**MAX_DIGITS - 1) -> int:
    """Return a part of a button's custom id as a whole number from 0 to `maximum`.

    It may have at most 12 digits, and spaces around them. Raises InvalidInput if it is no such number.
    """
    number = parse_whole_number(text, maximum)
    if number is None:
        raise InvalidInput(f"no number from 0 to {maximum}: {text[:40]!r}")
    return number


def parse_discord_id(text: str) -> int:
    """Return the Discord id (a number from 0 to 2**63 - 1) that a text in the data of an interaction is.

    Raises InvalidInput if it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_ID_DIGITS) or int(text) > MAX_INTEGER:
        raise InvalidInput(f"no id: {text[:40]!r}")
    return int(text)


def value_at(values: Sequence[Any], index: int) -> Any:
    """Return the value at an index (from 0) that a button press gives; raises InvalidInput if there is none.

    A negative index is invalid, too.
    """
    if not 0 <= index < len(values):
        raise InvalidInput(f"{len(values)} values, none at {index}")
    return values[index]


def is_storable(data: Any) -> bool:
    """Return True if the data (JSON) of a Discord interaction is within the bounds and can be stored.

    It may have at most 5000 keys and values, numbers up to 2**63 - 1 and texts of 6000 characters; each text
    must pass `is_storable_text`.
    """
    return all(_is_value_in_bounds(value) for value in _nested_values(data))


def _nested_values(data: Any) -> Iterator[Any]:
    """Yield all keys and values in the data (JSON) of an interaction, containers included, in no fixed order.

    They are at most `MAX_VALUES`. If there are more, NaN follows, which `_is_value_in_bounds` never accepts.
    """
    pending = [data]
    for _ in range(MAX_VALUES):
        if not pending:
            return
        value = pending.pop()
        yield value
        if isinstance(value, dict):
            pending += [*value, *value.values()]
        elif isinstance(value, list):
            pending += value
    if pending:
        yield float("nan")


def _is_value_in_bounds(value: Any) -> bool:
    """Return True if a text of an interaction can be stored and is not too long, or a number not too large.

    A number's absolute value must not exceed 2**63 - 1; NaN never passes. Other values always pass.
    """
    if isinstance(value, str):
        return len(value) <= MAX_TEXT and is_storable_text(value)
    return not isinstance(value, int | float) or abs(value) <= MAX_INTEGER  # which no NaN is


def is_storable_text(text: str) -> bool:
    """Return True if a text from Discord can be stored: no NUL character and no half of a surrogate pair."""
    has_surrogate = not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
    return "\0" not in text and not has_surrogate
