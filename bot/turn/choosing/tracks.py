"""Track on the private page: tile and rotation are chosen together from a numbered sheet of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.chat.frame import PRIMARY, SECONDARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.chat.press import BotItem, button
from bot.turn.choosing import chooser
from bot.turn.choosing.ahead import lay_revenue_gain_text
from bot.turn.choosing.lists import LAY_PAGES_TEXTS, page_line_and_buttons
from bot.turn.session import button_names, words
from bot.turn.session.advised import tutorial_choice
from bot.turn.session.draft import LAY_FIELDS, Draft, choice_of, options_of
from bot.turn.session.session import TurnSession
from bot.work.pictures import DrawnPicture
from engine import Action, Field, Option, Range
from engine.api.moves import HEX
from engine.api.stories import TileLaid

LAYS_ON_PAGE = 12
"""Candidates on one sheet."""


def asks_for_tile_and_rotation(session: TurnSession, draft: Draft, next_field: Field) -> bool:
    """Return True if the move is a tile lay that asks next for its tile or rotation.

    ``next_field`` is the field to ask for. The page of the lay asks for both together.
    """
    choice = choice_of(session.game, session.seat, draft.kind)
    names = [move_field.name for move_field in choice.fields] if choice else []
    return next_field.name in LAY_FIELDS and all(name in names for name in LAY_FIELDS)


@dataclass(frozen=True, slots=True)
class LegalLay:
    """A legal tile and rotation for a hex.

    ``tile`` is the tile's id, ``rotation`` a number as text. ``full_text`` names both, their cost and the
    revenue gain; ``short_text`` is for the label of a button.
    """

    tile: str
    rotation: str
    full_text: str
    short_text: str


def find_legal_lays(session: TurnSession, draft: Draft) -> list[LegalLay]:
    """Return each legal tile and rotation on the hex of a draft, with its cost and revenue gain as text.

    All are returned, also if the draft has a tile and rotation already. [] if none is legal.
    """
    draft_without_lay = Draft(
        draft.kind, {name: value for name, value in draft.args.items() if name not in LAY_FIELDS}
    )
    legal_lays = []
    for tile in _tile_or_rotation_options(session, draft_without_lay, LAY_FIELDS[0]):
        for rotation in _tile_or_rotation_options(
            session, draft_without_lay.with_value(LAY_FIELDS[0], tile.value), LAY_FIELDS[1]
        ):
            gain = lay_revenue_gain_text(
                session, draft.kind, draft_without_lay.args.get(HEX, ""), tile.value, rotation.value
            )
            full_text = " · ".join(filter(None, [tile.label, rotation.label, rotation.note, gain, tile.note]))
            short_text = " · ".join(filter(None, [tile.label, rotation.note, gain]))
            legal_lays.append(LegalLay(tile.value, rotation.value, full_text, short_text))
    return legal_lays


def _tile_or_rotation_options(session: TurnSession, draft: Draft, name: str) -> list[Option]:
    """Return the legal tiles or rotations of a tile lay.

    ``name`` is the name of the field: that of the tile or of the rotation.
    """
    options = options_of(session.game, session.seat, draft, name)
    return [] if isinstance(options, Range) else list(options)


async def lay_page(session: TurnSession, draft: Draft) -> PageBuilder:
    """Build the turn page of a tile lay: pictures of the legal tiles and rotations, and a button for each.

    At most twelve are on a page; buttons turn the pages. A lay that a tutorial advises has a green button.
    ``draft`` is the lay, whose hex is chosen or leaves no choice.
    """
    legal_lays = find_legal_lays(session, draft)
    page_count = max(1, -(-len(legal_lays) // LAYS_ON_PAGE))
    page = min(draft.list_page, page_count - 1)
    lays_on_page = legal_lays[page * LAYS_ON_PAGE : (page + 1) * LAYS_ON_PAGE]
    builder = session.new_page()
    draft_without_lay = replace(draft, args=_args_without_lay(draft))
    builder.texts = [
        words.turn_header(session.game, session.seat),
        chooser.draft_line(session, draft_without_lay),
    ]
    builder.pictures = await _lays_picture(session, draft, lays_on_page, page * LAYS_ON_PAGE + 1)
    numbered_lays = list(enumerate(lays_on_page, page * LAYS_ON_PAGE + 1))
    builder.texts.append(
        "\n".join(subtext(escape(f"{number} · {lay.full_text}")) for number, lay in numbered_lays)
    )
    advised = await _advised_lay(session, draft_without_lay)
    builder.add_buttons(_lay_button(session, draft, number, lay, advised) for number, lay in numbered_lays)
    line, buttons = page_line_and_buttons(session, draft, len(legal_lays), page, page_count, LAY_PAGES_TEXTS)
    builder.texts += [line] if line else []
    builder.add_buttons(buttons)
    builder.add_buttons([chooser.back_button(session), chooser.all_choices_button(session)])
    return builder


async def _advised_lay(session: TurnSession, draft: Draft) -> tuple[object, ...] | None:
    """Return the tile and rotation (texts) that a tutorial advises for this tile lay.

    ``draft`` is the lay without its tile and rotation. None in other games, and if the tutorial advises
    nothing, another move or another hex.
    """
    choice = await tutorial_choice(session)
    kind, args = choice.moves[0] if choice is not None else ("", {})
    if kind != draft.kind or args.get(HEX) != draft.args.get(HEX):
        return None
    return tuple(str(args.get(name)) for name in LAY_FIELDS)


def _lay_button(
    session: TurnSession, draft: Draft, number: int, lay: LegalLay, advised: tuple[object, ...] | None
) -> BotItem:
    """Return the turn page's button that chooses a tile and rotation; ``number`` is that in the picture.

    If a tutorial advises a lay (``advised``: tile and rotation), its button is green and all others are grey.
    Without advice (None), all are blue.
    """
    style = PRIMARY if advised is None else SUCCESS if (lay.tile, lay.rotation) == advised else SECONDARY
    press = session.press(button_names.CHOOSE_TILE, draft.checksum, f"{lay.tile}|{lay.rotation}")
    return button(press, f"{number} · {lay.short_text}", style=style)


def _args_without_lay(draft: Draft) -> dict[str, object]:
    """Return the values of an unfinished tile lay by field, without its tile and rotation."""
    return {name: value for name, value in draft.args.items() if name not in LAY_FIELDS}


async def _lays_picture(
    session: TurnSession, draft: Draft, lays: Sequence[LegalLay], first_number: int
) -> list[DrawnPicture]:
    """Draw the tiles of a page of tile lays on their hex, each with its rotation and a number.

    The picture is returned in a list; [] if the hex is unknown, or if it cannot be drawn. ``first_number`` is
    the number of ``lays[0]``, counted from 1 over all pages.
    """
    coord = hex_of_lay(session, draft, lays)
    if coord is None:
        return []
    pairs = [[lay.tile, int(lay.rotation)] for lay in lays]
    return await session.draw("candidates", hex=coord, lays=pairs, first=first_number)


def hex_of_lay(session: TurnSession, draft: Draft, lays: Sequence[LegalLay]) -> str | None:
    """Return the hex of a tile lay: the chosen one, or the one to which a private company's power is limited.

    The latter is found by a preview of the first of ``lays``. None if there are no lays, or if that one is
    not legal. ``draft`` is the unfinished lay.
    """
    chosen_hex = draft.args.get(HEX)
    if chosen_hex is not None or not lays:
        return chosen_hex
    action = Action(
        draft.kind,
        session.seat,
        {**_args_without_lay(draft), LAY_FIELDS[0]: lays[0].tile, LAY_FIELDS[1]: lays[0].rotation},
    )
    preview = words.preview_or_none(session.game, action)
    return (
        next((event.hex for event in preview.events if isinstance(event, TileLaid)), None)
        if preview
        else None
    )
