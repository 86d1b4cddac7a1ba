"""Paints markers on a hex, and the marks of a title: each kind has a shape of its own, beside its colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from engine.board.coords import Layout
from engine.core.display import CLOSED, CONSENT, GOAL, GONE, HOME, PRIZE
from engine.message import say
from render.map.scene import Badge, HexArt, Sign
from render.map.spots import Spots
from render.map.stops import empty_circles
from render.pen.geometry import Point, half_extent, stop_points
from render.pen.pen import Pen
from render.pen.theme import BLACK, FAINT, INK, MARKER, PRIZES, WHITE, Colour, colour, mix, readable

_LETTERS, _HIGH, _ROOF, _POLE = 0.2, 0.24, 0.11, 0.07
_STRIPES = 0.19
_PRIZE = 0.23
_CORNERS = {"triangle": 3, "square": 4, "pentagon": 5, "hexagon": 6}
# So much a home may overlap other things.
_CROWDED = -0.25
Shape = Callable[[Pen, Point, float, Badge], Colour]
"""Paints a plate of a width around a point; returns the colour of its letters."""


def paint_markers(pen: Pen, art: HexArt, spots: Spots) -> None:
    """Markers that are no station, each near its stop."""
    points = stop_points(art.layout, art.face)
    for index, letter in art.markers:
        at = spots.place(0.22, points[index] if index < len(points) else None)
        spots.guard(at, 0.22)
        _marker(pen, at, letter)


def _marker(pen: Pen, at: Point, letter: str) -> None:
    """A house with the first letter of what it is."""
    x, y = at
    house = ((x - 0.2, y - 0.02), (x, y - 0.24), (x + 0.2, y - 0.02), (x + 0.2, y + 0.2), (x - 0.2, y + 0.2))
    pen.polygon(house, MARKER, WHITE, 0.03)
    pen.letters((x, y + 0.06), letter, 0.24, WHITE)


def paint_marks(pen: Pen, art: HexArt, spots: Spots) -> None:
    """The marks with a company's letters, each where there is room; before them the rewards."""
    circles = empty_circles(art)
    for sign in art.signs:
        if sign.kind == PRIZE:
            _prize(pen, sign, spots)
    for sign in art.signs:
        if sign.badge is not None and sign.kind in _SHAPES:
            _plate(pen, sign.kind, sign.badge, spots, circles)


def _prize(pen: Pen, sign: Sign, spots: Spots) -> None:
    """A reward: a piece of its own shape with its text."""
    at = spots.place(_PRIZE)
    spots.guard(at, _PRIZE)
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
    pen.letters((at[0], low), sign.text, 0.2, readable(BLACK, ground), room=_PRIZE * 1.45, face="narrow")


def _plate(pen: Pen, kind: str, badge: Badge, spots: Spots, circles: Sequence[Point]) -> None:
    """A home stands in an empty circle where the hex has no other room for it."""
    text = say("ask {letters}", letters=badge.letters) if kind == CONSENT else badge.letters
    wide = min(0.95, pen.width(text, _LETTERS, "narrow") + 0.12)
    roof, aside = (_ROOF, 0.0) if kind in (HOME, GONE) else (0.0, _POLE)
    x, y = spots.best_box(wide + aside, _HIGH + roof)
    if roof and circles and spots.box_clearance((x, y), wide, _HIGH + roof) < _CROWDED:
        x, y = circles[-1]
    spots.take_box((x, y), wide + aside, _HIGH + roof)
    at = (x, y + roof / 2)
    ink = _SHAPES[kind](pen, at, wide, badge)
    pen.letters(at, text, _LETTERS, ink, room=wide - 0.06, face="narrow")


def _home(pen: Pen, at: Point, wide: float, badge: Badge) -> Colour:
    """A house in the company's colours."""
    house = _house(at, wide)
    pen.polygon(house, badge.ground, BLACK, 0.025)
    if badge.trim:
        pen.polygon(house[1:4], badge.trim, BLACK, 0.025)
    return badge.ink


def _gone(pen: Pen, at: Point, wide: float, badge: Badge) -> Colour:
    """A white house, crossed out."""
    house = _house(at, wide)
    pen.polygon(house, WHITE, FAINT, 0.025)
    left, right, top, low = at[0] - wide / 2, at[0] + wide / 2, at[1] - _HIGH / 2, at[1] + _HIGH / 2
    for ends in (((left, top), (right, low)), ((left, low), (right, top))):
        pen.line(ends, mix(FAINT, WHITE, 0.35), 0.035)
    return INK


def _house(at: Point, wide: float) -> tuple[Point, ...]:
    left, right, top, low = at[0] - wide / 2, at[0] + wide / 2, at[1] - _HIGH / 2, at[1] + _HIGH / 2
    return (left, low), (left, top), (at[0], top - _ROOF), (right, top), (right, low)


def _goal(pen: Pen, at: Point, wide: float, badge: Badge) -> Colour:
    """A flag in the company's colours."""
    left, right, top, low = at[0] - wide / 2, at[0] + wide / 2, at[1] - _HIGH / 2, at[1] + _HIGH / 2
    flag = ((left, top), (right + _POLE, top), (right, at[1]), (right + _POLE, low), (left, low))
    pen.polygon(flag, badge.ground, BLACK, 0.025)
    pen.line(((left, top - 0.03), (left, low + 0.14)), BLACK, 0.045)
    return badge.ink


def _consent(pen: Pen, at: Point, wide: float, badge: Badge) -> Colour:
    """A box in the company's colours with pointed ends."""
    left, right, top, low = at[0] - wide / 2, at[0] + wide / 2, at[1] - _HIGH / 2, at[1] + _HIGH / 2
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


_SHAPES: Mapping[str, Shape] = {
    HOME: _home,
    GONE: _gone,
    GOAL: _goal,
    CONSENT: _consent,
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
