"""Choosing a hex of a large map: first a sector of the map on an overview, then the hex in that sector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.cards.maps import is_too_much_for_one_page, sectors_with
from bot.chat.bounds import InvalidInput
from bot.chat.frame import PageBuilder
from bot.chat.press import button, select_menu
from bot.turn.choosing import chooser, lists
from bot.turn.choosing.ahead import options_with_revenue_gains, revenue_gain_at, revenue_gain_text
from bot.turn.session import button_names, words
from bot.turn.session.draft import MAP_SECTOR_KEY, Draft
from bot.turn.session.session import TurnSession
from bot.words import t, translated
from engine import Field, Option, Range
from engine.api.moves import HEX
from render.map.sectors import Sector


def asks_for_sector(session: TurnSession, draft: Draft, next_field: Field) -> bool:
    """Return True if the player has to choose a sector of the large map before the hex of a move.

    ``next_field`` is the field to ask for. False if this field is not a hex, if all legal hexes fit in one
    picture, and once the player has chosen a sector or typed a search text.
    """
    if (
        next_field.name != HEX
        or next_field.kind != "option"
        or draft.search_text
        or MAP_SECTOR_KEY in draft.page_state
    ):
        return False
    return is_too_much_for_one_page(session.view, [option.value for option in _hex_options(session, draft)])


def _hex_options(session: TurnSession, draft: Draft) -> Sequence[Option]:
    """Return the legal hexes of a draft as options, with revenue gains in their notes.

    () if the move has no hex.
    """
    options = options_with_revenue_gains(session, draft, HEX)
    return () if isinstance(options, Range) else options


async def sector_page(session: TurnSession, draft: Draft, hex_field: Field) -> PageBuilder:
    """Build the turn page that asks for a sector of the large map: an overview picture with a menu.

    ``hex_field`` is the field of the draft for which a hex is to be chosen.
    """
    values = [option.value for option in _hex_options(session, draft)]
    builder = session.new_page()
    hint = t("-# {count} hexes to choose from: first the part of the map, or type a name.", count=len(values))
    question = f"**{translated(hex_field.label)}**"
    builder.texts = [
        words.turn_page_heading(session.game, session.seat),
        chooser.draft_line(session, draft),
        question,
        hint,
    ]
    builder.pictures = await session.draw("regions", hexes=values)
    entries = [
        _sector_option(session, draft, sector, values) for sector in sectors_with(session.view, values)
    ]
    builder.rows.append(
        [
            select_menu(
                session.press_for(button_names.CHOOSE_SECTOR, draft.checksum),
                entries,
                placeholder=t("Part of the map"),
            )
        ]
    )
    find_button = button(
        session.press_for(button_names.FIND_OPTION, draft.checksum), t("Type number or name…")
    )
    builder.add_buttons([find_button, chooser.back_button(session), chooser.all_choices_button(session)])
    return builder


def _sector_option(
    session: TurnSession, draft: Draft, sector: Sector, hexes: Sequence[str]
) -> discord.SelectOption:
    """Return the menu entry of a sector of the map: its letter, its name, and how many legal hexes it has.

    The entry's description is the revenue gain of the best tile lay in that sector; there is no description
    if the gain is 0. ``hexes`` are all legal hexes of the move.
    """
    hexes_in_sector = [coord for coord in hexes if coord in sector.hexes]
    best_gain = max((revenue_gain_at(session, draft.kind, coord) for coord in hexes_in_sector), default=0)
    return discord.SelectOption(
        label=lists.shorten(f"{sector.letter} · {translated(sector.name)}: {len(hexes_in_sector)}"),
        value=sector.letter,
        description=revenue_gain_text(session, best_gain) or None,
    )


def draft_with_sector(session: TurnSession, letter: str) -> Draft:
    """Return the draft with the chosen sector of the large map, from which the hex is chosen next.

    The session must have a draft. Raises InvalidInput if the menu offers no sector with this ``letter``.
    """
    draft = session.current_draft
    values = [option.value for option in _hex_options(session, draft)]
    if letter not in {sector.letter for sector in sectors_with(session.view, values)}:
        raise InvalidInput(f"no part of the map: {letter[:40]!r}")
    return replace(draft, page_state={**draft.page_state, MAP_SECTOR_KEY: letter}, list_page=0)


def without_last_value_or_sector(draft: Draft) -> Draft | None:
    """Return the draft without what the player chose last: a value, or the sector of the map.

    The sector is removed if no hex has been chosen in it. If a value is removed, the sector stays, so that
    another hex can be chosen there. None if nothing is left: no sector is chosen, and the player chose at
    most one value.
    """
    sector_letter = draft.page_state.get(MAP_SECTOR_KEY)
    if sector_letter is None:
        return draft.without_last_value()
    if HEX not in draft.args:
        return replace(draft, page_state={}, list_page=0, search_text="")
    return replace(
        draft.without_last_value() or Draft(draft.kind, moves_before=draft.moves_before),
        page_state={MAP_SECTOR_KEY: sector_letter},
    )
