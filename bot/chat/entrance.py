"""Where interactions come in: each is checked for size and place before anything is done for it.

discord.py answers a press only where the message shows its button, and a window only while it is known; here
all are answered, so nobody waits for nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.chat.bounds import is_sound
from bot.chat.buttons import dispatch
from bot.chat.discord_internals import ignore_components, parsers
from bot.chat.press import Press
from bot.chat.respond import Ack, Unanswered, UserError, answering
from bot.words import language_of, msg, speak, t

log = logging.getLogger(__name__)


GROUPS = (1, 2)
"""Options that are subcommands or groups of them."""

VALUES: dict[discord.AppCommandOptionType, tuple[type, ...]] = {
    discord.AppCommandOptionType.integer: (int,),
    discord.AppCommandOptionType.boolean: (bool,),
    discord.AppCommandOptionType.number: (int, float),
}
"""What an option may hold; all others are texts."""

COMMAND = app_commands.Command
COMMANDS = (app_commands.Command, app_commands.Group)
Interaction = discord.Interaction[Any]


async def enter(interaction: Interaction) -> None:
    """Answer a press or a window; commands go by the tree."""
    if interaction.type is discord.InteractionType.modal_submit and not _is_open(interaction):
        await refuse(interaction, closed())
    if interaction.type is not discord.InteractionType.component:
        return
    refusal = fault(interaction)
    press = None if refusal else _press(interaction)
    if press is None:
        await refuse(interaction, refusal or no_button())
    else:
        await dispatch(interaction, press)


def _press(interaction: Interaction) -> Press | None:
    """What was pressed, or None where nobody can tell."""
    data: Any = interaction.data or {}
    values = data.get("values") or ()
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        return None
    return Press.parse(str(data.get("custom_id", "")), tuple(values))


def _is_open(interaction: Interaction) -> bool:
    data: Any = interaction.data or {}
    return data.get("custom_id") in interaction.client.windows


def closed() -> str:
    """Of a window that is from before."""
    return msg("This window is no longer open here, so nothing was done; press its button again.")


def on_a_server() -> str:
    """Of a command in a direct message."""
    return msg("This works in the channels of a server only, where the tables are.")


def elsewhere() -> str:
    """Of a channel that is not of the server."""
    return msg("This channel belongs to another server, so nothing was done.")


def no_button() -> str:
    """Of a press that no handler knows."""
    return msg("This button is of another version of the bot; /turn shows the game as it is.")


def not_sound() -> str:
    """Of what cannot be read."""
    return msg("Something in this cannot be read, so nothing was done; write it anew, and shorter.")


async def refuse(interaction: Interaction, refusal: str) -> None:
    """Say in private why nothing is done; nothing at all is offered to who is typing."""
    speak(language_of(interaction.locale))
    if interaction.type is discord.InteractionType.autocomplete:
        with suppress(discord.DiscordException, OSError):
            await interaction.response.autocomplete([])
        return
    with suppress(Unanswered):
        async with answering(interaction, Ack.PRIVATE):
            raise UserError(t(refusal))


def guard(client: discord.Client) -> None:
    """Let an event that discord.py cannot read be a line of the log, and not the end of the bot.

    It reads no presses, which come by `enter`.
    """
    events = parsers(client)
    for name, parse in events.items():
        events[name] = partial(_guarded, name, parse)
    ignore_components(client)


def _guarded(name: str, parse: Callable[[Any], Any], data: Any) -> None:
    try:
        parse(data)
    except Exception as error:
        log.warning("an event %s cannot be read: %s: %s", name, type(error).__name__, str(error)[:200])


def fault(interaction: Interaction) -> str | None:
    """Why nothing is done for an interaction, whatever it asks."""
    if not is_sound(interaction.data):
        return not_sound()
    return None if is_there(interaction) else elsewhere()


def is_there(interaction: Interaction) -> bool:
    """Whether the channel belongs to the server from which it is said to come."""
    where = interaction.channel_id
    channel = interaction.client.get_channel(where) if where is not None else None
    guild = getattr(channel, "guild", None)
    return guild is None or guild.id == interaction.guild_id


def command_fault(tree: app_commands.CommandTree[Any], interaction: Interaction) -> str | None:
    """Why a command is not taken: besides the above it may belong to servers only."""
    data: Any = interaction.data or {}
    root = tree.get_command(str(data.get("name")))
    if interaction.guild_id is None and isinstance(root, COMMANDS) and root.guild_only:
        return on_a_server()
    found = fault(interaction)
    return not_sound() if found is None and not _fits(interaction, data) else found


def _fits(interaction: Interaction, data: Any) -> bool:
    """Whether each option is as the command has it, type and choices: discord.py looks at some only."""
    command, options = interaction.command, data.get("options", [])
    while options and options[0].get("type") in GROUPS:
        options = options[0].get("options", [])
    known = {p.display_name: p for p in command.parameters} if isinstance(command, COMMAND) else {}
    return all(_is_of(option, known.get(option.get("name"))) for option in options)


def _is_of(option: Any, wanted: app_commands.Parameter | None) -> bool:
    if wanted is None or option.get("focused"):
        return True  # what is unknown is refused by discord.py; what is still typed is a text
    value, kinds = option.get("value"), VALUES.get(wanted.type, (str,))
    right = isinstance(value, kinds) and (not isinstance(value, bool) or kinds == (bool,))
    if wanted.choices and value not in [choice.value for choice in wanted.choices]:
        return False
    return right and option.get("type") == wanted.type.value and _is_within(value, wanted)


def _is_within(value: Any, wanted: app_commands.Parameter) -> bool:
    """Whether a number, or the length of a text, keeps to the bounds of the command."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return True
    size = len(value) if isinstance(value, str) else value
    least, most = wanted.min_value, wanted.max_value
    return (least is None or size >= least) and (most is None or size <= most)
