"""Sets the language and colours of an asyncio task: those of a member in private, of the server in public."""

from __future__ import annotations

import logging
from typing import Any

from babel import Locale
from sqlalchemy.exc import SQLAlchemyError

from bot.store.preferences import MemberPreferences, ServerPreferences
from bot.words import LANGUAGES, colours, language_of, use_language
from engine.message import capital

log = logging.getLogger(__name__)

LANGUAGE_NAMES = {code: capital(Locale.parse(code).get_display_name(code) or code) for code in LANGUAGES}
"""What each language calls itself, such as Deutsch; a catalogue adds its own."""


async def apply_member_preferences(interaction: Any) -> None:
    """Use the preferences of the member who sent an interaction, for the rest of this task.

    These are the language, the colours and whether texts come before pictures. A member without a chosen
    language gets that of their Discord client (in the local chat: the server's), a member without chosen
    colours those of the server.
    """
    use_language(language_of(interaction.locale))
    bot, guild_id = interaction.client, interaction.guild_id
    member, server = await _read_preferences(bot, interaction.user.id, guild_id)
    if member.language:
        use_language(member.language)
    elif bot.has_one_language:
        use_language(server.language or server_language(bot, guild_id))
    colours.use_picture_preferences(member.theme or server.theme, text_before_pictures=member.text_first)


async def apply_server_preferences(bot: Any, guild_id: int | None) -> None:
    """Use a server's language (chosen by `/server`, else in Discord) and colours for the rest of this task.

    ``guild_id`` None stands for no server: English and the standard colours.
    """
    _, server = await _read_preferences(bot, None, guild_id)
    use_language(server.language or server_language(bot, guild_id))
    colours.use_picture_preferences(server.theme)


def server_language(bot: Any, guild_id: int | None) -> str:
    """Return the language code, such as "de", of a server's preferred locale in Discord.

    ``guild_id`` is the server's id. The result is English for the id None, for an unknown server, and for a
    language that the bot does not have.
    """
    server = bot.get_guild(guild_id) if guild_id is not None else None
    return language_of(server.preferred_locale if server is not None else None)


async def _read_preferences(
    bot: Any, user_id: int | None, guild_id: int | None
) -> tuple[MemberPreferences, ServerPreferences]:
    """Return the preferences of a member and of a server (by their Discord ids).

    For an id of None they are the defaults. If the database fails, the error is logged and both are the
    defaults.
    """
    try:
        member = (
            await bot.preferences.member_preferences(user_id) if user_id is not None else MemberPreferences()
        )
        return member, await bot.preferences.server_preferences(guild_id)
    except (SQLAlchemyError, OSError):
        log.exception("settings cannot be read; the defaults hold")
        return MemberPreferences(), ServerPreferences()
