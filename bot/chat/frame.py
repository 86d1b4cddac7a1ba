"""What messages are built of: boxes of texts, pictures and rows, kept inside Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui
from PIL import ImageColor

from bot.chat.press import GameItem
from bot.chat.respond import Page
from bot.work.pictures import Drawn
from engine import Game

TEXT, ROW_WIDTH, SHOWN = 3600, 5, 25
"""Characters on a page (Discord takes 4000), buttons in a row, options in a select."""

PRIMARY, GOOD = discord.ButtonStyle.primary, discord.ButtonStyle.success
PLAIN, DANGER = discord.ButtonStyle.secondary, discord.ButtonStyle.danger


def layout(*parts: ui.Item[Any] | str, accent: discord.Colour | None = None) -> ui.LayoutView:
    """A message of one box: texts, pictures and rows; it never times out. Empty texts are left out."""
    box: ui.Container[Any] = ui.Container(accent_colour=accent)
    for part in parts:
        if isinstance(part, str):
            if part:
                box.add_item(ui.TextDisplay(part))
        else:
            box.add_item(part)
    return ui.LayoutView(timeout=None).add_item(box)


def row(*items: GameItem) -> ui.ActionRow[Any]:
    """Up to five buttons, or one select."""
    return ui.ActionRow(*items)


def gallery(pictures: list[Drawn]) -> list[ui.MediaGallery[Any]]:
    """The pictures as parts of a layout: each in its own gallery, for Discord crops those that share one."""
    return [ui.MediaGallery(picture.gallery_item()) for picture in pictures]


def accent(game: Game) -> discord.Colour | None:
    """The colour of the company that acts; None for players and for colours of no known name."""
    waiting = game.waiting()
    if waiting is None or waiting.company is None:
        return None
    try:
        red, green, blue = ImageColor.getrgb(game.view.spec(waiting.company).colour)[:3]
    except ValueError:
        return None
    return discord.Colour.from_rgb(red, green, blue)


@dataclass(slots=True)
class Sheet:
    """What a private page shows, from top to bottom."""

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
