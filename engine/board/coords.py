"""Hex coordinates: letter and number, two layouts, edges 0-5 clockwise.

A coordinate is a string such as ``"E9"`` or ``"AA62"``. In the flat layout the letter is the column and
the number the row; in the pointy layout the letter is the row and the number the column. Numbers are
doubled, so that only every second one is used under each letter.
"""

from __future__ import annotations

import math
import re
from enum import Enum
from functools import cache, lru_cache

EDGES = range(6)
_COORD = re.compile(r"([A-Z]{1,2})(0|[1-9][0-9]*)")
# (letter step, number step) for the edges 0-5.
_FLAT_STEPS = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
_POINTY_STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
_HALF_ROOT_3 = math.sqrt(3) / 2


class Layout(Enum):
    """How the hexes stand: a flat side on top (edge 0 south) or a point on top (edge 0 south-west)."""

    FLAT = "flat"
    POINTY = "pointy"


@lru_cache(maxsize=4096)
def parse(coord: str) -> tuple[int, int]:
    """Letter position (A is 0, AA is 26) and number of a coordinate; ValueError when it is none.

    >>> parse("E9"), parse("AA62")
    ((4, 9), (26, 62))
    """
    found = _COORD.fullmatch(coord)
    if not found:
        raise ValueError(f"{coord!r} is not a hex coordinate such as E9")
    letters, number = found.groups()
    position = 0
    for letter in letters:
        position = position * 26 + ord(letter) - ord("A") + 1
    return position - 1, int(number)


def format_coord(letter: int, number: int) -> str | None:
    """The coordinate at a letter position and number; None where no name exists."""
    if number < 0 or not 0 <= letter < 26 * 27:
        return None
    high, low = divmod(letter, 26)
    head = chr(ord("A") + high - 1) if high else ""
    return f"{head}{chr(ord('A') + low)}{number}"


def is_coord(text: str) -> bool:
    """Whether the text is written like a coordinate (it need not be on any map)."""
    return _COORD.fullmatch(text) is not None


def opposite(edge: int) -> int:
    """The number that the neighbour gives to the same hex side."""
    return (edge + 3) % 6


@cache
def neighbour(layout: Layout, coord: str, edge: int) -> str | None:
    """The coordinate over an edge, whether or not a map has that hex; None where no name exists.

    >>> neighbour(Layout.FLAT, "E6", 0), neighbour(Layout.POINTY, "G9", 0)
    ('E8', 'H8')
    """
    steps = _FLAT_STEPS if layout is Layout.FLAT else _POINTY_STEPS
    letter, number = parse(coord)
    return format_coord(letter + steps[edge][0], number + steps[edge][1])


def distance(layout: Layout, a: str, b: str) -> int:
    """Hex borders crossed on the straight way between two hexes, as the crow flies.

    The same in both layouts: a step along the letters moves the doubled number by one for free.
    """
    (letter_a, number_a), (letter_b, number_b) = parse(a), parse(b)
    letters, numbers = abs(letter_a - letter_b), abs(number_a - number_b)
    return letters + max(0, numbers - letters) // 2


def sort_key(coord: str) -> tuple[int, int]:
    """Key that sorts coordinates by letter, then by number (A9 before A10)."""
    return parse(coord)


def centre(layout: Layout, coord: str) -> tuple[float, float]:
    """Centre of a hex with sides of length 1; x grows to the east, y to the south."""
    letter, number = parse(coord)
    if layout is Layout.FLAT:
        return 1.5 * letter, _HALF_ROOT_3 * number
    return _HALF_ROOT_3 * number, 1.5 * letter


def edge_angle(layout: Layout, edge: int) -> int:
    """Direction of an edge's midpoint in degrees, clockwise from east (y grows to the south)."""
    return ((90 if layout is Layout.FLAT else 120) + 60 * edge) % 360


def edge_midpoint(layout: Layout, edge: int) -> tuple[float, float]:
    """Midpoint of an edge, seen from the centre of its hex."""
    return _at(edge_angle(layout, edge), _HALF_ROOT_3)


def corner(layout: Layout, index: int) -> tuple[float, float]:
    """Corner 0-5, seen from the centre; edge e runs from corner e to corner e + 1."""
    return _at(edge_angle(layout, index) - 30, 1.0)


def _at(angle: int, radius: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))
