"""The self-test: channels in which the bot lacks permissions, on request and when a game starts."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord

from bot.chat import locale, permissions
from bot.chat.frame import Page, build_layout
from bot.chat.respond import Response
from bot.games import stored_games
from bot.words import t

log = logging.getLogger(__name__)


async def permissions_report(response: Response) -> str:
    """Return a report on the bot's permissions in the channel of an interaction and in other channels.

    The others are those of the server's open games and those chosen for games in `/server`. The report is cut
    at 3000 characters.
    """
    return "\n".join([t("### What the bot may do"), *await _permission_reports(response)])[:3000]


async def missing_permissions_report(response: Response) -> str:
    """Return a report on the channels in which the bot lacks permissions, cut at 3000 characters.

    The channels are those of the server's open games and those chosen for games in `/server`. Return "" if
    nothing is missing.
    """
    lines = await _permission_reports(response, only_problems=True)
    return "\n".join([t("### The bot lacks permissions"), *lines])[:3000] if lines else ""


async def _permission_reports(response: Response, *, only_problems: bool = False) -> list[str]:
    """Return reports on the bot's permissions in the channels in which it is used.

    These are the interaction's channel, those of the server's open games and those that `/server` allows for
    games. With ``only_problems``, channels where the bot lacks nothing are left out, and the interaction's
    channel is reported only if it is one of the others. Each report is a text of one or more lines.
    """
    interaction = response.interaction
    settings = await response.bot.preferences.server_preferences(interaction.guild_id)
    games = await stored_games.list_games(response.bot.games, guild_id=interaction.guild_id)
    channel_ids = [*settings.channels, *(info.channel_id for info in games if info.channel_id)]
    needs_threads = settings.log_thread or settings.talk_thread
    this_channel = [] if only_problems else [(interaction.channel, interaction.app_permissions)]
    other_channels = [
        channel_id
        for channel_id in dict.fromkeys(channel_ids)
        if only_problems or channel_id != interaction.channel_id
    ]
    reports = [
        permissions.permission_report(channel, granted, needs_threads=needs_threads)
        for channel, granted in this_channel
    ]
    return reports + list(
        _channel_reports(
            interaction.guild, other_channels, needs_threads=needs_threads, only_problems=only_problems
        )
    )


def _channel_reports(
    guild: Any, channel_ids: Iterable[int], *, needs_threads: bool, only_problems: bool
) -> Iterator[str]:
    """Yield a report on the bot's permissions in each channel (id) of a server; none if ``guild`` is None.

    A channel that is gone or hidden is reported as such. With ``needs_threads`` the bot must also create
    threads and write in them. With ``only_problems``, channels where it lacks nothing are skipped.
    """
    for channel_id in channel_ids if guild is not None else ():
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None:
            yield t("✘ <#{channel}> is gone or hidden from the bot", channel=channel_id)
        elif not only_problems or permissions.missing_permissions(
            channel, channel.permissions_for(guild.me), needs_threads=needs_threads
        ):
            yield permissions.permission_report(
                channel, channel.permissions_for(guild.me), needs_threads=needs_threads
            )


async def warn_of_missing_permissions(response: Response, channel_id: int | None) -> None:
    """Send the member who has started a game, in private, the permissions that the bot lacks in its channel.

    Nothing is sent if none is missing, or if the game has no channel (None). Raises discord.HTTPException or
    OSError if the message cannot be sent.
    """
    guild = response.interaction.guild
    settings = await response.bot.preferences.server_preferences(response.interaction.guild_id)
    needs_threads = settings.log_thread or settings.talk_thread
    reports = (
        []
        if channel_id is None
        else list(_channel_reports(guild, [channel_id], needs_threads=needs_threads, only_problems=True))
    )
    if reports:
        await response.show_text(
            "\n".join([t("The game has started, but the bot lacks permissions."), *reports])
        )


async def greet_server(bot: Any, guild: discord.Guild) -> None:
    """Greet a Discord server that the bot has joined, in the first channel where it has what it needs.

    If it lacks permissions everywhere, the server's owner gets a direct message that names those missing in
    the first channel; nothing is sent if the server has no channel or no owner. discord.HTTPException is only
    logged.
    """
    await locale.apply_server_preferences(bot, guild.id)
    channels = [guild.system_channel, *guild.text_channels]
    for channel in channels:
        if channel is None or permissions.missing_permissions(channel, channel.permissions_for(guild.me)):
            continue
        await _send_welcome(channel)
        return
    first_channel = next((channel for channel in channels if channel is not None), None)
    if first_channel is not None and guild.owner_id is not None:
        text = permissions.permission_report(first_channel, first_channel.permissions_for(guild.me))
        await _message_server_owner(
            bot, guild.owner_id, Page(build_layout(t("### The bot lacks permissions"), text))
        )


async def _send_welcome(channel: Any) -> None:
    """Send the bot's greeting to a channel of a Discord server; discord.HTTPException is only logged."""
    page = Page(
        build_layout(
            t("### Stationmaster is here"),
            t("`/game new` makes a table in a channel, `/help` says how it is played."),
            t("-# Those who manage this server choose channels, pace and language under `/server`."),
        )
    )
    try:
        await channel.send(**page.send_kwargs())
    except discord.HTTPException:
        log.warning("the server %s could not be greeted", channel.guild.id, exc_info=True)


async def _message_server_owner(bot: Any, owner_id: int, page: Page) -> None:
    """Send a page to a server's owner (user id) as a direct message; discord.HTTPException is only logged."""
    try:
        await (bot.get_user(owner_id) or await bot.fetch_user(owner_id)).send(**page.send_kwargs())
    except discord.HTTPException:
        log.warning("the server owner %s could not be sent the missing permissions", owner_id, exc_info=True)
