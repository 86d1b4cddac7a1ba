"""Every command that shows or moves a game takes a table, so that a game is never out of reach.

Without one it is about the game of its channel. `bot.chat.current_table` reads the option; the commands
know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from copy import copy
from functools import wraps
from typing import Any

import discord
from discord import app_commands

from bot.chat.completion import Hints, hints
from bot.chat.current_table import tables
from bot.chat.figures import STATUS
from bot.store.game_rows import GameInfo

ABOUT_A_GAME = {"game", "turn", "act", "show", "plan", "gm", "auto"}
ABOUT_NONE = {"game new", "game list", "game import"}

Command = app_commands.Command[Any, ..., Any]
Callback = Callable[..., Coroutine[Any, Any, Any]]


def take_tables(tree: app_commands.CommandTree[Any]) -> None:
    """Give the option to all commands that need it."""
    for command in tree.walk_commands():
        named = command.qualified_name
        wanted = named.split()[0] in ABOUT_A_GAME and named not in ABOUT_NONE
        if wanted and isinstance(command, app_commands.Command):
            _take_table(command)


def _take_table(command: Command) -> None:
    # discord.py has no way to add an option to a command that is made; its version is pinned.
    if "table" not in command._params:
        command._params["table"] = copy(_pattern._params["table"])
        command._callback = _without_table(command._callback)


def _without_table(callback: Callback) -> Callback:
    @wraps(callback)
    async def called(*given: Any, table: str | None = None, **named: Any) -> Any:
        return await callback(*given, **named)

    return called


@app_commands.command(name="pattern", description="Takes a table")
@app_commands.describe(table="Another table than that of this channel")
async def _pattern(interaction: discord.Interaction[Any], table: str | None = None) -> None:
    """What the option is copied from."""


@_pattern.autocomplete("table")
async def _tables(interaction: discord.Interaction[Any], typed: str) -> Hints:
    found = await tables(interaction)
    return hints([(_label(interaction, info), str(info.id)) for info in found], typed)


def _label(interaction: discord.Interaction[Any], info: GameInfo) -> str:
    channel = interaction.guild.get_channel_or_thread(info.channel or 0) if interaction.guild else None
    where = f"#{channel.name}" if channel is not None else "its channel is gone"
    return f"{info.name[:40]} · {info.title} · {STATUS[info.status]} · {where}"
