"""Draws in units of the hex side around the centre of a picture that is shrunk afterwards: smooth edges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from engine.message import listed, say
from render.pen.geometry import Point
from render.pen.speech import said
from render.pen.text import Face, fit, font, width
from render.pen.theme import Colour

SMOOTH = 3
_Writing = tuple[Point, str, Face, int, Colour, int, Colour | None]
_Stamp = tuple[Point, float, Colour]


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What had no room on a picture: names that were shortened or left out, and other words left out.

    Of those words, all values are told, and each other word once.

    kept: the companies for which circles are kept without their letters.
    """

    names: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def said(self) -> tuple[list[str], list[str]]:
        """Both as readers of the picture have them: names as they are, of the others the values first."""
        others = sorted(self.others, key=lambda text: not text.isdigit())
        others = [text for i, text in enumerate(others) if text.isdigit() or text not in others[:i]]
        kept = [say("kept for {c}", c=listed(self.kept))] if self.kept else []
        return self.names, [said(text) for text in (*others, *kept)]


class Pen:
    """A picture of (wide, high) px, drawn ``SMOOTH`` times as large; ``size`` px is the unit.

    least: how high letters must be to be read, in px; in units it is ``least`` of the pen. unsaid: what
    those who draw found no room for.
    """

    def __init__(self, wide: int, high: int, size: float, ground: Colour, least: float = 0.0) -> None:
        self.least = least / size
        self.image = Image.new("RGB", (wide * SMOOTH, high * SMOOTH), ground)
        self.draw = ImageDraw.Draw(self.image)
        self.unit = size * SMOOTH
        self.middle = (wide * SMOOTH / 2, high * SMOOTH / 2)
        self.unsaid = Unsaid()
        self._written: list[_Writing | _Stamp] = []

    def finished(self) -> Image.Image:
        """The picture in its own size. Letters come last and in this size: fonts are smooth by themselves."""
        image = self.image.reduce(SMOOTH)
        draw = ImageDraw.Draw(image)
        for thing in self._written:
            if len(thing) == 3:
                _stamp(image, *thing)
                continue
            at, text, face, size, fill, stroke, halo = thing
            draw.text(at, text, fill, font(size, face), anchor="mm", stroke_width=stroke, stroke_fill=halo)
        return image

    def xy(self, point: Point) -> Point:
        """A point in px of the large picture."""
        return self.middle[0] + point[0] * self.unit, self.middle[1] + point[1] * self.unit

    def px(self, length: float) -> int:
        """A length in px of the large picture, at least 1."""
        return max(1, round(length * self.unit))

    def disc(
        self, at: Point, radius: float, fill: Colour | None, outline: Colour | None = None, line: float = 0.0
    ) -> None:
        """A disc with an optional outline inside its radius."""
        x, y = self.xy(at)
        r = radius * self.unit
        wide = self.px(line) if outline else 0
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill, outline, wide)

    def caps(self, at: Point, radius: float, depth: float, fill: Colour) -> None:
        """The top and the bottom of a disc, each so deep."""
        half = math.acos(1 - depth / radius)
        angles = [half * (i / 8 - 1) for i in range(17)]
        for side in (-1, 1):
            self.polygon(
                [(at[0] + radius * math.sin(a), at[1] + side * radius * math.cos(a)) for a in angles], fill
            )

    def stamp(self, at: Point, radius: float, fill: Colour) -> None:
        """A disc over all letters that were written before."""
        x, y = self.xy(at)
        self._written.append(((x / SMOOTH, y / SMOOTH), radius * self.unit / SMOOTH, fill))

    def dashed_ring(self, at: Point, radius: float, colour: Colour, line: float, dashes: int = 10) -> None:
        """A ring of dashes."""
        x, y = self.xy(at)
        r = radius * self.unit
        step = 360 / dashes
        for i in range(dashes):
            self.draw.arc((x - r, y - r, x + r, y + r), i * step, (i + 0.55) * step, colour, self.px(line))

    def line(self, points: Sequence[Point], colour: Colour, wide: float) -> None:
        """A line through points, in a width, round where it bends."""
        path, across = [self.xy(p) for p in points], self.px(wide)
        self.draw.line(path, colour, across)
        half = across / 2 - 1
        if half > 1:
            for x, y in path[1:-1]:
                self.draw.ellipse((x - half, y - half, x + half, y + half), colour)

    def polygon(
        self, points: Sequence[Point], fill: Colour | None, outline: Colour | None = None, line: float = 0.0
    ) -> None:
        """A filled polygon with an optional outline."""
        wide = self.px(line) if outline else 0
        self.draw.polygon([self.xy(p) for p in points], fill, outline, wide)

    def box(
        self,
        at: Point,
        wide: float,
        high: float,
        fill: Colour,
        outline: Colour | None = None,
        line: float = 0.0,
    ) -> None:
        """A rectangle around a point."""
        (left, top), (right, bottom) = (
            self.xy((at[0] - wide / 2, at[1] - high / 2)),
            self.xy((at[0] + wide / 2, at[1] + high / 2)),
        )
        self.draw.rectangle((left, top, right, bottom), fill, outline, self.px(line) if outline else 0)

    def letters(
        self,
        at: Point,
        text: str,
        high: float,
        fill: Colour,
        *,
        room: float = math.inf,
        face: Face = "bold",
        halo: Colour | None = None,
        edge: float = 0.025,
    ) -> None:
        """A line of text around a point: letters ``high`` units high at most, ``room`` units wide at most.

        edge: how wide the halo is around letters.
        """
        if not text:
            return
        size = fit(text, room * self.unit / SMOOTH, self._size(high), face, least=4)
        x, y = self.xy(at)
        stroke = max(1, round(edge * self.unit / SMOOTH)) if halo else 0
        self._written.append(((x / SMOOTH, y / SMOOTH), text, face, size, fill, stroke, halo))

    def _size(self, high: float) -> int:
        return max(4, round(high * self.unit / SMOOTH))

    def width(self, text: str, high: float, face: Face = "bold") -> float:
        """How wide a line of text would be, in units."""
        return width(text, self._size(high), face) * SMOOTH / self.unit


def _stamp(image: Image.Image, at: Point, radius: float, fill: Colour) -> None:
    """A smooth disc on a finished picture."""
    left, top, side = math.floor(at[0] - radius), math.floor(at[1] - radius), math.ceil(2 * radius) + 2
    cover = Image.new("L", (side * SMOOTH, side * SMOOTH), 0)
    x, y, r = (at[0] - left) * SMOOTH, (at[1] - top) * SMOOTH, radius * SMOOTH
    ImageDraw.Draw(cover).ellipse((x - r, y - r, x + r, y + r), 255)
    image.paste(fill, (left, top), cover.reduce(SMOOTH))
