"""`/turn`: the private page of the member's turn, as by [Take turn]."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat.current_game import current_game_info
from bot.chat.respond import Ack, respond_to
from bot.turn.pages.workspace import show_turn
from bot.turn.presses import (
    buttons,
    hints,
    modals,
    offer_buttons,
    quick_buttons,
    run_buttons,
    trial_buttons,
)

PRESS_MODULES = (buttons, modals, hints, run_buttons, offer_buttons, trial_buttons, quick_buttons)
"""The modules that handle the buttons of turn pages; importing them registers the handlers."""


@app_commands.command(name="turn", description="Your turn: all you may do now")
@app_commands.guild_only()
async def turn_command(interaction: discord.Interaction[Any]) -> None:
    """Handle `/turn`: open the private page of the user's turn.

    The game is that of the option ``table``, else of the channel. The user gets an ephemeral error if there
    is no such game, if it has not started, or if the user has no seat.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        await show_turn(response, (await current_game_info(response)).id)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command `/turn`."""
    tree.add_command(turn_command)
