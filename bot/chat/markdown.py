"""Texts in Discord's Markdown: what members wrote is escaped, and small text is marked."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

_ESCAPES = str.maketrans({character: f"\\{character}" for character in "\\*_`~|>#[]<"})


def escape(text: str) -> str:
    """Return a text with its Markdown escaped, so that Discord shows it as it was written."""
    return text.translate(_ESCAPES)


def subtext(text: str) -> str:
    """Return a text as Discord's small text (`-# `), line by line; its Markdown must be escaped already."""
    return "\n".join(f"-# {line}" for line in text.splitlines())


def escape_and_shorten(text: str, maximum: int) -> str:
    """Return a text with its Markdown escaped and then cut, between words, to at most ``maximum`` characters.

    A text that is cut ends with " …". Line breaks and runs of spaces become one space.
    """
    return shorten(escape(text), maximum, placeholder=" …")


def truncate_to_whole_lines(text: str, max_characters: int) -> str:
    """Return the first whole lines of a text, at most ``max_characters`` in all; "…" follows if some are cut.

    If not even the first line fits, the result is only "…".
    """
    if len(text) <= max_characters:
        return text
    return text[: text.rfind("\n", 0, max_characters - 1) + 1] + "…"


def leading_lines(lines: Sequence[str], max_characters: int) -> Sequence[str]:
    """Return as many of the first lines as fit in ``max_characters`` once they are joined by line breaks.

    No line is cut; [] if not even the first one fits.
    """
    length = -1
    for count, line in enumerate(lines):
        length += 1 + len(line)
        if length > max_characters:
            return lines[:count]
    return lines
