"""The colours of pictures in the current task, and whether text comes before them."""

from __future__ import annotations

from contextvars import ContextVar

STANDARD, DARK, CONTRAST, SAFE, PRINTED = "standard", "dark", "contrast", "safe", "printed"
"""Names of `render.pen.theme.THEMES`, whose module the bot does not load."""

_THEME: ContextVar[str] = ContextVar("theme", default=STANDARD)
_TEXT_FIRST: ContextVar[bool] = ContextVar("text_first", default=False)


def theme() -> str:
    """Return the name of the colours of pictures in this task, such as "dark"; "standard" if none are set."""
    return _THEME.get()


def text_first() -> bool:
    """Return True if the reader of this task's answer wants text before pictures; False if not set."""
    return _TEXT_FIRST.get()


def use_colours(colours: str, *, text_before_pictures: bool = False) -> None:
    """Set the colours of pictures for the rest of this task (the name of a theme, which is not checked).

    ``text_before_pictures`` says whether the reader of its answer wants text before them.
    """
    _THEME.set(colours)
    _TEXT_FIRST.set(text_before_pictures)
