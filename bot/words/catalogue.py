"""The catalogues: .po files beside this module, read once; no compiled file lies about."""

from __future__ import annotations

import gettext
import io
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.message import Plural, english

if TYPE_CHECKING:
    from babel.messages import Catalog

FOLDER = Path(__file__).parent
SOURCE_LANGUAGE = "en"
"""The language of the code; it needs no catalogue."""

LANGUAGES = (SOURCE_LANGUAGE, *sorted(path.stem for path in FOLDER.glob("*.po")))


def read_catalogue(language: str) -> Catalog:
    """Read the translation catalogue (.po file) of a language, also untranslated entries and comments.

    Raises FileNotFoundError if there is none; English has none.
    """
    from babel.messages.pofile import read_po  # noqa: PLC0415 - workers speak no language

    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations of a language (its code), from a cache; those of English change nothing.

    Raises FileNotFoundError for a language without a catalogue.
    """
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - workers speak no language

    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def plural_rule(language: str) -> Plural:
    """Return the function that gives, for a number, the index of its plural form in a language.

    For English, and a catalogue without a rule, it is the English rule. Raises FileNotFoundError if the
    language has no catalogue.
    """
    plural_form: Plural = getattr(catalogue(language), "plural", english)
    return plural_form
