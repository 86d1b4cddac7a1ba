"""Paints what the chart shows on a hex: borders of zones, steamships, ports, numbers of ferries."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.board.coords import edge_midpoint
from engine.message import say
from render.map.names import Way, briefer, broken, find_name, put_name
from render.map.scene import HexArt
from render.map.seas import Anchor, Cut
from render.map.spots import Spots
from render.pen.geometry import Point, between, corners, piece_line, scaled
from render.pen.pen import Pen
from render.pen.text import Face
from render.pen.theme import (
    BLACK,
    DEEP,
    INK,
    LIMIT,
    PASSAGE,
    PORT,
    PRIVATE_PORT,
    WHITE,
    Colour,
    Theme,
    mix,
    readable,
)

_DASHES = 3
# How far from the middle a border passes a stop.
_CLEAR = 0.52
_ANCHOR, _SHIP, _SMALL_SHIP, _GATE, _SMALL_GATE = 0.2, 0.33, 0.25, 0.21, 0.14
_NAME_HIGH, _NAME_STEP = 0.25, 0.26
_LOW = 0.67
"""How far below the middle a steamship stands under large letters, where it is small and has no number."""
_NARROW: Face = "narrow"


def ground_of(art: HexArt, theme: Theme) -> Colour:
    """The colour of a hex."""
    return theme.hexes["teal" if art.setting.southern and art.face.colour == "blue" else art.face.colour]


# --- under the track -------------------------------------------------------------------------------


def paint_borders(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """Borders of zones at sea, white and dashed, and within a hex on land, black and dashed."""
    points = corners(art.layout)
    for edge in art.setting.dashes:
        side = (points[edge], points[(edge + 1) % 6])
        pen.line(side, mix(ground, DEEP, 0.6), 0.17)
        for dash in _dashed(side, _DASHES):
            pen.line(dash, WHITE, 0.12)
        spots.take_line(side, 0.09)
    for cut in art.setting.cuts:
        line = _cut(art, cut)
        pen.line(line, mix(ground, WHITE, 0.6), 0.12)
        for dash in _dashed(line, _DASHES if cut.end is None else 2 * _DASHES):
            pen.line(dash, LIMIT, 0.08)
        spots.take_line(line, 0.06)


def paint_limits(pen: Pen, art: HexArt, ground: Colour) -> None:
    """Borders of zones along sides of the hex."""
    points = corners(art.layout)
    for edge in art.setting.limits:
        side = (points[edge], points[(edge + 1) % 6])
        pen.line(side, mix(ground, WHITE, 0.6), 0.13)
        for dash in _dashed(side, _DASHES):
            pen.line(dash, LIMIT, 0.09)


def _dashed(line: Sequence[Point], count: int) -> list[tuple[Point, ...]]:
    """So many dashes of a line, the same from both its ends."""
    steps = 2 * count
    return [tuple(_along(line, (2 * i + 0.5 + part / 2) / steps) for part in range(3)) for i in range(count)]


def _along(line: Sequence[Point], share: float) -> Point:
    spans = len(line) - 1
    index = min(int(share * spans), spans - 1)
    return between(line[index], line[index + 1], share * spans - index)


def _cut(art: HexArt, cut: Cut) -> list[Point]:
    """A border across the hex: past its stops, else past the middle of what is the larger part."""
    points = corners(art.layout)
    start = points[cut.start]
    if cut.end is None:
        return [scaled(start, i / 12) for i in range(13)]
    end = points[cut.end]
    middle = between(start, end, 0.5)
    if cut.around is None:
        aim = middle if math.hypot(*middle) < 0.6 else scaled(middle, 0.6)
    else:
        aim = _past(art, cut)
    bend = (2 * aim[0] - middle[0], 2 * aim[1] - middle[1])
    return [_bezier(start, bend, end, i / 12) for i in range(13)]


def _past(art: HexArt, cut: Cut) -> Point:
    """Beyond the stops, seen from the sides on whose part they stand."""
    first, last = (cut.start, cut.end) if cut.around == cut.start else (cut.end, cut.start)
    assert first is not None
    assert last is not None
    sides = [edge_midpoint(art.layout, edge % 6) for edge in range(first, last if last > first else last + 6)]
    x, y = sum(p[0] for p in sides), sum(p[1] for p in sides)
    length = math.hypot(x, y)
    return -x / length * _CLEAR, -y / length * _CLEAR


def _bezier(start: Point, bend: Point, end: Point, share: float) -> Point:
    return between(between(start, bend, share), between(bend, end, share), share)


# --- ports and ferries -----------------------------------------------------------------------------


def paint_ports(pen: Pen, art: HexArt, spots: Spots) -> None:
    """Anchors at the sides of a sea hex, each with the arrow of its port."""
    for anchor in art.setting.anchors:
        if anchor.edge is not None:
            start = edge_midpoint(art.layout, anchor.edge)
            ferry = anchor.edge in art.face.exits
            at = _aside(start) if ferry else scaled(start, 0.6)
            if not ferry:
                _arrow(pen, start, at)
            paint_anchor(pen, at, anchor)
            spots.take(at, _ANCHOR + 0.02)


def _aside(start: Point) -> Point:
    """Beside a ferry that begins at the same side."""
    length = math.hypot(*start)
    side = (-start[1] / length * 0.36, start[0] / length * 0.36)
    inward = scaled(start, 0.7)
    return inward[0] + side[0], inward[1] + side[1]


def _arrow(pen: Pen, start: Point, at: Point) -> None:
    length = math.hypot(*start)
    side = (-start[1] / length, start[0] / length)
    foot = scaled(start, 1.04)
    for half, colour in ((0.19, WHITE), (0.13, DEEP)):
        left = (foot[0] + side[0] * half, foot[1] + side[1] * half)
        right = (foot[0] - side[0] * half, foot[1] - side[1] * half)
        pen.polygon((left, right, at), colour)


def paint_anchor(pen: Pen, at: Point, anchor: Anchor, radius: float = _ANCHOR) -> None:
    """The sign of a port: a blue disc for all, a red square for companies with a token there."""
    if anchor.private:
        side = 2 * radius * 0.92
        pen.box(at, side, side, PRIVATE_PORT, WHITE, 0.03)
    else:
        pen.disc(at, radius, PORT, WHITE, 0.03)
    _sign(pen, at, WHITE, radius)


def _sign(pen: Pen, at: Point, ink: Colour, radius: float) -> None:
    """An anchor."""
    x, y = at
    unit = radius * 0.62
    wide = radius * 0.2
    pen.disc((x, y - unit * 0.8), unit * 0.3, None, ink, wide * 0.7)
    pen.line(((x, y - unit * 0.55), (x, y + unit)), ink, wide)
    pen.line(((x - unit * 0.5, y - unit * 0.25), (x + unit * 0.5, y - unit * 0.25)), ink, wide)
    arc = [(x + unit * 0.85 * math.cos(a), y + unit * 0.1 + unit * 0.85 * math.sin(a)) for a in _ANGLES]
    pen.line(arc, ink, wide)


_ANGLES = [math.radians(angle) for angle in range(10, 171, 20)]


def paint_offshore(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """Offshore ports: the anchor of each with the name of its city."""
    for anchor in art.setting.anchors:
        if anchor.edge is not None:
            continue
        if not anchor.name:
            paint_anchor(pen, spots.place(0.19) or (0.0, 0.0), anchor, 0.17)
            continue
        at = spots.place(_ANCHOR + 0.1) or (0.0, 0.0)
        paint_anchor(pen, at, anchor)
        pen.dashed_ring(at, _ANCHOR + 0.08, DEEP, 0.03)
        high = max(_NAME_HIGH, pen.least)
        for name in briefer(anchor.name):
            wide = pen.width(name, high, _NARROW)
            words = spots.find_near([((0.0, 0.0), (wide, high * 0.86))], (at[0], at[1] + 0.4))
            if words is not None:
                pen.letters(words, name, high, readable(INK, ground), face=_NARROW, halo=ground)
                spots.take_box(words, wide, high * 0.86)
                break
        if words is None or name != anchor.name:
            pen.unsaid.names.append(anchor.name)


def paint_inland(pen: Pen, art: HexArt, spots: Spots) -> None:
    """The sign of a city with an offshore port."""
    for anchor in art.setting.offshore:
        at = spots.place(0.17)
        if at is not None:
            paint_anchor(pen, at, anchor, 0.16)


def paint_passages(pen: Pen, art: HexArt, spots: Spots) -> None:
    """Green arrows out of a hex over which ships pass from one sea zone to the next."""
    for edge in art.setting.passages:
        out = edge_midpoint(art.layout, edge)
        length = math.hypot(*out)
        side = (-out[1] / length * 0.2, out[0] / length * 0.2)
        foot = scaled(out, 0.72)
        tips = (
            (foot[0] + side[0], foot[1] + side[1]),
            scaled(out, 0.97),
            (foot[0] - side[0], foot[1] - side[1]),
        )
        pen.polygon(tips, PASSAGE, WHITE, 0.03)
        spots.take_shape(tips)


def paint_numbers(pen: Pen, art: HexArt, spots: Spots) -> None:
    """The number of each ferry, beside its line."""
    beside = [point for a, b in art.face.track for point in _beside(piece_line(art.layout, art.face, a, b))]
    scale = max(1.0, pen.least / 0.25)
    wide, high = 0.46 * scale, 0.3 * scale
    for number in art.setting.ferries:
        near = next((point for point in beside if spots.free(point, wide, high)), None)
        at = near or spots.find_near([((0.0, 0.0), (wide, high))], (beside or [(0.0, 0.0)])[0])
        if at is not None:
            spots.take_box(at, wide, high)
            pen.box(at, wide, high, WHITE, DEEP, 0.04)
            pen.letters(at, f"-{number}" if number else "0", 0.25 * scale, DEEP, face=_NARROW)


def _beside(line: Sequence[Point]) -> Iterator[Point]:
    """Places at both sides of a line, the middle first."""
    for share in (0.5, 0.35, 0.65):
        start, at, end = (_along(line, share + step) for step in (-0.1, 0.0, 0.1))
        length = math.dist(start, end) or 1.0
        for side in (0.4, -0.4):
            yield at[0] - (end[1] - start[1]) / length * side, at[1] + (end[0] - start[0]) / length * side


# --- the steamship ---------------------------------------------------------------------------------


def paint_ship(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """The name of a sea zone, and its steamship with what a crossing counts."""
    setting = art.setting
    if not setting.name:
        return
    lines = _lines(pen, setting.name, max(_NAME_HIGH, pen.least))
    ink = readable(mix(DEEP, BLACK, 0.3), ground)
    if setting.ship:
        large = pen.least > _NAME_HIGH
        low = _LOW if large else _NAME_STEP * len(lines) / 2 - 0.02
        radius = _SMALL_SHIP if large else _SHIP
        centre = spots.place(radius + 0.03, (0.0, low))
        if centre is not None:
            _ship(pen, centre, radius, numbered=not large)
    put_name(pen, setting.name, find_name(pen, spots, _zone_ways(pen, setting.name)), ink, ground)


def _zone_ways(pen: Pen, name: str) -> Iterator[Way]:
    """How the name of a zone may be written, the best first: smaller, then broken, then with words cut."""
    sizes = dict.fromkeys(max(pen.least, size * _NAME_HIGH) for size in (1.0, 0.9, 0.8, 0.7))
    for text in briefer(name):
        yield from ((_lines(pen, text, size), size) for size in sizes)
        if text == name:
            yield from ((lines, size) for size in sizes for lines in broken(name))


def _ship(pen: Pen, at: Point, radius: float, *, numbered: bool) -> None:
    """A steamship in a disc; without its number it stands in the middle."""
    unit = radius / _SHIP
    x, y = at if numbered else (at[0], at[1] + 0.08 * unit)
    pen.disc(at, radius, WHITE, DEEP, 0.045)
    hull = ((-0.22, -0.02), (0.22, -0.02), (0.15, 0.09), (-0.15, 0.09))
    pen.polygon([(x + a * unit, y + b * unit) for a, b in hull], DEEP)
    for left in (-0.11, 0.03):
        pen.box((x + (left + 0.03) * unit, y - 0.1 * unit), 0.07 * unit, 0.16 * unit, DEEP)
    pen.line(((x - 0.05 * unit, y - 0.2 * unit), (x + 0.05 * unit, y - 0.24 * unit)), DEEP, 0.035)
    if numbered:
        pen.letters((x, y + 0.19), "-1", max(0.2, pen.least), DEEP)


def _lines(pen: Pen, name: str, high: float) -> list[str]:
    """A name in as few lines as fit the hex."""
    lines: list[str] = []
    for word in name.split():
        longer = say("{lines} {word}", lines=lines[-1], word=word) if lines else word
        if lines and pen.width(longer, high, _NARROW) <= 1.45:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# --- gates -----------------------------------------------------------------------------------------


def paint_gates(pen: Pen, art: HexArt, spots: Spots) -> None:
    """Circles on sides of the hex: with the token of a company, or barred with the text that opens them."""
    for sign in art.signs:
        if sign.edge is None:
            continue
        at, radius = _at_side(art, sign.edge, spots)
        spots.take(at, radius + 0.01)
        if sign.badge is not None:
            pen.disc(at, radius, sign.badge.ground, BLACK, 0.03)
            pen.letters(at, sign.badge.letters, 0.22, sign.badge.ink, room=1.67 * radius, face=_NARROW)
        else:
            pen.disc(at, radius, WHITE, PRIVATE_PORT, 0.05)
            pen.letters(at, sign.text, max(0.24, pen.least), BLACK, room=1.52 * radius)


def _at_side(art: HexArt, edge: int, spots: Spots) -> tuple[Point, float]:
    """A place beside a side of the hex, and the radius of what has room there.

    It is in the middle of the side, or towards an end where stations reach to the middle, and small there if
    they reach to the ends.
    """
    middle = edge_midpoint(art.layout, edge)
    for radius, inwards, steps in ((_GATE, 0.76, (0.0, 0.28, -0.28)), (_SMALL_GATE, 0.82, (0.37, -0.37))):
        x, y = scaled(middle, inwards)
        length = math.hypot(x, y)
        for step in steps:
            place = x - step * y / length, y + step * x / length
            if spots.free(place, 1.45 * radius, 1.45 * radius):
                return place, radius
    return scaled(middle, 0.76), _GATE
