"""Paints markers on a hex, and the marks of a title: each kind has a shape of its own, beside its colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from engine.board.coords import Layout
from engine.core.display import BLOCKED, CLOSED, CONSENT, GOAL, GONE, HOME, PRIZE
from engine.message import say
from render.map.scene import Badge, HexArt, Sign
from render.map.spots import Spots
from render.map.stops import empty_circles
from render.pen.geometry import Point, corners, half_extent, scaled, stop_points
from render.pen.pen import Pen
from render.pen.theme import BLACK, FAINT, INK, MARKER, PRIZES, WHITE, Colour, colour, mix, readable
from render.pen.theme import BLOCKED as BARRED

_LETTERS, _POLE = 0.2, 0.07
_ROOF = 0.46
"""How high the roof of a house is, in heights of its walls."""
_MARKER_SCALES = (1.0, 0.85, 0.7, 0.6, 0.5)
_SCALES = (1.0, 0.85, 0.7)
"""Of a plate, the best first."""
_STRIPES = 0.19
_PRIZE, _MARKER = 0.23, 0.26
_PRIZE_LETTERS = 2.2 * _PRIZE
"""How high letters may be that a reward still holds."""
_ANGLE, _INSET = 0.2, 0.94
"""How far an angle in a corner reaches along a side, and how far inside the hex it lies."""
_CORNERS = {"triangle": 3, "square": 4, "pentagon": 5, "hexagon": 6}
Shape = Callable[[Pen, Point, Point, Badge], Colour]
"""Paints a plate of a width and a height around a point; returns the colour of its letters."""


def paint_markers(pen: Pen, art: HexArt, spots: Spots) -> None:
    """Markers that are no station, each near its stop, smaller where there is little room."""
    points = stop_points(art.layout, art.face)
    for index, letter in art.markers:
        near = points[index] if index < len(points) else (0.0, 0.0)
        for scale in _MARKER_SCALES:
            at = spots.place(_MARKER * scale, near)
            if at is not None:
                _marker(pen, at, letter, scale)
                break


def _marker(pen: Pen, at: Point, letter: str, scale: float) -> None:
    """A house with the first letter of what it is."""
    outline = ((-0.2, -0.02), (0.0, -0.24), (0.2, -0.02), (0.2, 0.2), (-0.2, 0.2))
    house = [(at[0] + x * scale, at[1] + y * scale) for x, y in outline]
    pen.polygon(house, MARKER, WHITE, 0.03)
    pen.letters((at[0], at[1] + 0.06 * scale), letter, max(0.24 * scale, pen.least), WHITE)


def paint_marks(pen: Pen, art: HexArt, spots: Spots) -> None:
    """The marks with a company's letters, each where there is room; before them the rewards."""
    circles = empty_circles(art)
    for sign in art.signs:
        if sign.kind == PRIZE:
            _prize(pen, sign, spots)
    for sign in sorted(art.signs, key=lambda sign: sign.kind == GONE):
        if sign.badge is None or sign.kind not in _SHAPES:
            continue
        if not _plate(pen, sign, sign.badge, spots, circles) and sign.kind == BLOCKED:
            _barred_corners(pen, art)


def _prize(pen: Pen, sign: Sign, spots: Spots) -> None:
    """A reward: a piece of its own shape with its text."""
    at = spots.place(_PRIZE * 1.15) or (0.0, 0.0)
    ground = PRIZES.get(sign.tint) or colour(sign.tint)
    corners = _CORNERS.get(sign.shape, 0)
    if corners:
        tall = 1.3 if corners == 3 else 1.12
        turn = math.pi / 4 if corners == 4 else math.pi / 2
        angles = (2 * math.pi * i / corners - turn for i in range(corners))
        piece = [(at[0] + tall * _PRIZE * math.cos(a), at[1] + tall * _PRIZE * math.sin(a)) for a in angles]
        pen.polygon(piece, ground, BLACK, 0.03)
    else:
        pen.disc(at, _PRIZE, ground, BLACK, 0.03)
    low = at[1] + (0.05 if corners == 3 else 0.0)
    if pen.least <= _PRIZE_LETTERS:
        pen.letters((at[0], low), sign.text, max(0.2, pen.least), readable(BLACK, ground), face="narrow")


