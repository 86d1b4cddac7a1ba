"""`/turn`: the workspace of the member's turn, as by [Take turn]."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.here import info_here
from bot.respond import Ack, answering
from bot.ui.presses import choices, offers, quick, runs, votes
from bot.ui.workspace import show_turn

PRESSES = (choices, runs, offers, quick, votes)
"""The modules that answer the buttons of the workspace; importing them registers their verbs."""


@app_commands.command(name="turn", description="Take your turn: everything you may do now, in private")
@app_commands.guild_only()
async def turn(interaction: discord.Interaction[Any]) -> None:
    """Open the workspace."""
    async with answering(interaction, Ack.PRIVATE) as answer:
        await show_turn(answer, (await info_here(answer)).id)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Put the command into the tree."""
    tree.add_command(turn)
