"""Brings a translation catalogue up to date: new messages are added, unused ones dropped."""

from __future__ import annotations

from collections.abc import Sequence

from babel.messages import Catalog
from babel.messages.pofile import write_po

from bot.words.catalogue import FOLDER, read_catalogue

WIDTH = 110
"""Characters in a line of a catalogue."""


def update_catalogue(language: str, template: Catalog, other_catalogues: Sequence[Catalog]) -> int:
    """Bring the translation catalogue (.po file) of a language up to date with a template; write the file.

    ``template`` has all messages of the code. New messages are added, unused ones dropped. Missing
    translations are taken from ``other_catalogues``. Return how many messages still lack a translation.
    Raises FileNotFoundError if the language has no catalogue.
    """
    catalogue = read_catalogue(language)
    translations = {
        _message_key(entry.id): entry.string
        for source in (*other_catalogues, catalogue)
        for entry in source
        if entry.id and _is_translated(entry.string)
    }
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id and not _is_translated(message.string):
            message.string = translations.get(_message_key(message.id), message.string)
    with (FOLDER / f"{language}.po").open("wb") as file:
        write_po(file, catalogue, width=WIDTH, sort_output=True, no_location=True)
    return sum(bool(entry.id) and not _is_translated(entry.string) for entry in catalogue)


def _message_key(message: str | tuple[str, ...] | list[str]) -> str:
    """Return the key of a message of a catalogue: its text, or singular and plural on a line each."""
    return message if isinstance(message, str) else "\n".join(message)


def _is_translated(text: str | tuple[str, ...] | list[str] | None) -> bool:
    """Return True if a translation in a catalogue is complete, with all its plural forms; False for None."""
    return bool(text) and (isinstance(text, str) or all(text or ()))
