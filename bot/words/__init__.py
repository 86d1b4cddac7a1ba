"""What the bot says, in the language of whoever reads it.

    t("“{name}” has {seats}.", name=name, seats=seats)      a sentence with named fields
    tn("{count} move", "{count} moves", rev)                one that counts
    LATE = msg("That was too long ago.")   ...   t(LATE)    one that is kept before it is said
    deferred("paused {game}", game=name)                    one for the queue of messages, with its fields

A sentence stands in the code in English and is whole: a translator sees the line, nothing else. The language
is that of the task: `use_language` sets it to the user's for an answer (`bot.chat.respond`) and to the
server's for what all see (`bot.post.deliver`). Catalogues are ``bot/words/*.po``;
`python -m bot.operate.catalogues` brings them up to date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from bot.words.catalogue import LANGUAGES, SOURCE, catalogue, plural
from engine.message import Message, fill

__all__ = [
    "LANGUAGES",
    "SOURCE",
    "DeferredText",
    "deferred",
    "deferred_text",
    "from_stored",
    "language",
    "language_of",
    "msg",
    "t",
    "tn",
    "to_stored",
    "translated",
    "translated_into",
    "use_language",
    "using_language",
]  # fmt: skip

_NOW: ContextVar[str] = ContextVar("language", default=SOURCE)


def t(sentence: str, /, **fields: Any) -> str:
    """Return a sentence in the present language, its fields filled in."""
    text = catalogue(_NOW.get()).gettext(sentence)
    return text.format(**fields) if fields else text


def tn(one: str, many: str, count: int, /, **fields: Any) -> str:
    """Return the sentence that fits the number, which it may show as ``{count}``."""
    return catalogue(_NOW.get()).ngettext(one, many, count).format(count=count, **fields)


def msg(sentence: str) -> str:
    """Return a sentence for the catalogues that `t` says later."""
    return sentence


@dataclass(frozen=True, slots=True)
class DeferredText:
    """A sentence that is told in the language of whoever hears it; as text it is English."""

    sentence: str
    fields: Mapping[str, Any]

    def __str__(self) -> str:
        return self.sentence.format(**self.fields) if self.fields else self.sentence

    def to_json(self) -> dict[str, Any]:
        """Return the form in which it waits in the queue of messages; `deferred_text` says it."""
        if isinstance(self.sentence, Message) and not self.fields:
            return {"text": "{said}", "fields": {"said": self.sentence.to_json()}}
        fields = {k: v.to_json() if isinstance(v, Message) else v for k, v in self.fields.items()}
        return {"text": self.sentence, "fields": fields}


def to_stored(text: str) -> str | dict[str, Any]:
    """Return the form in which a text of the engine is stored; `from_stored` reads it."""
    return text.to_json() if isinstance(text, Message) else text


def from_stored(raw: str | Mapping[str, Any]) -> str:
    """Return what `to_stored` stored; plain text, as in rows of before there were messages, stays English."""
    return raw if isinstance(raw, str) else Message.from_json(raw)


def deferred(sentence: str, /, **fields: Any) -> DeferredText:
    """Return a sentence for the catalogues with its fields, to be told later."""
    return DeferredText(sentence, fields)


def deferred_text(raw: Mapping[str, Any]) -> str:
    """Return what `DeferredText.to_json` returned, in the present language."""
    if "fields" not in raw:
        return str(raw["text"])
    return t(raw["text"], **{name: _told(value) for name, value in raw["fields"].items()})


def _told(value: Any) -> Any:
    return translated(Message.from_json(value)) if isinstance(value, dict) else value


def translated(text: str) -> str:
    """Return what the engine says in the current language: a message by its template, with its values.

    Any other text is a name, or was stored in English: it stays.
    """
    return translated_into(text, _NOW.get())


def translated_into(text: str, language: str) -> str:
    """Return the same in a given language."""
    if language == SOURCE or not isinstance(text, Message):
        return str(text)
    said = catalogue(language).gettext(text.template)
    if text.values:
        values = {k: _value(v, language) for k, v in text.values.items()}
        said = fill(said, values, plural(language))
    return _shaped(said, text)


def _value(value: Any, language: str) -> Any:
    return translated_into(value, language) if isinstance(value, Message) else value


def _shaped(said: str, text: Message) -> str:
    """A translation with the capital letter at the beginning and without the full stop, as in English."""
    if text.template.endswith(".") and not text.endswith("."):
        said = said.removesuffix(".")
    return said[:1].upper() + said[1:] if text[:1].isupper() else said


def language() -> str:
    """Return the present language."""
    return _NOW.get()


def language_of(locale: object) -> str:
    """Return the language for a locale of Discord (`de`, `en-US`); English where there is no catalogue."""
    name = str(locale or SOURCE).partition("-")[0]
    return name if name in LANGUAGES else SOURCE


def use_language(name: str) -> None:
    """Speak a language for the rest of this task."""
    _NOW.set(name if name in LANGUAGES else SOURCE)


@contextmanager
def using_language(name: str) -> Iterator[None]:
    """Speak a language for a block."""
    token = _NOW.set(name if name in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _NOW.reset(token)
