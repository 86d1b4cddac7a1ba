"""What the bot says, in the language of whoever reads it.

    t("“{name}” has {seats}.", name=name, seats=seats)      a sentence with named fields
    tn("{count} move", "{count} moves", rev)                one that counts
    LATE = msg("That was too long ago.")   ...   t(LATE)    one that is kept before it is said
    later("paused {game}", game=name)                       one for the queue of messages, with its fields

A sentence stands in the code in English and is whole: a translator sees the line, nothing else. The language
is that of the task: `speak` sets it to the user's for an answer (`bot.chat.respond`) and to the server's for
what all see (`bot.post.deliver`). Catalogues are ``bot/words/*.po``; `python -m bot.operate.catalogues`
brings them up to date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from bot.words.catalogue import LANGUAGES, SOURCE, catalogue, plural, wording
from engine.message import Message, fill

__all__ = [
    "LANGUAGES", "SOURCE", "Later", "kept", "known", "language", "language_of", "later", "meet", "msg",
    "named", "rendered", "restored", "speak", "speaking", "t", "tn", "told",
]  # fmt: skip

RULES = frozenset({"fault", "step", "choices", "label"})
"""Fields that hold what the engine says."""

_NOW: ContextVar[str] = ContextVar("language", default=SOURCE)
_PEOPLE: ContextVar[frozenset[str]] = ContextVar("people", default=frozenset())


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
class Later:
    """A sentence that is told in the language of whoever hears it; as text it is English."""

    sentence: str
    fields: Mapping[str, Any]

    def __str__(self) -> str:
        return self.sentence.format(**self.fields) if self.fields else self.sentence

    def to_json(self) -> dict[str, Any]:
        """Return the form in which it waits in the queue of messages; `told` says it."""
        if isinstance(self.sentence, Message):
            return {"text": "{said}", "fields": {"said": self.sentence.to_json()}}
        fields = {k: v.to_json() if isinstance(v, Message) else v for k, v in self.fields.items()}
        return {"text": self.sentence, "fields": fields}


def kept(text: str) -> str | dict[str, Any]:
    """Return the form in which a text of the engine is stored; `restored` reads it."""
    return text.to_json() if isinstance(text, Message) else text


def restored(raw: str | Mapping[str, Any]) -> str:
    """Return what `kept` stored; plain text, of old rows too, is looked up whole when it is shown."""
    return raw if isinstance(raw, str) else Message.from_json(raw)


def later(sentence: str, /, **fields: Any) -> Later:
    """Return a sentence for the catalogues with its fields, to be told later."""
    return Later(sentence, fields)


def told(raw: Mapping[str, Any]) -> str:
    """Return what `Later.to_json` kept, in the present language; a text without fields is told as it is."""
    if "fields" not in raw:
        return str(raw["text"])
    said = {name: _told(name, value) for name, value in raw["fields"].items()}
    return t(raw["text"], **said) if said else known(raw["text"])


def _told(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return known(Message.from_json(value))
    return known(value) if name in RULES and value else value


def known(text: str) -> str:
    """Return what the engine says in the current language: a message by its template, with its values.

    What people of the present table are called stays within a sentence, whatever it means (`meet`).
    """
    return rendered(text, _NOW.get(), _PEOPLE.get())


def rendered(text: str, language: str, people: Set[str] = frozenset()) -> str:
    """Return the same in a given language, at a table with these people."""
    if language == SOURCE or not text:
        return str(text)
    if isinstance(text, Message):
        return _rendered(text, language)
    said = wording(language).say(text, people - {text})
    return said if said != text else catalogue(language).gettext(text)


def _rendered(message: Message, language: str) -> str:
    """Return a message: its template in the language, filled with its values.

    A capital letter at the beginning and a missing full stop are those of the English text.
    """
    said = catalogue(language).gettext(message.template)
    if message.values:
        values = {k: _value(v, language) for k, v in message.values.items()}
        said = fill(said, values, plural(language))
    if message.template.endswith(".") and not message.endswith("."):
        said = said.removesuffix(".")
    return said[:1].upper() + said[1:] if message[:1].isupper() else said


def _value(value: Any, language: str) -> Any:
    return _rendered(value, language) if isinstance(value, Message) else value


def named(text: str) -> str:
    """Return the same of what may be somebody's name and nothing else.

    A value, a holder, who did something.
    """
    return text if not isinstance(text, Message) and text in _PEOPLE.get() else known(text)


def meet(people: Iterable[str]) -> None:
    """Speak of a table with these people for the rest of this task: their names are no words."""
    _PEOPLE.set(frozenset(people))


def language() -> str:
    """Return the present language."""
    return _NOW.get()


def language_of(locale: object) -> str:
    """Return the language for a locale of Discord (`de`, `en-US`); English where there is no catalogue."""
    name = str(locale or SOURCE).partition("-")[0]
    return name if name in LANGUAGES else SOURCE


def speak(name: str) -> None:
    """Speak a language for the rest of this task."""
    _NOW.set(name if name in LANGUAGES else SOURCE)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak a language for a block."""
    token = _NOW.set(name if name in LANGUAGES else SOURCE)
    try:
        yield
    finally:
        _NOW.reset(token)
