"""The share price chart in small, always of the same size: prices in lines, and the companies on them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine import View
from engine.core.state import Cell
from render.map.scene import company_badge
from render.pen.text import fit, put
from render.pen.theme import BLACK, now
from render.twins.market import zone_letters

Place = tuple[float, float, float]
_MOST, _HIGH, _PRICE, _PLATE = 16, 52, 15, 15
"""Spaces in a line of a chart of one row; px: a space, its price, a plate."""


def small_base(view: View, wide: int) -> Image.Image:
    """The chart without companies, so many px wide."""
    rows = view.data.market.rows
    columns, lines = _shape(view)
    image = Image.new("RGB", (wide, lines * _HIGH + 4), now().paper)
    draw, letters = ImageDraw.Draw(image), zone_letters(view)
    for row, prices in enumerate(rows):
        for column, price in enumerate(prices):
            if price is not None:
                x, y, across = _place(view, (row, column), wide, columns)
                par = (row, column) in view.data.market.par_cells
                zoned = view.data.market.zones.get((row, column), "") in letters
                ground = now().lit if par and not zoned else now().stripe
                draw.rectangle((x, y, x + across - 2, y + _HIGH - 2), ground, now().faint, 2 if par else 1)
                size = fit(str(price), across - 6, _PRICE, "narrow")
                put(draw, (x + across / 2, y + 9), str(price), size, now().ink, "narrow")
    return image


def small_market(view: View, base: Image.Image) -> Image.Image:
    """The chart with the companies on it: a picture of your own."""
    image = base.copy()
    draw = ImageDraw.Draw(image)
    columns, _ = _shape(view)
    for cell, stack in view.state.market.items():
        if stack:
            _stack(draw, view, stack, _place(view, cell, image.width, columns))
    return image


def _shape(view: View) -> tuple[int, int]:
    """Columns and lines of the chart; a long single row is broken into lines."""
    rows = view.data.market.rows
    across = max(len(row) for row in rows)
    if len(rows) > 1 or across <= _MOST:
        return across, len(rows)
    lines = -(-across // _MOST)
    return -(-across // lines), lines


def _place(view: View, cell: Cell, wide: int, columns: int) -> Place:
    """Left and top of a space in px, and its width."""
    row, column = cell
    if len(view.data.market.rows) == 1:
        row, column = divmod(column, columns)
    across = wide / columns
    return column * across, 2 + row * _HIGH, across


def _stack(
    draw: ImageDraw.ImageDraw, view: View, stack: Sequence[str], at: tuple[float, float, float]
) -> None:
    """The companies of a space, the first on top; many lie closer."""
    x, y, across = at
    step = min(_PLATE + 1.0, (_HIGH - 20 - _PLATE) / max(1, len(stack) - 1))
    for i, company in reversed(list(enumerate(stack))):
        badge, top = company_badge(view, company), y + 18 + i * step
        draw.rounded_rectangle((x + 2, top, x + across - 4, top + _PLATE), 4, badge.ground, BLACK, 1)
        size = fit(badge.letters, across - 8, 12, "narrow")
        put(draw, (x + across / 2 - 1, top + _PLATE / 2), badge.letters, size, badge.ink, "narrow")
