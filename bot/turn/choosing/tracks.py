"""Track on the private page: tile and rotation are chosen together from a numbered sheet of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.chat.frame import GOOD, PLAIN, PRIMARY, Sheet
from bot.chat.markdown import escape, subtext
from bot.chat.press import GameItem, button
from bot.turn.choosing import chooser
from bot.turn.choosing.ahead import lay_text
from bot.turn.choosing.lists import SHEETS, page_turns
from bot.turn.session import words
from bot.turn.session.advised import guided_choice
from bot.turn.session.draft import LAY, Draft, choice_of, options_of
from bot.turn.session.session import TurnSession
from bot.work.pictures import DrawnPicture
from engine import Action, Field, Option, Range
from engine.api.moves import HEX
from engine.api.stories import TileLaid

SHEET = 12
"""Candidates on one sheet."""


def is_lay(session: TurnSession, draft: Draft, next_field: Field) -> bool:
    """Return True if the move asks next for a tile and its rotation: a tile lay."""
    choice = choice_of(session.game, session.seat, draft.kind)
    names = [move_field.name for move_field in choice.fields] if choice else []
    return next_field.name in LAY and all(name in names for name in LAY)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal tile and rotation for a hex: what it is, costs and adds to the run; ``brief`` fits a button."""

    tile: str
    turn: str
    text: str
    brief: str


def candidates(session: TurnSession, draft: Draft) -> list[Candidate]:
    """Return each legal tile and rotation for the tile lay, with its cost and what it adds to the run.

    A tile or rotation that the draft has already is ignored.
    """
    draft_without_lay = Draft(
        draft.kind, {name: value for name, value in draft.args.items() if name not in LAY}
    )
    legal_lays = []
    for tile in _options(session, draft_without_lay, LAY[0]):
        for rotation in _options(session, draft_without_lay.with_value(LAY[0], tile.value), LAY[1]):
            gain = lay_text(
                session, draft.kind, draft_without_lay.args.get(HEX, ""), tile.value, rotation.value
            )
            text = " · ".join(filter(None, [tile.label, rotation.label, rotation.note, gain, tile.note]))
            brief = " · ".join(filter(None, [tile.label, rotation.note, gain]))
            legal_lays.append(Candidate(tile.value, rotation.value, text, brief))
    return legal_lays


def _options(session: TurnSession, draft: Draft, name: str) -> list[Option]:
    """Return the legal tiles or rotations for the page of a tile lay; [] if the field is a sum of money."""
    options = options_of(session.game, session.seat, draft, name)
    return [] if isinstance(options, Range) else list(options)


async def lay_sheet(session: TurnSession, draft: Draft) -> Sheet:
    """Build the turn page of a tile lay: pictures of legal tiles and rotations, and a button for each.

    At most SHEET are on a page; buttons turn the pages. A lay that a guided game advises stands out.
    """
    legal_lays = candidates(session, draft)
    pages = max(1, -(-len(legal_lays) // SHEET))
    page = min(draft.page, pages - 1)
    lays_on_page = legal_lays[page * SHEET : (page + 1) * SHEET]
    sheet = session.sheet()
    draft_without_lay = replace(draft, args=_args_without_lay(draft))
    sheet.texts = [words.header(session.game, session.seat), chooser.draft_line(session, draft_without_lay)]
    sheet.pictures = await _picture(session, draft, lays_on_page, page * SHEET + 1)
    numbered_lays = list(enumerate(lays_on_page, page * SHEET + 1))
    sheet.texts.append("\n".join(subtext(escape(f"{number} · {lay.text}")) for number, lay in numbered_lays))
    advised = await _advised_lay(session, draft_without_lay)
    sheet.add_buttons(_lay_button(session, draft, number, lay, advised) for number, lay in numbered_lays)
    line, buttons = page_turns(session, draft, len(legal_lays), (page, pages), SHEETS)
    sheet.texts += [line] if line else []
    sheet.add_buttons(buttons)
    sheet.add_buttons([chooser.back_button(session), chooser.home_button(session)])
    return sheet


async def _advised_lay(session: TurnSession, draft: Draft) -> tuple[object, ...] | None:
    """Return the tile and rotation that a guided game advises for the hex of this tile lay; else None."""
    choice = await guided_choice(session)
    kind, args = choice.moves[0] if choice is not None else ("", {})
    if kind != draft.kind or args.get(HEX) != draft.args.get(HEX):
        return None
    return tuple(str(args.get(name)) for name in LAY)


def _lay_button(
    session: TurnSession, draft: Draft, number: int, lay: Candidate, advised: tuple[object, ...] | None
) -> GameItem:
    """Return the turn page's button that chooses a tile and rotation; ``number`` is that in the picture.

    Where the guided game has ``advised`` one (tile, rotation), only its button is green and the others are
    grey.
    """
    style = PRIMARY if advised is None else GOOD if (lay.tile, lay.turn) == advised else PLAIN
    press = session.press("w_lay", draft.tag, f"{lay.tile}|{lay.turn}")
    return button(press, f"{number} · {lay.brief}", style=style)


def _args_without_lay(draft: Draft) -> dict[str, object]:
    """Return the values of the tile lay without tile and rotation."""
    return {name: value for name, value in draft.args.items() if name not in LAY}


async def _picture(
    session: TurnSession, draft: Draft, lays: Sequence[Candidate], first: int
) -> list[DrawnPicture]:
    """Draw the tiles of a page of tile lays on their hex, each with its rotation and a number.

    ``first`` is the number of ``lays[0]``, counted from 1 over all pages. [] if the hex is unknown or the
    picture fails.
    """
    coord = hex_of(session, draft, lays)
    if coord is None:
        return []
    pairs = [[lay.tile, int(lay.turn)] for lay in lays]
    return await session.draw("candidates", hex=coord, lays=pairs, first=first)


def hex_of(session: TurnSession, draft: Draft, lays: Sequence[Candidate]) -> str | None:
    """Return the hex of the tile lay: the chosen one, or that which a power lays on by itself.

    The latter is found by a preview of the first of ``lays``. None if it is unknown.
    """
    chosen_hex = draft.args.get(HEX)
    if chosen_hex is not None or not lays:
        return chosen_hex
    action = Action(
        draft.kind, session.seat, {**_args_without_lay(draft), LAY[0]: lays[0].tile, LAY[1]: lays[0].turn}
    )
    preview = words.preview_or_none(session.game, action)
    return (
        next((event.hex for event in preview.events if isinstance(event, TileLaid)), None)
        if preview
        else None
    )
