"""The colours of pictures in the current task, and whether text comes before them."""

from __future__ import annotations

from contextvars import ContextVar

STANDARD, DARK, CONTRAST, SAFE, PRINTED = "standard", "dark", "contrast", "safe", "printed"
"""Names of `render.pen.theme.THEMES`, whose module the bot does not load."""

_THEME: ContextVar[str] = ContextVar("theme", default=STANDARD)
_TEXT_FIRST: ContextVar[bool] = ContextVar("text_first", default=False)


def theme() -> str:
    """Return the name of the colours of the pictures in this task, such as "dark"; else "standard"."""
    return _THEME.get()


def text_first() -> bool:
    """Return True if the reader of this task's answer wants text before pictures."""
    return _TEXT_FIRST.get()


def use_colours(colours: str, *, text_before_pictures: bool = False) -> None:
    """Set the colours of pictures for the rest of this task, and whether its reader wants text before them.

    ``colours`` is the name of a theme; it is not checked.
    """
    _THEME.set(colours)
    _TEXT_FIRST.set(text_before_pictures)
