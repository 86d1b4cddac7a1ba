"""Track on the private page: tile and rotation are chosen together from a numbered sheet of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.chat.figures import escape, subtext
from bot.chat.frame import PRIMARY, Sheet
from bot.chat.press import GameItem, button
from bot.turn.choosing import chooser
from bot.turn.choosing.ahead import lay_text
from bot.turn.session import words
from bot.turn.session.draft import LAY, Draft, choice_of, options_of
from bot.turn.session.session import TurnSession
from bot.words import t
from bot.work.pictures import DrawnPicture
from engine import Action, Field, Option, Range
from engine.api.moves import HEX
from engine.api.stories import TileLaid

SHEET = 12
"""Candidates on one sheet."""


def is_lay(session: TurnSession, draft: Draft, wanted: Field) -> bool:
    """Return True if the next fields are a tile and its rotation."""
    choice = choice_of(session.game, session.seat, draft.kind)
    names = [f.name for f in choice.fields] if choice else []
    return wanted.name in LAY and all(name in names for name in LAY)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal tile and rotation: what it is, costs and adds to the run; ``brief`` is what fits a button."""

    tile: str
    turn: str
    text: str
    brief: str


def candidates(session: TurnSession, draft: Draft) -> list[Candidate]:
    """Return each legal tile and rotation of the draft, with a description."""
    base = Draft(draft.kind, {k: v for k, v in draft.args.items() if k not in LAY})
    found = []
    for tile in _options(session, base, LAY[0]):
        for turn in _options(session, base.with_value(LAY[0], tile.value), LAY[1]):
            gain = lay_text(session, draft.kind, base.args.get(HEX, ""), tile.value, turn.value)
            text = " · ".join(filter(None, [tile.label, turn.label, turn.note, gain, tile.note]))
            brief = " · ".join(filter(None, [tile.label, turn.note, gain]))
            found.append(Candidate(tile.value, turn.value, text, brief))
    return found


def _options(session: TurnSession, draft: Draft, name: str) -> list[Option]:
    """Return the options of a field; [] for a range of amounts."""
    options = options_of(session.game, session.seat, draft, name)
    return [] if isinstance(options, Range) else list(options)


async def lay_sheet(session: TurnSession, draft: Draft) -> Sheet:
    """Build the page with pictures of the legal lays, and a button for each."""
    found = candidates(session, draft)
    pages = max(1, -(-len(found) // SHEET))
    page = min(draft.page, pages - 1)
    here = found[page * SHEET : (page + 1) * SHEET]
    sheet = session.sheet()
    where = replace(draft, args=_args_without_lay(draft))
    sheet.texts = [words.header(session.game, session.seat), chooser.draft_line(session, where)]
    sheet.pictures = await _picture(session, draft, here, page * SHEET + 1)
    numbered = list(enumerate(here, page * SHEET + 1))
    sheet.texts.append("\n".join(subtext(escape(f"{number} · {lay.text}")) for number, lay in numbered))
    sheet.add_buttons(
        button(
            session.press("w_lay", draft.tag, f"{lay.tile}|{lay.turn}"),
            f"{number} · {lay.brief}",
            style=PRIMARY,
        )
        for number, lay in numbered
    )
    if pages > 1:
        sheet.texts.append(
            t(
                "-# {count} possible lays, sheet {page} of {pages}",
                count=len(found),
                page=page + 1,
                pages=pages,
            )
        )
        turning = ((page - 1) % pages, "b", t("◀ Sheet")), ((page + 1) % pages, "f", t("Sheet ▶"))
        sheet.add_buttons(
            button(session.press("w_list", draft.tag, n, way), label) for n, way, label in turning
        )
    sheet.add_buttons([chooser.back_button(session), chooser.home_button(session)])
    return sheet


def _lay_button(session: TurnSession, draft: Draft, number: int, lay: Candidate) -> GameItem:
    """Return the button of a lay, with its number in the picture."""
    press = session.press("w_lay", draft.tag, f"{lay.tile}|{lay.turn}")
    return button(press, f"{number} · {lay.brief}", style=PRIMARY)


def _args_without_lay(draft: Draft) -> dict[str, object]:
    """Return the values of the draft without tile and rotation."""
    return {k: v for k, v in draft.args.items() if k not in LAY}


async def _picture(
    session: TurnSession, draft: Draft, lays: Sequence[Candidate], first: int
) -> list[DrawnPicture]:
    """Draw the lays of a page; ``first`` is the number of the first one. Empty if their hex is unknown."""
    coord = hex_of(session, draft, lays)
    if coord is None:
        return []
    pairs = [[lay.tile, int(lay.turn)] for lay in lays]
    return await session.draw("candidates", hex=coord, lays=pairs, first=first)


def hex_of(session: TurnSession, draft: Draft, lays: Sequence[Candidate]) -> str | None:
    """Return the hex of a lay: the chosen one, otherwise the first candidate's; None if unknown."""
    chosen = draft.args.get(HEX)
    if chosen is not None or not lays:
        return chosen
    action = Action(
        draft.kind, session.seat, {**_args_without_lay(draft), LAY[0]: lays[0].tile, LAY[1]: lays[0].turn}
    )
    preview = words.preview_or_none(session.game, action)
    return next((e.hex for e in preview.events if isinstance(e, TileLaid)), None) if preview else None
