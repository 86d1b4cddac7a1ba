"""Texts in Discord's Markdown: what members wrote is escaped, and small text is marked."""

from __future__ import annotations

from textwrap import shorten


def escape(text: str) -> str:
    """Escape Markdown in text that members wrote, so that Discord shows it as written."""
    return "".join(f"\\{character}" if character in "\\*_`~|>#[]<" else character for character in text)


def subtext(text: str) -> str:
    """Return a text as Discord's small text, line by line; ``text`` must be escaped already."""
    return "\n".join(f"-# {line}" for line in text.splitlines())


def shorten_escaped(text: str, maximum: int) -> str:
    """Escape a sentence for Discord and cut it, between words, to at most `maximum` characters with "…".

    Line breaks and runs of spaces become one space.
    """
    return shorten(escape(text), maximum, placeholder=" …")
