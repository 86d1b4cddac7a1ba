"""Paints one hex: a printed hex or a laid tile with everything that lies on it."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.board.coords import Layout, edge_midpoint
from engine.board.faces import CITY, JUNCTION, OFFBOARD, STOP, TOWN
from render.map.cache import PATCHES, Patch
from render.map.marks import hatch
from render.map.scene import HexArt
from render.map.seachart import (
    ground_of,
    paint_borders,
    paint_gates,
    paint_inland,
    paint_limits,
    paint_numbers,
    paint_offshore,
    paint_passages,
    paint_ports,
    paint_ship,
)
from render.map.spots import Box, Spots
from render.map.stops import circle_radius, paint_city, paint_town
from render.map.writing import write
from render.pen.geometry import Point, between, corners, half_extent, piece_line, scaled, stop_points
from render.pen.pen import SMOOTH, Pen
from render.pen.theme import BADGE, BLOCKED, DEEP, INK, STANDARD, WHITE, Colour, Theme, mix, seen

TRACK, CASING = 0.13, 0.21
_KEPT = 0.15
"""How wide track keeps its room."""
_BLEED = 2
_BADGE_AT = (-0.45, -0.5)
"""Where people look for a badge."""


def patch_size(layout: Layout, size: float) -> tuple[int, int]:
    """Width and height in px of the picture of one hex."""
    half_x, half_y = half_extent(layout)
    return math.ceil(2 * half_x * size) + 2 * _BLEED, math.ceil(2 * half_y * size) + 2 * _BLEED


@lru_cache(maxsize=64)
def mask(layout: Layout, size: float) -> Image.Image:
    """Where the picture of a hex covers the page."""
    wide, high = patch_size(layout, size)
    image = Image.new("L", (wide * SMOOTH, high * SMOOTH), 0)
    x, y = wide * SMOOTH / 2, high * SMOOTH / 2
    unit = (size + 0.9) * SMOOTH
    ImageDraw.Draw(image).polygon([(x + a * unit, y + b * unit) for a, b in corners(layout)], 255)
    return image.reduce(SMOOTH)


def patch(art: HexArt, size: float, theme: Theme, least: float = 0.0) -> Patch:
    """The picture of a hex (RGB, to paste through `mask`) with what had no room on it; kept, so that equal
    hexes are painted once.
    """
    key = (art, size, theme.name, least)
    found = PATCHES.get(key)
    if found is None:
        pen, _ = _painted(art, size, theme, least)
        found = PATCHES[key] = Patch(pen.finished(), pen.unsaid)
    return found


def paint(art: HexArt, size: float, theme: Theme, least: float = 0.0) -> Image.Image:
    """Paint a hex; letters are at least so many px high, or left out."""
    return _painted(art, size, theme, least)[0].finished()


def figure_boxes(art: HexArt, size: float, least: float) -> list[tuple[Point, Box]]:
    """Where the values of a hex stand that are paid by phase: centre, width and height of each box in units.

    ``size`` and ``least`` are those with which the hex is painted.
    """
    return _painted(art, size, STANDARD, least)[1].figures


def _painted(art: HexArt, size: float, theme: Theme, least: float) -> tuple[Pen, Spots]:
    """The pen that has painted a hex, and what is taken there."""
    wide, high = patch_size(art.layout, size)
    ground = ground_of(art, theme)
    pen = Pen(wide, high, size, ground, least)
    spots = Spots(art.layout)
    _take_sides(art, spots)
    hatch(pen, art, ground)
    _sides(pen, art, theme, ground)
    paint_borders(pen, art, ground, spots)
    _track(pen, art, theme, spots)
    paint_ports(pen, art, spots)
    _stops(pen, art, theme, spots)
    paint_passages(pen, art, spots)
    paint_gates(pen, art, spots)
    place, radius = _badge_place(art, size, spots)
    paint_numbers(pen, art, spots)
    paint_offshore(pen, art, ground, spots)
    paint_ship(pen, art, ground, spots)
    write(pen, art, ground, spots)
    paint_inland(pen, art, spots)
    paint_limits(pen, art, ground)
    _barriers(pen, art, ground)
    if art.number is not None:
        _badge(pen, art.number, place, radius)
    return pen, spots


def _badge(pen: Pen, number: int, at: Point, radius: float) -> None:
    """A numbered badge, over all that is on the hex."""
    pen.stamp(at, radius, WHITE)
    pen.stamp(at, radius * 0.9, BADGE)
    pen.letters(at, str(number), max(radius * 1.3, pen.least), WHITE, room=radius * 2.15, face="narrow")


def badge_radius(size: float) -> float:
    """The radius of a numbered badge in units: it keeps a size in px that can be read on small hexes."""
    return max(0.25, min(0.5, 22 / size))


def _badge_place(art: HexArt, size: float, spots: Spots) -> tuple[Point, float]:
    """Where a badge stands and its radius: the free place nearest to where people look; kept free of writing.

    On a hex without room for it, it stands on a corner.
    """
    wanted = badge_radius(size)
    if art.number is None:
        return (0.0, 0.0), wanted
    for radius in (wanted * share for share in (1.0, 0.85, 0.7, 0.6, 0.5, 0.4)):
        at = spots.place(radius, _BADGE_AT)
        if at is not None:
            return at, radius
    spots.take(_BADGE_AT, wanted * 0.4)
    return _BADGE_AT, wanted * 0.4


def _take_sides(art: HexArt, spots: Spots) -> None:
    """Barriers and the lines between areas keep their room."""
    points = corners(art.layout)
    for edge in (*art.blocked, *art.drawing.divider_edges, *art.setting.limits):
        side = [scaled(points[i % 6], 0.95) for i in (edge, edge + 1)]
        spots.take_line(side, 0.06)
    for a, b in art.drawing.divider_corners:
        spots.take_line((points[a], points[b]), 0.03)


def _track(pen: Pen, art: HexArt, theme: Theme, spots: Spots) -> None:
    face = art.face
    lines = []
    for a, b in face.track:
        if b >= STOP and face.stops[b - STOP].kind == OFFBOARD:
            _arrow(pen, art, a, theme, spots)
            continue
        line = piece_line(art.layout, face, a, b)
        lines.append(_overrun(line) if a < STOP else line)
        spots.take_line(line, _KEPT / 2)
    for line in lines:
        pen.line(line, theme.casing, CASING)
    ink = seen(DEEP, ground_of(art, theme)) if art.setting.sea else theme.track
    for line in lines:
        pen.line(line, ink, TRACK)
    for index in face.indices(JUNCTION):
        pen.disc(stop_points(art.layout, face)[index], TRACK * 0.62, theme.track)


def _overrun(line: tuple[Point, ...]) -> tuple[Point, ...]:
    """Lines go on a little over both hex sides, so that no gap shows."""
    start = scaled(line[0], 1.04)
    end = scaled(line[-1], 1.04) if math.hypot(*line[-1]) > 0.85 else line[-1]
    return (start, *line[1:-1], end)


def _arrow(pen: Pen, art: HexArt, edge: int, theme: Theme, spots: Spots) -> None:
    """Track into an off-board area narrows to a point."""
    start = edge_midpoint(art.layout, edge)
    tip = scaled(start, 0.5)
    side = (-start[1] / 0.866, start[0] / 0.866)
    out = scaled(start, 1.05)
    for half, colour in ((0.17, theme.casing), (0.115, theme.track)):
        left, right = (
            (out[0] + side[0] * half, out[1] + side[1] * half),
            (out[0] - side[0] * half, out[1] - side[1] * half),
        )
        pen.polygon((left, right, tip), colour)
        spots.take_shape((left, right, tip))


def _stops(pen: Pen, art: HexArt, theme: Theme, spots: Spots) -> None:
    points = stop_points(art.layout, art.face)
    cities = art.face.indices(CITY)
    for index, stop in enumerate(art.face.stops):
        if stop.kind == CITY:
            slots = art.slots[index] if index < len(art.slots) else ()
            taken = any(slot.badge and not slot.kept for slot in slots)
            radius = circle_radius(len(slots), len(cities), pen.least, taken=taken)
            paint_city(pen, points[index], slots, radius, spots)
        elif stop.kind == TOWN:
            paint_town(pen, points[index], stop.size, theme, spots)


def _sides(pen: Pen, art: HexArt, theme: Theme, ground: Colour) -> None:
    """The sides of the hex, and lines between two areas on it."""
    points = corners(art.layout)
    border = mix(theme.border, ground, 0.6) if art.setting.sea else theme.border
    for edge in range(6):
        if edge not in art.drawing.merged and edge not in art.drawing.divider_edges:
            pen.line((points[edge], points[(edge + 1) % 6]), border, 0.024)
    dark = mix(ground, INK, 0.55)
    for a, b in art.drawing.divider_corners:
        pen.line((points[a], points[b]), dark, 0.05)


def _barriers(pen: Pen, art: HexArt, ground: Colour) -> None:
    points = corners(art.layout)
    for edge in range(6):
        side = (points[edge], points[(edge + 1) % 6])
        if edge in art.blocked:
            _barrier(pen, side, ground)
        elif edge in art.drawing.divider_edges:
            pen.line(side, INK, 0.07)


def _barrier(pen: Pen, side: tuple[Point, Point], ground: Colour) -> None:
    """A blocked side: a thick line with teeth, so that it is not told by colour alone."""
    red = seen(BLOCKED, ground)
    pen.line(side, red, 0.11)
    for i in range(1, 6):
        at = between(side[0], side[1], i / 6)
        pen.line((at, scaled(at, 0.9)), red, 0.05)
