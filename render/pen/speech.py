"""The language of what is drawn and told: what an English text becomes, for as long as a picture is made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from engine.api.stories import Words
from engine.message import THOUSAND, with_separator

_NOW: ContextVar[Words] = ContextVar("words", default=str)


class Verbatim(str):
    """A text that stays as it is: of names, or said already."""


def said(text: str) -> str:
    """The text as readers of the picture have it."""
    return text if isinstance(text, Verbatim) else _NOW.get()(text)


def written(text: str) -> str:
    """The text with its numbers as readers of the picture write them."""
    return text if _NOW.get() is str else with_separator(text, said(THOUSAND))


@contextmanager
def speaking(words: Words) -> Iterator[None]:
    """Say all in these words for a block."""
    token = _NOW.set(words)
    try:
        yield
    finally:
        _NOW.reset(token)
