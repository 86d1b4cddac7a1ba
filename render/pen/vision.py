"""How colours look to eyes that lack one kind of cone, and which companies such eyes cannot tell apart.

The matrices are those of Machado, Oliveira and Fernandes (2009) for a complete lack.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from render.pen.theme import Colour

Rows = tuple[tuple[float, float, float], ...]
KINDS: Mapping[str, Rows] = {
    "protan": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
APART = 26.0
"""Colours that are less far from each other in CIELAB are taken for one."""
_XYZ: Rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.95047, 1.0, 1.08883)


def seen(colour: Colour, kind: str) -> Colour:
    """A colour as it looks to eyes of one of `KINDS`."""
    linear = [_linear(value) for value in colour]
    red, green, blue = (_value(sum(a * b for a, b in zip(row, linear, strict=True))) for row in KINDS[kind])
    return red, green, blue


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _value(share: float) -> int:
    share = min(1.0, max(0.0, share))
    return round(255 * (share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055))


def distance(a: Colour, b: Colour) -> float:
    """How different two colours look, in CIELAB: 100 is black to white."""
    return math.dist(_lab(a), _lab(b))


@lru_cache(maxsize=1024)
def _lab(colour: Colour) -> tuple[float, float, float]:
    linear = [_linear(value) for value in colour]
    x, y, z = (
        _root(sum(a * b for a, b in zip(row, linear, strict=True)) / white)
        for row, white in zip(_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def alike(a: Colour, b: Colour) -> bool:
    """Whether some eyes take two colours for one."""
    pairs = [(a, b), *((seen(a, kind), seen(b, kind)) for kind in KINDS)]
    return any(distance(one, other) < APART for one, other in pairs)


@lru_cache(maxsize=16)
def patterns(grounds: tuple[Colour, ...]) -> tuple[int, ...]:
    """A number for each colour: those that some eyes take for one have different numbers, from 0."""
    found: list[int] = []
    for i, colour in enumerate(grounds):
        taken = {found[j] for j in range(i) if alike(colour, grounds[j])}
        found.append(next(number for number in range(len(grounds)) if number not in taken))
    return tuple(found)
