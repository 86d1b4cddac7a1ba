"""The colours of pictures in the current task, and whether text comes before them."""

from __future__ import annotations

from contextvars import ContextVar

STANDARD, DARK, CONTRAST, SAFE, PRINTED = "standard", "dark", "contrast", "safe", "printed"
"""Names of `render.pen.theme.THEMES`, whose module the bot does not load."""

_THEME: ContextVar[str] = ContextVar("theme", default=STANDARD)
_TEXT_FIRST: ContextVar[bool] = ContextVar("text_first", default=False)


def theme() -> str:
    """Return the name of the theme (the colours of pictures) of this task, such as "dark".

    The default is "standard".
    """
    return _THEME.get()


def prefers_text_first() -> bool:
    """Return True if the member to whom this task responds wants text before pictures; False by default."""
    return _TEXT_FIRST.get()


def use_picture_preferences(theme_name: str, *, text_before_pictures: bool = False) -> None:
    """Set the colours of pictures, and whether text comes before them, for the rest of this task.

    ``theme_name`` is the name of a theme, such as "dark"; it is not checked. ``text_before_pictures`` says
    whether the member to whom this task responds wants text before pictures.
    """
    _THEME.set(theme_name)
    _TEXT_FIRST.set(text_before_pictures)
