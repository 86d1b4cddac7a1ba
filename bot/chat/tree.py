"""The tree of slash commands, and a fingerprint of the commands that were sent to Discord."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
from pathlib import Path

import discord
from discord import app_commands

from bot.chat import locale
from bot.chat.bot_client import BotClient
from bot.chat.discord_internals import OpenTree
from bot.chat.entrance import command_refusal, refuse, unreadable_text
from bot.chat.respond import Ack, NotAcknowledged, respond_to
from bot.words import language_of, use_language
from bot.words.commands import CommandTranslator

log = logging.getLogger(__name__)

FINGERPRINT_FILE = "commands.sha256"


class Tree(OpenTree[BotClient]):
    """The tree of slash commands; it responds to all errors of commands with a sentence."""

    async def interaction_check(self, interaction: discord.Interaction[BotClient], /) -> bool:
        """Return True if a slash command may run, and use the member's preferences for it.

        If it may not, the member is sent the reason. discord.py calls this.
        """
        use_language(language_of(interaction.locale))
        refusal = command_refusal(self, interaction)
        if refusal is not None:
            await refuse(interaction, refusal)
        else:
            await locale.apply_member_preferences(interaction)
        return refusal is None

    async def handle(self, interaction: discord.Interaction[BotClient]) -> None:
        """Run a slash command or its autocompletion; refuse a command whose data cannot be read.

        An autocompletion without a response gets an empty list. AppCommandError is raised; discord.py then
        calls `on_error`.
        """
        try:
            await super().handle(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            log.warning("a command cannot be read: %s: %s", type(error).__name__, str(error)[:200])
            await refuse(interaction, unreadable_text())
        if interaction.type is discord.InteractionType.autocomplete and not interaction.response.is_done():
            await refuse(interaction, unreadable_text())

    async def on_error(
        self, interaction: discord.Interaction[BotClient], error: app_commands.AppCommandError
    ) -> None:
        """Show the member a slash command's error in a sentence; discord.py calls this.

        Autocompletion gets an empty list. Nothing is done if Discord accepts no response.
        """
        cause = getattr(error, "original", error)
        if isinstance(cause, NotAcknowledged):
            return
        if interaction.type is discord.InteractionType.autocomplete:
            await refuse(interaction, "")
            return
        ack = Ack.NONE if interaction.response.is_done() else Ack.PRIVATE
        with contextlib.suppress(NotAcknowledged):
            async with respond_to(interaction, ack):
                raise cause


async def commands_fingerprint(
    tree: app_commands.CommandTree[BotClient], application_id: int | None, home_guild_id: int | None = None
) -> str:
    """Return a SHA-256 hash, in hex digits, of the slash commands as they are sent to Discord.

    It also covers the bot's ``application_id``. ``home_guild_id`` is the operator's server, which has
    commands of its own; None if there is no such server.
    """
    scopes = [
        tree.get_commands(),
        tree.get_commands(guild=discord.Object(home_guild_id)) if home_guild_id else [],
    ]
    payloads = [
        [await command.get_translated_payload(tree, CommandTranslator()) for command in scope]
        for scope in scopes
    ]
    commands = [sorted(scope, key=lambda command: str(command["name"])) for scope in payloads]
    text = json.dumps([application_id, discord.http.Route.BASE, home_guild_id, commands], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def is_fingerprint_stored(data_folder: Path, fingerprint: str) -> bool:
    """Return True if the slash commands with this fingerprint are those that were last sent to Discord.

    False if no fingerprint is stored in the data folder, or if it cannot be read.
    """
    try:
        return (data_folder / FINGERPRINT_FILE).read_bytes() == fingerprint.encode()
    except OSError:
        return False


def store_fingerprint(data_folder: Path, fingerprint: str) -> None:
    """Store in the data folder the fingerprint of the slash commands that were sent to Discord.

    If it cannot be written, this is logged, and the commands are sent again at the next start.
    """
    try:
        (data_folder / FINGERPRINT_FILE).write_text(fingerprint, "utf-8")
    except OSError:
        log.warning("the fingerprint of the commands is not kept", exc_info=True)
