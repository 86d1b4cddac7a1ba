"""Trains, tokens and certificates on a card, drawn as the pieces that they are on the table."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from render.cards.doc import Certificate, Drawn, TokenCircle, TrainCard
from render.map.overlays import disc_picture
from render.map.scene import Badge
from render.pen import theme
from render.pen.pen import SMOOTH
from render.pen.text import fit, put, width, wrap
from render.pen.theme import Colour

NOTE = 26
"""Letters under a piece in px."""
_NOTE_LINE = 29
_TRAIN, _TRAIN_NOTE = (136, 80), 190
_PILE, _STEP = 3, 4
"""The most cards under the first one of a pile that are seen, and how far each of them sticks out in px."""
_TOKEN, _WIDE_TOKEN, _TOKEN_NOTE = 30, 40, 168
"""The radius of tokens and of those with wide letters, and the room for what stands under them, in px."""
_LETTERS = 18
"""Letters of a token in px at least, those on the map excepted."""
_SHARE, _DOUBLE, _FAN = (88, 76), 150, 20
"""A certificate, how wide a president's is, and how far each one sticks out behind another, in px."""
_BAND = 30
_DOT = 9
"""From dot to dot on a plate in px."""


def piece_size(item: Drawn) -> tuple[float, int]:
    """How wide and high a piece is with what stands under it, in px."""
    if isinstance(item, TrainCard):
        wide, high = _TRAIN[0] + _PILE * _STEP, _TRAIN[1] + _PILE * _STEP + 6
        return (
            (max(wide, _TRAIN_NOTE), high + _note_high(item.note, _TRAIN_NOTE)) if item.note else (wide, high)
        )
    if isinstance(item, TokenCircle):
        lines, high = wrap(item.note, _TOKEN_NOTE, NOTE, "narrow"), 2 * _radius(item) + 8
        broad = max(float(high), *(width(line, NOTE, "narrow") + 8 for line in lines))
        return broad, high + _note_high(item.note, _TOKEN_NOTE)
    wide = _DOUBLE if item.president else _SHARE[0]
    return wide + _FAN * (item.count - 1), _SHARE[1] + 8


def _note_high(note: str, room: float) -> int:
    return _NOTE_LINE * len(wrap(note, room, NOTE, "narrow")) + 4 if note else 0


def draw_piece(image: Image.Image, item: Drawn, at: tuple[float, float]) -> None:
    """Draw a piece with its left upper corner at a point in px."""
    if isinstance(item, TrainCard):
        _train(image, item, at)
    elif isinstance(item, TokenCircle):
        _token(image, item, at)
    else:
        for i in reversed(range(item.count)):
            _certificate(image, item, (at[0] + i * _FAN, at[1] + 4), in_front=i == 0)


def _note(
    image: Image.Image, note: str, middle: float, top: float, room: float, widest: float | None = None
) -> None:
    """Lines of ``room`` px around a middle; a word that is longer may be ``widest`` px wide."""
    draw = ImageDraw.Draw(image)
    for i, line in enumerate(wrap(note, room, NOTE, "narrow") if note else ()):
        at = (middle, top + _NOTE_LINE * (i + 0.5))
        put(draw, at, line, fit(line, widest or room, NOTE, "narrow"), theme.now().ink, "narrow")


# --- trains ----------------------------------------------------------------------------------------