def _barred_corners(pen: Pen, art: HexArt) -> None:
    """Red angles in the corners of a hex that is blocked and has no room for a plate: no track runs there."""
    rim = corners(art.layout)
    for index, at in enumerate(rim):
        sides = (rim[index - 1], rim[(index + 1) % len(rim)])
        ends = [(at[0] + _ANGLE * (to[0] - at[0]), at[1] + _ANGLE * (to[1] - at[1])) for to in sides]
        pen.line([scaled(point, _INSET) for point in (ends[0], at, ends[1])], BARRED, 0.06)


def _plate(pen: Pen, sign: Sign, badge: Badge, spots: Spots, circles: list[Point]) -> bool:
    """A plate where there is room for it, smaller where there is little; a home else in an empty circle.

    False without room.
    """
    text = say("ask {letters}", letters=badge.letters) if sign.kind == CONSENT else badge.letters
    housed = sign.kind in (HOME, GONE)
    for scale in _SCALES:
        letters = max(_LETTERS * scale, pen.least)
        high = letters * 1.2
        wide = min(letters * 4.75, pen.width(text, letters, "narrow") + 0.1)
        roof, aside = (high * _ROOF, 0.0) if housed else (0.0, _POLE)
        free = spots.place_box(wide + 2 * aside, high + roof)
        if free is None and scale == _SCALES[-1] and sign.kind == HOME and circles:
            free = circles.pop()
        if free is not None:
            at = (free[0], free[1] + roof / 2)
            ink = _SHAPES[sign.kind](pen, at, (wide, high), badge)
            halo = WHITE if sign.kind == GONE else None
            pen.letters(at, text, letters, ink, room=wide - 0.04, face="narrow", halo=halo)
            return True
    return False


def _home(pen: Pen, at: Point, size: Point, badge: Badge) -> Colour:
    """A house in the company's colours."""
    house = _house(at, size)
    pen.polygon(house, badge.ground, BLACK, 0.025)
    if badge.trim:
        pen.polygon(house[1:4], badge.trim, BLACK, 0.025)
    return badge.ink


def _gone(pen: Pen, at: Point, size: Point, badge: Badge) -> Colour:
    """A white house, crossed out."""
    house = _house(at, size)
    pen.polygon(house, WHITE, FAINT, 0.025)
    left, top, right, low = _sides(at, size)
    for ends in (((left, top), (right, low)), ((left, low), (right, top))):
        pen.line(ends, mix(FAINT, WHITE, 0.35), 0.035)
    return INK


def _sides(at: Point, size: Point) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a plate."""
    return at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2


def _house(at: Point, size: Point) -> tuple[Point, ...]:
    left, top, right, low = _sides(at, size)
    return (left, low), (left, top), (at[0], top - size[1] * _ROOF), (right, top), (right, low)


def _goal(pen: Pen, at: Point, size: Point, badge: Badge) -> Colour:
    """A flag in the company's colours."""
    left, top, right, low = _sides(at, size)
    flag = ((left, top), (right + _POLE, top), (right, at[1]), (right + _POLE, low), (left, low))
    pen.polygon(flag, badge.ground, BLACK, 0.025)
    pen.line(((left, top - 0.03), (left, low + 0.06)), BLACK, 0.045)
    return badge.ink


def _consent(pen: Pen, at: Point, size: Point, badge: Badge) -> Colour:
    """A box in the company's colours with pointed ends."""
    left, top, right, low = _sides(at, size)
    box = (
        (left, top),
        (right, top),
        (right + _POLE, at[1]),
        (right, low),
        (left, low),
        (left - _POLE, at[1]),
    )
    pen.polygon(box, badge.ground, BLACK, 0.025)
    return badge.ink


def _blocked(pen: Pen, at: Point, size: Point, badge: Badge) -> Colour:
    """A white bar in a heavy red frame, as before a closed road."""
    del badge
    pen.box(at, size[0] + 0.1, size[1] + 0.02, WHITE, BARRED, 0.04)
    return INK


_SHAPES: Mapping[str, Shape] = {
    HOME: _home,
    GONE: _gone,
    GOAL: _goal,
    CONSENT: _consent,
    BLOCKED: _blocked,
}


def hatch(pen: Pen, art: HexArt, ground: Colour) -> None:
    """Slanting lines over a hex that is closed, under everything else."""
    if all(sign.kind != CLOSED for sign in art.signs):
        return
    half = max(half_extent(art.layout)) if art.layout is Layout.FLAT else 1.0
    dark, steps = mix(ground, INK, 0.28), math.ceil(2 * half / _STRIPES)
    for i in range(-steps, steps + 1):
        x = i * _STRIPES
        pen.line(((x - half, half), (x + half, -half)), dark, 0.03)
