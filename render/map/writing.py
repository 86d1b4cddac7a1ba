"""Writes on a hex: its name, values, letters, cost, markers, tile number and coordinate."""

from __future__ import annotations

from engine.board.coords import Layout
from engine.board.faces import CITY, OFFBOARD, TOWN
from render.map.marks import paint_markers, paint_marks
from render.map.phone import NAME
from render.map.scene import Figure, HexArt
from render.map.spots import Spots, width_at
from render.pen.geometry import Point, stop_points
from render.pen.pen import Pen
from render.pen.theme import (
    BLACK,
    CURRENT,
    FAINT,
    INK,
    MOUNTAIN,
    STANDARD,
    WATER,
    WHITE,
    Colour,
    mix,
    readable,
    unlit,
)

_NAME, _NAME_LETTERS, _VALUE, _LABEL, _SMALL = 0.25, NAME, 0.27, 0.36, 0.14
_CHEAP, _DEAR = 1.5, 3.5
# A name of two towns that would be smaller is written above and below them.
_TINY, _PARTED = 0.155, 0.42
_PIPS = {"yellow": 1, "green": 2, "brown": 3, "gray": 4}
_PIPS_WIDE = 0.05
Table = tuple[int, int, float, float]
# A name that overlaps other things so much may stand so far from the middle.
_CROWDED, _BESIDE = -0.15, (-0.15, 0.15, -0.3, 0.3, -0.45, 0.45)
# It is not made smaller than this for that.
_SMALLEST = 0.55
# How wide the ground around a name is, which lies over track.
_HALO = 0.05
# A tile number that overlaps other things so much is left out.
_HIDDEN = -0.45
# So many cities on a hex stand in a ring.
_RING = 5


