"""How different two colours look: CIE Delta E 2000 (Sharma, Wu and Dalal, 2005)."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from render.pen.theme import Colour

Lab = tuple[float, float, float]


def lab(colour: Colour) -> Lab:
    """An sRGB colour in CIELAB, D65."""
    linear = [((c / 255 + 0.055) / 1.055) ** 2.4 if c > 10 else c / 255 / 12.92 for c in colour]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (
        _root(sum(a * b for a, b in zip(row, linear, strict=True)) / white)
        for row, white in zip(rows, (0.95047, 1.0, 1.08883), strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def _faded(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def delta_e(first: Lab, second: Lab) -> float:
    """The difference of two colours: about 1 is just seen side by side, 100 is black to white."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    more = 1.5 - 0.5 * _faded((hypot(a1, b1) + hypot(a2, b2)) / 2)
    c1, c2 = hypot(a1 * more, b1), hypot(a2 * more, b2)
    h1, h2 = degrees(atan2(b1, a1 * more)) % 360, degrees(atan2(b2, a2 * more)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = 1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
    t += 0.32 * cos(radians(3 * hue + 6)) - 0.20 * cos(radians(4 * hue - 63))
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    mixed = -2 * _faded(chroma) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(dl**2 + dc**2 + dh**2 + mixed * dc * dh)
