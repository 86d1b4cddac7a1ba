"""Menus in place of buttons that are too many for a page: choosing an entry counts as pressing its button."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.chat.frame import MAX_OPTIONS
from bot.chat.press import GameItem, Press, menu_entry_value, press_of, select


def with_overflow(
    items: Sequence[GameItem], maximum: int, press: Press, placeholder: str
) -> tuple[Sequence[GameItem], list[GameItem]]:
    """Return the first `maximum` buttons of a page, and in a list a select menu with at most 25 others.

    The list is empty without others. `placeholder` is the text of the closed menu, `press` what it sends
    together with the chosen entry.
    """
    if len(items) <= maximum:
        return items, []
    entries = [_menu_entry(item) for item in items[maximum : maximum + MAX_OPTIONS]]
    return items[:maximum], [select(press, entries, placeholder=placeholder)]


def _menu_entry(item: GameItem) -> discord.SelectOption:
    """Return the entry of a select menu that stands for a button; ``item`` must be one."""
    component = item.item
    assert isinstance(component, ui.Button)
    return discord.SelectOption(label=component.label or "", value=menu_entry_value(press_of(item)))
