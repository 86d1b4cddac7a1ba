"""What lies over what on a painted hex: texts, pieces, and how much of each text is covered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from render.map import tiles
from render.map.scene import HexArt
from render.pen.pen import SMOOTH, Pen
from render.pen.text import font, width
from render.pen.theme import STANDARD

Box = tuple[float, float, float, float]
_RISE = 0.72
"""How high capital letters are, in sizes of a font."""
_PIECE = 0.12
"""The least radius of a disc that is a piece: smaller ones are ornaments."""


@dataclass(frozen=True)
class Text:
    """Words with their box."""

    words: str
    box: Box


class Noting(Pen):
    """A pen that notes what it draws: words, and the boxes of discs and shapes."""

    last: Noting

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.pieces: list[Box] = []
        self.tracks: list[tuple[Sequence[tuple[float, float]], float]] = []
        Noting.last = self

    def disc(self, at: Any, radius: float, *more: Any, **how: Any) -> None:
        super().disc(at, radius, *more, **how)
        if radius >= _PIECE:
            half = radius * 0.86
            self.pieces.append((at[0] - half, at[1] - half, at[0] + half, at[1] + half))

    def polygon(self, points: Any, *more: Any, **how: Any) -> None:
        super().polygon(points, *more, **how)
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        if len(more) > 1:
            self.pieces.append((min(xs), min(ys), max(xs), max(ys)))

    def texts(self) -> list[Text]:
        """The words that were written, with their boxes in units."""
        found = []
        for thing in self._written:
            if len(thing) == 7:
                (x, y), words, face, size, *_ = thing
                unit = self.unit / SMOOTH
                x, y = x / unit - self.middle[0] / self.unit, y / unit - self.middle[1] / self.unit
                half, high = width(words, size, face) / unit / 2, font(size, face).size * _RISE / unit / 2
                found.append(Text(words, (x - half, y - high, x + half, y + high)))
        return found


def painted(art: HexArt, size: float, monkeypatch: pytest.MonkeyPatch) -> Noting:
    """A hex as it is painted, with all that was drawn."""
    monkeypatch.setattr(tiles, "Pen", Noting)
    tiles.paint(art, size, STANDARD)
    return Noting.last


def area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def common(a: Box, b: Box) -> float:
    return area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))


def _on(text: Text, piece: Box) -> bool:
    """Whether a piece is made for the text: it carries it in its middle."""
    x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
    return math.hypot(x - (piece[0] + piece[2]) / 2, y - (piece[1] + piece[3]) / 2) < 0.1


def covered(pen: Noting) -> Iterator[tuple[str, float]]:
    """Each text with the share of it that lies on other texts or on pieces made for others."""
    texts = pen.texts()
    own = [piece for piece in pen.pieces if any(_on(text, piece) for text in texts)]
    for text in texts:
        others = [other.box for other in texts if other is not text]
        others += [piece for piece in own if not _on(text, piece)]
        yield text.words, max((common(text.box, box) for box in others), default=0.0) / area(text.box)
