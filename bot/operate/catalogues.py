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
    """Add what is new, drop what is gone, keep what is translated."""
    wanted = template()
    for language in LANGUAGES:
        if language != SOURCE:
            others = [_other(name) for name in files if Path(name).name.endswith(f"{language}.po")]
            missing = _update(language, wanted, others)
            print(f"{language}: {len(wanted)} messages, {missing} without a translation")


def _other(name: str) -> Catalog:
    with Path(name).open("rb") as file:
        return read_po(file)


def _update(language: str, wanted: Catalog, others: Sequence[Catalog]) -> int:
    """Update the catalogue of a language. Return how many translations are missing."""
    kept = read(language)
    known = {_key(m.id): m.string for each in (*others, kept) for m in each if m.id and _done(m.string)}
    kept.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
    kept.obsolete.clear()
    for message in kept:
        if message.id and not _done(message.string):
            message.string = known.get(_key(message.id), message.string)
    with (FOLDER / f"{language}.po").open("wb") as file:
        write_po(file, kept, width=WIDTH, sort_output=True, no_location=True)
    return sum(bool(m.id) and not _done(m.string) for m in kept)


def _key(message: str | tuple[str, ...] | list[str]) -> str:
    return message if isinstance(message, str) else "\n".join(message)


def _done(text: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(text) and (isinstance(text, str) or all(text or ()))


if __name__ == "__main__":
    main(sys.argv[1:])
