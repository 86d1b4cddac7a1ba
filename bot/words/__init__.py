"""Translations, the language and colours of a task, the syntax of typed moves.

    t("“{name}” has {seats}.", name=name, seats=seats)      a sentence with named values
    tn("{count} move", "{count} moves", rev)                a sentence with a plural form
    LATE = msg("That was too long ago.")   ...   t(LATE)    a sentence that is translated later
    t_later("paused {game}", game=name)                    a sentence for the outbox, with its values

A sentence stands in the code in English and is whole: a translator sees the line, nothing else. The language
is that of the task: `use_language` sets it to the user's for a response (`bot.chat.respond`) and to the
server's for what all see (`bot.post.deliver`). Catalogues are ``bot/words/*.po``; `python -m
bot.operate.catalogues` brings them up to date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from bot.words.catalogue import LANGUAGES, SOURCE_LANGUAGE, catalogue, plural_rule
from engine.message import THOUSAND, Message, fill, with_articles, with_separator

__all__ = [
    "LANGUAGES",
    "SOURCE_LANGUAGE",
    "LazyText",
    "group_digits",
    "join_and",
    "join_or",
    "language",
    "language_of",
    "msg",
    "parse_stored_message",
    "t",
    "t_lazy",
    "tn",
    "to_stored_message",
    "translate_stored_text",
    "translated",
    "translated_into",
    "use_language",
    "using_language",
    "with_ellipsis",
]  # fmt: skip

_LANGUAGE: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


def t(sentence: str, /, **values: Any) -> str:
    """Return a sentence translated into the language of this task, with the values of its placeholders.

    Without a translation it stays English. ``values`` are those of the placeholders by name, such as ``name``
    for "{name}"; without any, the sentence is not formatted. Raises KeyError if some are given, but one that
    the sentence needs is missing.
    """
    text = catalogue(_LANGUAGE.get()).gettext(sentence)
    if values and _LANGUAGE.get() == SOURCE_LANGUAGE:
        text = with_articles(text, values)
    return text.format(**values) if values else text


def tn(one: str, many: str, count: int, /, **values: Any) -> str:
    """Return the singular (``one``) or plural (``many``) of a sentence for ``count``, translated.

    It is in the language of this task; without a translation it stays English. ``values`` are those of the
    placeholders by name; that of "{count}" is the number. Raises KeyError if another value is missing.
    """
    return catalogue(_LANGUAGE.get()).ngettext(one, many, count).format(count=count, **values)


def with_ellipsis(label: str) -> str:
    """Return the label of a button that asks for more before it acts: with “…” instead of a full stop."""
    return t("{label}…", label=label.removesuffix("…").rstrip(" ."))


def join_and(names: Sequence[str]) -> str:
    """Return names joined with commas and a translated "and", such as "A, B and C"; "" without names."""
    *others, last_name = names or [""]
    return t("{names} and {last}", names=", ".join(others), last=last_name) if others else last_name


def join_or(names: Sequence[str]) -> str:
    """Return names joined with commas and a translated "or", such as "A, B or C"; "" without names."""
    *others, last_name = names or [""]
    return t("{names} or {last}", names=", ".join(others), last=last_name) if others else last_name


def msg(sentence: str) -> str:
    """Return an English sentence unchanged: this call only marks it for the translation catalogues.

    `t` translates it later.
    """
    return sentence


@dataclass(frozen=True, slots=True)
class LazyText:
    """A sentence that is translated later, into the language of its reader; `str` gives it in English."""

    sentence: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        """Return the sentence in English, with its values filled in; raises KeyError if one is missing."""
        return self.sentence.format(**self.values) if self.values else self.sentence

    def to_json(self) -> dict[str, Any]:
        """Return the untranslated sentence and the values of its placeholders as JSON for the database.

        `translate_stored_text` reads it: "text" is the sentence, "fields" has the values by placeholder.
        Values that are messages of the engine become JSON, too; others must be JSON already. A sentence that
        is itself a message of the engine becomes the value of the placeholder "said".
        """
        if isinstance(self.sentence, Message) and not self.values:
            return {"text": "{said}", "fields": {"said": self.sentence.to_json()}}
        values = {
            name: value.to_json() if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        return {"text": self.sentence, "fields": values}


def to_stored_message(text: str) -> str | dict[str, Any]:
    """Return a text of the engine as JSON for the database, so that it can be translated when it is read.

    Text that is not a `Message` is returned as it is. `parse_stored_message` reads the result.
    """
    return text.to_json() if isinstance(text, Message) else text


def parse_stored_message(raw: str | Mapping[str, Any]) -> str:
    """Return a text of the engine from its stored JSON (see `to_stored_message`), for `translated`.

    A plain string is returned as it is, and `translated` does not change it.
    """
    return raw if isinstance(raw, str) else Message.from_json(raw)


def t_lazy(sentence: str, /, **values: Any) -> LazyText:
    """Return an English sentence with the values of its placeholders, to be translated when it is posted.

    This call marks the sentence for the translation catalogues.
    """
    return LazyText(sentence, values)


def translate_stored_text(raw: Mapping[str, Any]) -> str:
    """Return a stored sentence (the JSON of a `LazyText`), translated into the language of this task.

    ``raw`` has the sentence as "text", and the values of its placeholders as "fields". Without "fields", as
    older versions stored it, the text stays as it is. Raises KeyError if a value is missing.
    """
    if "fields" not in raw:
        return str(raw["text"])
    return t(raw["text"], **{name: _translated_stored_value(value) for name, value in raw["fields"].items()})


def _translated_stored_value(value: Any) -> Any:
    """Return the stored value of a placeholder; a message of the engine (a dict) is translated."""
    return translated(Message.from_json(value)) if isinstance(value, dict) else value


def group_digits(text: str) -> str:
    """Return a text with the thousands separators of the language of this task.

    The text has English separators, such as "£1,250".
    """
    if _LANGUAGE.get() == SOURCE_LANGUAGE:
        return text
    return with_separator(text, catalogue(_LANGUAGE.get()).gettext(THOUSAND))


def translated(text: str) -> str:
    """Return a text of the engine translated into the language of this task.

    A `Message` is translated by its template. Plain text, such as a name, is returned as it is.
    """
    return translated_into(text, _LANGUAGE.get())


def translated_into(text: str, language: str) -> str:
    """Return a text of the engine translated into a language (its code).

    Returned as it is: text that is not a `Message`, such as a name, and all text for English. Raises
    FileNotFoundError if the language has no catalogue.
    """
    if language == SOURCE_LANGUAGE or not isinstance(text, Message):
        return str(text)
    translation = catalogue(language).gettext(text.template)
    if text.values:
        values = {name: _translated_value(value, language) for name, value in text.values.items()}
        translation = fill(translation, values, plural_rule(language))
    return _match_capital_and_full_stop(translation, text)


def _translated_value(value: Any, language: str) -> Any:
    """Return the value of a placeholder of an engine message; if it is a `Message`, translated."""
    return translated_into(value, language) if isinstance(value, Message) else value


def _match_capital_and_full_stop(translation: str, text: Message) -> str:
    """Return a translation with its first letter and full stop adapted to the engine's text.

    It gets a capital if the text begins with one; a capital is never made small. It loses its full stop if
    the text has lost that of its template; none is added.
    """
    if text.template.endswith(".") and not text.endswith("."):
        translation = translation.removesuffix(".")
    return translation[:1].upper() + translation[1:] if text[:1].isupper() else translation


def language() -> str:
    """Return the code of the language of this task, into which texts are translated, such as "en"."""
    return _LANGUAGE.get()


def language_of(locale: object) -> str:
    """Return the code of the language for a Discord locale (`de`, `en-US`); "en" if it has no catalogue."""
    name = str(locale or SOURCE_LANGUAGE).partition("-")[0]
    return name if name in LANGUAGES else SOURCE_LANGUAGE


def use_language(code: str) -> None:
    """Set the language of translations for the rest of this task by its code; English if it is unknown."""
    _LANGUAGE.set(code if code in LANGUAGES else SOURCE_LANGUAGE)


@contextmanager
def using_language(code: str) -> Iterator[None]:
    """Set the language of translations while the block runs by its code; English if it is unknown."""
    token = _LANGUAGE.set(code if code in LANGUAGES else SOURCE_LANGUAGE)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)
