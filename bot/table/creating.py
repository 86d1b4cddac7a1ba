"""Who may make a table where, as the server has chosen."""

from __future__ import annotations

import discord

from bot.chat.permissions import lacking, named
from bot.chat.respond import Answer, Sorry
from bot.settings.service import ALL, MASTERS, Server
from bot.words import t


async def check_creation(answer: Answer) -> Server:
    """The server's wishes, if the user may make a table here and the bot can post it; Sorry otherwise."""
    interaction = answer.interaction
    missing = lacking(interaction.channel, interaction.app_permissions)
    if missing:
        raise Sorry(
            t(
                "The bot lacks permissions in this channel: {names}; an administrator can give them.",
                names=named(missing),
            )
        )
    wishes = await answer.bot.people.server(interaction.guild_id)
    _check_channel(answer, wishes)
    _check_creator(answer, wishes)
    return wishes


def _check_channel(answer: Answer, wishes: Server) -> None:
    channel = answer.interaction.channel
    here = {answer.interaction.channel_id, getattr(channel, "parent_id", None)}
    if wishes.channels and not here & set(wishes.channels):
        places = ", ".join(f"<#{place}>" for place in wishes.channels)
        raise Sorry(t("On this server games are made in {places}.", places=places))


def _check_creator(answer: Answer, wishes: Server) -> None:
    if wishes.creators == ALL or answer.is_master:
        return
    if wishes.creators == MASTERS:
        raise Sorry(t("On this server only those who manage it make games; ask one of them."))
    user = answer.user
    roles = {str(role.id) for role in user.roles} if isinstance(user, discord.Member) else set()
    if wishes.creators not in roles:
        raise Sorry(t("On this server games are made by <@&{role}>; ask one of them.", role=wishes.creators))
