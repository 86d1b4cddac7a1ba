"""The share price chart: stacks of tokens, par spaces, zones, arrows for moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine import View
from engine.state import Cell
from render.boards import with_bar
from render.overlays import Lines, arrow_head
from render.page import plate
from render.scene import company_badge
from render.text import fit, put, wrap
from render.theme import BLACK, BLOCKED, FAINT, INK, PANEL, PAPER, RING, STRIPE, WHITE
from render.words import money, round_name

Move = tuple[str, Cell | None, Cell | None]
_WIDE, _MARGIN = 1240, 16
_PRICE, _PLATE = 40, 26
_LEGEND_ROW = 50


@dataclass(frozen=True)
class Grid:
    """The chart on the page: px of a space, spaces in a line (a long single row is broken)."""

    wide: int
    high: int
    columns: int
    broken: bool

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a space in px."""
        row, column = cell
        if self.broken:
            row, column = divmod(column, self.columns)
        return _MARGIN + column * self.wide, _MARGIN + row * self.high


def grid_of(view: View) -> tuple[Grid, int]:
    """The grid and the number of lines it has on the page."""
    rows = view.data.market.rows
    across = max(len(row) for row in rows)
    broken = len(rows) == 1 and across > 12
    columns = -(-across // (-(-across // 12))) if broken else across
    wide = max(56, min(120, (_WIDE - 2 * _MARGIN) // columns))
    deepest = max((len(stack) for stack in view.state.market.values()), default=0)
    high = max(round(wide * 1.2), _PRICE + (_PLATE + 2) * min(deepest, 6) + 6)
    return Grid(wide, high, columns, broken), -(-across // columns) if broken else len(rows)


def market_picture(view: View, *, moves: Sequence[Move] = (), theme: str = "standard") -> Image.Image:
    """The chart over a list of prices; each move is an arrow from the old space to the new one."""
    grid, lines = grid_of(view)
    legend = legend_rows(view, moves)
    page_wide = grid.columns * grid.wide + 2 * _MARGIN
    per_row = max(1, page_wide // 600)
    words = wrap(zone_words(view), page_wide - 2 * _MARGIN, 24, "bold") if zone_letters(view) else []
    legend_high = -(-len(legend) // per_row) * _LEGEND_ROW + 36 * len(words)
    image = Image.new("RGB", (page_wide, lines * grid.high + legend_high + 3 * _MARGIN), PAPER)
    draw = ImageDraw.Draw(image)
    for row, prices in enumerate(view.data.market.rows):
        for column, price in enumerate(prices):
            if price is not None:
                _space(draw, view, grid, (row, column), price)
    _arrows(image, grid, moves)
    for cell, stack in sorted((c, s) for c, s in view.state.market.items() if s):
        _stack(draw, view, grid, cell, stack)
    _legend(image, view, legend, lines * grid.high + 2 * _MARGIN, per_row)
    for i, line in enumerate(words):
        put(draw, (_MARGIN, image.height - 36 * (len(words) - i)), line, 24, INK, "bold", anchor="lm")
    return with_bar(image, f"Share prices · {round_name(view)} · heavy frame: par")


def _space(draw: ImageDraw.ImageDraw, view: View, grid: Grid, cell: Cell, price: int) -> None:
    market = view.data.market
    x, y = grid.corner(cell)
    box = (x + 1, y + 1, x + grid.wide - 2, y + grid.high - 2)
    zone = market.zones.get(cell, "")
    par = cell in market.par_cells
    draw.rectangle(box, PANEL if zone else WHITE if par else STRIPE, FAINT, 1)
    if par:
        draw.rectangle(box, None, BLOCKED, 5)
    size = fit(str(price), grid.wide * 0.72, round(grid.wide * 0.36), "bold")
    put(draw, (x + 9, y + 5 + size * 0.62), str(price), size, INK, "bold", anchor="lm")
    mark = "par" if par else zone_letters(view).get(zone, "")
    if mark and not view.state.market.get(cell):
        put(
            draw,
            (x + grid.wide / 2, y + grid.high - 13),
            mark,
            20,
            FAINT,
            "bold",
        )


def zone_letters(view: View) -> dict[str, str]:
    """A letter for each kind of space that is not only a par space."""
    market = view.data.market
    zones = {zone for cell, zone in market.zones.items() if cell not in market.par_cells}
    return {zone: chr(ord("A") + i) for i, zone in enumerate(sorted(zones))}


def zone_words(view: View) -> str:
    """The letters with what they stand for."""
    return ", ".join(f"{letter}: {zone.replace('_', ' ')}" for zone, letter in zone_letters(view).items())


def _stack(draw: ImageDraw.ImageDraw, view: View, grid: Grid, cell: Cell, stack: Sequence[str]) -> None:
    """The companies of a space, the top one first: it operates first."""
    high, places = stack_places(grid, cell, len(stack))
    for company, at in zip(stack, places, strict=True):
        plate(draw, at, company_badge(view, company), grid.wide - 8, high)


def stack_places(grid: Grid, cell: Cell, count: int) -> tuple[float, list[tuple[float, float]]]:
    """The height and the middles in px of the plates of a space, in the order of the stack."""
    x, y = grid.corner(cell)
    room = grid.high - _PRICE - 6
    high = min(room / count - 2, _PLATE + 8)
    top = y + _PRICE + (room - count * (high + 2)) / 2
    return high, [(x + grid.wide / 2 - 0.5, top + (i + 0.5) * (high + 2)) for i in range(count)]


def _arrows(image: Image.Image, grid: Grid, moves: Sequence[Move]) -> None:
    over = Lines(image)
    for _, before, after in moves:
        if before is not None and after is not None and tuple(before) != tuple(after):
            start, tip = arrow_ends(grid, _cell(before), _cell(after))
            shaft = _short_of(start, tip, grid.wide * 0.2)
            over.draw([(start, shaft)], WHITE, 15)
            over.draw([(start, shaft)], RING, 9)
            ImageDraw.Draw(image).polygon(arrow_head(start, tip, grid.wide * 0.28), RING, BLACK)


def arrow_ends(grid: Grid, before: Cell, after: Cell) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the arrow of a move begins and where its point is, beside the prices it passes."""
    (x0, y0), (x1, y1) = grid.corner(before), grid.corner(after)
    aside = 0.5 if y0 == y1 else 0.86
    start = (x0 + grid.wide * aside, y0 + (_PRICE + grid.high) / 2)
    end = (x1 + grid.wide * aside, y1 + (_PRICE + grid.high) / 2)
    gap = grid.wide * 0.5 if y0 == y1 else grid.high / 2 - _PRICE / 2 + 4
    return start, _short_of(start, end, gap)


def _cell(raw: Cell) -> Cell:
    return raw[0], raw[1]


def _short_of(start: tuple[float, float], end: tuple[float, float], gap: float) -> tuple[float, float]:
    """The point so many px before the end of a line, but not before its middle."""
    length = float(((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5) or 1.0
    share = max(0.5, 1 - gap / length)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


# --- prices in words -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Price:
    """A company's price, its par, and its price before a move."""

    company: str
    price: int
    par: int | None
    before: int | None


def legend_rows(view: View, moves: Sequence[Move]) -> list[Price]:
    """The companies on the chart, the dearest first, stacks from the top."""
    value = view.data.market.value
    before = {company: value(_cell(cell)) for company, cell, _ in moves if cell is not None}
    placed = [
        (-value(cell), -cell[1], i, company)
        for cell, stack in view.state.market.items()
        for i, company in enumerate(stack)
    ]
    return [
        Price(company, -price, view.company(company).par, before.get(company))
        for price, _, _, company in sorted(placed)
    ]


def _legend(image: Image.Image, view: View, rows: Sequence[Price], top: int, per_row: int) -> None:
    draw = ImageDraw.Draw(image)
    wide = (image.width - 2 * _MARGIN) // per_row
    for i, row in enumerate(rows):
        x, y = _MARGIN + i % per_row * wide, top + i // per_row * _LEGEND_ROW + _LEGEND_ROW / 2
        plate(draw, (x + 50, y), company_badge(view, row.company), 96, 38)
        text = price_words(view, row)
        put(draw, (x + 108, y), text, fit(text, wide - 118, 29, "bold"), INK, "bold", anchor="lm")


def price_words(view: View, row: Price) -> str:
    """Such as: $70 → $80 (par 60)."""
    price = money(view, row.price)
    moved = row.before is not None and row.before != row.price
    start = f"{money(view, row.before)} → " if moved and row.before is not None else ""
    return f"{start}{price}" + (f" (par {row.par})" if row.par else "")


def market_text(view: View, *, moves: Sequence[Move] = ()) -> str:
    """Prices from the dearest on, each with par and move; then the par values still to be had."""
    lines = [f"Share prices, {round_name(view)}"]
    for row in legend_rows(view, moves):
        lines.append(f"- {row.company}: {price_words(view, row).replace('→', 'to')}")
    if len(lines) == 1:
        lines.append("- no company has a price yet")
    market = view.data.market
    pars = ", ".join(money(view, v) for v in sorted({market.value(c) for c in market.par_cells}))
    lines += [f"Par values: {pars}"] if pars else []
    return "\n".join(lines + ([f"Zones: {zone_words(view)}"] if market.zones else []))


def market_alt(view: View, *, moves: Sequence[Move] = ()) -> str:
    """All prices in one line."""
    parts = [f"{row.company} {price_words(view, row)}" for row in legend_rows(view, moves)]
    return f"Share price chart: {', '.join(parts) or 'empty'}"
