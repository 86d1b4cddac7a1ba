"""Writes on a hex: its name, values, letters, cost, tile number and coordinate, each where nothing else is.

What finds no room is made smaller, down to what can still be read; what then finds none is left out. The text
twin tells all of it.
"""

from __future__ import annotations

from render.map.marks import paint_markers, paint_marks
from render.map.names import TALL, find_name, put_name, take_name, ways
from render.map.scene import HexArt
from render.map.spots import Spots
from render.map.values import find_values, paint_figures, put_values
from render.pen.pen import Pen
from render.pen.theme import FAINT, INK, MOUNTAIN, WATER, Colour, readable
from render.pen.geometry import Point

_LABEL, _LABEL_LEAST = 0.36, 0.2
_COST, _SMALL, _COORD = 0.2, 0.14, 0.17
_SMALL_VALUE = 0.8
"""Values may be so much smaller for a longer name."""
_PIPS = {"yellow": 1, "green": 2, "brown": 3, "gray": 4}
_PIPS_WIDE, _PIP_STEP = 0.05, 0.08


def write(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """All writing, the most important first: each finds its room among what is there."""
    paint_figures(pen, art, spots)
    for label in art.face.labels:
        _label(pen, art, label, ground, spots)
    _name_and_values(pen, art, ground, spots)
    paint_marks(pen, art, spots)
    _costs(pen, art, ground, spots)
    paint_markers(pen, art, spots)
    _coordinate(pen, art, ground, spots)
    _tile_number(pen, art, ground, spots)


# --- name and values -------------------------------------------------------------------------------


def _name_and_values(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """The name and the values of the stops; what comes first has the better place.

    The values come first, but where the name then lacks room and the values are no smaller behind it.
    """
    plain = spots.copy()
    values = find_values(pen, art, spots)
    sign = find_name(pen, spots, ways(art.name, pen.least)) if art.name else None
    if art.name and values and (sign is None or sign.rank):
        first = find_name(pen, plain, ways(art.name, pen.least))
        if first is not None and (sign is None or first.rank < sign.rank):
            take_name(pen, plain, first)
            others = find_values(pen, art, plain)
            if [value.scale for value in others] >= [min(value.scale, _SMALL_VALUE) for value in values]:
                spots.become(plain)
                values, sign = others, first
    put_values(pen, values)
    put_name(pen, spots, sign, readable(INK, ground), ground)


# --- letters, costs --------------------------------------------------------------------------------


def _label(pen: Pen, art: HexArt, label: str, ground: Colour, spots: Spots) -> None:
    """A long label that is the hex's name says nothing new."""
    if label == art.name:
        return
    sizes = (0.2,) if len(label) > 2 else (_LABEL, 0.3, 0.25, _LABEL_LEAST)
    for high in dict.fromkeys(max(size, pen.least) for size in sizes):
        wide = pen.width(label, high, "narrow" if len(label) > 2 else "bold")
        at = spots.place_box(wide, high * TALL)
        if at is not None:
            face = "narrow" if len(label) > 2 else "bold"
            pen.letters(at, label, high, readable(INK, ground), face=face, halo=ground)
            return


def _costs(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    for kind, cost in art.cost:
        high = max(_COST, pen.least)
        text = f"{art.currency}{cost}" if cost else ""
        wide = max(pen.width(text, high, "narrow"), 0.36)
        at = spots.place_box(wide, 0.2 + high)
        if at is not None:
            _terrain(pen, (at[0], at[1] - high / 2), kind)
            pen.letters((at[0], at[1] + 0.1), text, high, readable(INK, ground), face="narrow", halo=ground)


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
        pen.letters(at, kind, max(_SMALL, pen.least), INK, room=0.5)


# --- small print -----------------------------------------------------------------------------------


def _tile_number(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    """The tile's number, and pips for its colour: one for yellow to four for grey.
    The number is left out where there is no room for it.
    """
    pips = _PIPS.get(art.face.colour, 0)
    if not pips:
        return
    text = "" if art.face.tile is None else f"#{art.face.tile}"
    high = max(_SMALL, pen.least)
    for shown in (text, ""):
        wide = pen.width(shown, high) if shown else 0.0
        room = wide + pips * _PIP_STEP + 0.04
        at = spots.place_box(room, high * 0.9)
        if at is not None:
            _number(pen, at, shown, (wide, high, room), pips, ground)
            return


def _number(
    pen: Pen, at: Point, text: str, size: tuple[float, float, float], pips: int, ground: Colour
) -> None:
    wide, high, room = size
    left = at[0] - room / 2 + 0.005
    if text:
        pen.letters((left + wide / 2, at[1]), text, high, INK, halo=ground)
    for i in range(pips):
        pen.box((left + wide + 0.06 + i * _PIP_STEP, at[1]), _PIPS_WIDE, 0.11, INK)


def _coordinate(pen: Pen, art: HexArt, ground: Colour, spots: Spots) -> None:
    if not art.coord:
        return
    high = max(_COORD, pen.least)
    at = spots.place_box(pen.width(art.coord, high), high * TALL)
    if at is not None:
        pen.letters(at, art.coord, high, readable(FAINT, ground), halo=ground)
