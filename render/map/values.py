"""Writes what stops are worth on a hex: one value each, or a table of what off-board areas pay by phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.board.faces import CITY, OFFBOARD, TOWN
from render.map.scene import Figure, HexArt
from render.map.spots import Spots
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
_SHRUNK = (1.0, 0.9, 0.8, 0.7, 0.6)
Table = tuple[int, int, float, float]
"""Columns and rows, width and height of each cell in units."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a stop is worth, with its place and its size: 1.0 is the usual one."""

    at: Point
    scale: float
    text: str


def find_values(pen: Pen, art: HexArt, spots: Spots) -> list[Value]:
    """A place for the value of each stop, near it, which is taken; of three or more that are the same for one."""
    points = stop_points(art.layout, art.face)
    fixed = [
        (points[i], stop.revenue)
        for i, stop in enumerate(art.face.stops)
        if stop.kind in (CITY, TOWN) and isinstance(stop.revenue, int) and stop.revenue
    ]
    if len(fixed) > 2 and len({value for _, value in fixed}) == 1:
        fixed = [((0.0, 0.0), fixed[0][1])]
    found = [_find_value(pen, point, str(value), spots) for point, value in fixed]
    return [value for value in found if value is not None]


def _find_value(pen: Pen, near: Point, text: str, spots: Spots) -> Value | None:
    grown = max(1.0, pen.least / VALUE)
    for shrunk in _SHRUNK:
        scale = grown * shrunk
        if scale * VALUE < pen.least - 1e-6:
            return None
        at = spots.place(_DISC * scale, near)
        if at is not None:
            return Value(at, scale, text)
    return None


def put_values(pen: Pen, found: Iterable[Value]) -> None:
    """Write values at their places."""
    for value in found:
        pen.disc(value.at, _DISC * value.scale, WHITE, BLACK, 0.022)
        high, room = VALUE * value.scale, 0.31 * value.scale
        pen.letters(value.at, value.text, high, BLACK, room=room, face="narrow")


# --- off-board values ------------------------------------------------------------------------------


def paint_figures(pen: Pen, art: HexArt, spots: Spots) -> None:
    """The table of each stop that is paid by phase."""
    points = stop_points(art.layout, art.face)
    for index, figures in enumerate(art.figures):
        if figures and index not in art.drawing.hidden:
            below = art.face.stops[index].kind != OFFBOARD
            near = (0.0, 0.5) if below else points[index]
            _table_near(pen, near, figures, spots)


def _table_near(pen: Pen, near: Point, figures: Sequence[Figure], spots: Spots) -> None:
    for columns, rows, wide, high in _tables(len(figures), pen.least):
        size = (columns * wide + 0.1, rows * high + 0.1)
        at = spots.find_near([((0.0, 0.0), size)], near)
        if at is not None:
            _paint_table(pen, at, figures, (columns, rows, wide, high))
            spots.take_box(at, *size)
            return


def _tables(count: int, least: float) -> Iterator[Table]:
    """Tables of so many values, the best first."""
    shapes = dict.fromkeys([_columns(count), count, -(-count // 2), 1, -(-count // 3)])
    for scale in (1.0, 0.9, 0.8, 0.7, 0.6):
        for columns in shapes:
            rows = -(-count // columns)
            wide, high = (0.46 if rows == 1 else 0.52), 0.32
            if least <= VALUE * scale:
                yield columns, rows, wide * scale, high * scale
    if least > VALUE * 0.6:
        scale = least / VALUE
        yield from ((c, -(-count // c), 0.5 * scale, 0.32 * scale) for c in shapes)


def _columns(count: int) -> int:
    return count if count < 4 else (count + 1) // 2


def table_size(count: int) -> tuple[float, float]:
    """Width and height of the largest table of values in units, its frame included."""
    columns, rows, wide, high = next(_tables(count, 0.0))
    return columns * wide + 0.1, rows * high + 0.1


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
        at, str(figure.value), max(size, pen.least), readable(ink, ground), room=wide * 0.88, face="narrow"
    )


def _highlight(pen: Pen, at: Point, wide: float, high: float) -> None:
    """The value that counts now: a heavy frame."""
    for grow, colour, line in ((0.06, BLACK, 0.06), (0.0, CURRENT, 0.03)):
        (x0, y0), (x1, y1) = (
            pen.xy((at[0] - (wide + grow) / 2, at[1] - (high + grow) / 2)),
            pen.xy((at[0] + (wide + grow) / 2, at[1] + (high + grow) / 2)),
        )
        pen.draw.rectangle((x0, y0, x1, y1), None, colour, pen.px(line))
