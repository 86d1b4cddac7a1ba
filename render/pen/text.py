"""Fonts and the fitting of words into a width. The fonts lie beside the code (see fonts/LICENSE.txt)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from PIL import ImageDraw, ImageFont

from render.pen.speech import written
from render.pen.theme import Colour

Face = Literal["plain", "bold", "narrow"]
Ink = Colour | int
_FILES = {"plain": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf", "narrow": "DejaVuSansCondensed-Bold.ttf"}
_BOUND = 36
"""Characters of a part of a note that stays in one line."""
FONTS = Path(__file__).parent / "fonts"


class _Font(ImageFont.FreeTypeFont):
    """A font that keeps the masks of drawn words, because pictures repeat most of their words."""

    def getmask2(self, *args: Any, **settings: Any) -> Any:
        """The mask of a text and its offset in px, as in Pillow; callers must not change the mask."""
        return self._mask(*args, **settings)

    @lru_cache(maxsize=4096)  # noqa: B019 - a font lives as long as the process
    def _mask(self, *args: Any, **settings: Any) -> Any:
        return super().getmask2(*args, **settings)


@lru_cache(maxsize=256)
def font(size: int, face: Face = "plain") -> ImageFont.FreeTypeFont:
    """A font in a size in px."""
    return _Font(str(FONTS / _FILES[face]), max(4, size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, face: Face = "plain") -> float:
    """How wide a line of text is, in px."""
    return font(size, face).getlength(text)


def fit(text: str, room: float, size: int, face: Face = "plain", least: int = 6) -> int:
    """The greatest size from ``least`` to ``size`` in which the text is at most ``room`` px wide."""
    wide = width(text, size, face)
    if wide <= room:
        return size
    size = max(least, int(size * room / wide))
    while size > least and width(text, size, face) > room:
        size -= 1
    return size


def shorten(text: str, room: float, size: int, face: Face = "plain") -> str:
    """The text, cut with an ellipsis when it is wider than ``room`` px."""
    if width(text, size, face) <= room:
        return text
    while text and width(f"{text}…", size, face) > room:
        text = text[:-1]
    return f"{text.rstrip(' .,')}…"


def wrap(text: str, room: float, size: int, face: Face = "plain") -> list[str]:
    """The text in lines of at most ``room`` px; a longer word gets a line of its own.

    A percent sign stays beside its number, and a dot between two parts beside the first of them.
    """
    lines: list[str] = []
    for word in filter(None, re.split("[ \n]+(?![ \n%·])", text)):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def bound(note: str) -> str:
    """A note that is broken at commas and dots only; a long part of it is broken anywhere."""
    parts = (", ".join(map(_bound_part, text.split(", "))) for text in note.split(" · "))
    return " · ".join(parts)


def _bound_part(part: str) -> str:
    return part.replace(" ", "\u00a0") if len(part) <= _BOUND else part


def put(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    fill: Ink,
    face: Face = "plain",
    *,
    anchor: str = "mm",
    halo: tuple[int, Ink] | None = None,
) -> None:
    """One line of text at an anchor (as Pillow names them); ``halo`` is (px, colour) around letters."""
    stroke, ground = halo or (0, None)
    draw.text(
        at, written(text), fill, font(size, face), anchor=anchor, stroke_width=stroke, stroke_fill=ground
    )
