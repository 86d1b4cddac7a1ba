"""Writes what stops are worth on a hex: one value each, or a table of what off-board areas pay by phase."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.board.faces import CITY, OFFBOARD, TOWN
from render.map.scene import Figure, HexArt
from render.map.spots import Box, Spots
from render.pen.geometry import Point, stop_points
from render.pen.pen import Pen
from render.pen.theme import (
    BLACK,
    CURRENT,
    FAINT,
    INK,
    STANDARD,
    WHITE,
    mix,
    readable,
    unlit,
)

VALUE = 0.27
"""How high the figures of a value are, in sides of the hex."""
_DISC = 0.185
"""The radius of the disc of a value."""
_FRAME = 0.07
"""What the frame of a table takes."""
_PLATES = ((0.1, 0.95), (0.04, 0.8), (0.0, 0.74))
"""What a plate has beside its figures, and how high it is in sizes of them, the best first; those close to
them have no frame."""
_CLOSE = 0.05
_SHRUNK = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
_BELOW_NAME = 0.4
"""How far a value that has no table stands below the middle, so that a name has room above it."""
Table = tuple[int, int, float, float]
"""Columns and rows, width and height of each cell in units."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a stop is worth: where its disc stands, and how large its figures are (1.0: as usual).

    plate: width and height of a plate that fits more closely, where a disc has no room; it may have a frame.
    """

    at: Point
    radius: float
    scale: float
    text: str
    plate: Box | None = None
    framed: bool = True


def find_values(pen: Pen, art: HexArt, spots: Spots) -> list[Value]:
    """A place for the value of each stop, near it, which is taken; three or more equal ones have one."""
    fixed = _fixed(art)
    found = [_find_value(pen, point, str(value), spots) for point, value in fixed]
    return [value for value in found if value is not None]


def count_values(art: HexArt) -> int:
    """How many values a hex has to say."""
    return len(_fixed(art))


def unsaid_values(art: HexArt, found: Sequence[Value]) -> list[str]:
    """The values of a hex that have no place."""
    left = Counter(str(value) for _, value in _fixed(art))
    left.subtract(value.text for value in found)
    return list((+left).elements())


def _fixed(art: HexArt) -> list[tuple[Point, int]]:
    points = stop_points(art.layout, art.face)
    found = [
        (points[i], stop.revenue)
        for i, stop in enumerate(art.face.stops)
        if stop.kind in (CITY, TOWN) and isinstance(stop.revenue, int) and stop.revenue
    ]
    same = len(found) > 2 and len({value for _, value in found}) == 1
    return [((0.0, 0.0), found[0][1])] if same else found


def _find_value(pen: Pen, near: Point, text: str, spots: Spots) -> Value | None:
    grown = max(1.0, pen.least / VALUE)
    scales = [scale for shrunk in _SHRUNK if (scale := grown * shrunk) * VALUE >= pen.least - 1e-6]
    for scale in scales:
        radius = _radius(pen, text, scale)
        at = spots.place(radius, near)
        if at is not None:
            return Value(at, radius, scale, text)
    return _find_plate(pen, near, text, spots, scales[-1]) if scales else None


def _find_plate(pen: Pen, near: Point, text: str, spots: Spots, scale: float) -> Value | None:
    for beside, high in _PLATES:
        size = pen.width(text, VALUE * scale, "narrow") + beside, VALUE * scale * high
        at = spots.find_near([((0.0, 0.0), size)], near)
        if at is not None:
            spots.take_box(at, *size)
            return Value(at, 0.0, scale, text, size, framed=beside > _CLOSE)
    return None


def _radius(pen: Pen, text: str, scale: float) -> float:
    """Of the disc around a value."""
    half = pen.width(text, VALUE * scale, "narrow") / 2
    return max(_DISC * scale, math.hypot(half, VALUE * scale * 0.36) + 0.01)


def put_values(pen: Pen, found: Iterable[Value]) -> None:
    """Write values at their places."""
    for value in found:
        if value.plate:
            pen.box(value.at, *value.plate, WHITE, BLACK if value.framed else None, 0.022)
        else:
            pen.disc(value.at, value.radius, WHITE, BLACK, 0.022)
        pen.letters(value.at, value.text, VALUE * value.scale, BLACK, face="narrow")


# --- off-board values ------------------------------------------------------------------------------


Rest = list[tuple[Point, Figure]]
"""Values for whose table there is no room, each with the place near which it belongs."""


def paint_figures(pen: Pen, art: HexArt, spots: Spots) -> Rest:
    """The table of each stop that is paid by phase; returns the values that have no room in one.

    Of those the ones that count now are written at once.
    """
    points, rest = stop_points(art.layout, art.face), []
    for index, figures in enumerate(art.figures):
        if figures and index not in art.drawing.hidden:
            below = art.face.stops[index].kind != OFFBOARD
            near = (0.0, 0.5) if below else points[index]
            if not _table_near(pen, near, figures, spots):
                lower = (near[0], near[1] + _BELOW_NAME) if art.name and not below else near
                rest += [(lower, figure) for figure in figures]
    paint_apart(pen, spots, [(near, figure) for near, figure in rest if figure.now])
    return [(near, figure) for near, figure in rest if not figure.now]


def _table_near(pen: Pen, near: Point, figures: Sequence[Figure], spots: Spots) -> bool:
    """Write a table near a point, if there is room for it."""
    digits = max(len(str(figure.value)) for figure in figures)
    for columns, rows, wide, high in _tables(len(figures), digits, pen.least):
        size = (columns * wide + _FRAME, rows * high + _FRAME)
        at = spots.find_near([((0.0, 0.0), size)], near)
        if at is not None:
            _paint_table(pen, at, figures, (columns, rows, wide, high))
            spots.take_figures(at, *size)
            return True
    return False


def paint_apart(pen: Pen, spots: Spots, rest: Rest) -> None:
    """Values apart from each other where a table has no room; the one that counts also without a frame."""
    for near, figure in rest:
        framed = _paint_framed(pen, spots, near, figure)
        if not framed and figure.now and not _paint_bare(pen, spots, near, figure):
            pen.unsaid.others.append(str(figure.value))


def _paint_framed(pen: Pen, spots: Spots, near: Point, figure: Figure) -> bool:
    """Write a value in its frame near a point, if there is room for it."""
    for shrunk in _SHRUNK:
        scale = max(shrunk, pen.least / VALUE)
        wide, high = _tight(len(str(figure.value))) * scale, 0.3 * scale
        at = spots.find_near([((0.0, 0.0), (wide + _FRAME, high + _FRAME))], near)
        if at is not None:
            spots.take_figures(at, wide + _FRAME, high + _FRAME)
            _figure(pen, at, figure, wide, high)
            if figure.now:
                _highlight(pen, at, wide, high)
            return True
    return False


def _paint_bare(pen: Pen, spots: Spots, near: Point, figure: Figure) -> bool:
    """Write a value on the ground of its phase near a point, as small as can be read, if there is room."""
    text, high = str(figure.value), max(VALUE * _SHRUNK[-1], pen.least)
    size = (pen.width(text, high, "narrow"), high * _PLATES[-1][1])
    at = spots.find_near([((0.0, 0.0), size)], near)
    if at is None:
        return False
    spots.take_figures(at, *size)
    ground = STANDARD.hexes.get(figure.tint, WHITE)
    pen.box(at, *size, ground)
    pen.letters(at, text, high, readable(BLACK, ground), face="narrow")
    return True


def _tables(count: int, digits: int, least: float) -> Iterator[Table]:
    """Tables of so many values, the best first; the figures in them are at least so high."""
    shapes = dict.fromkeys([_columns(count), count, -(-count // 2), 1, -(-count // 3)])
    for scale in (1.0, 0.9, 0.8):
        if least <= VALUE * scale:
            for columns in shapes:
                rows = -(-count // columns)
                wide = max(0.46 if rows == 1 else 0.52, _tight(digits))
                yield columns, rows, wide * scale, 0.32 * scale
    for scale in (0.8, 0.7, 0.6, 0.55) if least <= VALUE * 0.8 else (least / VALUE,):
        if least <= VALUE * scale + 1e-6:
            yield from ((c, -(-count // c), _tight(digits) * scale, 0.3 * scale) for c in shapes)


def _tight(digits: int) -> float:
    """How wide a cell for so many digits is at least."""
    return 0.06 + 0.165 * digits


def _columns(count: int) -> int:
    return count if count < 4 else (count + 1) // 2


def _paint_table(pen: Pen, at: Point, figures: Sequence[Figure], table: Table) -> None:
    columns, rows, wide, high = table
    now = None
    for i, figure in enumerate(figures):
        row, column = divmod(i, columns)
        cell = (at[0] + (column - (columns - 1) / 2) * wide, at[1] + (row - (rows - 1) / 2) * high)
        _figure(pen, cell, figure, wide, high)
        now = cell if figure.now else now
    if now is not None:
        _highlight(pen, now, wide, high)


def _figure(pen: Pen, at: Point, figure: Figure, wide: float, high: float) -> None:
    tint = STANDARD.hexes.get(figure.tint, WHITE)
    ground = tint if figure.now else unlit(tint)
    pen.box(at, wide, high, ground, mix(tint, INK, 0.6), 0.02)
    ink = BLACK if figure.now else FAINT
    size = high * (0.84 if figure.now else 0.76)
    pen.letters(
        at, str(figure.value), max(size, pen.least), readable(ink, ground), room=wide * 0.98, face="narrow"
    )


def _highlight(pen: Pen, at: Point, wide: float, high: float) -> None:
    """The value that counts now: a heavy frame."""
    for grow, colour, line in ((0.06, BLACK, 0.06), (0.0, CURRENT, 0.03)):
        (x0, y0), (x1, y1) = (
            pen.xy((at[0] - (wide + grow) / 2, at[1] - (high + grow) / 2)),
            pen.xy((at[0] + (wide + grow) / 2, at[1] + (high + grow) / 2)),
        )
        pen.draw.rectangle((x0, y0, x1, y1), None, colour, pen.px(line))
