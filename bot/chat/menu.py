"""Buttons beyond the first few of a page as entries of one menu: choosing one is pressing it."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.chat.frame import SHOWN
from bot.chat.press import GameItem, Press, as_entry, pressed, select


def few(
    items: Sequence[GameItem], most: int, press: Press, words: str
) -> tuple[Sequence[GameItem], list[GameItem]]:
    """The first buttons, and a menu with the others (empty where there are none)."""
    if len(items) <= most:
        return items, []
    entries = [_entry(item) for item in items[most : most + SHOWN]]
    return items[:most], [select(press, entries, placeholder=words)]


def _entry(item: GameItem) -> discord.SelectOption:
    inner = item.item
    assert isinstance(inner, ui.Button)
    return discord.SelectOption(label=inner.label or "", value=as_entry(pressed(item)))