def _train(image: Image.Image, card: TrainCard, at: tuple[float, float]) -> None:
    """A pile of cards with the engine and the name of the train on the first; pale when none is left."""
    (wide, high), draw = _TRAIN, ImageDraw.Draw(image)
    left, top = at[0], at[1] + _PILE * _STEP + 2
    ground = theme.PAPER if card.copies else theme.now().panel
    ink = theme.INK if card.copies else theme.now().faint
    for i in reversed(range(min(_PILE, card.copies - 1) + 1 if card.copies else 1)):
        x, y = left + i * _STEP, top - i * _STEP
        draw.rounded_rectangle((x, y, x + wide, y + high), 8, ground, ink, 2)
    if card.copies:
        band = theme.STANDARD.hexes.get(card.tint, theme.WHITE)
        draw.rounded_rectangle((left + 4, top + 4, left + wide - 4, top + 18), 4, band)
        draw.line((left + 4, top + 20, left + wide - 4, top + 20), ink, 2)
    beside = wide - 54 - 26
    engine = width(card.name, NOTE, "bold") <= beside
    if engine:
        image.paste(ink if card.copies else theme.FAINT, (round(left + 10), round(top + 31)), _engine(54, 38))
    room, middle = (beside, left + 68 + beside / 2) if engine else (wide - 16, left + wide / 2)
    size = fit(card.name, room, 36 if engine else 27, "bold", least=NOTE)
    put(draw, (middle, top + 50), card.name, size, ink, "bold" if size > NOTE else "narrow")
    _note(image, card.note, left + wide / 2 + 4, top + high + 4, _TRAIN_NOTE)


@lru_cache(maxsize=4)
def _engine(wide: int, high: int) -> Image.Image:
    """A steam engine as a mask."""
    large = Image.new("L", (wide * SMOOTH, high * SMOOTH), 0)
    draw = ImageDraw.Draw(large)
    x, y = wide * SMOOTH / 100, high * SMOOTH / 70
    for box in ((0, 8, 34, 16), (4, 10, 30, 52), (26, 24, 88, 46), (72, 4, 82, 26), (69, 2, 85, 9)):
        draw.rectangle((box[0] * x, box[1] * y, box[2] * x, box[3] * y), 255)
    draw.rectangle((9 * x, 20 * y, 22 * x, 33 * y), 0)
    draw.pieslice((48 * x, 14 * y, 62 * x, 34 * y), 180, 360, 255)
    draw.polygon([(86 * x, 44 * y), (99 * x, 62 * y), (80 * x, 62 * y)], 255)
    draw.rectangle((4 * x, 44 * y, 88 * x, 52 * y), 255)
    for middle, radius in ((18, 12), (44, 12), (68, 9)):
        draw.ellipse(
            ((middle - radius) * x, (58 - radius) * y, (middle + radius) * x, (58 + radius) * y), 255
        )
        inner = radius * 0.45
        draw.ellipse(((middle - inner) * x, (58 - inner) * y, (middle + inner) * x, (58 + inner) * y), 0)
    return large.reduce(SMOOTH)


# --- tokens ----------------------------------------------------------------------------------------


def _token(image: Image.Image, token: TokenCircle, at: tuple[float, float]) -> None:
    """A token over its price; its empty circle over the place where it lies."""
    wide, _ = piece_size(token)
    radius = _radius(token)
    middle = (at[0] + wide / 2, at[1] + radius + 4)
    if token.placed:
        box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
        draw = ImageDraw.Draw(image)
        draw.ellipse(box, theme.pale(token.badge.ground), theme.now().faint, 3)
        x, y = middle
        draw.line(((x - 12, y), (x - 3, y + 10), (x + 13, y - 11)), theme.INK, 5, joint="curve")
    else:
        disc(image, middle, token.badge, radius)
    top = at[1] + 2 * radius + 8
    _note(image, token.note, middle[0], top, _TOKEN_NOTE, wide - 8)


def _radius(token: TokenCircle) -> int:
    return _TOKEN if has_readable_letters(token.badge, _TOKEN) else _WIDE_TOKEN


def has_readable_letters(badge: Badge, radius: int) -> bool:
    """Whether a token of this size has room for its letters."""
    return width(badge.letters, _LETTERS, "narrow") <= 1.5 * radius


def disc(image: Image.Image, at: tuple[float, float], badge: Badge, radius: int) -> None:
    """A company's token with its letters, in px of the picture."""
    picture, cover = disc_picture(
        badge.letters, radius, badge.ground, badge.ink, _rim(badge.ground), badge.trim
    )
    image.paste(picture, (round(at[0] - picture.width / 2), round(at[1] - picture.height / 2)), cover)


