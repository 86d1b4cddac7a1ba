"""Checks who may create games in which channels, by the preferences of the server."""

from __future__ import annotations

import discord

from bot.chat.permissions import missing_permissions, permission_names
from bot.chat.respond import Response, UserError
from bot.store.preferences import EVERYBODY, MANAGERS, ServerPreferences
from bot.words import t


async def require_game_creation_allowed(response: Response) -> ServerPreferences:
    """Return the server's preferences if the member may create a game in this channel.

    Raises UserError if the bot lacks permissions here, or if the preferences do not allow the channel or the
    member.
    """
    interaction = response.interaction
    missing = missing_permissions(interaction.channel, interaction.app_permissions)
    if missing:
        raise UserError(
            t(
                "The bot lacks permissions in this channel: {names}; an administrator can give them.",
                names=permission_names(missing),
            )
        )
    preferences = await response.bot.preferences.server_preferences(interaction.guild_id)
    _require_allowed_channel(response, preferences)
    _require_allowed_creator(response, preferences)
    return preferences


def _require_allowed_channel(response: Response, preferences: ServerPreferences) -> None:
    """Raise UserError if the server's preferences do not allow new games in this channel.

    A thread counts as its parent channel. If the preferences list no channels, every channel is allowed.
    """
    channel = response.interaction.channel
    channel_ids = {response.interaction.channel_id, getattr(channel, "parent_id", None)}
    if preferences.channels and not channel_ids & set(preferences.channels):
        channels_text = ", ".join(f"<#{channel_id}>" for channel_id in preferences.channels)
        raise UserError(t("On this server games are made in {places}.", places=channels_text))


def _require_allowed_creator(response: Response, preferences: ServerPreferences) -> None:
    """Raise UserError if the server's preferences do not allow the member to create games.

    ``creators`` in the preferences is EVERYBODY, MANAGERS (only members who may manage the server), or the id
    of a role. Game masters (who may manage the server) are always allowed.
    """
    if preferences.creators == EVERYBODY or response.is_game_master:
        return
    if preferences.creators == MANAGERS:
        raise UserError(t("On this server only those who manage it make games; ask one of them."))
    user = response.user
    roles = {str(role.id) for role in user.roles} if isinstance(user, discord.Member) else set()
    if preferences.creators not in roles:
        raise UserError(
            t("On this server games are made by <@&{role}>; ask one of them.", role=preferences.creators)
        )
