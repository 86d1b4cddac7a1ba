"""Tile lays on the private page: tile and rotation are chosen together, from a picture of numbered tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.chat.frame import PRIMARY, SECONDARY, SUCCESS, PageBuilder
from bot.chat.markdown import escape, subtext
from bot.chat.press import BotItem, button
from bot.turn.choosing import chooser
from bot.turn.choosing.ahead import tile_lay_revenue_gain_text
from bot.turn.choosing.lists import LAY_PAGES_TEXTS, page_line_and_buttons
from bot.turn.session import button_names, words
from bot.turn.session.draft import LAY_FIELDS, Draft, legal_move_of_kind, legal_values_of_field
from bot.turn.session.hint_search import find_tutorial_hint
from bot.turn.session.session import TurnSession
from bot.work.pictures import DrawnPicture
from engine import Action, Field, Option, Range
from engine.api.moves import HEX
from engine.api.stories import TileLaid

LAYS_ON_PAGE = 12
"""The maximum number of tile lays on one page."""


def asks_for_tile_and_rotation(session: TurnSession, draft: Draft, next_field: Field) -> bool:
    """Return True if the move is a tile lay that asks next for its tile or rotation.

    ``next_field`` is the field to ask for. The page of the tile lay asks for both together.
    """
    legal_move = legal_move_of_kind(session.game, session.seat, draft.kind)
    names = [move_field.name for move_field in legal_move.fields] if legal_move else []
    return next_field.name in LAY_FIELDS and all(name in names for name in LAY_FIELDS)


@dataclass(frozen=True, slots=True)
class LegalTileLay:
    """A legal tile and rotation for a hex.

    ``tile`` is the tile's id, ``rotation`` a number as text. ``full_text`` has both, their cost and the
    revenue gain; ``short_text`` is for the label of a button.
    """

    tile: str
    rotation: str
    full_text: str
    short_text: str


def find_legal_tile_lays(session: TurnSession, draft: Draft) -> list[LegalTileLay]:
    """Return each legal tile and rotation on the hex of a draft, with its cost and revenue gain as text.

    All are returned, even if the draft has a tile and rotation already. [] if none is legal.
    """
    draft_without_tile = Draft(
        draft.kind, {name: value for name, value in draft.args.items() if name not in LAY_FIELDS}
    )
    legal_lays = []
    for tile in _tile_or_rotation_options(session, draft_without_tile, LAY_FIELDS[0]):
        for rotation in _tile_or_rotation_options(
            session, draft_without_tile.with_value(LAY_FIELDS[0], tile.value), LAY_FIELDS[1]
        ):
            gain = tile_lay_revenue_gain_text(
                session, draft.kind, draft_without_tile.args.get(HEX, ""), tile.value, rotation.value
            )
            full_text = " · ".join(filter(None, [tile.label, rotation.label, rotation.note, gain, tile.note]))
            short_text = " · ".join(filter(None, [tile.label, rotation.note, gain]))
            legal_lays.append(LegalTileLay(tile.value, rotation.value, full_text, short_text))
    return legal_lays


def _tile_or_rotation_options(session: TurnSession, draft: Draft, field_name: str) -> list[Option]:
    """Return the legal tiles or rotations of a tile lay.

    ``field_name`` is the name of the field: that of the tile or of the rotation.
    """
    options = legal_values_of_field(session.game, session.seat, draft, field_name)
    return [] if isinstance(options, Range) else list(options)


async def tile_lay_page(session: TurnSession, draft: Draft) -> PageBuilder:
    """Build the turn page of a tile lay: pictures of the legal tiles and rotations, and a button for each.

    At most twelve are on a page; buttons turn the pages. A tile lay that a tutorial suggests has a green
    button. ``draft`` is the tile lay; its hex is already set: chosen by the player, or the only legal one.
    """
    legal_lays = find_legal_tile_lays(session, draft)
    page_count = max(1, -(-len(legal_lays) // LAYS_ON_PAGE))
    page = min(draft.list_page, page_count - 1)
    lays_on_page = legal_lays[page * LAYS_ON_PAGE : (page + 1) * LAYS_ON_PAGE]
    builder = session.new_page()
    draft_without_tile = replace(draft, args=_args_without_tile(draft))
    builder.texts = [
        words.turn_page_heading(session.game, session.seat),
        chooser.draft_line(session, draft_without_tile),
    ]
    builder.pictures = await _draw_tile_lays(session, draft, lays_on_page, page * LAYS_ON_PAGE + 1)
    numbered_lays = list(enumerate(lays_on_page, page * LAYS_ON_PAGE + 1))
    builder.texts.append(
        "\n".join(subtext(escape(f"{number} · {lay.full_text}")) for number, lay in numbered_lays)
    )
    suggested_lay = await _suggested_lay(session, draft_without_tile)
    builder.add_buttons(
        _tile_lay_button(session, draft, number, lay, suggested_lay) for number, lay in numbered_lays
    )
    line, buttons = page_line_and_buttons(session, draft, len(legal_lays), page, page_count, LAY_PAGES_TEXTS)
    builder.texts += [line] if line else []
    builder.add_buttons(buttons)
    builder.add_buttons([chooser.back_button(session), chooser.all_choices_button(session)])
    return builder


async def _suggested_lay(session: TurnSession, draft: Draft) -> tuple[object, ...] | None:
    """Return the tile and rotation (texts) that a tutorial suggests for this tile lay.

    ``draft`` is the tile lay without its tile and rotation. Returns None if the game is no tutorial, or if
    the tutorial suggests no move, another kind of move, or another hex.
    """
    legal_move = await find_tutorial_hint(session)
    kind, args = legal_move.moves[0] if legal_move is not None else ("", {})
    if kind != draft.kind or args.get(HEX) != draft.args.get(HEX):
        return None
    return tuple(str(args.get(name)) for name in LAY_FIELDS)


def _tile_lay_button(
    session: TurnSession,
    draft: Draft,
    number: int,
    lay: LegalTileLay,
    suggested_lay: tuple[object, ...] | None,
) -> BotItem:
    """Return the turn page's button that chooses a tile and rotation.

    ``number`` is the number that the picture shows for this tile lay. If a tutorial suggests a tile lay
    (``suggested_lay``: tile and rotation), its button is green and all others are grey; if it suggests none
    (None), all are blue.
    """
    style = (
        PRIMARY
        if suggested_lay is None
        else SUCCESS
        if (lay.tile, lay.rotation) == suggested_lay
        else SECONDARY
    )
    press = session.press_for(button_names.CHOOSE_TILE, draft.checksum, f"{lay.tile}|{lay.rotation}")
    return button(press, f"{number} · {lay.short_text}", style=style)


def _args_without_tile(draft: Draft) -> dict[str, object]:
    """Return the values of a drafted tile lay by field, without its tile and rotation."""
    return {name: value for name, value in draft.args.items() if name not in LAY_FIELDS}


async def _draw_tile_lays(
    session: TurnSession, draft: Draft, lays: Sequence[LegalTileLay], first_number: int
) -> list[DrawnPicture]:
    """Draw the tiles of a page of tile lays on their hex, each with its rotation and a number.

    The picture is returned in a list; [] if the hex is unknown, or if the picture cannot be drawn.
    ``first_number`` is the number of ``lays[0]``, counted from 1 over all pages.
    """
    coord = hex_of_tile_lay(session, draft, lays)
    if coord is None:
        return []
    pairs = [[lay.tile, int(lay.rotation)] for lay in lays]
    return await session.draw("candidates", hex=coord, lays=pairs, first=first_number)


def hex_of_tile_lay(session: TurnSession, draft: Draft, lays: Sequence[LegalTileLay]) -> str | None:
    """Return the hex of a tile lay: the chosen one, or the only one that a private company's ability allows.

    The latter is found by a preview of the first of ``lays``. None if there are no lays, or if the first is
    not legal. ``draft`` is the drafted tile lay.
    """
    chosen_hex = draft.args.get(HEX)
    if chosen_hex is not None or not lays:
        return chosen_hex
    action = Action(
        draft.kind,
        session.seat,
        {**_args_without_tile(draft), LAY_FIELDS[0]: lays[0].tile, LAY_FIELDS[1]: lays[0].rotation},
    )
    preview = words.find_preview(session.game, action)
    return (
        next((event.hex for event in preview.events if isinstance(event, TileLaid)), None)
        if preview
        else None
    )
