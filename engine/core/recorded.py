"""Texts that were recorded with a line of the story, read back as the messages that they were made as.

    one_of(say("the bank"))                     a word of a closed list
    made_as(say("{kind}-train"))                a template with names and figures
    list_of(made_as(say("{kind}-train")))       several of them: 2-train, 3-train

An event keeps its texts as plain English. A template of the story declares how those that are more than names
were made (`engine.core.story.Told`); what was made in another way stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from string import Formatter

from engine.core.view import View
from engine.message import AND, Message, joined, say

Reader = Callable[[View, str], str]
"""A recorded text as the message that it was, or as it is."""


def one_of(*words: str) -> Reader:
    """One of these, whole."""
    by_text = {str(word): word for word in words}
    return lambda view, text: by_text.get(text, text)


def made_as(template: str, /, **readers: Reader) -> Reader:
    """A template with its values; a value without a reader is a name or a figure."""
    parts = Formatter().parse(template)
    shape = re.compile(
        "".join(_either_article(text) + (f"(?P<{name}>.+)" if name else "") for text, name, *_ in parts)
    )

    def read(view: View, text: str) -> str:
        found = shape.fullmatch(text)
        if found is None:
            return text
        return say(
            template, **{k: readers[k](view, v) if k in readers else v for k, v in found.groupdict().items()}
        )

    return read


def _either_article(text: str) -> str:
    """The pattern of what stands before a value; "a" is "an" before some of them."""
    return re.sub(r"\b([Aa])\\ $", r"\1n?\\ ", re.escape(text))


def like(message: str) -> Reader:
    """The same message with the values of then, such as a name that somebody has no more."""
    if not isinstance(message, Message) or "|" in message.template:
        return name
    return made_as(message.template, **{k: like(v) for k, v in message.values.items()})


def either(*readers: Reader) -> Reader:
    """The first of these that knows a text."""

    def read(view: View, text: str) -> str:
        return next((said for r in readers if isinstance(said := r(view, text), Message)), text)

    return read


def list_of(reader: Reader, last: str = ", ", after: str = "") -> Reader:
    """Several with commas between, before the last one ``last``, which stands behind ``after``."""

    def read(view: View, text: str) -> str:
        head, sign, end = text.rpartition(after + last)
        parts = [*(head + after).split(", "), end] if sign else [text]
        return joined(", ", [reader(view, part) for part in parts], last)

    return read


def name(view: View, text: str) -> str:
    """A name or a figure, which stays."""
    return text


names = list_of(name, AND)
"""Ids of companies: A, B and C."""

places = list_of(name, AND, after=")")
"""Places of the map: Ely (D6), March (C5) and London (B15)."""


def players(view: View, text: str) -> str:
    """Names of players: Ann, Ben and Carl."""
    called = {view.name(player) for player in view.state.players}
    for found in re.finditer(AND, text):
        if text[found.end() :] in called:
            return joined("", (text[: found.start()], AND, text[found.end() :]))
    return text
