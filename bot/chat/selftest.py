"""What the bot lacks in channels: told when asked, and by itself when a game starts or settings change."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord

from bot.chat import permissions
from bot.chat.frame import layout
from bot.chat.respond import Answer, Page
from bot.games import shelf
from bot.settings import locale
from bot.words import t

log = logging.getLogger(__name__)


async def self_test(answer: Answer) -> str:
    """Every channel for games and where games are played, with what is missing there."""
    return "\n".join([t("### What the bot may do"), *await _reports(answer)])[:3000]


async def shortcomings(answer: Answer) -> str:
    """The same of the channels alone in which something is missing; empty when nothing is."""
    lines = await _reports(answer, whole=False)
    return "\n".join([t("### The bot lacks permissions"), *lines])[:3000] if lines else ""


async def _reports(answer: Answer, *, whole: bool = True) -> list[str]:
    interaction = answer.interaction
    settings = await answer.bot.settings.server(interaction.guild_id)
    played = await shelf.list_games(answer.bot.games, guild=interaction.guild_id)
    wanted = [*settings.channels, *(info.channel for info in played if info.channel)]
    threads = settings.log_thread or settings.talk_thread
    found = [(interaction.channel, interaction.app_permissions)] if whole else []
    elsewhere = [c for c in dict.fromkeys(wanted) if not (whole and c == interaction.channel_id)]
    lines = [permissions.report(channel, given, threads=threads) for channel, given in found]
    return lines + list(_elsewhere(interaction.guild, elsewhere, threads=threads, whole=whole))


def _elsewhere(guild: Any, wanted: Iterable[int], *, threads: bool, whole: bool) -> Iterator[str]:
    for channel_id in wanted if guild is not None else ():
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None:
            yield t("✘ <#{channel}> is gone or hidden from the bot", channel=channel_id)
        elif whole or permissions.lacking(channel, channel.permissions_for(guild.me), threads=threads):
            yield permissions.report(channel, channel.permissions_for(guild.me), threads=threads)


async def at_start(answer: Answer, channel_id: int | None) -> None:
    """Whoever starts a game hears what its cards and threads will lack."""
    guild, settings = answer.interaction.guild, await answer.bot.settings.server(answer.interaction.guild_id)
    threads = settings.log_thread or settings.talk_thread
    found = [] if channel_id is None else list(_elsewhere(guild, [channel_id], threads=threads, whole=False))
    if found:
        await answer.say("\n".join([t("The game has started, but the bot lacks permissions."), *found]))


async def at_joining(bot: Any, guild: discord.Guild) -> None:
    """Asked onto a server: how to begin, and what is missing, in the first channel that takes it."""
    await locale.for_all(bot, guild.id)
    places = [guild.system_channel, *guild.text_channels]
    for place in places:
        if place is None or permissions.lacking(place, place.permissions_for(guild.me)):
            continue
        await _welcome(place)
        return
    where = next((place for place in places if place is not None), None)
    if where is not None and guild.owner_id is not None:
        lacks = permissions.report(where, where.permissions_for(guild.me))
        await _tell_owner(bot, guild.owner_id, Page(layout(t("### The bot lacks permissions"), lacks)))


async def _welcome(place: Any) -> None:
    page = Page(
        layout(
            t("### Stationmaster is here"),
            t("`/game new` makes a table in a channel, `/help` says how it is played."),
            t("-# Those who manage this server choose channels, pace and language under `/server`."),
        )
    )
    try:
        await place.send(**page.sending())
    except discord.HTTPException:
        log.warning("the server %s could not be greeted", place.guild.id, exc_info=True)


async def _tell_owner(bot: Any, owner: int, page: Page) -> None:
    try:
        await (bot.get_user(owner) or await bot.fetch_user(owner)).send(**page.sending())
    except discord.HTTPException:
        log.warning("the owner %s could not be told what the bot lacks", owner, exc_info=True)
