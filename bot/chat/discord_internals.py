"""All private parts of discord.py that the bot touches: there is no public way, and its version is pinned.

    take_option        a command that is made gets one more option
    parsers            what reads each event that comes from Discord
    ignore_components  presses are not looked for among views: they come by `bot.chat.entrance`
    OpenTree           all of a slash command's way, also the part that can fail before its checks

`tests/bot/chat/test_internals.py` fails when a version has them no more, or with other parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, MutableMapping
from copy import copy
from typing import Any, TypeVar

import discord
from discord import app_commands

Command = app_commands.Command[Any, ..., Any]
Callback = Callable[..., Coroutine[Any, Any, Any]]
Client = TypeVar("Client", bound=discord.Client)


def take_option(
    command: Command, name: str, pattern: Command, around: Callable[[Callback], Callback]
) -> None:
    """Give a command an option of another one, and put a function around what it calls; once only."""
    if name not in command._params:
        command._params[name] = copy(pattern._params[name])
        command._callback = around(command._callback)


def parsers(client: discord.Client) -> MutableMapping[str, Callable[[Any], Any]]:
    """What reads each event, by its name; each may be replaced."""
    return client._connection.parsers


def ignore_components(client: discord.Client) -> None:
    """Keep no views' items, now and later."""
    client._connection._view_store._dynamic_items = _Nothing()


class _Nothing(dict[Any, Any]):
    """Keeps nothing."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Not kept."""


class OpenTree(app_commands.CommandTree[Client]):
    """Slash commands whose whole way can be overridden: `handle`."""

    async def handle(self, interaction: discord.Interaction[Client]) -> None:
        """Find the command, check it and call it; raises AppCommandError, and anything for what is forged."""
        await super()._call(interaction)

    async def _call(self, interaction: discord.Interaction[Client]) -> None:
        await self.handle(interaction)
