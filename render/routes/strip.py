"""A run that has a name of its own as a strip: a banner over its stops in running order."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine import View
from engine.message import say
from render.map.overlays import Lines
from render.pen.pen import SMOOTH
from render.pen.speech import said
from render.pen.text import fit, put, wrap
from render.pen.theme import CURRENT, DEEP, INK, WATER, WHITE, Colour, mix, now
from render.pen.words import round_name
from render.routes.told import BonusRun, DrawnRun, RunStop

WIDE, PER_ROW = 800, 4
_BANNER, _ROW, _BEAD = 112, 156, 40
_NAME, _NAME_LINE = 26, 29
GOLD = mix(CURRENT, INK, 0.12)
_NIGHT = mix(DEEP, INK, 0.55)


def strip_picture(view: View, company: str, run: DrawnRun, named: BonusRun) -> Image.Image:
    """The banner, the stops in rows that turn at their ends, and what the bonus adds."""
    rows = math.ceil(len(named.stops) / PER_ROW)
    image = Image.new("RGB", (WIDE, _BANNER + rows * _ROW + 60), now().paper)
    _banner(image, view, company, run, named)
    points = [_spot(i) for i in range(len(named.stops))]
    for before, after, stop in zip(points, points[1:], named.stops[1:], strict=False):
        _stretch(image, before, after, run.colour, sea=stop.over_sea)
    for at, stop in zip(points, named.stops, strict=True):
        _bead(image, view, at, stop, run.colour)
    text = said(say("{name} + {money}", name=named.name, money=view.money(named.bonus)))
    put(ImageDraw.Draw(image), (WIDE - 24, image.height - 32), text, 28, now().ink, "bold", anchor="rm")
    return image


def _banner(image: Image.Image, view: View, company: str, run: DrawnRun, named: BonusRun) -> None:
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDE, _BANNER - 12), _NIGHT)
    for inset, wide in ((6, 3), (13, 1)):
        draw.rectangle((inset, inset, WIDE - inset, _BANNER - 12 - inset), None, GOLD, wide)
    title = said(named.name).upper()
    put(draw, (WIDE / 2, 40), title, fit(title, WIDE - 80, 42, "bold"), GOLD, "bold")
    under = " · ".join((company, run.kind, said(round_name(view)), view.money(run.revenue)))
    put(draw, (WIDE / 2, 76), under, fit(under, WIDE - 80, 28, least=_NAME), WHITE)


def _spot(index: int) -> tuple[float, float]:
    """The middle of a bead: rows run to and fro."""
    row, column = divmod(index, PER_ROW)
    step = WIDE / PER_ROW
    across = column if row % 2 == 0 else PER_ROW - 1 - column
    return step * (across + 0.5), _BANNER + _ROW * row + _BEAD + 10


def _stretch(
    image: Image.Image, start: tuple[float, float], end: tuple[float, float], colour: Colour, *, sea: bool
) -> None:
    """The line between two beads: straight on land, in waves over the sea."""
    if not sea:
        Lines(image).draw([[start, end]], colour, 10)
        return
    length = math.dist(start, end)
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    waves = []
    for far in range(round(length) + 1):
        aside = 7 * math.sin(far / 40 * math.tau)
        waves.append((start[0] + x * far - y * aside, start[1] + y * far + x * aside))
    Lines(image).draw([waves], WATER, 6)


def _bead(image: Image.Image, view: View, at: tuple[float, float], stop: RunStop, colour: Colour) -> None:
    """A stop over its name: its worth in a ring, gold where the bonus needs it, pale where it is unpaid."""
    draw, (x, y) = ImageDraw.Draw(image), at
    ring = GOLD if stop.ends else colour if stop.paid else now().faint
    _discs(image, at, ((_BEAD, INK), (_BEAD - 2, ring), (_BEAD - 10, WHITE)))
    money = view.money(stop.worth) if stop.paid else f"({stop.worth})"
    put(draw, at, money, fit(money, 2 * _BEAD - 20, 28, "narrow", least=_NAME), INK, "narrow")
    room = WIDE / PER_ROW - 12
    for i, line in enumerate(wrap(stop.name, room, _NAME, "narrow")[:2]):
        size = fit(line, room, _NAME, "narrow", least=_NAME)
        put(
            draw, (x, y + _BEAD + 16 + _NAME_LINE * i), line, size, now().ink, "narrow", halo=(4, now().paper)
        )


def _discs(image: Image.Image, at: tuple[float, float], discs: Sequence[tuple[int, Colour]]) -> None:
    """Discs over each other, smooth at their rims."""
    for radius, colour in discs:
        side = 2 * radius + 2
        cover = Image.new("L", (side * SMOOTH, side * SMOOTH), 0)
        inset = SMOOTH
        ImageDraw.Draw(cover).ellipse((inset, inset, (side - 1) * SMOOTH, (side - 1) * SMOOTH), 255)
        image.paste(colour, (round(at[0] - side / 2), round(at[1] - side / 2)), cover.reduce(SMOOTH))
