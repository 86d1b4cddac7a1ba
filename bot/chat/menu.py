"""Select menus in place of buttons that are too many for a page: an option counts as a button press."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import BotItem, Press, option_value_of_button, press_encoded_in, select


def split_overflow_into_menu(
    items: Sequence[BotItem], maximum: int, press: Press, placeholder: str
) -> tuple[Sequence[BotItem], list[BotItem]]:
    """Return the first `maximum` buttons, and a list with one select menu of the others.

    The list is empty if there are no others; the menu has at most 25, and further ones are left out. The
    others must be buttons, not menus. `placeholder` is the text of the closed menu. The custom id of the menu
    describes `press`, whose button name must be `MENU_OF_BUTTONS`.
    """
    if len(items) <= maximum:
        return items, []
    options = [_button_to_option(item) for item in items[maximum : maximum + MAX_OPTIONS]]
    return items[:maximum], [select(press, options, placeholder=placeholder)]


def _button_to_option(item: BotItem) -> discord.SelectOption:
    """Return the option of a select menu that stands for a button; raises AssertionError for a menu."""
    component = item.item
    assert isinstance(component, ui.Button)
    return discord.SelectOption(
        label=component.label or "", value=option_value_of_button(press_encoded_in(item))
    )
