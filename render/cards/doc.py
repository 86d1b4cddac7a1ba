"""A card as values: what its picture shows and its text says, so that both always agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.message import joined, say, word
from render.map.scene import Badge
from render.pen.speech import said
from render.pen.theme import Colour


@dataclass(frozen=True)
class Chip:
    """A word in a box, such as a train; ``tint`` is a tile colour or web colour, ``strong`` a heavy frame.

    ``note`` stands behind it in the box, in a text in brackets. ``stripes`` are colours under the word.
    """

    text: str
    tint: str = "white"
    strong: bool = False
    note: str = ""
    stripes: tuple[Colour, ...] = ()

    @property
    def shown(self) -> str:
        """What stands in the box."""
        return say("{text} · {note}", text=self.text, note=self.note) if self.note else self.text


@dataclass(frozen=True)
class TrainCard:
    """A train as a card: what players call it, and ``note`` under it, such as what takes it out of the game.

    tint: a tile colour. copies: how many lie in its pile, 0 when none is left.
    """

    name: str
    tint: str = "white"
    copies: int = 1
    note: str = ""


@dataclass(frozen=True)
class TokenCircle:
    """A token of a company as its charter shows it: with its price, or an empty circle once it is ``placed``.

    note: the price, or the place on the map.
    """

    badge: Badge
    note: str
    placed: bool = False


@dataclass(frozen=True)
class Certificate:
    """Share certificates of one kind: a company, percent of it, whether the president's, and how many."""

    badge: Badge
    percent: int
    president: bool = False
    count: int = 1


Drawn = TrainCard | TokenCircle | Certificate
"""What is drawn as the piece that it is on the table."""
Item = str | Badge | Chip | Drawn
Cell = Item | tuple[Item, ...]


@dataclass(frozen=True)
class Section:
    """A heading over rows. columns: headings of the cells (empty: none are shown).

    widths: shares of the page by column. right: columns set to the right, as figures are.
    strong: rows in bold with a mark. empty: said when there are no rows. under: small lines under a row.
    boxed: each row is a box, its first cell small over its second. tint: a tile colour of the heading.
    current: the section that the game is in. note: stands at the right of the heading.
    """

    heading: str
    rows: Sequence[Sequence[Cell]] = ()
    columns: Sequence[str] = ()
    widths: Sequence[float] = (1.0,)
    right: frozenset[int] = frozenset()
    strong: frozenset[int] = frozenset()
    empty: str = word("none")
    under: Mapping[int, Sequence[str]] = field(default_factory=dict)
    boxed: bool = False
    tint: str = ""
    current: bool = False
    note: str = ""


@dataclass(frozen=True)
class Doc:
    """A card: a title with a line under it, and sections. badge: the token beside the title.

    printed: framed and headed in the colours of the badge, as the charter of a company is.
    """

    title: str
    subtitle: str = ""
    sections: Sequence[Section] = ()
    badge: Badge | None = None
    printed: bool = False


def spoken(doc: Doc) -> Doc:
    """A card in the words of its readers."""
    sections = [
        replace(
            section,
            heading=said(section.heading),
            rows=[[_spoken(cell) for cell in row] for row in section.rows],
            columns=[said(name) for name in section.columns],
            empty=said(section.empty),
            under={i: [said(line) for line in lines] for i, lines in section.under.items()},
            note=said(section.note),
        )
        for section in doc.sections
    ]
    return replace(doc, title=said(doc.title), subtitle=said(doc.subtitle), sections=sections)


def _spoken(cell: Cell) -> Cell:
    if isinstance(cell, tuple):
        return tuple(_spoken_item(item) for item in cell)
    return _spoken_item(cell)


def _spoken_item(item: Item) -> Item:
    if isinstance(item, Badge | Certificate):
        return item
    if isinstance(item, Chip):
        return replace(item, text=said(item.text), note=said(item.note))
    if isinstance(item, TrainCard | TokenCircle):
        return replace(item, note=said(item.note))
    return said(item)


def words(cell: Cell) -> str:
    """A cell in plain words."""
    if isinstance(cell, tuple):
        return joined(", ", (words(item) for item in cell)) or said(word("none"))
    if isinstance(cell, Badge):
        return cell.letters
    if isinstance(cell, Chip):
        return say("{text} ({note})", text=cell.text, note=cell.note) if cell.note else cell.text
    if isinstance(cell, TrainCard):
        return say("{text} ({note})", text=cell.name, note=cell.note) if cell.note else cell.name
    if isinstance(cell, TokenCircle):
        return cell.note
    return cell if isinstance(cell, str) else _certificates(cell)


def _certificates(held: Certificate) -> str:
    """Certificates in plain words."""
    if held.president:
        return said(say("{percent} % (president's)", percent=held.percent))
    return said(say("{count} of {percent} %", count=held.count, percent=held.percent))


def as_text(doc: Doc) -> str:
    """A card in plain words: one line a row, every figure with its heading."""
    lines = [doc.title, *([doc.subtitle] if doc.subtitle else [])]
    for section in doc.sections:
        lines += ["", _heading(section)] if section.heading else [""]
        lines += [_row(section, i) for i in range(len(section.rows))] or [
            say("- {empty}", empty=section.empty)
        ]
    return "\n".join(lines)


def _heading(section: Section) -> str:
    mark = said(word(" (now)")) if section.current else ""
    if section.note:
        return say("{heading}{mark}: {note}", heading=section.heading, mark=mark, note=section.note)
    return f"{section.heading}{mark}:"


def _row(section: Section, index: int) -> str:
    cells = [words(cell) for cell in section.rows[index]]
    named = [
        say("{name} {text}", name=name, text=text) if name else text
        for name, text in zip(section.columns or [""] * len(cells), cells, strict=True)
        if text
    ]
    mark = said(word(" (now)")) if index in section.strong else ""
    first, rest = cells[0] or named[0], [*named[1:], *section.under.get(index, ())]
    return (
        say("- {first}{mark}: {rest}", first=first, mark=mark, rest=joined("; ", rest))
        if rest
        else say("- {first}{mark}", first=first, mark=mark)
    )
