"""Overflow menus: select menus in place of buttons for which a page has no room. Each option is a button."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import BotItem, Press, option_value_of_button, press_encoded_in, select_menu


def split_overflow_into_menu(
    items: Sequence[BotItem], maximum: int, press: Press, placeholder: str
) -> tuple[Sequence[BotItem], list[BotItem]]:
    """Return the first ``maximum`` buttons, and a list with one select menu of the remaining ones.

    The list is [] if none remain; the menu has at most 25 options, and further buttons are left out. The
    remaining items must be buttons, not menus. ``placeholder`` is the text of the closed menu. The menu's
    custom id encodes ``press``, whose button name must be `OVERFLOW_MENU`.
    """
    if len(items) <= maximum:
        return items, []
    options = [_button_to_option(item) for item in items[maximum : maximum + MAX_OPTIONS]]
    return items[:maximum], [select_menu(press, options, placeholder=placeholder)]


def _button_to_option(item: BotItem) -> discord.SelectOption:
    """Convert a button to an equivalent option of a select menu; raise AssertionError for a menu."""
    component = item.item
    assert isinstance(component, ui.Button)
    return discord.SelectOption(
        label=component.label or "", value=option_value_of_button(press_encoded_in(item))
    )
