"""`/game move`: a game moves to another channel with its unsent messages, even if its own is deleted."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.chat.current_game import current_game_info
from bot.chat.markdown import escape
from bot.chat.permissions import missing_permissions, permission_names
from bot.chat.respond import Response, UserError, respond_to
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.outcome import InteractionId, Outcome, channel_taken_outcome
from bot.store.game_rows import GameInfo, now_ms
from bot.store.messages import outbox
from bot.table.game_master import queue_notice_and_audit_entry, write_as_owner_or_game_master
from bot.table.holders import build_repost_message
from bot.votes.rows import queue_vote_cards
from bot.words import msg, t, t_lazy

GameChannel = discord.TextChannel | discord.Thread
ALREADY_HERE_TEXT = msg("The table is in that channel already; name another `table` or another `channel`.")


@app_commands.command(name="move", description="Move a table to this channel, or to another one")
@app_commands.describe(channel="Where the table goes; this channel when you name none")
async def move_game_command(
    interaction: discord.Interaction[Any], channel: GameChannel | None = None
) -> None:
    """Handle `/game move`: move a game with its cards to a channel (None: this one), or say why not."""
    async with respond_to(interaction) as response:
        await move_game_to_channel(response, await current_game_info(response), channel)


async def move_game_to_channel(response: Response, info: GameInfo, channel: GameChannel | None) -> None:
    """Move a game to a channel (None: this one) for its owner or a game master, and confirm it in private.

    If the move is refused, the member is sent the reason. Raises UserError if the game is there already, if
    the bot lacks permissions there, or if the member cannot see the channel.
    """
    channel_id = channel.id if channel is not None else response.interaction.channel_id
    if channel_id is None or channel_id == info.channel_id:
        raise UserError(t(ALREADY_HERE_TEXT))
    _require_usable_channel(response.interaction, channel)
    outcome = await move_game(
        response.bot.games, info.id, response.user.id, channel_id, **response.request_args
    )
    if await response.ok_or_show_refusal(outcome):
        confirmation = t(
            "“{name}” is in <#{to}> now; its card follows there.", name=escape(info.name), to=channel_id
        )
        await response.show_text(confirmation)


async def move_game(
    games: Games, game_id: int, user_id: int, channel_id: int, *, is_game_master: bool = False,
    interaction_id: InteractionId = None,
) -> Outcome:  # fmt: skip
    """Move the game to another channel (Discord id), as owner or game master, with its unsent messages.

    A game that is over can be moved, too. Returns a refused Outcome for other users, and if that channel has
    an open game ("channel_taken").
    """

    def change_channel(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Add the new channel of the game and a public notice to ``changes``, and queue its cards again.

        The cards (of an open game) and open votes are posted in the new channel; messages that failed become
        due now. Always returns an ok Outcome; if the channel is taken, the commit fails and the user gets
        ``changes.conflict`` instead.
        """
        changes.game_columns["channel"], changes.conflict = channel_id, channel_taken_outcome()
        if loaded.info.status != "ended":
            changes.messages.append(build_repost_message(loaded))
        statements = changes.game_info_statements
        statements.append(lambda conn: outbox.retry_failed_messages(conn, now_ms(), [loaded.info.id]))
        statements.append(partial(queue_vote_cards, game_id=loaded.info.id))
        text = t_lazy("moved the table here")
        return queue_notice_and_audit_entry(loaded, changes, Outcome("ok"), user_id, "move", text)

    return await write_as_owner_or_game_master(
        games, game_id, user_id, is_game_master, interaction_id, change_channel,
        accept_ended=True, accept_lobby=True,
    )  # fmt: skip


def _require_usable_channel(interaction: discord.Interaction[Any], channel: GameChannel | None) -> None:
    """Raise UserError unless the bot can write in the new channel of a moved game and the member can see it.

    ``channel`` None stands for the channel of the interaction.
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
    group.add_command(move_game_command)
