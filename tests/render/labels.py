"""What lies under the labels of a painted hex, in px: track, stations, barriers, pieces and other labels."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageDraw

from engine.board.faces import CITY, OFFBOARD, STOP, TOWN
from render.map import tiles
from render.map.scene import HexArt, Scene
from render.map.stops import circle_radius, slot_points
from render.pen.geometry import Point, corners, piece_line, stop_points
from render.pen.pen import SMOOTH, Pen
from render.pen.text import font, width
from render.pen.theme import STANDARD

Box = tuple[float, float, float, float]
_RISE = 0.72
"""How high capital letters are, in sizes of a font."""
_ON = 0.12
"""A piece carries the words that stand so near to its middle, in sides of the hex."""
_FINE = 4
"""Pixels of the measure for each pixel of the picture, from side to side."""


@dataclass(frozen=True)
class Label:
    """Words with their box, the piece that carries them (a disc, a plate, a table), its size of type."""

    words: str
    box: Box
    carrier: int | None
    px: int


class Noting(Pen):
    """A pen that notes its letters and the boxes of discs, boxes and outlined shapes."""

    last: Noting

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.pieces: list[Box] = []
        Noting.last = self

    def disc(self, at: Any, radius: float, *more: Any, **how: Any) -> None:
        super().disc(at, radius, *more, **how)
        if radius >= 0.1:
            half = radius * 0.7
            self.pieces.append((at[0] - half, at[1] - half, at[0] + half, at[1] + half))

    def box(self, at: Any, wide: float, high: float, *more: Any, **how: Any) -> None:
        super().box(at, wide, high, *more, **how)
        self.pieces.append((at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2))

    def polygon(self, points: Any, *more: Any, **how: Any) -> None:
        super().polygon(points, *more, **how)
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        if len(more) > 1:
            self.pieces.append((min(xs), min(ys), max(xs), max(ys)))

    def stamp(self, at: Any, radius: float, *more: Any) -> None:
        super().stamp(at, radius, *more)
        half = radius * 0.7
        self.pieces.append((at[0] - half, at[1] - half, at[0] + half, at[1] + half))

    def labels(self) -> list[Label]:
        """All that was written, with boxes in units."""
        return [self._label(*thing[:4]) for thing in self._written if len(thing) == 7]

    def _label(self, at: Point, words: str, face: Any, size: int) -> Label:
        unit = self.unit / SMOOTH
        x, y = at[0] / unit - self.middle[0] / self.unit, at[1] / unit - self.middle[1] / self.unit
        half, high = width(words, size, face) / unit / 2, font(size, face).size * _RISE / unit / 2
        carriers = [i for i, piece in enumerate(self.pieces) if _carries(piece, (x, y))]
        carrier = min(carriers, key=lambda i: area(self.pieces[i]), default=None)
        return Label(words, (x - half, y - high, x + half, y + high), carrier, size)


def _carries(piece: Box, at: Point) -> bool:
    return math.hypot(at[0] - (piece[0] + piece[2]) / 2, at[1] - (piece[1] + piece[3]) / 2) < _ON


def area(box: Box) -> float:
    """Of a box, in square units; 0 of one that is turned over."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def painted(art: HexArt, size: float, least: float = 0.0) -> Noting:
    """A hex as it is painted, with all that was drawn."""
    with patch.object(tiles, "Pen", Noting):
        tiles.paint(art, size, STANDARD, least)
    return Noting.last


# --- what is under them ----------------------------------------------------------------------------


def fixed(art: HexArt, size: float, least: float = 0.0) -> Image.Image:
    """Track, stations, towns, barriers and what is outside the hex: white where a label must not be."""
    points = corners(art.layout)
    unit = size * _FINE
    side = math.ceil(2.2 * unit)
    image = Image.new("1", (side, side), 1)
    draw = ImageDraw.Draw(image)

    def xy(point: Point) -> Point:
        return side / 2 + point[0] * unit, side / 2 + point[1] * unit

    def line(ends: Any, wide: float) -> None:
        draw.line([xy(point) for point in ends], 1, max(1, round(wide * unit)), joint="curve")

    draw.polygon([xy(point) for point in points], 0)
    for a, b in art.face.track:
        if not (b >= STOP and art.face.stops[b - STOP].kind == OFFBOARD):
            line(piece_line(art.layout, art.face, a, b), tiles.TRACK)
    for edge in (*art.blocked, *art.drawing.divider_edges):
        line((points[edge], points[(edge + 1) % 6]), 0.07)
    for a, b in art.drawing.divider_corners:
        line((points[a], points[b]), 0.05)
    for at, radius in circles(art, least / size):
        (x, y), r = xy(at), radius * unit
        draw.ellipse((x - r, y - r, x + r, y + r), 1)
    return image


