"""Colours, and what stands beside a colour so that nobody has to tell colours apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageColor

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (17, 17, 17)
# On grounds of middling lightness neither black nor white can be read, but this can.
_BLACKEST: Colour = (0, 0, 0)
INK: Colour = (28, 30, 34)
FAINT: Colour = (92, 96, 104)
LINE: Colour = (120, 116, 106)
PAPER: Colour = (252, 250, 245)
PANEL: Colour = (238, 234, 224)
STRIPE: Colour = (246, 243, 235)
BAR: Colour = (44, 52, 64)
RING: Colour = (200, 0, 110)
BADGE: Colour = (20, 40, 110)
CURRENT: Colour = (255, 214, 64)
WATER: Colour = (30, 90, 160)
MOUNTAIN: Colour = (120, 72, 36)
BLOCKED: Colour = (150, 20, 20)
EMPTY: Colour = (232, 234, 238)
MARKER: Colour = (0, 110, 120)
DEEP: Colour = (20, 58, 128)
PORT: Colour = (24, 112, 190)
PRIVATE_PORT: Colour = (186, 36, 40)
LIMIT: Colour = (34, 30, 40)
PASSAGE: Colour = (20, 120, 60)

# Grounds of the zones of a chart; a letter stands beside each.
ZONES: tuple[Colour, ...] = (
    (222, 222, 226),
    (206, 228, 208),
    (246, 214, 224),
    (200, 218, 240),
    (250, 226, 178),
    (226, 212, 242),
)
# Grounds of zones that a chart calls by their printed colour.
CALLED_ZONES: dict[str, Colour] = {
    "yellow": (253, 233, 130),
    "orange": (250, 206, 140),
    "brown": (222, 190, 156),
    "green": (190, 224, 180),
}

# Grounds of pieces that are called by a light colour.
PRIZES: dict[str, Colour] = {
    "pink": (250, 170, 196),
    "yellow": (255, 226, 70),
    "white": WHITE,
    "green": (120, 200, 110),
}

# One colour, dash (on and off, in line widths; () is solid) and letter for each train of a set of routes.
ROUTES: tuple[tuple[Colour, tuple[float, ...], str], ...] = (
    ((200, 16, 46), (), "A"),
    ((0, 84, 180), (2.6, 1.3), "B"),
    ((0, 118, 64), (0.9, 1.0), "C"),
    ((130, 40, 150), (4.2, 1.0, 0.9, 1.0), "D"),
    ((176, 84, 0), (1.6, 1.6), "E"),
    ((0, 112, 122), (5.0, 1.8), "F"),
    ((90, 90, 20), (2.6, 0.9, 0.9, 0.9, 0.9, 0.9), "G"),
    ((70, 70, 80), (0.9, 2.0), "H"),
)


@dataclass(frozen=True)
class Theme:
    """The colours of hexes and tiles by name, of lines upon them, and of pages and their writing.

    lit: what is white on a light page. patterned: companies that some eyes cannot tell apart by colour have
    patterns, too.
    """

    name: str
    hexes: Mapping[str, Colour]
    sea: Colour
    border: Colour
    track: Colour = BLACK
    casing: Colour = WHITE
    paper: Colour = PAPER
    panel: Colour = PANEL
    stripe: Colour = STRIPE
    lit: Colour = WHITE
    ink: Colour = INK
    faint: Colour = FAINT
    bar: Colour = BAR
    patterned: bool = False

    @property
    def dark(self) -> bool:
        """Whether its pages are dark."""
        return luminance(self.paper) < 0.2


STANDARD = Theme(
    "standard",
    {
        "white": (247, 243, 230),
        "yellow": (253, 224, 92),
        "green": (118, 190, 104),
        "brown": (193, 134, 84),
        "gray": (186, 188, 192),
        "red": (240, 146, 128),
        "blue": (140, 196, 232),
        "teal": (138, 208, 196),
    },
    sea=PAPER,
    border=LINE,
)
CONTRAST = Theme(
    "contrast",
    {
        "white": WHITE,
        "yellow": (255, 235, 60),
        "green": (86, 204, 140),
        "brown": (226, 150, 70),
        "gray": (205, 205, 210),
        "red": (255, 160, 150),
        "blue": (150, 215, 255),
        "teal": (140, 232, 214),
    },
    sea=WHITE,
    border=BLACK,
    paper=WHITE,
    panel=(226, 226, 226),
    stripe=(248, 248, 248),
    ink=(0, 0, 0),
    faint=(60, 60, 60),
    bar=(0, 0, 0),
)
DARK = Theme(
    "dark",
    {
        "white": (46, 49, 55),
        "yellow": (122, 98, 8),
        "green": (28, 98, 48),
        "brown": (104, 62, 30),
        "gray": (92, 95, 102),
        "red": (138, 50, 44),
        "blue": (26, 66, 106),
        "teal": (16, 88, 84),
    },
    sea=(24, 26, 30),
    border=(112, 116, 124),
    track=WHITE,
    casing=(12, 12, 14),
    paper=(32, 34, 39),
    panel=(50, 53, 60),
    stripe=(40, 43, 49),
    lit=(70, 74, 83),
    ink=(236, 238, 242),
    faint=(172, 177, 187),
    bar=(12, 14, 18),
)
SAFE = Theme(
    "safe",
    {
        "white": (250, 248, 240),
        "yellow": (255, 236, 110),
        "green": (64, 180, 150),
        "brown": (200, 120, 60),
        "gray": (184, 186, 196),
        "red": (240, 150, 170),
        "blue": (150, 204, 250),
        "teal": (120, 220, 224),
    },
    sea=WHITE,
    border=(96, 96, 96),
    patterned=True,
)
PRINTED = Theme(
    "printed",
    {
        "white": (226, 219, 184),
        "yellow": (243, 205, 82),
        "green": (127, 172, 98),
        "brown": (178, 125, 78),
        "gray": (176, 172, 160),
        "red": (214, 120, 98),
        "blue": (150, 190, 206),
        "teal": (136, 190, 180),
    },
    sea=(240, 231, 208),
    border=(70, 60, 44),
    casing=(236, 229, 206),
    paper=(244, 236, 214),
    panel=(226, 212, 178),
    stripe=(237, 227, 200),
    lit=(252, 247, 232),
    ink=(44, 34, 22),
    faint=(98, 82, 58),
    bar=(84, 46, 34),
)
THEMES = {theme.name: theme for theme in (STANDARD, DARK, CONTRAST, SAFE, PRINTED)}

_WORN: ContextVar[Theme] = ContextVar("theme", default=STANDARD)


def now() -> Theme:
    """The theme of the picture that is being drawn."""
    return _WORN.get()


@contextmanager
def wearing(theme: Theme) -> Iterator[None]:
    """Draw all in this theme for a block."""
    token = _WORN.set(theme)
    try:
        yield
    finally:
        _WORN.reset(token)


# Company colours by the names that title data uses; anything else is read as a web colour.
_NAMED: Mapping[str, Colour] = {
    "red": (200, 24, 36),
    "brown": (122, 70, 32),
    "yellow": (255, 216, 0),
    "purple": (118, 38, 140),
    "blue": (24, 84, 176),
    "green": (16, 118, 56),
    "black": BLACK,
    "white": WHITE,
    "grey": (110, 112, 116),
    "gray": (110, 112, 116),
}


def colour(name: str) -> Colour:
    """A colour by the name in title data or as ``#rrggbb``; grey when it is neither."""
    found = _NAMED.get(name.lower())
    if found is not None:
        return found
    try:
        red, green, blue = ImageColor.getrgb(name)[:3]
    except ValueError:
        return _NAMED["grey"]
    return red, green, blue


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The colour between two; ``share`` of ``b``, from 0 to 1."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def pale(ground: Colour) -> Colour:
    """Of a circle that is only kept for a company of the colour."""
    return mix(ground, WHITE, 0.78)


def unlit(tint: Colour) -> Colour:
    """Of a value that does not count now."""
    return mix(tint, WHITE, 0.35)


def zone(name: str, letter: str) -> Colour:
    """Ground of a zone: the colour it is called by, else one by its letter on the chart."""
    return CALLED_ZONES.get(name) or ZONES[(ord(letter) - ord("A")) % len(ZONES)]


@lru_cache(maxsize=1024)
def luminance(value: Colour) -> float:
    """Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white)."""
    parts = [c / 255 for c in value]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Colour, b: Colour) -> float:
    """Contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=1024)
def seen(sign: Colour, ground: Colour) -> Colour:
    """The colour of a sign without letters, lighter where a dark ground would hide it (3:1)."""
    dark = luminance(ground) < 0.2 and contrast(sign, ground) < 3
    return mix(sign, WHITE, 0.6) if dark else sign


@lru_cache(maxsize=1024)
def readable(text: Colour, ground: Colour) -> Colour:
    """The wished text colour where it can be read on the ground (4.5:1), else black or white."""
    if contrast(text, ground) >= 4.5:
        return text
    best = max((BLACK, WHITE), key=lambda c: contrast(c, ground))
    return best if contrast(best, ground) >= 4.5 else _BLACKEST
