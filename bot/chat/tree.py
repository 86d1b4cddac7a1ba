"""The slash commands as discord.py holds them, and what Discord is told of them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging

import discord
from discord import app_commands

from bot.chat.discord_internals import OpenTree
from bot.chat.entrance import command_fault, not_sound, refuse
from bot.chat.respond import Ack, Unanswered, answering
from bot.chat.station import Station
from bot.settings import locale
from bot.words import language_of, speak
from bot.words.commands import Words

log = logging.getLogger(__name__)


class Tree(OpenTree[Station]):
    """The slash commands; what fails outside of a command's own answer is explained all the same."""

    async def interaction_check(self, interaction: discord.Interaction[Station], /) -> bool:
        """Speak the user's language, also where values are completed; nothing is done out of bounds."""
        speak(language_of(interaction.locale))
        refusal = command_fault(self, interaction)
        if refusal is not None:
            await refuse(interaction, refusal)
        else:
            await locale.for_member(interaction)
        return refusal is None

    async def handle(self, interaction: discord.Interaction[Station]) -> None:
        """What discord.py cannot read, where Discord or a forger sends it, is refused as well."""
        try:
            await super().handle(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            log.warning("a command cannot be read: %s: %s", type(error).__name__, str(error)[:200])
            await refuse(interaction, not_sound())
        if interaction.type is discord.InteractionType.autocomplete and not interaction.response.is_done():
            await refuse(interaction, not_sound())

    async def on_error(
        self, interaction: discord.Interaction[Station], error: app_commands.AppCommandError
    ) -> None:
        """Tell the user in a sentence."""
        cause = getattr(error, "original", error)
        if isinstance(cause, Unanswered):
            return
        if interaction.type is discord.InteractionType.autocomplete:
            await refuse(interaction, "")
            return
        ack = Ack.NONE if interaction.response.is_done() else Ack.PRIVATE
        with contextlib.suppress(Unanswered):
            async with answering(interaction, ack):
                raise cause


async def fingerprint(
    tree: app_commands.CommandTree[Station], application: int | None, home: int | None = None
) -> str:
    """What Discord is told of the commands, as a hash; it differs between applications and home guilds."""
    sent = [tree.get_commands(), tree.get_commands(guild=discord.Object(home)) if home else []]
    told = [[await c.get_translated_payload(tree, Words()) for c in each] for each in sent]
    commands = [sorted(each, key=lambda c: str(c["name"])) for each in told]
    text = json.dumps([application, discord.http.Route.BASE, home, commands], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
