"""Input from Discord, parsed into bounded values; any other input raises `InvalidInput`.

Discord's own clients keep to these bounds. Forged input, and buttons of another version of the bot, may not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

MAX_DIGITS = 12
"""The maximum number of digits of a number that a member types or that a custom id has."""

MAX_ID_DIGITS = 20
"""The maximum number of digits of a Discord id."""

MAX_TEXT = 6000
"""The maximum number of characters of one text: Discord's own limit for an option."""

MAX_VALUES = 5000
"""The maximum number of values in the data of one interaction, dictionary keys included."""

MAX_INTEGER = 2**63 - 1
"""The maximum absolute value of a number: what a database column of 64 bits holds."""


class InvalidInput(Exception):
    """Input that no page and no command of this version of the bot produces."""


def parse_whole_number(text: str, maximum: int = 10**MAX_DIGITS - 1) -> int | None:
    """Parse a text that a member typed as a whole number from 0 to ``maximum``; return None if it is none.

    The text may have at most 12 digits, and spaces around them.
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MAX_DIGITS:
        return None
    return int(digits) if int(digits) <= maximum else None


def read_whole_number(text: str, maximum: int = 10**MAX_DIGITS - 1) -> int:
    """Parse a part of a button's custom id as a whole number from 0 to ``maximum``.

    The text may have at most 12 digits, and spaces around them. Raises InvalidInput for any other text.
    """
    number = parse_whole_number(text, maximum)
    if number is None:
        raise InvalidInput(f"no number from 0 to {maximum}: {text[:40]!r}")
    return number


def parse_discord_id(text: str) -> int:
    """Parse a Discord id (a whole number from 0 to 2**63 - 1) from a text in the data of an interaction.

    Raises InvalidInput for any other text.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_ID_DIGITS) or int(text) > MAX_INTEGER:
        raise InvalidInput(f"no id: {text[:40]!r}")
    return int(text)


def value_at(values: Sequence[Any], index: int) -> Any:
    """Return the value at an index (from 0) that a button press gives; raise InvalidInput if there is none.

    A negative index is invalid, too.
    """
    if not 0 <= index < len(values):
        raise InvalidInput(f"{len(values)} values, none at {index}")
    return values[index]


def is_storable(data: Any) -> bool:
    """Return True if the data (JSON) of a Discord interaction is within the bounds and can be stored.

    The data may have at most 5000 keys and values, numbers up to 2**63 - 1 and texts up to 6000 characters;
    each text must also pass `is_storable_text`.
    """
    return all(_is_value_in_bounds(value) for value in _nested_values(data))


def _nested_values(data: Any) -> Iterator[Any]:
    """Yield all keys and values in the data (JSON) of an interaction, containers included, in no fixed order.

    At most `MAX_VALUES` are yielded. If there are more, NaN follows, which `_is_value_in_bounds` never
    accepts.
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
    """Return True if a value from an interaction may be stored: a text, a number, or anything else.

    A text must be storable and at most `MAX_TEXT` long, and a number's absolute value at most 2**63 - 1; NaN
    never passes. Other values always pass.
    """
    if isinstance(value, str):
        return len(value) <= MAX_TEXT and is_storable_text(value)
    return not isinstance(value, int | float) or abs(value) <= MAX_INTEGER  # which no NaN is


def is_storable_text(text: str) -> bool:
    """Return True if a text from Discord can be stored: no NUL character and no half of a surrogate pair."""
    has_surrogate = not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
    return "\0" not in text and not has_surrogate
