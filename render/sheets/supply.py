"""Sheets of the tiles in the supply, and of the order of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from engine import View
from engine.api import round_state
from engine.api.table import hex_name
from engine.board.lays import COLOUR_ORDER
from engine.board.tiles import Tile, tile_sort_key
from engine.core.display import Display
from engine.core.rounds import Agenda
from engine.message import capital, joined, say, word
from engine.rules.boards import BoardPolicy
from engine.steps.turns import OperatingRound
from render.cards.doc import Cell, Doc, Section
from render.cards.page import MARGIN, Page
from render.map.phone import least
from render.map.scene import HexArt, Slot, company_badge
from render.map.tiles import mask, patch, patch_size
from render.pen.pen import Unsaid
from render.pen.speech import said
from render.pen.text import put, width, wrap
from render.pen.theme import THEMES, now
from render.pen.words import face_words, holder, round_name, tiles_left
from render.pen.words import tint as tint_name

# --- order of play ---------------------------------------------------------------------------------


def order_doc(view: View) -> Doc:
    """Who acts when: the seats clockwise and the companies in operating order."""
    cursor = view.cursor
    sections = [_seats(view)]
    operating = next((r for r in view.policy(Agenda).rounds.values() if isinstance(r, OperatingRound)), None)
    if operating is not None:
        sections.append(_operating(view, operating))
    waiting = _not_started(view)
    sections += [Section(say("Not started"), waiting, ("", word("home"), ""), (2, 5, 5.5))] if waiting else []
    actor = (
        say(" · {holder} acts", holder=holder(view, cursor.actor))
        if cursor.actor and not view.state.ended
        else ""
    )
    return Doc(
        say("Order of play"),
        say(
            "{round_name} · phase {key}{actor}", round_name=round_name(view), key=view.phase.key, actor=actor
        ),
        sections,
    )


def _seats(view: View) -> Section:
    first = view.state.priority if view.state.priority in view.seats else view.seats[0]
    order = view.from_seat(first)
    rows: list[list[Cell]] = []
    for place, player in enumerate(order, 1):
        note = word("priority") if player == view.state.priority else ""
        rows.append([f"{place}", view.name(player), view.money(view.cash(player)), note])
    strong = frozenset(i for i, player in enumerate(order) if player == view.cursor.actor)
    return Section(
        say("Players clockwise"), rows, ("", "", word("cash"), ""), (2, 4, 2, 2), frozenset({2}), strong
    )


def _operating(view: View, operating: OperatingRound) -> Section:
    in_round = view.cursor.round == operating.kind
    done = view.cursor.done if in_round else ()
    order = operating.order(view)
    gone = (c for c in done if c not in order and not view.company(c).closed)
    order = [*gone, *order]
    rows: list[list[Cell]] = []
    for company in order:
        price = view.price(company)
        president = view.president(company)
        rows.append(
            [
                company_badge(view, company),
                view.name(president) if president else word("nobody"),
                view.money(price) if price is not None else "",
                word("done") if company in done and company != view.cursor.actor else "",
            ]
        )
    strong = frozenset(i for i, company in enumerate(order) if in_round and company == view.cursor.actor)
    heading = say("Companies of this round") if in_round else say("Companies, as they would operate now")
    return Section(heading, rows, ("", "", word("price"), ""), (2, 4, 2, 2), frozenset({2}), strong)


def _not_started(view: View) -> list[list[Cell]]:
    """The companies with a home that nobody has started, each with what its title says of it."""
    homes, started = view.board().hexmap.homes, round_state.started(view)
    rows: list[list[Cell]] = []
    for record in view.companies():
        if record.id in homes and record.id not in started and len(view.spec(record.id).shares) > 1:
            said = joined("; ", (text for _, text in view.policy(Display).facts(view, record.id)))
            rows.append([company_badge(view, record.id), hex_name(view, homes[record.id][0]), said])
    return rows


def order_alt(view: View) -> str:
    """The order in a line."""
    doc = order_doc(view)
    first = view.state.priority if view.state.priority in view.seats else view.seats[0]
    names = joined(", ", (view.name(p) for p in view.from_seat(first)))
    return say(
        "{title}: {subtitle}. Players from the priority on: {names}",
        title=doc.title,
        subtitle=doc.subtitle,
        names=names,
    )


# --- tiles in the supply ---------------------------------------------------------------------------

_COLUMNS = 5
_CAPTION, _LINE = 26, 30
"""How high the words under a tile are, and from line to line of them, in px."""
_GAP = 12
"""What stays free between captions, in px."""


def supply(view: View, numbers: Sequence[str]) -> dict[str, list[Tile]]:
    """The tiles of the game by colour, in natural order; only those asked for. KeyError for a strange one."""
    catalogue = view.board().catalogue
    wanted = [catalogue[n].id for n in numbers] or [t for t in view.state.supply if t in catalogue]
    tiles = [catalogue[tile] for tile in sorted(wanted, key=tile_sort_key)]
    groups = {tint: [t for t in tiles if t.colour == tint] for tint in COLOUR_ORDER}
    return {tint: group for tint, group in groups.items() if group}


def tiles_picture(
    view: View, *, numbers: Sequence[str] = (), unrotated: bool = False, theme: str = "standard"
) -> Image.Image:
    """Every tile with the copies left; tiles asked for by number in all rotations that differ.

    With ``unrotated`` each of them is shown in one rotation, without headings.
    """
    page = Page()
    if unrotated:
        page.y = MARGIN // 2
        _tile_rows(page, view, [(t, 0) for ts in supply(view, numbers).values() for t in ts], theme)
        return page.finished()
    under = say(
        "{name} · {round_name} · phase {key}",
        name=view.data.name,
        round_name=round_name(view),
        key=view.phase.key,
    )
    page.title(said(say("Tiles left")), said(under), None)
    for tint, tiles in supply(view, numbers).items():
        page.heading(said(_heading(view, tint)))
        cells = [(tile, turn) for tile in tiles for turn in (tile.rotations if numbers else (0,))]
        _tile_rows(page, view, cells, theme, bool(numbers))
    return page.finished()


def _tile_rows(
    page: Page, view: View, cells: Sequence[tuple[Tile, int]], theme: str, turned: bool = False
) -> None:
    for start in range(0, len(cells), _COLUMNS):
        _tile_row(page, view, cells[start : start + _COLUMNS], theme, turned)


def _heading(view: View, tint: str) -> str:
    shown = capital(tint_name(tint))
    return shown if tint in view.phase.tiles else say("{shown} (not in this phase)", shown=shown)


def _tile_row(page: Page, view: View, cells: Sequence[tuple[Tile, int]], theme: str, turned: bool) -> None:
    layout = view.board().hexmap.layout
    cell = cell_wide(page.wide)
    size = cell / 2.12
    wide, high = patch_size(layout, size)
    page.room(high + 22 + 5 * _LINE)
    most = 1
    for i, (tile, rotation) in enumerate(cells):
        x = MARGIN + i * cell + cell // 2
        left = turned or view.state.supply.get(view.policy(BoardPolicy).stock_of(tile.id), 1)
        found = patch(tile_art(view, tile, rotation), size, THEMES[theme], least(page.wide))
        picture = found.image
        if not left:
            picture = Image.blend(picture, Image.new("RGB", picture.size, now().paper), 0.6)
        page.image.paste(picture, (x - wide // 2, page.y + 4), mask(layout, size))
        ink = now().ink if left else now().faint
        under = _under(view, tile, rotation, turned, left, found.unsaid)
        lines = [line for words in under for line in _lines(said(words), cell - _GAP)]
        for line, words in enumerate(lines):
            at = (x, page.y + high + 24 + line * _LINE)
            put(page.draw, at, words, _CAPTION, ink, "narrow")
        most = max(most, len(lines))
    page.y += high + 22 + most * _LINE


def _lines(text: str, room: int) -> list[str]:
    """A caption in lines; in one, without spaces around its dot, if that makes it fit."""
    tight = text.replace(" · ", "·")
    is_tight = width(text, _CAPTION, "narrow") > room >= width(tight, _CAPTION, "narrow")
    return [tight] if is_tight else wrap(text, room, _CAPTION, "narrow")


def _under(view: View, tile: Tile, rotation: int, turned: bool, left: int, unsaid: Unsaid) -> list[str]:
    """The lines under a tile: its number with what is left of it, its rotation, what is not written on it."""
    if turned:
        first = [f"#{tile.id}", turned_words(rotation)]
    else:
        first = [_copies(view, tile.id) if left else say("#{id} · none", id=tile.id)]
    words = words_under(tile, unsaid)
    return [*first, words] if words else first


def cell_wide(wide: int) -> int:
    """How wide the cell of a tile is on a sheet so wide, in px."""
    return (wide - 2 * MARGIN) // _COLUMNS


def turned_words(rotation: int) -> str:
    """What stands under a tile in one of its rotations."""
    return say("turned {rotation}", rotation=rotation)


def _copies(view: View, tile: str) -> str:
    """A tile and the number of its copies in the supply, without a word."""
    number = view.policy(BoardPolicy).stock_of(tile)
    left = view.state.supply.get(number)
    return f"#{number}" if left is None else f"#{number} · {left}"


def words_under(tile: Tile, unsaid: Unsaid) -> str:
    """Labels too long to be drawn on a small tile, and what had no room on it."""
    labels = [label for label in tile.labels if len(label) > 2]
    return joined(" ", [*labels, *unsaid.said()[1]])


def tile_art(view: View, tile: Tile, rotation: int) -> HexArt:
    """A tile by itself, with empty circles."""
    face = tile.face(rotation)
    slots = tuple(tuple(Slot() for _ in range(stop.slots)) for stop in face.stops)
    short = replace(face, labels=tuple(label for label in face.labels if len(label) <= 2))
    return HexArt(layout=view.board().hexmap.layout, face=replace(short, tile=None), slots=slots)


def tiles_text(view: View, *, numbers: Sequence[str] = (), unrotated: bool = False) -> str:
    """Every tile with the copies left and its track; tiles asked for in each rotation, or ``unrotated``."""
    turned = bool(numbers) and not unrotated
    layout = view.board().hexmap.layout
    lines = [say("Tiles left, phase {key}", key=view.phase.key)]
    for tint, tiles in supply(view, numbers).items():
        lines.append(_heading(view, tint) + ":")
        for tile in tiles:
            for turn in tile.rotations if turned else (0,):
                at = say(", turned {turn}", turn=turn) if turned else ""
                track = face_words(layout, tile.face(turn)) + _label_words(tile)
                lines.append(
                    say(
                        "- {tiles_left}{at}: {track}",
                        tiles_left=tiles_left(view, tile.id),
                        at=at,
                        track=track,
                    )
                )
    return joined("\n", lines)


def _label_words(tile: Tile) -> str:
    return joined("", [say("; label {label}", label=label) for label in tile.labels])


def tiles_alt(view: View, *, numbers: Sequence[str] = (), unrotated: bool = False) -> str:
    """How many tiles of each colour are left."""
    if unrotated:
        left = joined(", ", (tiles_left(view, n) for n in numbers))
        return say("Tiles: {tiles_left}", tiles_left=left)
    if numbers:
        return say(
            "Tiles in all rotations: {tiles_left}",
            tiles_left=joined(", ", (tiles_left(view, n) for n in numbers)),
        )
    counts = [
        say("{sum} {tint_name}", sum=sum(view.state.supply[t.id] for t in tiles), tint_name=tint_name(tint))
        for tint, tiles in supply(view, ()).items()
    ]
    return say("Tiles left in the supply: {counts}", counts=joined(", ", counts))
