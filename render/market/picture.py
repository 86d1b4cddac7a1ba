"""The picture of the share price chart: stacks of tokens, par spaces, zones, moves; the par chart."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PIL import Image, ImageDraw

from engine import View
from engine.core.display import Display, ParArea
from engine.core.state import Cell
from engine.message import capital, say, word
from render.cards.page import MARGIN as PAGE_MARGIN
from render.cards.page import SMALL, Page
from render.cards.pieces import plate
from render.map.boards import with_bar
from render.map.overlays import Lines, arrow_head
from render.map.scene import company_badge
from render.market.grid import BAND, MARGIN, Grid, arrows, band_place, grid_of, short_of, stack_places
from render.pen.speech import said
from render.pen.text import fit, put, width, wrap
from render.pen.theme import BLACK, BLOCKED, RING, WHITE, now, readable, zone
from render.pen.words import round_name
from render.twins.market import (
    PLAIN_PAR,
    Move,
    Price,
    band_words,
    cell_of,
    legend_rows,
    price_words,
    zone_letters,
    zone_lines,
)

_ROW, _NOTE, _NOTE_LETTERS = 50, 34, 24
_AREA, _PLATE = 190, 36
# On a page for a phone, the letters of the par chart are larger.
_PHONE, _LARGER = 900, 1.25


def market_picture(
    view: View,
    *,
    moves: Sequence[Move] = (),
    brief: bool = False,
    pars: bool = False,
    theme: str = "standard",
) -> Image.Image:
    """The chart over the par chart and a list of prices; a move is an arrow from the old space to the new.

    brief: only the part of the chart around the companies, and the prices. pars: only the part around the
    par spaces, the par chart and the prices.
    """
    around = _par_spaces(view) if pars else _around(view, moves) if brief else ()
    parts = [_chart(view, moves, around)]
    wide = parts[0].width
    areas = () if brief else view.policy(Display).par_chart(view)
    parts += [_par_chart(view, areas, wide)] if areas else []
    parts.append(_legend(view, moves, wide, () if around else _notes(view)))
    image = Image.new("RGB", (wide, sum(part.height for part in parts)), now().paper)
    y = 0
    for part in parts:
        image.paste(part, (0, y))
        y += part.height
    return with_bar(
        image,
        say("Share prices · {round_name} · heavy frame: par", round_name=round_name(view)),
        large=bool(around),
    )


# --- the chart -------------------------------------------------------------------------------------


def _around(view: View, moves: Sequence[Move]) -> set[Cell]:
    """The spaces on which companies are and were; where none is, those on which any may begin."""
    moved = {cell_of(cell) for move in moves for cell in move[1:] if cell is not None}
    return {cell for cell, stack in view.state.market.items() if stack} | moved or _par_spaces(view)


def _par_spaces(view: View) -> set[Cell]:
    """The spaces on which a company may be started; where only special ones are, these."""
    market = view.data.market
    plain = {cell for cell in market.par_cells if market.zones.get(cell, PLAIN_PAR) == PLAIN_PAR}
    return plain or set(market.par_cells)


def _chart(view: View, moves: Sequence[Move], around: Collection[Cell]) -> Image.Image:
    grid, market = grid_of(view, around), view.data.market
    image = Image.new("RGB", grid.size, now().paper)
    draw = ImageDraw.Draw(image)
    _band_lines(draw, grid)
    for row, prices in enumerate(market.rows):
        for column, price in enumerate(prices):
            if price is not None and grid.shows((row, column)):
                _space(draw, view, grid, (row, column), price)
    for cell in ((0, column) for column in range(1, len(market.rows[0]) - 1) if grid.bands):
        _amounts(draw, grid, cell, market.value(cell))
    _arrows(image, grid, moves)
    for cell, stack in sorted((c, s) for c, s in view.state.market.items() if s):
        if grid.shows(cell):
            _stack(draw, view, grid, cell, stack)
    return image


def _space(draw: ImageDraw.ImageDraw, view: View, grid: Grid, cell: Cell, price: int) -> None:
    market, letters = view.data.market, zone_letters(view)
    (x, y), high = grid.corner(cell), grid.high(cell)
    box = (x + 1, y + 1, x + grid.wide - 2, y + high - 2)
    par = cell in market.par_cells
    name = market.zones.get(cell, "")
    letter = letters.get(name, "")
    ground = zone(name, letter) if letter else now().lit if par else now().stripe
    draw.rectangle(box, ground, now().faint, 1)
    if par:
        draw.rectangle(box, None, BLOCKED, 5)
    room = grid.wide * (0.62 if letter else 0.8)
    size = fit(str(price), room, min(32, round(grid.wide * 0.36)), "narrow")
    put(
        draw,
        (x + 8, y + 5 + size * 0.62),
        str(price),
        size,
        readable(now().ink, ground),
        "narrow",
        anchor="lm",
    )
    if letter:
        at = (x + grid.wide - 8, y + 18)
        put(draw, at, letter, SMALL - 2, readable(now().faint, ground), "narrow", anchor="rm")
    if par and not letter and not view.state.market.get(cell):
        put(draw, (x + grid.wide / 2, y + high - 18), said(word("par")), SMALL, now().faint, "narrow")


def _band_lines(draw: ImageDraw.ImageDraw, grid: Grid) -> None:
    """The ground and the names of the bands beside each strip."""
    for line, top in enumerate(grid.tops if grid.bands else ()):
        for times in range(1, grid.bands + 1):
            y = top - times * BAND if line % 2 == 0 else top + grid.highs[line] + (times - 1) * BAND
            if times % 2:
                draw.rectangle((MARGIN, y, grid.size[0] - MARGIN, y + BAND - 1), now().panel)
            put(draw, (MARGIN + 4, y + BAND / 2), f"→{times}", 24, now().ink, "bold", anchor="lm")


def _amounts(draw: ImageDraw.ImageDraw, grid: Grid, cell: Cell, price: int) -> None:
    """The least dividend of each band."""
    for times in range(1, grid.bands + 1):
        put(draw, band_place(grid, cell, times), str(price * times), 24, now().ink)


def _stack(draw: ImageDraw.ImageDraw, view: View, grid: Grid, cell: Cell, stack: Sequence[str]) -> None:
    """The companies of a space, the top one first: it operates first."""
    high, places = stack_places(grid, cell, len(stack))
    for company, at in zip(stack, places, strict=True):
        plate(draw, at, company_badge(view, company), grid.wide - 8, high)


def _arrows(image: Image.Image, grid: Grid, moves: Sequence[Move]) -> None:
    over = Lines(image)
    for _, before, after in moves:
        if before is None or after is None or cell_of(before) == cell_of(after):
            continue
        if not (grid.shows(cell_of(before)) and grid.shows(cell_of(after))):
            continue
        for start, tip in arrows(grid, cell_of(before), cell_of(after)):
            shaft = short_of(start, tip, grid.wide * 0.2)
            over.draw([(start, shaft)], WHITE, 15)
            over.draw([(start, shaft)], RING, 9)
            ImageDraw.Draw(image).polygon(arrow_head(start, tip, grid.wide * 0.28), RING, BLACK)


# --- below it --------------------------------------------------------------------------------------


def _par_chart(view: View, areas: Sequence[ParArea], wide: int) -> Image.Image:
    """The par values of all areas in one line; below it a row for each area with its companies."""
    page = Page(wide)
    page.heading(said(say("Par chart")))
    values = sorted({value for area in areas for value in area.values})
    columns = (wide - 2 * PAGE_MARGIN - _AREA) / len(values)
    middles = {v: PAGE_MARGIN + _AREA + (n + 0.5) * columns for n, v in enumerate(values)}
    page.room(38)
    larger = _LARGER if wide < _PHONE else 1
    for value, x in middles.items():
        put(
            page.draw,
            (x, page.y + 18),
            str(value),
            fit(str(value), columns - 4, round(28 * larger), "bold"),
            now().ink,
            "bold",
        )
    page.y += 38
    for area in areas:
        places = {value: middles[value] for value in area.values}
        _par_area(page, view, area, places, columns)
    return page.finished()


def _par_area(page: Page, view: View, area: ParArea, places: Mapping[int, float], columns: float) -> None:
    """The companies of an area, each below its par; white where the area has a space."""
    size = round(26 * (_LARGER if page.wide < _PHONE else 1))
    lines = wrap(said(capital(area.label)), _AREA - 8, size)
    most = max(1, *(len(area.companies[value]) for value in area.values))
    high = max(most * _PLATE, round(len(lines) * size)) + 10
    page.room(high)
    page.draw.rectangle((0, page.y, page.wide, page.y + high - 1), now().panel)
    for n, line in enumerate(lines):
        middle = page.y + high / 2 + (n - (len(lines) - 1) / 2) * size
        put(page.draw, (PAGE_MARGIN, middle), line, size, now().ink, anchor="lm")
    for value, x in places.items():
        box = (x - columns / 2 + 2, page.y + 2, x + columns / 2 - 2, page.y + high - 3)
        page.draw.rectangle(box, now().lit, now().faint, 1)
        for n, company in enumerate(area.companies[value]):
            at = (x, page.y + 5 + (n + 0.5) * _PLATE)
            plate(page.draw, at, company_badge(view, company), min(columns - 10, 104), _PLATE - 4)
    page.y += high


def _notes(view: View) -> list[str]:
    """What letters and bands mean."""
    return [words for words in (band_words(view), *zone_lines(view)) if words]


def _legend(view: View, moves: Sequence[Move], wide: int, told: Sequence[str]) -> Image.Image:
    """The prices, the dearest first, over notes."""
    rows = legend_rows(view, moves)
    per_row = max(1, wide // (540 if moves else 350))
    longest = max((width(said(price_words(view, row)), SMALL, "bold") for row in rows), default=0)
    while per_row > 1 and longest > (wide - 2 * MARGIN) // per_row - 118:
        per_row -= 1
    notes = [line for words in told for line in wrap(said(words), wide - 2 * MARGIN, _NOTE_LETTERS)]
    high = -(-len(rows) // per_row) * _ROW
    image = Image.new("RGB", (wide, high + _NOTE * len(notes) + MARGIN), now().paper)
    draw = ImageDraw.Draw(image)
    column = (wide - 2 * MARGIN) // per_row
    for i, row in enumerate(rows):
        at = (MARGIN + i % per_row * column, i // per_row * _ROW + _ROW / 2)
        _price(draw, view, row, at, column)
    for i, line in enumerate(notes):
        put(draw, (MARGIN, high + (i + 0.5) * _NOTE), line, _NOTE_LETTERS, now().ink, anchor="lm")
    return image


def _price(draw: ImageDraw.ImageDraw, view: View, row: Price, at: tuple[float, float], wide: int) -> None:
    x, y = at
    plate(draw, (x + 50, y), company_badge(view, row.company), 96, 38)
    text = said(price_words(view, row))
    put(draw, (x + 108, y), text, fit(text, wide - 118, 29, "bold"), now().ink, "bold", anchor="lm")
