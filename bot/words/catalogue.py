"""The catalogues: .po files beside this module, read once; no compiled file lies about."""

from __future__ import annotations

import gettext
import io
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.words.sentences import Wording
from engine import TITLES
from engine.message import Plural, english

if TYPE_CHECKING:
    from babel.messages import Catalog

FOLDER = Path(__file__).parent
SOURCE = "en"
"""The language of the code; it needs no catalogue."""

ENGINE = "engine"
"""The remark on what the engine and its pictures say."""

CLAUSE = "clause"
"""The remark on its clauses, which stand behind the name of who did it."""

LANGUAGES = (SOURCE, *sorted(path.stem for path in FOLDER.glob("*.po")))


def read(language: str) -> Catalog:
    """Return the entries of a catalogue, with all that a translator sees."""
    from babel.messages.pofile import read_po  # noqa: PLC0415 - workers speak no language

    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@lru_cache
def wording(language: str) -> Wording:
    """Return what the engine says, in a language."""
    return Wording(_remarked(language, ENGINE), names(), _remarked(language, CLAUSE))


def _remarked(language: str, remark: str) -> dict[str, str]:
    """Return the translations of what has a remark."""
    entries = () if language == SOURCE else read(language)
    return {
        m.id: m.string
        for m in entries
        if remark in m.auto_comments and isinstance(m.id, str) and isinstance(m.string, str) and m.string
    }


def names() -> frozenset[str]:
    """Return what is printed: the names of titles, and their companies by id and name."""
    data = [title.data for title in TITLES.values()]
    specs = [spec for each in data for spec in each.companies.values()]
    return frozenset((*(each.name for each in data), *(name for s in specs for name in (s.id, s.name))))


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return a language ready for use; the source language answers with what it is asked."""
    if language == SOURCE:
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - workers speak no language

    made = io.BytesIO()
    write_mo(made, read(language))
    made.seek(0)
    return gettext.GNUTranslations(made)


def plural(language: str) -> Plural:
    """Return which form of a language fits a number."""
    found: Plural = getattr(catalogue(language), "plural", english)
    return found
