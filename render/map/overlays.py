"""What is put upon a finished board: rings around changed hexes, stamps, lines of routes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.board.coords import Layout
from render.map.tiles import patch_size
from render.pen.geometry import Frame, Point, between, corners
from render.pen.pen import SMOOTH, Pen
from render.pen.theme import BADGE, BLACK, RING, WHITE, Colour

_OVERSIZE = 2
_VEIL = 120
# How much of the white over a proposed tile is seen, of 255.


@lru_cache(maxsize=16)
def _ring_mask(layout: Layout, size: float, wide: float) -> Image.Image:
    across, down = patch_size(layout, size)
    image = Image.new("L", (across * SMOOTH, down * SMOOTH), 0)
    x, y, unit = across * SMOOTH / 2, down * SMOOTH / 2, size * SMOOTH
    draw = ImageDraw.Draw(image)
    points = [(x + a * unit * 0.95, y + b * unit * 0.95) for a, b in corners(layout)]
    for i, point in enumerate(points):
        ends = (between(point, points[i - 1], 0.33), between(point, points[(i + 1) % 6], 0.33))
        draw.line((ends[0], point, ends[1]), 255, max(2, round(wide * unit)), joint="curve")
    return image.reduce(SMOOTH)


def ring(image: Image.Image, frame: Frame, coord: str) -> None:
    """A ring around a hex, open where track crosses the sides."""
    x, y = frame.at(coord)
    across, down = patch_size(frame.layout, frame.size)
    corner = (round(x - across / 2), round(y - down / 2))
    for colour, wide in ((WHITE, 0.17), (RING, 0.1)):
        image.paste(colour, corner, _ring_mask(frame.layout, frame.size, wide))


@lru_cache(maxsize=16)
def _veil_mask(layout: Layout, size: float) -> Image.Image:
    across, down = patch_size(layout, size)
    image = Image.new("L", (across * SMOOTH, down * SMOOTH), 0)
    x, y, unit = across * SMOOTH / 2, down * SMOOTH / 2, size * SMOOTH
    ImageDraw.Draw(image).polygon([(x + a * unit, y + b * unit) for a, b in corners(layout)], _VEIL)
    return image.reduce(SMOOTH)


def proposal(image: Image.Image, frame: Frame, coord: str, letter: str) -> None:
    """A hex whose tile is only proposed: pale, in a dashed frame, with a letter on a disc."""
    x, y = frame.at(coord)
    across, down = patch_size(frame.layout, frame.size)
    corner = (round(x - across / 2), round(y - down / 2))
    image.paste(WHITE, corner, _veil_mask(frame.layout, frame.size))
    points = [(x + a * frame.size * 0.95, y + b * frame.size * 0.95) for a, b in corners(frame.layout)]
    line, dash = [*points, points[0]], frame.size * 0.19
    for colour, wide in ((WHITE, 0.15), (BADGE, 0.09)):
        Lines(image).draw(list(dashes(line, (dash, dash * 0.6))), colour, frame.size * wide)
    left, top = min(a for a, _ in points), min(b for _, b in points)
    at = (left + (x - left) * 0.42, top + (y - top) * 0.42)
    stamp(image, at, letter, round(frame.size * 0.24), BADGE, WHITE)


def stamp(image: Image.Image, at: Point, text: str, radius: int, ground: Colour, ink: Colour) -> None:
    """A disc with letters and a white rim, in px of the picture."""
    picture, cover = disc_picture(text, radius, ground, ink)
    image.paste(picture, (round(at[0] - picture.width / 2), round(at[1] - picture.height / 2)), cover)


@lru_cache(maxsize=512)
def disc_picture(
    text: str, radius: int, ground: Colour, ink: Colour, rim: Colour = WHITE, trim: Colour | None = None
) -> tuple[Image.Image, Image.Image]:
    """A disc with letters as a picture and its mask; ``radius`` in px."""
    side = 2 * radius + 2
    pen = Pen(side, side, radius, rim)
    pen.disc((0, 0), 1.0, rim)
    pen.disc((0, 0), 0.9, ground, BLACK if rim == WHITE else rim, 0.05)
    if trim:
        pen.caps((0, 0), 0.86, 0.34, trim)
    pen.letters((0, 0), text, 0.84 if trim else 1.15, ink, room=1.5, face="narrow")
    cover = Image.new("L", (side * SMOOTH, side * SMOOTH), 0)
    edge = side * SMOOTH / 2
    reach = radius * SMOOTH
    ImageDraw.Draw(cover).ellipse((edge - reach, edge - reach, edge + reach, edge + reach), 255)
    return pen.finished(), cover.reduce(SMOOTH)


# --- lines -----------------------------------------------------------------------------------------


class Lines:
    """Lines drawn smoothly over a whole picture."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def draw(self, lines: Sequence[Sequence[Point]], colour: Colour, wide: float) -> None:
        """Lines through points in px, round at their ends."""
        box = self._box([point for line in lines for point in line], wide)
        left, top, right, bottom = box
        if left >= right or top >= bottom:
            return
        cover = Image.new("L", ((right - left) * _OVERSIZE, (bottom - top) * _OVERSIZE), 0)
        pen = ImageDraw.Draw(cover)
        for line in lines:
            points = [((x - left) * _OVERSIZE, (y - top) * _OVERSIZE) for x, y in line]
            pen.line(points, 255, round(wide * _OVERSIZE), joint="curve")
        self.image.paste(colour, box, cover.reduce(_OVERSIZE))

    def _box(self, points: Sequence[Point], wide: float) -> tuple[int, int, int, int]:
        """The part of the picture that lines of this width through the points can touch, in px."""
        if not points:
            return 0, 0, 0, 0
        across, down = zip(*points, strict=True)
        return (
            max(0, math.floor(min(across) - wide)),
            max(0, math.floor(min(down) - wide)),
            min(self.image.width, math.ceil(max(across) + wide) + 1),
            min(self.image.height, math.ceil(max(down) + wide) + 1),
        )


def dashes(line: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """The parts of a line under a pattern of lengths on, off, on... in px (no pattern: all of it)."""
    if not pattern:
        yield list(line)
        return
    part: list[Point] = [line[0]]
    turn, left = 0, pattern[0]
    for start, end in pairwise(line):
        here = start
        rest = _length(here, end)
        while rest > left:
            share = left / rest
            here = (here[0] + (end[0] - here[0]) * share, here[1] + (end[1] - here[1]) * share)
            part.append(here)
            if turn % 2 == 0:
                yield part
            part, rest = [here], rest - left
            turn += 1
            left = pattern[turn % len(pattern)]
        left -= rest
        part.append(end)
    if turn % 2 == 0 and len(part) > 1:
        yield part


def _length(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def arrow_head(start: Point, end: Point, size: float) -> list[Point]:
    """A triangle in px with its point at ``end``, as seen from ``start``."""
    length = _length(start, end) or 1.0
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    base = (end[0] - dx * size, end[1] - dy * size)
    half = size * 0.6
    return [end, (base[0] - dy * half, base[1] + dx * half), (base[0] + dy * half, base[1] - dx * half)]
