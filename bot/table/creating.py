"""Checks who may create games in which channel, by the settings of the server."""

from __future__ import annotations

import discord

from bot.chat.permissions import missing_permissions, permission_names
from bot.chat.respond import Answer, UserError
from bot.store.preferences import EVERYBODY, MANAGERS, ServerPreferences
from bot.words import t


async def require_creation_allowed(answer: Answer) -> ServerPreferences:
    """Return the server's settings if the member may create games in this channel.

    Raises UserError if the bot lacks permissions here, or if the settings do not allow the channel or the
    member.
    """
    interaction = answer.interaction
    missing = missing_permissions(interaction.channel, interaction.app_permissions)
    if missing:
        raise UserError(
            t(
                "The bot lacks permissions in this channel: {names}; an administrator can give them.",
                names=permission_names(missing),
            )
        )
    server = await answer.bot.preferences.server(interaction.guild_id)
    _check_channel(answer, server)
    _check_creator(answer, server)
    return server


def _check_channel(answer: Answer, server: ServerPreferences) -> None:
    """Raise UserError if the server's settings allow no `/game new` in this channel.

    A thread counts as its parent channel. Without listed channels, every channel is allowed.
    """
    channel = answer.interaction.channel
    channel_ids = {answer.interaction.channel_id, getattr(channel, "parent_id", None)}
    if server.channels and not channel_ids & set(server.channels):
        places = ", ".join(f"<#{place}>" for place in server.channels)
        raise UserError(t("On this server games are made in {places}.", places=places))


def _check_creator(answer: Answer, server: ServerPreferences) -> None:
    """Raise UserError if the server's settings do not let the member use `/game new`.

    Their ``creators`` are EVERYBODY, MANAGERS (game masters only), or the id of a role; game masters may
    always.
    """
    if server.creators == EVERYBODY or answer.is_game_master:
        return
    if server.creators == MANAGERS:
        raise UserError(t("On this server only those who manage it make games; ask one of them."))
    user = answer.user
    roles = {str(role.id) for role in user.roles} if isinstance(user, discord.Member) else set()
    if server.creators not in roles:
        raise UserError(
            t("On this server games are made by <@&{role}>; ask one of them.", role=server.creators)
        )
