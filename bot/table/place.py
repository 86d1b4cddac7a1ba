"""`/game move`: a table moves to another channel with its unsent messages, also if its own is deleted."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat.current_game import current_game_info
from bot.chat.markdown import escape
from bot.chat.permissions import missing_permissions, permission_names
from bot.chat.respond import Answer, UserError, answering
from bot.store.game_rows import GameInfo
from bot.table import game_master
from bot.words import msg, t

TableChannel = discord.TextChannel | discord.Thread
ALREADY_HERE_TEXT = msg("The table is in that channel already; name another `table` or another `channel`.")


@app_commands.command(name="move", description="Move a table to this channel, or to another one")
@app_commands.describe(channel="Where the table goes; this channel when you name none")
async def move_command(interaction: discord.Interaction[Any], channel: TableChannel | None = None) -> None:
    """Handle `/game move`: move a game to a channel (without one: to this), or say why not.

    The cards of the game follow there.
    """
    async with answering(interaction) as answer:
        await move_game_to_channel(answer, await current_game_info(answer), channel)


async def move_game_to_channel(answer: Answer, info: GameInfo, channel: TableChannel | None) -> None:
    """Move a game to a channel (None: this one) for its owner or a game master, and confirm it in private.

    A refusal is told to the member. Raises UserError if the game is there already, if the bot lacks
    permissions there, or if the member cannot see the channel.
    """
    channel_id = channel.id if channel is not None else answer.interaction.channel_id
    if channel_id is None or channel_id == info.channel_id:
        raise UserError(t(ALREADY_HERE_TEXT))
    _check_channel(answer.interaction, channel)
    outcome = await game_master.move_game(
        answer.bot.games, info.id, answer.user.id, channel_id, **answer.request_args
    )
    if await answer.check_outcome(outcome):
        confirmation = t(
            "“{name}” is in <#{to}> now; its card follows there.", name=escape(info.name), to=channel_id
        )
        await answer.show_text(confirmation)


def _check_channel(interaction: discord.Interaction[Any], channel: TableChannel | None) -> None:
    """Raise UserError unless the bot can write in the new channel of the game and the member can see it.

    None is the channel of the interaction.
    """
    bot_permissions = interaction.app_permissions
    if channel is not None:
        user = interaction.user
        if isinstance(user, discord.Member) and not channel.permissions_for(user).view_channel:
            raise UserError(t("You do not see that channel; choose one that you see."))
        bot_permissions = channel.permissions_for(channel.guild.me)
    missing = missing_permissions(channel or interaction.channel, bot_permissions)
    if missing:
        text = t(
            "The bot lacks permissions in that channel: {names}; an administrator can give them.",
            names=permission_names(missing),
        )
        raise UserError(text)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register `/game move` in the command group `/game`, which must be registered already."""
    group = tree.get_command("game")
    assert isinstance(group, app_commands.Group)
    group.add_command(move_command)
