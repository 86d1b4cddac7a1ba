"""Permissions that the bot needs in a channel, and reports of those that it lacks there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.words import msg, t

VIEW, SEND, EMBED, ATTACH, HISTORY = (
    "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
)  # fmt: skip
IN_THREADS, MAKE_THREADS = "send_messages_in_threads", "create_public_threads"
NEEDED = (VIEW, SEND, EMBED, ATTACH, HISTORY)
NAMES = {
    VIEW: msg("View Channel"),
    SEND: msg("Send Messages"),
    EMBED: msg("Embed Links"),
    ATTACH: msg("Attach Files"),
    HISTORY: msg("Read Message History"),
    IN_THREADS: msg("Send Messages in Threads"),
    MAKE_THREADS: msg("Create Public Threads"),
}
"""As Discord calls them."""

WHY = {
    VIEW: msg("without it the bot does not see the channel"),
    SEND: msg("without it no card can be posted"),
    EMBED: msg("without it cards show no pictures"),
    ATTACH: msg("without it cards go out in words"),
    HISTORY: msg("without it old cards cannot be changed"),
    IN_THREADS: msg("without it nothing can be posted in threads"),
    MAKE_THREADS: msg("without it there are no threads for the log and for talk"),
}


def needed_permissions(channel: Any, *, needs_threads: bool = False) -> list[str]:
    """Return discord.py's names, such as "send_messages", of the permissions that the bot needs in a channel.

    In a thread, the permission to write in threads is one of them. In any other channel, ``needs_threads``
    adds the permissions to create threads and to write in them.
    """
    if isinstance(channel, discord.Thread):
        return [*NEEDED, IN_THREADS]
    return [*NEEDED, *([MAKE_THREADS, IN_THREADS] if needs_threads else [])]


def missing_permissions(
    channel: Any, granted: discord.Permissions, *, needs_threads: bool = False
) -> list[str]:
    """Return discord.py's names of the permissions that the bot needs in a channel but lacks; [] for none.

    ``granted`` are the permissions that the bot has there. With ``needs_threads`` it must also create threads
    and write in them.
    """
    return [
        name
        for name in needed_permissions(channel, needs_threads=needs_threads)
        if not getattr(granted, name)
    ]


def permission_names(names: Iterable[str]) -> str:
    """Return permissions as one text with the names that Discord shows, translated and separated by commas.

    ``names`` are those of discord.py, such as "send_messages". Raises KeyError for one that `NAMES` lacks.
    """
    return ", ".join(t(NAMES[name]) for name in names)


def permission_report(channel: Any, granted: discord.Permissions, *, needs_threads: bool = False) -> str:
    """Return a report for members on the permissions that the bot lacks in a channel, and why it needs each.

    If none is missing, one line says so. ``granted`` are the permissions that the bot has there. With
    ``needs_threads`` it must also create threads and write in them.
    """
    missing = missing_permissions(channel, granted, needs_threads=needs_threads)
    if not missing:
        return t("✔ <#{channel}>: nothing is missing", channel=channel.id)
    lines = [t("✘ <#{channel}> lacks:", channel=channel.id)]
    return "\n".join([*lines, *(f"- **{t(NAMES[name])}**: {t(WHY[name])}" for name in missing)])
