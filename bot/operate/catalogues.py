"""`python -m bot.operate.catalogues [OTHER.de.po ...]`: catalogues brought up to date, and what they lack.

What is lacking is taken from the files named, each after its language (as of a merge: the other side's), and
from the same words elsewhere in the catalogue.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from bot.operate.gather import template
from bot.words.catalogue import FOLDER, LANGUAGES, SOURCE, read

WIDTH = 110


def main(files: Sequence[str]) -> None:
    """Update the translation catalogues, and print how many messages lack a translation.

    New messages are added and unused ones dropped. ``files`` are catalogues of other branches, from which
    missing translations are taken.
    """
    newest = template()
    for language in LANGUAGES:
        if language != SOURCE:
            other_catalogues = [
                _read_other(name) for name in files if Path(name).name.endswith(f"{language}.po")
            ]
            missing = _update(language, newest, other_catalogues)
            print(f"{language}: {len(newest)} messages, {missing} without a translation")


def _read_other(name: str) -> Catalog:
    """Return the translation catalogue in a file of another branch."""
    with Path(name).open("rb") as file:
        return read_po(file)


def _update(language: str, newest: Catalog, other_catalogues: Sequence[Catalog]) -> int:
    """Update the translation catalogue of a language with the messages of ``newest``.

    Return how many lack a translation. Missing ones are taken from the other catalogues.
    """
    catalogue = read(language)
    translations = {
        _message_key(entry.id): entry.string
        for source in (*other_catalogues, catalogue)
        for entry in source
        if entry.id and _is_translated(entry.string)
    }
    catalogue.update(newest, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id and not _is_translated(message.string):
            message.string = translations.get(_message_key(message.id), message.string)
    with (FOLDER / f"{language}.po").open("wb") as file:
        write_po(file, catalogue, width=WIDTH, sort_output=True, no_location=True)
    return sum(bool(entry.id) and not _is_translated(entry.string) for entry in catalogue)


def _message_key(message: str | tuple[str, ...] | list[str]) -> str:
    """Return a key for a message of a catalogue: its text, with its plural form on a second line."""
    return message if isinstance(message, str) else "\n".join(message)


def _is_translated(text: str | tuple[str, ...] | list[str] | None) -> bool:
    """Return True if a translation in a catalogue is complete, with all its plural forms; False for None."""
    return bool(text) and (isinstance(text, str) or all(text or ()))


if __name__ == "__main__":
    main(sys.argv[1:])
