"""What the engine says: plain English that still knows its template and its values.

    say("{company} pays {amount} a share.", company="B&O", amount="$10")    a sentence
    say("{company} sells {count:share|shares}.", company="B&O", count=2)    one that counts
    say("Pass"), word("president")                                          one without values
    listed(["A", say("the bank")])                                          A and the bank
    joined(" · ", ["2-train", say("for {money}", money="$80")])             parts side by side

A `Message` is a `str`: stored and compared as its English text. Another language translates the template
and those values that are messages themselves; a plain string among them is a name or a number and stays. The
first argument of `say` and `word` is a literal, for the catalogues are read from the source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, Self

__all__ = [
    "AND",
    "OR",
    "THOUSAND",
    "Message",
    "Plural",
    "capital",
    "cut",
    "english",
    "fill",
    "first_part",
    "in_words",
    "joined",
    "listed",
    "say",
    "unstopped",
    "with_articles",
    "with_separator",
    "word",
]

Plural = Callable[[int], int]
"""Which of the forms of a language fits a number."""


class Message(str):
    """A text with the template and the values that it was made of.

    ``template`` has a named place for each of the ``values``: ints, strings and messages.
    """

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, template: str | None = None, values: Mapping[str, Any] | None = None) -> Self:
        made = super().__new__(cls, text)
        made.template = str(text) if template is None else template
        made.values = values or {}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (str(self), self.template, self.values)

    def __add__(self, other: str) -> Message:
        return Message(str(self) + other, "{p0}{p1}", {"p0": self, "p1": other})

    def __radd__(self, other: str) -> Message:
        return Message(other + str(self), "{p0}{p1}", {"p0": other, "p1": self})

    def to_json(self) -> dict[str, Any]:
        """The form that keeps template and values; `from_json` reads it."""
        values = {k: v.to_json() if isinstance(v, Message) else v for k, v in self.values.items()}
        return {"text": str(self), "template": self.template, "values": values}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Message:
        """What `to_json` kept."""
        values = {k: cls.from_json(v) if isinstance(v, dict) else v for k, v in raw["values"].items()}
        return cls(raw["text"], raw["template"], values)


def say(template: str, /, **values: Any) -> str:
    """A message of a template and its values; ``{count:share|shares}`` names what an int counts."""
    return Message(fill(template, values) if values else template, str(template), values)


word = say
"""A word that the catalogues translate."""


def in_words(code: str) -> str:
    """A code of a closed list, such as ``bank_broken``, in words that the catalogues translate."""
    return word(code.replace("_", " "))


def joined(between: str, parts: Iterable[str], last: str | None = None) -> str:
    """Parts one after the other with ``between``, before the last one of several ``last``.

    Plain where all of them are.
    """
    found = list(parts)
    if len(found) < 2:
        return found[0] if found else ""
    joiners = [between] * (len(found) - 2) + [between if last is None else last]
    text = "".join(p + j for p, j in zip(found, [*map(str, joiners), ""], strict=True))
    if not any(isinstance(each, Message) for each in (*found, *joiners)):
        return text
    template = "".join(f"{{p{i}}}{{j{i}}}" for i in range(len(joiners))) + f"{{p{len(joiners)}}}"
    values = {f"p{i}": part for i, part in enumerate(found)} | {f"j{i}": j for i, j in enumerate(joiners)}
    return Message(text, template, values)


AND, OR = word(" and "), word(" or ")
THOUSAND = word("1,000 trains")
"""A text that shows what a language writes between thousands and hundreds."""
_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def with_separator(text: str, thousand: str) -> str:
    """The text with its numbers from 1,000 on written as in ``thousand``: `THOUSAND` in a language."""
    return _COMMA.sub(thousand.partition("000")[0][1:], text)


def first_part(text: str) -> str:
    """The first of the parts that `joined` put side by side; of any other text all of it."""
    return text.values.get("p0", text) if isinstance(text, Message) else text


def listed(names: Iterable[str], last: str = AND) -> str:
    """Names within a sentence, such as A, B and C; empty without one."""
    return joined(", ", names, last)


def capital(text: str) -> str:
    """The text with a capital letter, which a translation follows."""
    return _shaped(text, text[:1].upper() + text[1:])


def cut(text: str, most: int) -> str:
    """The first characters of a text; a translation is cut where it is shown."""
    return _shaped(text, text[:most])


def unstopped(text: str) -> str:
    """The text without its full stop, which a translation leaves out too."""
    return _shaped(text, text.removesuffix("."))


def _shaped(text: str, shape: str) -> str:
    return Message(shape, text.template, text.values) if isinstance(text, Message) else shape


def english(count: int) -> int:
    """The form of English that fits a number: 0 for one, 1 for many."""
    return int(count != 1)


def fill(template: str, values: Mapping[str, Any], plural: Plural = english) -> str:
    """The template with its places filled in; for what counts with the form that fits the number.

    A value that ends with a full stop brings that of the sentence. In English "a" fits what follows it.
    """
    template = with_articles(template, values) if plural is english else template
    filled = (
        _Counting(plural).vformat(template, (), values) if "|" in template else template.format_map(values)
    )
    is_doubled = filled.endswith("..") and template.endswith("}.") and not filled.endswith("...")
    return filled[:-1] if is_doubled else filled


_ARTICLE = re.compile(r"\b([Aa]) (?=\{(\w+)\})")
_VOWEL_SOUND = re.compile(r"8|1[18]\b|[AEFHILMNORSX](?![A-Za-z])|[aeio]|[AEIO][a-z]")
"""How a word begins before which English has "an": a number or letter as it is spoken, or a vowel."""


def with_articles(template: str, values: Mapping[str, Any]) -> str:
    """An English template with "an" where a value follows that begins with the sound of a vowel."""

    def article(found: re.Match[str]) -> str:
        letter, name = found.groups()
        return f"{letter}n " if _VOWEL_SOUND.match(str(values.get(name, ""))) else f"{letter} "

    return _ARTICLE.sub(article, template) if "a {" in template or "A {" in template else template


class _Counting(Formatter):
    """Fills ``{count:share|shares}`` with the number and the form for it."""

    def __init__(self, plural: Plural) -> None:
        self._plural = plural

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value by its format; a number with what it counts."""
        if "|" not in format_spec or not isinstance(value, int):
            return str(super().format_field(value, format_spec))
        return f"{value} {format_spec.split('|')[self._plural(value)]}"
