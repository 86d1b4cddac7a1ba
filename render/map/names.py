"""Names on a hex: in one line or more, smaller or shortened where room is scarce, left out where none is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from render.map.spots import Parts, Spots, below
from render.pen.geometry import Point
from render.pen.pen import Pen
from render.pen.theme import Colour

NAME = 0.25
"""How high names on a hex are, in sides of the hex."""
TALL = 0.82
"""How high a line of letters is with what hangs below it, in heights of its type."""
_SIZES = (1.0, 0.9, 0.8, 0.7, 0.6)
"""Of a name, the best first."""
_STEP = 1.04
"""From line to line, in heights of the letters."""
_HALO = 0.05
_CUTS = (8, 6, 5, 4, 3)
"""Letters that are left of a long word."""
Way = tuple[Sequence[str], float]
"""Lines of a name, and the height of their letters in units."""


def ways(name: str, least: float) -> Iterator[Way]:
    """How a name may be written, the best first; no letters are smaller than ``least`` units."""
    high = max(NAME, least)
    for text in briefer(name):
        for size in _SIZES:
            if high * size >= least - 1e-6:
                yield from ((lines, high * size) for lines in _lines(text))


def briefer(name: str) -> Iterator[str]:
    """A name, and shorter forms of it with its words cut."""
    yield name
    before = name
    for most in _CUTS:
        short = " ".join(_cut(word, most) for word in name.split(" "))
        if short != before:
            yield short
        before = short


def _cut(word: str, most: int) -> str:
    return word if len(word) <= most + 1 else f"{word[:most].rstrip('-')}."


def _lines(name: str) -> Iterator[tuple[str, ...]]:
    """A name in one line, in two, in three."""
    cuts = [i + 1 for i, letter in enumerate(name) if letter in " -" and 0 < i < len(name) - 1]
    yield (name,)
    if cuts:
        cut = min(cuts, key=lambda i: max(i, len(name) - i))
        yield name[:cut].strip(), name[cut:].strip()
    if len(cuts) > 1:
        ends = zip([0, *cuts[:2]], [*cuts[:2], len(name)], strict=True)
        yield tuple(name[a:b].strip() for a, b in ends)


@dataclass(frozen=True, slots=True)
class Sign:
    """A name with its place: its lines, the height of their letters, the middle of all; ``rank`` by its way."""

    lines: Sequence[str]
    high: float
    at: Point
    rank: int


def find_name(pen: Pen, spots: Spots, found: Iterable[Way]) -> Sign | None:
    """The first way to write a name for which there is room; None when there is none for any."""
    for rank, (lines, high) in enumerate(found):
        at = spots.find(_parts(pen, lines, high), below)
        if at is not None:
            return Sign(lines, high, at, rank)
    return None


def put_name(pen: Pen, spots: Spots, sign: Sign | None, ink: Colour, ground: Colour) -> None:
    """Write a name at its place, which is taken."""
    if sign is None:
        return
    for line, ((x, y), (wide, tall)) in zip(sign.lines, _parts(pen, sign.lines, sign.high), strict=True):
        place: Point = (sign.at[0] + x, sign.at[1] + y)
        pen.letters(place, line, sign.high, ink, face="narrow", halo=ground, edge=_HALO)
        spots.take_box(place, wide, tall)


def take_name(pen: Pen, spots: Spots, sign: Sign) -> None:
    """Take the place of a name that is not written."""
    for (x, y), (wide, tall) in _parts(pen, sign.lines, sign.high):
        spots.take_box((sign.at[0] + x, sign.at[1] + y), wide, tall)


def _parts(pen: Pen, lines: Sequence[str], high: float) -> Parts:
    """The box of each line around the middle of all."""
    first = -(len(lines) - 1) / 2
    return [
        ((0.0, (first + i) * high * _STEP), (pen.width(line, high, "narrow"), high * TALL))
        for i, line in enumerate(lines)
    ]