def circles(art: HexArt, least: float) -> Iterator[tuple[Point, float]]:
    """The places and radii of stations and towns of a hex; ``least`` is the height of letters in sides."""
    at, cities = stop_points(art.layout, art.face), len(art.face.indices(CITY))
    for index, stop in enumerate(art.face.stops):
        if stop.kind == TOWN:
            yield at[index], 0.13
        elif stop.kind == CITY:
            slots = art.slots[index] if index < len(art.slots) else ()
            taken = any(slot.badge and not slot.kept for slot in slots)
            radius = circle_radius(len(slots), cities, least, taken=taken)
            for point in slot_points(at[index], len(slots), radius):
                yield point, radius


def faults(art: HexArt, size: float, least: float = 0.0) -> tuple[Noting, list[tuple[Any, ...]]]:
    """The pen of a painted hex; each label that lies on something, with how many pixels of it."""
    pen, under = painted(art, size, least), fixed(art, size, least)
    found: list[tuple[Any, ...]] = []
    labels = pen.labels()
    tokens = [point for point, _ in circles(art, least / size)]
    for label in labels:
        middle = ((label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2)
        if label.words != str(art.number) and any(math.dist(middle, point) < 0.25 for point in tokens):
            continue
        on = _pixels(under, _whole(pen, label), size)
        if on:
            found.append(("track", label.words, on))
        for other in labels:
            apart = other.carrier is None or other.carrier != label.carrier
            if other is not label and apart and common(label.box, other.box) > 0:
                found.append(("label", label.words, other.words))
        for i, piece in enumerate(pen.pieces):
            carried = any(other.carrier == i for other in labels)
            if carried and label.carrier is None and common(label.box, piece) > 0:
                found.append(("piece", label.words, i))
    return pen, found


def map_faults(
    scene: Scene, size: float, least: float = 0.0, seen: Collection[HexArt] = ()
) -> list[tuple[Any, ...]]:
    """The hexes of a map with what lies under their labels; each kind of hex is painted once.

    ``seen``: kinds of hexes that need not be painted any more.
    """
    arts = {art: coord for coord, art in all_arts(scene).items() if art not in seen}
    return [(coord, *found) for art, coord in arts.items() for found in faults(art, size, least)[1]]


def all_arts(scene: Scene) -> dict[str, HexArt]:
    """What is drawn on each hex."""
    return {coord: scene.art(coord, lettered=True) for coord in scene.board.hexmap.hexes}


def _whole(pen: Noting, label: Label) -> Box:
    """The box of a label: of what carries it, if something does."""
    return label.box if label.carrier is None else pen.pieces[label.carrier]


def _pixels(under: Image.Image, box: Box, size: float) -> int:
    """Pixels of the picture under a box that are taken."""
    unit, middle = size * _FINE, under.width / 2
    part = under.crop((
        math.ceil(middle + box[0] * unit), math.ceil(middle + box[1] * unit),
        math.floor(middle + box[2] * unit), math.floor(middle + box[3] * unit),
    ))  # fmt: skip
    return part.histogram()[255] // _FINE**2


def common(a: Box, b: Box) -> float:
    """The area that two boxes have in common."""
    return area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))


def told(art: HexArt, pen: Noting) -> Iterator[str]:
    """What the hex does not say that it should."""
    words = {label.words for label in pen.labels()}
    if art.name and not any(word[:3] in art.name for word in words):
        yield "name"
    elif art.name and not any(word.strip(".-") and art.name.startswith(word) for word in words):
        yield "whole name"
    values = {str(s.revenue) for s in art.face.stops if isinstance(s.revenue, int) and s.revenue}
    if values - words:
        yield "value"
    tables = [figures for i, figures in enumerate(art.figures) if i not in art.drawing.hidden]
    if {str(figure.value) for figures in tables for figure in figures if figure.now} - words:
        yield "table"
    for letters in art.face.labels:
        if letters not in words and letters != art.name:
            yield "letter"
    if any(not any(str(cost) in word for word in words) for _, cost in art.cost if cost):
        yield "cost"
    if art.face.tile is not None and f"#{art.face.tile}" not in words:
        yield "number"
    if art.coord and art.coord not in words:
        yield "coord"
