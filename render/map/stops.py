"""Paints cities with their token circles, and towns."""

from __future__ import annotations

import math

from engine.board.faces import CITY
from render.map.scene import Badge, HexArt, Slot
from render.map.spots import Spots
from render.pen.geometry import Point, stop_points
from render.pen.pen import Pen
from render.pen.theme import BLACK, EMPTY, FAINT, INK, WHITE, Theme, mix, pale

TOKEN = 0.7
"""How high letters on a token are at least, in least heights of letters: its colours tell it too."""
_LARGE_PRINT, _EMPTY = 0.35, 0.31
"""Letters so high leave no room for a name beside a usual circle; the radius of an empty one then."""
TRIM = 0.36
"""How deep the second colour of a token is at its top and at its bottom, in radii."""


def slot_radius(slots: int, cities: int) -> float:
    """The radius of a token circle, smaller where many share a hex."""
    if cities > 3:
        return 0.21
    if cities > 1:
        return 0.26 if slots < 2 else 0.21
    return {0: 0.3, 1: 0.36, 2: 0.31, 3: 0.27, 4: 0.25}.get(slots, 0.2)


def circle_radius(slots: int, cities: int, least: float, *, taken: bool) -> float:
    """The radius of a token circle where letters are at least so high, in units.

    A single circle without a token is smaller where only that leaves room for the name.
    """
    usual = slot_radius(slots, cities)
    return min(usual, _EMPTY) if slots == cities == 1 and least > _LARGE_PRINT and not taken else usual


def slot_points(at: Point, count: int, radius: float) -> list[Point]:
    """The centres of the token circles of one city; two lie across the way to the centre of the hex."""
    if count <= 1:
        return [at]
    if count == 2:
        far = math.hypot(*at)
        x, y = (radius, 0.0) if far < 0.1 else (-at[1] / far * radius, at[0] / far * radius)
        x, y = (-x, -y) if x < -0.01 else (x, y)
        return [(at[0] - x, at[1] - y), (at[0] + x, at[1] + y)]
    reach = radius / math.sin(math.pi / count)
    first = -math.pi / 2 if count % 2 else -math.pi * 3 / 4
    angles = [first + 2 * math.pi * i / count for i in range(count)]
    return [(at[0] + reach * math.cos(a), at[1] + reach * math.sin(a)) for a in angles]


def empty_circles(art: HexArt) -> list[Point]:
    """The centres of the token circles on a hex that hold nothing and are kept for nobody."""
    at, cities = stop_points(art.layout, art.face), len(art.face.indices(CITY))
    found = []
    for index, slots in enumerate(art.slots):
        points = slot_points(at[index], len(slots), slot_radius(len(slots), cities)) if slots else []
        found += [point for point, slot in zip(points, slots, strict=True) if slot.badge is None]
    return found


def paint_city(pen: Pen, at: Point, slots: tuple[Slot, ...], radius: float, spots: Spots) -> None:
    """A city: its white ground, then each circle with what is in it."""
    points = slot_points(at, len(slots), radius)
    for colour, extra in ((BLACK, 0.05), (WHITE, 0.02)):
        for i, point in enumerate(points):
            pen.disc(point, radius + extra, colour)
            pen.line((points[i - 1], point), colour, 2 * (radius + extra))
        if len(points) > 2:
            pen.polygon(points, colour)
    for point, slot in zip(points, slots or (Slot(),), strict=True):
        paint_slot(pen, point, slot, radius)
        spots.take(point, radius + 0.05)
    spots.take(at, radius)


def paint_slot(pen: Pen, at: Point, slot: Slot, radius: float) -> None:
    """An empty circle, a circle kept for a company (pale, dashed), or its token."""
    badge = slot.badge
    if badge is None:
        pen.disc(at, radius - 0.02, EMPTY, FAINT, 0.02)
    elif slot.kept:
        pen.disc(at, radius - 0.02, pale(badge.ground))
        pen.dashed_ring(at, radius - 0.02, mix(badge.ground, INK, 0.5), 0.03)
        _kept_letters(pen, at, [badge.letters, *(other.letters for other in slot.under)], radius)
    else:
        pen.disc(at, radius, badge.ground, BLACK, 0.03)
        if badge.trim:
            pen.caps(at, radius - 0.03, radius * TRIM, badge.trim)
        paint_pattern(pen, at, badge, radius)
        _token_letters(pen, at, badge, radius)


def paint_pattern(pen: Pen, at: Point, badge: Badge, radius: float) -> None:
    """The dots and the ring of a token, for eyes that do not tell its colour."""
    dots, ringed = badge.split()
    if ringed:
        pen.disc(at, radius * 0.93, None, badge.ink, radius * 0.09)
    for i in range(dots):
        angle = math.pi * (2 * i / dots - 0.5)
        spot = (at[0] + radius * 0.76 * math.cos(angle), at[1] + radius * 0.76 * math.sin(angle))
        pen.disc(spot, radius * 0.13, badge.ink, badge.ground, radius * 0.03)


def _token_letters(pen: Pen, at: Point, badge: Badge, radius: float) -> None:
    """A token's letters; on a picture where they would be far too small its colours stand for them."""
    if _fits(pen, badge.letters, radius, radius * 1.66):
        pen.letters(at, badge.letters, radius, badge.ink, room=radius * 1.66, face="narrow")
    else:
        pen.unsaid.others.append(badge.letters)


def _kept_letters(pen: Pen, at: Point, letters: list[str], radius: float) -> None:
    """The companies for which a circle is kept, one below the other."""
    high = radius * 0.8 if len(letters) == 1 else radius * 1.3 / len(letters)
    room = radius * (1.5 if len(letters) == 1 else 1.25)
    for i, text in enumerate(letters):
        y = at[1] + (i - (len(letters) - 1) / 2) * high
        if _fits(pen, text, high, room):
            pen.letters((at[0], y), text, high, INK, room=room, face="narrow")
        else:
            pen.unsaid.kept.append(text)


def _fits(pen: Pen, text: str, high: float, room: float) -> bool:
    """Whether letters on a token are as large as they must be, so high at most and in so much room."""
    wide = pen.width(text, high, "narrow")
    return high * min(1.0, room / wide if wide else 1.0) * 0.94 >= pen.least * TOKEN


def paint_town(pen: Pen, at: Point, size: int, theme: Theme, spots: Spots) -> None:
    """A dot, or one dot inside another where it stands for two towns."""
    radius = 0.14
    pen.disc(at, radius, theme.track, theme.casing, 0.03)
    if size > 1:
        pen.disc(at, radius * 0.55, theme.casing)
    spots.take(at, radius + 0.02)
