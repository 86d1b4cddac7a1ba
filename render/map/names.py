"""Names on a hex: in one line or more, smaller or shortened where room is scarce, left out where none is."""

from __future__ import annotations

import re
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
_UPRIGHT = 0.74
"""The same of a line of letters of which none hangs below it, nor has an accent above a capital."""
_HANGING = re.compile("[gjpqy,ÄÅÉÖÜ]")
_SIZES = (1.0, 0.9, 0.8, 0.7, 0.6)
"""Of a name, the best first."""
_SYLLABLE = re.compile("(?:[bcdfgkpt][lr]|[cpst]h|[^aeiouyäöüáéíóúèêâ])(?=[aeiouyäöüáéíóúèêâ])")
"""Where a syllable begins: a consonant, or two that are spoken as one, before a vowel."""
_STEP = 1.04
"""From line to line, in heights of the letters."""
_HALO = 0.05
_CUTS = (8, 6, 5, 4, 3)
"""Letters that are left of a long word."""
Way = tuple[Sequence[str], float]
"""Lines of a name, and the height of their letters in units."""


def ways(name: str, least: float) -> Iterator[Way]:
    """How a name may be written, the best first; no letters are smaller than ``least`` units.

    A long word is broken in two before it is cut.
    """
    high = max(NAME, least)
    sizes = [high * size for size in _SIZES if high * size >= least - 1e-6]
    for text in briefer(name):
        yield from ((lines, size) for size in sizes for lines in _lines(text))
        if text == name:
            yield from ((lines, size) for size in sizes[1:] or sizes for lines in broken(name))


def briefer(name: str) -> Iterator[str]:
    """A name, and shorter forms of it with its words cut; of the last one only the first word is left."""
    yield name
    before = name
    for most in _CUTS:
        short = " ".join(_cut(word, most) for word in name.split(" "))
        if short != before:
            yield short
        before = short
    first, *others = (word for word in name.split(" ") if word[:1].isupper())
    if others:
        yield " ".join((_cut(first, _CUTS[-1]), *(f"{word[0]}." for word in others)))


def broken(name: str) -> Iterator[tuple[str, ...]]:
    """A name of one long word in two lines, broken where a syllable begins near its middle."""
    cuts = [found.start() for found in _SYLLABLE.finditer(name) if 3 <= found.start() <= len(name) - 3]
    if cuts and name.isalpha():
        cut = min(cuts, key=lambda i: abs(2 * i - len(name)))
        yield f"{name[:cut]}-", name[cut:]


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
    """A name with its place: each line with the middle of its box, and the height of its letters."""

    lines: tuple[tuple[str, Point], ...]
    high: float

    def harm(self, name: str) -> float:
        """How much is lost of the name: letters cut off, or their size."""
        lost = 15.0 if not self.is_whole(name) else 6.0 if self._is_broken(name) else 0.0
        return lost + 10 * max(0.0, 1 - self.high / NAME)

    def is_whole(self, name: str) -> bool:
        """Whether all letters of the name are there."""
        return not self._is_broken(name) or self._shown().replace("-", "") == name

    def _is_broken(self, name: str) -> bool:
        return self._shown().replace(" ", "") != name.replace(" ", "")

    def _shown(self) -> str:
        return "".join(line for line, _ in self.lines)


def find_name(pen: Pen, spots: Spots, found: Iterable[Way]) -> Sign | None:
    """The first way to write a name for which there is room, which is taken; None without any.

    Where none has room, letters that do not hang below their line take no room there.
    """
    ways = list(found)
    for tall in (TALL, _UPRIGHT):
        for lines, high in ways:
            if tall == TALL or not _HANGING.search("".join(lines)):
                sign = _find_sign(pen, spots, lines, high, tall)
                if sign is not None:
                    return sign
    return None


def _find_sign(pen: Pen, spots: Spots, lines: Sequence[str], high: float, tall: float) -> Sign | None:
    """A name in some lines, each so many heights of type tall, if there is room for it; the room is taken."""
    parts = _parts(pen, lines, high, tall)
    at = spots.find(parts, below)
    if at is None:
        return None
    places = [(at[0] + x, at[1] + y) for (x, y), _ in parts]
    for place, (_, size) in zip(places, parts, strict=True):
        spots.take_box(place, *size)
    return Sign(tuple(zip(lines, places, strict=True)), high)


def put_name(pen: Pen, name: str, sign: Sign | None, ink: Colour, ground: Colour) -> None:
    """Write a name at its place."""
    for line, at in sign.lines if sign is not None else ():
        pen.letters(at, line, sign.high if sign else NAME, ink, face="narrow", halo=ground, edge=_HALO)
    if name and (sign is None or not sign.is_whole(name)):
        pen.unsaid.names.append(name)


def _parts(pen: Pen, lines: Sequence[str], high: float, tall: float) -> Parts:
    """The box of each line around the middle of all."""
    first = -(len(lines) - 1) / 2
    return [
        ((0.0, (first + i) * high * _STEP), (pen.width(line, high, "narrow"), high * tall))
        for i, line in enumerate(lines)
    ]
