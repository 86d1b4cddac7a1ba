"""The option ``table`` (a game) of every slash command about a game, so that each game can be reached.

Without the option a command is about the game of its channel. `bot.chat.current_game` reads the option; the
functions of the commands do not get it.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

import discord
from discord import app_commands

from bot.chat.completion import Completions, completions
from bot.chat.current_game import visible_games
from bot.chat.discord_internals import Callback, Command, copy_option
from bot.store.game_rows import GameInfo
from bot.words import msg, t

GAME_COMMANDS = {"game", "turn", "act", "show", "plan", "gm", "auto"}
COMMANDS_WITHOUT_GAME = {"game new", "game list", "game import"}

STATUS_LABELS = {
    "lobby": msg("open for players"),
    "running": msg("running"),
    "paused": msg("paused"),
    "ended": msg("over"),
}
"""Texts of the status of a game, to be translated."""


def add_table_options(tree: app_commands.CommandTree[Any]) -> None:
    """Add the option ``table`` (id or name of a game) to every slash command of the tree about one game."""
    for command in tree.walk_commands():
        name = command.qualified_name
        needs_table = name.split()[0] in GAME_COMMANDS and name not in COMMANDS_WITHOUT_GAME
        if needs_table and isinstance(command, app_commands.Command):
            _add_table_option(command)


def _add_table_option(command: Command) -> None:
    """Add the option ``table``, which names a game of the server, to a slash command.

    The command's callback does not get the option; `bot.chat.current_game` reads it from the interaction.
    """
    copy_option(command, "table", _option_template, _accept_and_drop_table_option)


def _accept_and_drop_table_option(callback: Callback) -> Callback:
    """Return a slash command's callback, wrapped to take the option ``table`` and not to pass it on."""

    @wraps(callback)
    async def wrapper(*args: Any, table: str | None = None, **kwargs: Any) -> Any:
        """Call the slash command's callback without the option ``table``, and return its result."""
        return await callback(*args, **kwargs)

    return wrapper


@app_commands.command(name="pattern", description="Takes a table")
@app_commands.describe(table="Another table than that of this channel")
async def _option_template(interaction: discord.Interaction[Any], table: str | None = None) -> None:
    """Declare the option ``table`` that `_add_table_option` copies to slash commands; it is never called."""


@_option_template.autocomplete("table")
async def _autocomplete_games(interaction: discord.Interaction[Any], typed: str) -> Completions:
    """Return the autocomplete choices (at most 25) of the option ``table``: games that the member may see.

    They are the server's games whose label or id contains the ``typed`` text. The labels have the game's
    name, title, status and channel; the values are game ids. In direct messages the result is [].
    """
    infos = await visible_games(interaction)
    return completions([(_game_label(interaction, info), str(info.id)) for info in infos], typed)


def _game_label(interaction: discord.Interaction[Any], info: GameInfo) -> str:
    """Return the label of a game among the autocomplete choices of the option ``table``.

    The label has the name (cut at 40 characters), title, status and channel, or says that the channel is
    gone.
    """
    channel = interaction.guild.get_channel_or_thread(info.channel_id or 0) if interaction.guild else None
    place = f"#{channel.name}" if channel is not None else t("its channel is gone")
    return f"{info.name[:40]} · {info.title} · {t(STATUS_LABELS[info.status])} · {place}"