def _rim(ground: Colour) -> Colour:
    """Dark around light tokens, light around dark ones."""
    return theme.BLACK if theme.luminance(ground) > 0.4 else theme.mix(ground, theme.WHITE, 0.75)


def plate(draw: ImageDraw.ImageDraw, at: tuple[float, float], badge: Badge, wide: float, high: float) -> None:
    """A company's letters on its colours in a box around a point: for rows.

    The dots of its pattern stand at the left of the letters.
    """
    x, y = at
    box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    rim = theme.now().faint if theme.now().dark else theme.BLACK
    draw.rounded_rectangle(box, high * 0.4, badge.trim or badge.ground, rim, 2)
    end = min(wide * 0.11, high * 0.45) if badge.trim else 3.5
    if badge.trim:
        draw.rectangle((box[0] + end, box[1] + 2, box[2] - end, box[3] - 2), badge.ground)
    dots, ringed = badge.split()
    if ringed:
        inner = (box[0] + 3, box[1] + 3, box[2] - 3, box[3] - 3)
        draw.rounded_rectangle(inner, high * 0.34, None, badge.ink, 2)
    aside = _plate_dots(draw, (box[0] + end + 6, y), dots, badge)
    room = wide - 2 * end - 3 - aside
    size = fit(badge.letters, room, round(high * 0.76), "narrow")
    put(draw, (x + aside / 2, y), badge.letters, size, badge.ink, "narrow")


def _plate_dots(draw: ImageDraw.ImageDraw, at: tuple[float, float], count: int, badge: Badge) -> float:
    """Dots below each other, or in two columns; how wide they are in px."""
    rows = min(2, count)
    columns = -(-count // max(1, rows))
    for i in range(count):
        column, row = divmod(i, rows)
        x, y = at[0] + column * _DOT, at[1] + (row - (min(rows, count - column * rows) - 1) / 2) * _DOT
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), badge.ink)
    return columns * _DOT


# --- certificates ----------------------------------------------------------------------------------


def _certificate(
    image: Image.Image, held: Certificate, at: tuple[float, float], *, in_front: bool = True
) -> None:
    """A certificate: the company on a band in its colours over the percent, a president's twice as wide.

    One that lies behind another has nothing written on it.
    """
    draw, badge = ImageDraw.Draw(image), held.badge
    wide, high = (_DOUBLE if held.president else _SHARE[0]), _SHARE[1]
    x, y = at
    draw.rounded_rectangle((x, y, x + wide, y + high), 6, theme.PAPER, theme.INK, 2)
    draw.rectangle((x + 5, y + 5, x + wide - 5, y + high - 5), None, badge.ground, 2)
    draw.rectangle((x + 2, y + 6, x + wide - 2, y + _BAND), badge.ground, theme.INK, 1)
    if badge.trim:
        draw.rectangle((x + 3, y + _BAND - 5, x + wide - 3, y + _BAND - 1), badge.trim)
    if not in_front:
        return
    size = fit(badge.letters, wide - 10, NOTE - 3, "narrow", least=NOTE - 8)
    low = _BAND - (5 if badge.trim else 0)
    put(draw, (x + wide / 2, y + 6 + (low - 6) / 2), badge.letters, size, badge.ink, "narrow")
    if held.president:
        _star(draw, (x + 26, y + (_BAND + high) / 2 - 1), 15, badge.ground)
        _star(draw, (x + wide - 26, y + (_BAND + high) / 2 - 1), 15, badge.ground)
    middle = (x + wide / 2, y + (_BAND + high) / 2 - 1)
    put(draw, middle, f"{held.percent} %", 26, theme.INK, "bold" if held.president else "narrow")


def _star(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, fill: Colour) -> None:
    """A star of five points."""
    points = []
    for i in range(10):
        reach, turn = radius * (1 if i % 2 == 0 else 0.42), math.radians(i * 36 - 90)
        points.append((at[0] + reach * math.cos(turn), at[1] + reach * math.sin(turn)))
    draw.polygon(points, fill, theme.INK)
