"""In which colours pictures are drawn now, and whether words come before them; see `bot.settings.locale`."""

from __future__ import annotations

from contextvars import ContextVar

STANDARD, CONTRAST = "standard", "contrast"

_THEME: ContextVar[str] = ContextVar("theme", default=STANDARD)
_TEXT_FIRST: ContextVar[bool] = ContextVar("text_first", default=False)


def theme() -> str:
    """The colours of pictures now."""
    return _THEME.get()


def text_first() -> bool:
    """Whether words are wanted before pictures."""
    return _TEXT_FIRST.get()


def show(colours: str, *, words_first: bool = False) -> None:
    """Draw so for the rest of this task."""
    _THEME.set(colours)
    _TEXT_FIRST.set(words_first)
