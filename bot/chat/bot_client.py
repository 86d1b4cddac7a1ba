"""The bot as its features see it: a Discord client with the games, settings and workers at hand."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import app_commands, ui

from bot.chat.onepage import PrivatePages
from bot.config import Config
from bot.games.core import Games
from bot.store import Store
from bot.store.preferences import Preferences
from bot.work.garbage import GarbageCollector
from bot.work.pictures import Pictures
from bot.work.pool import Pool


class BotClient(discord.Client):
    """The attributes of the bot that features use; `bot.app` sets them."""

    config: Config
    store: Store
    games: Games
    pool: Pool
    pictures: Pictures
    private_pages: PrivatePages
    preferences: Preferences
    garbage: GarbageCollector | None
    tree: app_commands.CommandTree[Any]
    has_one_language = False
    """Whether all members use the server's language unless they choose one, as in the local chat."""
    open_modals: WeakValueDictionary[str, ui.Modal]
    """The modals that members have open, by custom id."""

    def hold_shutdown(self) -> AbstractAsyncContextManager[None]:
        """Return an async context manager that delays the bot's end until an interaction has its response.

        The subclass `StationBot` implements this method; here it raises NotImplementedError.
        """
        raise NotImplementedError
