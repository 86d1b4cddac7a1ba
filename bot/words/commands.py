"""The words of the slash commands in the languages of the catalogues, as Discord asks for them."""

from __future__ import annotations

from functools import cache

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation

from bot.words import SOURCE_LANGUAGE, language_of
from bot.words.catalogue import catalogue

NAME, OPTION, CHOICE = "name", "option", "choice"
"""Contexts in a catalogue: names of commands, of options, choices of options; descriptions have none."""

CONTEXTS = {
    TranslationContextLocation.command_name: NAME,
    TranslationContextLocation.group_name: NAME,
    TranslationContextLocation.parameter_name: OPTION,
    TranslationContextLocation.choice_name: CHOICE,
}


class CommandTranslator(app_commands.Translator):
    """Gives Discord the translations of slash commands from the catalogues."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the translation of a text of a slash command; None if it is the same or there is none.

        discord.py calls this for each text and locale. ``context`` says what the text is: the name of a
        command, group, option or choice, or a description.
        """
        return translate_command_text(
            string.message, _language_of_locale(locale), CONTEXTS.get(context.location)
        )


@cache
def _language_of_locale(locale: Locale) -> str:
    """Return the code of the language for a locale of Discord; "en" if it has no translation catalogue.

    The result is cached, because Discord asks for 500 texts of slash commands in each of its 30 locales.
    """
    return language_of(locale)


def translate_command_text(text: str, language: str, context: str | None) -> str | None:
    """Return the translation of a text of a slash command; None if it is the same or there is none.

    ``language`` is the code of a language. ``context`` is the kind of text in the translation catalogue
    ("name", "option", "choice"), None for a description. Raises FileNotFoundError if the language has no
    catalogue.
    """
    if language == SOURCE_LANGUAGE:
        return None
    translations = catalogue(language)
    translation = translations.pgettext(context, text) if context else translations.gettext(text)
    return translation if translation != text else None
