"""A page of the workspace before it is a message: texts, pictures and rows, kept inside Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from bot.pictures import Drawn
from bot.press import GameItem
from bot.respond import Page
from bot.ui.cards.turn import layout, row

TEXT, ROW_WIDTH, SHOWN = 3600, 5, 25
"""Characters on a page (Discord takes 4000), buttons in a row, options in a select."""

PRIMARY, GOOD = discord.ButtonStyle.primary, discord.ButtonStyle.success
PLAIN, DANGER = discord.ButtonStyle.secondary, discord.ButtonStyle.danger


@dataclass(slots=True)
class Sheet:
    """What a page shows, from top to bottom."""

    texts: list[str] = field(default_factory=list)
    pictures: list[Drawn] = field(default_factory=list)
    rows: list[list[GameItem]] = field(default_factory=list)
    accent: discord.Colour | None = None

    def buttons(self, items: Iterable[GameItem]) -> None:
        """Add buttons, as many to a row as there may be."""
        left = list(items)
        while left:
            self.rows.append(left[:ROW_WIDTH])
            left = left[ROW_WIDTH:]

    def page(self) -> Page:
        """The message."""
        pictures: list[ui.Item[Any]] = [ui.MediaGallery(drawn.gallery_item()) for drawn in self.pictures]
        view = layout(*_cut(self.texts), *pictures, *(row(*items) for items in self.rows), accent=self.accent)
        return Page(view, [picture.file() for picture in self.pictures])


def _cut(texts: Sequence[str]) -> list[str]:
    left, kept = TEXT, []
    for text in texts:
        if text and left > 0:
            kept.append(text if len(text) <= left else f"{text[: left - 1]}…")
            left -= len(text)
    return kept