def write(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """All writing, the most important first: each finds its room among what is there."""
    _figures(pen, art, spots)
    _name(pen, art, ground, spots)
    _values(pen, art, spots)
    paint_marks(pen, art, spots)
    for label in art.face.labels:
        _label(pen, art, label, ground, spots)
    _costs(pen, art, ground, spots)
    paint_markers(pen, art, spots)
    _coordinate(pen, art, ground, spots)
    _tile_number(pen, art, ground, spots)


# --- off-board values ------------------------------------------------------------------------------


def _figures(pen: Pen, art: HexArt, spots: Spots) -> None:
    points = stop_points(art.layout, art.face)
    for index, figures in enumerate(art.figures):
        if figures and index not in art.drawing.hidden:
            below = art.face.stops[index].kind != OFFBOARD
            if below and art.setting.charted:
                _figure_table(pen, (0.0, 0.46), figures, spots, (len(figures), 1, 1.44 / len(figures), 0.25))
            else:
                at = (0.0, 0.62) if below else points[index]
                _figure_table(pen, at, figures, spots, _table(len(figures)))


def _table(count: int) -> Table:
    """Columns and rows of a table of so many values, width and height of each in units."""
    columns = count if count < 4 else (count + 1) // 2
    rows = -(-count // columns) if columns else 0
    return columns, rows, 0.46 if rows == 1 else 0.52, 0.32


def table_size(count: int) -> tuple[float, float]:
    """Width and height of a table of values in units, its frame included."""
    columns, rows, wide, high = _table(count)
    return columns * wide + 0.1, rows * high + 0.1


def _figure_table(pen: Pen, at: Point, figures: tuple[Figure, ...], spots: Spots, table: Table) -> None:
    columns, rows, wide, high = table
    for i, figure in enumerate(figures):
        row, column = divmod(i, columns)
        x = at[0] + (column - (columns - 1) / 2) * wide
        y = at[1] + (row - (rows - 1) / 2) * high
        _figure(pen, (x, y), figure, wide, high)
    for i, figure in enumerate(figures):
        if figure.now:
            row, column = divmod(i, columns)
            x = at[0] + (column - (columns - 1) / 2) * wide
            y = at[1] + (row - (rows - 1) / 2) * high
            _highlight(pen, (x, y), wide, high)
    spots.take_box(at, columns * wide, rows * high)


def _figure(pen: Pen, at: Point, figure: Figure, wide: float, high: float) -> None:
    tint = STANDARD.hexes.get(figure.tint, WHITE)
    ground = tint if figure.now else unlit(tint)
    pen.box(at, wide, high, ground, mix(tint, INK, 0.6), 0.02)
    ink = BLACK if figure.now else FAINT
    pen.letters(at, str(figure.value), 0.27 if figure.now else 0.23, readable(ink, ground), room=wide * 0.88)


def _highlight(pen: Pen, at: Point, wide: float, high: float) -> None:
    """The value that counts now: a heavy frame."""
    for grow, colour, line in ((0.06, BLACK, 0.06), (0.0, CURRENT, 0.03)):
        (x0, y0), (x1, y1) = (
            pen.xy((at[0] - (wide + grow) / 2, at[1] - (high + grow) / 2)),
            pen.xy((at[0] + (wide + grow) / 2, at[1] + (high + grow) / 2)),
        )
        pen.draw.rectangle((x0, y0, x1, y1), None, colour, pen.px(line))


# --- names -----------------------------------------------------------------------------------------


def _name(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    if not art.name:
        return
    lines = _lines(pen, art.name)
    dear = _DEAR if art.setting.charted else _CHEAP

    heights_of = _heights(art.layout, lines)
    best = max(((0.0, y) for y in heights_of), key=lambda at: _name_score(pen, art, spots, lines, at, dear))
    if len(lines) == 1 and _name_score(pen, art, spots, lines, best, dear) < _CROWDED:
        least = _SMALLEST * _widest(pen, lines)
        aside = [(x, y) for y in heights_of for x in _BESIDE if _room(art, lines, (x, y)) >= least]
        best = max((best, *aside), key=lambda at: _name_score(pen, art, spots, lines, at, _CHEAP))
    x, middle = best
    size = _NAME_LETTERS * min(1.0, _room(art, lines, best) / _widest(pen, lines))
    heights = [middle + (i - (len(lines) - 1) / 2) * _NAME for i in range(len(lines))]
    if len(lines) > 1 and size < _TINY and len(art.face.indices(TOWN)) > 1:
        heights, size = _parted(pen, art, lines)
    for y, line in zip(heights, lines, strict=True):
        pen.letters((x, y), line, size, readable(INK, ground), face="narrow", halo=ground, edge=_HALO)
        spots.take_box((x, y), pen.width(line, size, "narrow"), _NAME)


def _parted(pen: Pen, art: HexArt, lines: list[str]) -> tuple[list[float], float]:
    """A long name with its first line above the middle of the hex and the last below, and its size."""
    room = _room(art, lines[:1], (0.0, _PARTED))
    return [-_PARTED, _PARTED], _NAME_LETTERS * min(1.0, room / _widest(pen, lines))


def _lines(pen: Pen, name: str) -> list[str]:
    """One line, or two where one would be too wide."""
    cuts = [i + 1 for i, letter in enumerate(name) if letter in " -"]
    if not cuts or _widest(pen, [name]) <= 1.5:
        return [name]
    cut = min(cuts, key=lambda i: max(i, len(name) - i))
    return [name[:cut].strip(), name[cut:]]


def _widest(pen: Pen, lines: list[str]) -> float:
    return max(pen.width(line, _NAME_LETTERS, "narrow") for line in lines)


def _room(art: HexArt, lines: list[str], at: Point) -> float:
    """The width that all lines have around a point."""
    half = _NAME * len(lines) / 2 - 0.04
    across = min(width_at(art.layout, at[1] - half), width_at(art.layout, at[1] + half))
    return 0.95 * across - 2 * abs(at[0])


def _heights(layout: Layout, lines: list[str]) -> tuple[float, ...]:
    """Where a name may stand; a hex with a flat side below ends sooner than one with a point."""
    if len(lines) == 1:
        last = 0.73 if layout is Layout.FLAT else 0.8
        return (0.56, -0.56, 0.48, -0.48, 0.64, -0.64, last, -last)
    return (0.54, -0.54, 0.48, -0.48)


def _name_score(pen: Pen, art: HexArt, spots: Spots, lines: list[str], at: Point, dear: float) -> float:
    """How good a place is; ``dear``: what it costs to have less room than the words want."""
    wide, room = _widest(pen, lines), _room(art, lines, at)
    squeezed = max(0.0, wide - room)
    free = spots.box_clearance(at, max(0.0, min(wide, room)), _NAME * len(lines))
    return free - dear * squeezed + (0.02 if at[1] > 0 else 0.0) - 0.1 * abs(at[0])


# --- values, letters, costs ------------------------------------------------------------------------


def _values(pen: Pen, art: HexArt, spots: Spots) -> None:
    face = art.face
    fixed = [
        (i, stop.revenue)
        for i, stop in enumerate(face.stops)
        if stop.kind in (CITY, TOWN) and isinstance(stop.revenue, int) and stop.revenue
    ]
    points = stop_points(art.layout, face)
    if len(fixed) > 2 and len({value for _, value in fixed}) == 1:
        at = (0.0, -0.09 if len(fixed) >= _RING else 0.0)
        _value(pen, at, fixed[0][1])
        spots.guard(at, 0.18)
        return
    for index, value in fixed:
        at = spots.place(0.18, points[index])
        _value(pen, at, value)
        spots.guard(at, 0.19)


def _value(pen: Pen, at: Point, value: object) -> None:
    pen.disc(at, 0.185, WHITE, BLACK, 0.022)
    pen.letters(at, str(value), _VALUE, BLACK, room=0.31, face="narrow")


def _label(pen: Pen, art: HexArt, label: str, ground: Colour, spots: Spots) -> None:
    """A long label that is the hex's name says nothing new."""
    if label == art.name:
        return
    if len(label) > 2:
        wide = min(0.8, pen.width(label, 0.2, "narrow"))
        at = max(((0.0, 0.6), (0.0, -0.6), (0.0, 0.72)), key=lambda p: spots.box_clearance(p, wide, 0.2))
        spots.take_box(at, wide, 0.2)
        pen.letters(at, label, 0.2, readable(INK, ground), room=wide, face="narrow", halo=ground)
        return
    at = spots.place(0.17)
    spots.guard(at, 0.17)
    pen.letters(at, label, _LABEL, readable(INK, ground), room=0.5, halo=ground)


def _costs(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    for kind, cost in art.cost:
        at = spots.place(0.2)
        icon, text = (at[0], at[1] - 0.1), (at[0], at[1] + 0.1)
        _terrain(pen, icon, kind)
        pen.letters(
            text,
            f"{art.currency}{cost}" if cost else "",
            0.2,
            readable(INK, ground),
            room=0.5,
            face="narrow",
            halo=ground,
        )


def _terrain(pen: Pen, at: Point, kind: str) -> None:
    x, y = at
    if kind == "water":
        for dy in (-0.05, 0.04):
            wave = [
                (x + dx, y + dy + (0.03 if i % 2 else -0.03))
                for i, dx in enumerate((-0.18, -0.09, 0, 0.09, 0.18))
            ]
            pen.line(wave, WATER, 0.04)
    elif kind in ("mountain", "hill", "rough"):
        pen.polygon(((x - 0.17, y + 0.08), (x, y - 0.12), (x + 0.17, y + 0.08)), MOUNTAIN)
    else:
        pen.letters(at, kind, 0.14, INK, room=0.5)


# --- small print -----------------------------------------------------------------------------------


def _tile_number(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """The tile's number, and pips for its colour: one for yellow to four for grey.

    The number is left out where it would hide other words. Where cities stand in a ring it stands inside,
    under the value, and the pips by themselves.
    """
    pips = _PIPS.get(art.face.colour, 0)
    text = "" if art.face.tile is None else f"#{art.face.tile}"
    if not pips:
        return
    if text and len(art.face.indices(CITY)) >= _RING:
        pen.letters((0.0, 0.17), text, _SMALL, INK, room=0.5)
        text = ""
    wide = pen.width(text, _SMALL) if text else 0.0
    room = wide + pips * 0.08 + 0.04
    if text and spots.box_clearance(spots.best_box(room, _SMALL), room, _SMALL) < _HIDDEN:
        text, wide, room = "", 0.0, room - wide
    x, y = spots.place_box(room, _SMALL)
    left = x - (wide + pips * 0.08 + 0.03) / 2
    if text:
        pen.letters((left + wide / 2, y), text, _SMALL, INK, halo=ground)
    for i in range(pips):
        at = (left + wide + 0.06 + i * 0.08, y)
        pen.box(at, _PIPS_WIDE, 0.11, INK)


def _coordinate(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    if art.coord:
        at = spots.place_box(0.06 + 0.13 * len(art.coord), 0.17)
        pen.letters(at, art.coord, 0.17, readable(FAINT, ground), halo=ground)
