"""Sets a card (`render.cards.doc`) as a picture: 800 px wide, letters that can be read at 347 px."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.cards.doc import Cell, Certificate, Chip, Doc, Item, Section, TokenCircle, TrainCard, words
from render.cards.pieces import disc, draw_piece, has_readable_letters, piece_size, plate
from render.map.scene import Badge
from render.pen import theme
from render.pen.text import Face, bound, fit, put, shorten, width, wrap
from render.pen.theme import Colour

WIDE, MARGIN, TEXT, SMALL = 800, 24, 28, 26
_LINE, _SMALL_LINE, _INDENT = 38, 31, 12
_HEADING, _HEADING_LINE = 27, 30
_GAP, _RIGHT = 10, 18
_LEAST_TITLE, _TITLE_TOKEN = 28, 42
_BOXES, _BOX = 4, 80
"""Boxes side by side, and how high each is in px."""
_BOX_FACES: tuple[Face, Face] = ("narrow", "bold")
_FRAME, _SEEN = 6, 1.4
"""The frame of a charter in px, and the contrast with the page in which it is seen."""
_STRIPE = 7
"""How high the colours at the lower edge of a box are in px."""
_INSET = 12
"""What a box is wider than its word, in px."""
_LAST_NUMBER = re.compile(r" (?=%|\d+(?: ·|$))")
"""What binds a percent sign, or the number at the end of a line or part, to the word before it."""
DRAWN = (TrainCard, TokenCircle, Certificate)


class Page:
    """A page that grows downwards; ``y`` is where the next thing goes."""

    def __init__(self, wide: int = WIDE) -> None:
        self.image = Image.new("RGB", (wide, 1200), theme.now().paper)
        self.draw = ImageDraw.Draw(self.image)
        self.y = 0
        self._named: Sequence[str] = ()

    @property
    def wide(self) -> int:
        """Width of the page in px."""
        return self.image.width

    def room(self, high: int) -> None:
        """Make sure that the page goes on for some px."""
        if self.y + high + MARGIN > self.image.height:
            longer = Image.new("RGB", (self.wide, self.image.height + max(1200, high)), theme.now().paper)
            longer.paste(self.image, (0, 0))
            self.image, self.draw = longer, ImageDraw.Draw(longer)

    def finished(self) -> Image.Image:
        """The page as far as it is filled."""
        return self.image.crop((0, 0, self.wide, self.y + MARGIN // 2))

    # --- parts ---------------------------------------------------------------------------------

    def title(self, text: str, under: str, badge: Badge | None, *, printed: bool = False) -> None:
        """A dark bar with the title, a line under it, and a token; ``printed``: in the token's colours.

        The token is left out if its letters could not be read.
        """
        has_token = badge is not None and has_readable_letters(badge, _TITLE_TOKEN)
        left = MARGIN + (100 if has_token else 0)
        room = self.wide - left - MARGIN
        lines = wrap(bound(under), room, SMALL) if under else []
        heads = (
            [text] if width(text, _LEAST_TITLE, "bold") <= room else wrap(text, room, _LEAST_TITLE, "bold")
        )
        size = min(fit(head, room, 38, "bold") for head in heads)
        more = 36 * (len(heads) - 1)
        high = max(110 if badge else 0, 66 + more + 32 * len(lines))
        self.room(high)
        ink = badge.ink if badge and printed else theme.WHITE
        self.draw.rectangle(
            (0, self.y, self.wide, self.y + high), badge.ground if badge and printed else theme.now().bar
        )
        if badge and printed:
            trim = badge.trim or theme.mix(badge.ground, badge.ink, 0.75)
            self.draw.rectangle((0, self.y + high - 7, self.wide, self.y + high), trim)
        if badge and has_token:
            disc(self.image, (MARGIN + 40, self.y + high / 2), badge, _TITLE_TOKEN)
        for i, head in enumerate(heads):
            put(self.draw, (left, self.y + 34 + 36 * i), head, size, ink, "bold", anchor="lm")
        for i, line in enumerate(lines):
            at = (left, self.y + 74 + more + 32 * i)
            put(self.draw, at, line, SMALL, ink, anchor="lm")
        self.y += high + 6

    def heading(self, text: str, note: str = "", tint: str = "", *, current: bool = False) -> None:
        """The heading of a section with a note at its right; ``current`` with a mark and a frame."""
        left = MARGIN + (6 if current else 0)
        room = self.wide - left - width(text, _HEADING, "bold") - 2 * MARGIN
        lines = wrap(bound(note), room, SMALL, "narrow")
        high = 38 + _HEADING_LINE * (len(lines) - 1)
        self.room(high + 10)
        ground = theme.STANDARD.hexes[tint] if tint else theme.now().panel
        ink = theme.readable(theme.INK, ground) if tint else theme.now().ink
        box = (0, self.y + 2, self.wide, self.y + 2 + high)
        self.draw.rectangle(box, ground, ink if current else None, 4 if current else 1)
        if current:
            self.draw.polygon(((8, self.y + 10), (22, self.y + 21), (8, self.y + 32)), ink)
        put(self.draw, (left, self.y + 21), text, _HEADING, ink, "bold", anchor="lm")
        for i, line in enumerate(lines):
            at = (self.wide - MARGIN, self.y + 21 + _HEADING_LINE * i)
            put(self.draw, at, line, SMALL, ink, "narrow", anchor="rm")
        self.y += high + 6

    def section(self, section: Section) -> None:
        """A heading and its rows."""
        if section.heading:
            self.heading(section.heading, section.note, section.tint, current=section.current)
        if section.boxed:
            self._boxes(section)
            return
        columns = self._columns(section)
        named = self._named == section.columns and bool(section.tint)
        if any(section.columns) and section.rows and not named:
            self._names(section, columns)
        self._named = section.columns if section.rows else ()
        for i, row in enumerate(section.rows):
            self._row(section, columns, i, row)
        if not section.rows:
            self.room(_LINE)
            put(self.draw, (MARGIN, self.y + 18), section.empty, TEXT, theme.now().faint, anchor="lm")
            self.y += _LINE
        self.y += 4

    def _boxes(self, section: Section) -> None:
        """Rows as boxes side by side, each a word over a figure."""
        for start in range(0, len(section.rows), _BOXES):
            rows = section.rows[start : start + _BOXES]
            wide = (self.wide - 2 * MARGIN + _GAP) / len(rows)
            self.room(_BOX + 12)
            for i, row in enumerate(rows):
                left, room = MARGIN + i * wide, wide - _GAP - 16
                box = (left, self.y + 6, left + wide - _GAP, self.y + 6 + _BOX)
                self.draw.rounded_rectangle(box, 8, theme.now().lit, theme.now().faint, 2)
                for cell, y, size, face in zip(row, (20, 54), (SMALL, 34), _BOX_FACES, strict=True):
                    text = words(cell)
                    fitted = fit(text, room, size, face, least=SMALL)
                    at = (left + (wide - _GAP) / 2, self.y + 6 + y)
                    put(self.draw, at, shorten(text, room, fitted, face), fitted, theme.now().ink, face)
            self.y += _BOX + 12
        self.y += 4

    def _columns(self, section: Section) -> list[tuple[float, float]]:
        """Left end and width of each column in px."""
        shares = section.widths
        room = self.wide - 2 * MARGIN
        total = sum(shares)
        found, left = [], float(MARGIN)
        for share in shares:
            wide = room * share / total
            found.append((left, wide))
            left += wide
        return found

    def _names(self, section: Section, columns: list[tuple[float, float]]) -> None:
        self.room(30)
        for i, (name, (left, wide)) in enumerate(zip(section.columns, columns, strict=True)):
            aligned = i in section.right
            room = wide - (4 if aligned else _GAP)
            face: Face = "bold" if width(name, SMALL, "bold") <= room else "narrow"
            at = (left + wide - _RIGHT if aligned else left, self.y + 14)
            put(self.draw, at, name, SMALL, theme.now().faint, face, anchor="rm" if aligned else "lm")
        self.y += 30

    def _row(
        self, section: Section, columns: list[tuple[float, float]], index: int, row: Sequence[Cell]
    ) -> None:
        strong = index in section.strong
        face: Face = "bold" if strong else "plain"
        laid = [self._flow(cell, wide - _GAP, face) for cell, (_, wide) in zip(row, columns, strict=True)]
        under = self._under(section, index)
        top = max(sum(map(line_height, lines)) for lines in laid) + 4
        high = top + len(under) * _SMALL_LINE + (6 if under else 0)
        self.room(high)
        if strong:
            self.draw.rectangle((0, self.y, self.wide, self.y + high - 1), _strong())
            self.draw.polygon(((4, self.y + 10), (18, self.y + 21), (4, self.y + 32)), theme.now().ink)
        elif index % 2:
            self.draw.rectangle((0, self.y, self.wide, self.y + high - 1), theme.now().stripe)
        for i, (lines, (left, wide)) in enumerate(zip(laid, columns, strict=True)):
            right = i in section.right
            self._cell(lines, left, wide - (_RIGHT if right else _GAP), face, right)
        for n, line in enumerate(under):
            at = (MARGIN + _INDENT, self.y + top + n * _SMALL_LINE + _SMALL_LINE / 2)
            put(self.draw, at, line, SMALL, theme.now().ink, anchor="lm")
        self.y += high

    def _under(self, section: Section, index: int) -> list[str]:
        """The small lines under a row, each as long as the page is wide."""
        room = self.wide - 2 * MARGIN - _INDENT
        lines = (_LAST_NUMBER.sub("\u00a0", line) for line in section.under.get(index, ()))
        return [part for line in lines for part in wrap(line, room, SMALL)]

    def _cell(self, lines: list[list[Item]], left: float, wide: float, face: Face, right: bool) -> None:
        top = self.y + 2.0
        for line in lines:
            x = left + (max(0, wide - self._length(line, face)) if right else 0)
            high = line_height(line)
            for item in line:
                upper = top if isinstance(item, DRAWN) else top + high / 2
                x += self._item(item, (x, upper), wide, face) + 6
            top += high

    # --- items ---------------------------------------------------------------------------------

    def _flow(self, cell: Cell, room: float, face: Face) -> list[list[Item]]:
        """The items of a cell in lines that fit the column; long text is wrapped."""
        lines: list[list[Item]] = [[]]
        for item in cell if isinstance(cell, tuple) else (cell,):
            text = _LAST_NUMBER.sub("\u00a0", item) if isinstance(item, str) else ""
            parts: list[Item] = [*wrap(text, room, TEXT, face)] if isinstance(item, str) else [item]
            for part in parts:
                if lines[-1] and self._length([*lines[-1], part], face) > room:
                    lines.append([])
                lines[-1].append(part)
        return lines

    def _length(self, line: list[Item], face: Face) -> float:
        return sum(item_width(item, face) for item in line) + 6 * (len(line) - 1)

    def _item(self, item: Item, at: tuple[float, float], room: float, face: Face) -> float:
        if isinstance(item, DRAWN):
            draw_piece(self.image, item, at)
        elif isinstance(item, Badge):
            wide = min(item_width(item, face), room)
            plate(self.draw, (at[0] + wide / 2, at[1]), item, wide, 34)
        elif isinstance(item, Chip):
            self.chip(item, at, room)
        else:
            size = fit(item, room, TEXT, face, least=SMALL)
            put(self.draw, at, shorten(item, room, size, face), size, theme.now().ink, face, anchor="lm")
        return item_width(item, face)

    def chip(self, chip: Chip, at: tuple[float, float], room: float = math.inf) -> None:
        """A word in a box, shortened to ``room`` px; ``at`` is the middle of its left side in px."""
        x, y = at
        wide = min(item_width(chip, "plain"), room)
        ground = theme.STANDARD.hexes.get(chip.tint) or theme.colour(chip.tint)
        frame = 4 if chip.strong else 2
        self.draw.rounded_rectangle((x, y - 17, x + wide, y + 17), 6, ground, theme.now().ink, frame)
        ink = theme.readable(theme.INK, ground)
        text = shorten(chip.shown, wide - _INSET, SMALL, "narrow")
        put(self.draw, (x + wide / 2, y - (_STRIPE / 2 if chip.stripes else 0)), text, SMALL, ink, "narrow")
        self._stripes(chip.stripes, (x + 4, y + 17 - _STRIPE), wide - 8)

    def _stripes(self, colours: Sequence[Colour], at: tuple[float, float], room: float) -> None:
        """Colours side by side at the lower edge of a box."""
        part = room / max(1, len(colours))
        for i, colour in enumerate(colours):
            left = at[0] + i * part
            self.draw.rectangle((left, at[1], left + part - 3, at[1] + _STRIPE - 3), colour)


def line_height(line: Sequence[Item]) -> int:
    """How high a line of items is in px."""
    return max((piece_size(item)[1] for item in line if isinstance(item, DRAWN)), default=_LINE)


def _strong() -> Colour:
    """The ground of a row that matters."""
    share = 0.35 if theme.now().dark else 0.4
    return theme.mix(theme.now().paper, theme.CURRENT, share)


def item_width(item: Item, face: Face) -> float:
    """How wide an item of a row is in px."""
    if isinstance(item, DRAWN):
        return piece_size(item)[0]
    if isinstance(item, Badge):
        return max(60.0, width(item.letters, SMALL, "narrow") + 22)
    if isinstance(item, Chip):
        return max(34.0, width(item.shown, SMALL, "narrow") + _INSET)
    return width(item, TEXT, face)


def picture_of(doc: Doc) -> Image.Image:
    """A card as a picture."""
    page = Page()
    page.title(doc.title, doc.subtitle, doc.badge, printed=doc.printed)
    for section in doc.sections:
        page.section(section)
    if doc.badge and doc.printed:
        page.y += _FRAME
    image = page.finished()
    if doc.badge and doc.printed:
        frame = (0, 0, image.width - 1, image.height - 1)
        ImageDraw.Draw(image).rectangle(frame, None, _frame(doc.badge), _FRAME)
    return image


def _frame(badge: Badge) -> Colour:
    """The colour of a charter's frame: the company's ground, or what is seen better on the page."""
    found = (badge.ground, *([badge.trim] if badge.trim else []), badge.ink)
    return next((c for c in found if theme.contrast(c, theme.now().paper) > _SEEN), badge.ink)
