"""A slash command that somebody wrote out and sent as a message: `/game new title: ... name: Tuesday`.

It is read against the commands that the page offers, so it can do what the picker can and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bot.words import msg, t
from bot.words.grammar import Label, labels, parts, unquoted

Entry = Mapping[str, Any]
"""A command of the page: `invocation`, `options` (each with name, description, type, required, choices)."""

WITH_OPTIONS = msg("`/{command}` has options that begin with their names and a colon. {usage}")
NO_OPTIONS = msg("`/{command}` has no options. {usage}")
HEAD = re.compile(r"\S+")


class Unreadable(Exception):
    """The text is no command; the sentences say how one is written."""


def read(text: str, entries: Sequence[Entry], people: Mapping[str, str]) -> tuple[Entry, dict[str, Any]]:
    """The command and its options as the page would send them; ``people`` are ids by name."""
    entry, rest = _command(text.strip().removeprefix("/"), entries)
    declared = {str(o["name"]): o for o in entry["options"]}
    said = dict(_said(entry, rest))
    for name, option in declared.items():
        if option["required"] and not said.get(name):
            raise Unreadable(
                t(
                    "`{name}` is missing ({option}). {usage}",
                    name=name,
                    option=option["description"],
                    usage=usage(entry),
                )
            )
    return entry, {name: _value(declared[name], value, people) for name, value in said.items()}


def usage(entry: Entry) -> str:
    """How the command is written, with all its options."""
    if not entry["options"]:
        return t("Write `/{command}` alone.", command=entry["invocation"])
    options = [f"{o['name']}: …" if o["required"] else f"[{o['name']}: …]" for o in entry["options"]]
    optional = not all(o["required"] for o in entry["options"])
    written = " ".join([f"/{entry['invocation']}", *options])
    if optional:
        return t("Write `{written}`; what is in brackets may be left out.", written=written)
    return t("Write `{written}`.", written=written)


def _command(text: str, entries: Sequence[Entry]) -> tuple[Entry, str]:
    """The command with the longest name that the text begins with, and what follows it."""
    words = list(HEAD.finditer(text))
    known = {str(e["invocation"]): e for e in entries}
    for count in range(len(words), 0, -1):
        entry = known.get(" ".join(w[0].lower() for w in words[:count]))
        if entry is not None:
            return entry, text[words[count - 1].end() :].strip()
    raise Unreadable(_unknown([w[0].lower() for w in words], list(known)))


def _unknown(words: Sequence[str], known: Sequence[str]) -> str:
    typed = " ".join(words[:2])
    below = [k for k in known if words and k.split()[0] == words[0]]
    if below and len(words) == 1:
        return t("`/{typed}` has more than one command: {listed}.", typed=typed, listed=_listed(below))
    near = get_close_matches(typed, known, 3, 0.8) or below or get_close_matches(typed, known, 3)
    if not near:
        return t("There is no command `/{typed}`; type `/` alone for the list of all commands.", typed=typed)
    return t("There is no command `/{typed}`; there is {listed}.", typed=typed, listed=_listed(near))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`/{name}`" for name in names)


def _said(entry: Entry, rest: str) -> Iterator[tuple[str, str]]:
    """The options as they are written, by name."""
    found = list(_labels(entry, rest))
    if rest and (not found or found[0].start > 0):
        told = WITH_OPTIONS if entry["options"] else NO_OPTIONS
        raise Unreadable(t(told, command=entry["invocation"], usage=usage(entry)))
    yield from ((name.lower(), unquoted(value)) for name, value in parts(rest, found))


def _labels(entry: Entry, rest: str) -> Iterator[Label]:
    names = [str(o["name"]) for o in entry["options"]]
    for label in labels(rest):
        name = label.name.lower()
        if name in names:
            yield label
        elif label.start == 0 or (label.spaced and get_close_matches(name, names, 1, 0.75)):
            raise Unreadable(
                t(
                    "`/{command}` has no option `{label}`. {usage}",
                    command=entry["invocation"],
                    label=label.name,
                    usage=usage(entry),
                )
            )


def _value(option: Entry, text: str, people: Mapping[str, str]) -> Any:
    kind, name = option["type"], option["name"]
    if option["choices"]:
        return _choice(option, text)
    if kind == "user":
        wanted = text.removeprefix("<").removesuffix(">").removeprefix("@").casefold()
        found = next((i for n, i in people.items() if wanted in (n.casefold(), i)), None)
        if found is None:
            raise Unreadable(
                t("`{name}` is one of the members here: {names}.", name=name, names=", ".join(people))
            )
        return found
    if kind == "integer" and not re.fullmatch(r"-?\d{1,9}", text):
        raise Unreadable(t("`{name}` is a whole number in digits, not “{text}”.", name=name, text=text[:40]))
    if kind == "attachment":
        raise Unreadable(
            t("`{name}` is a file: type `/` and pick the command there, then choose the file.", name=name)
        )
    return text


def _choice(option: Entry, text: str) -> Any:
    for choice in option["choices"]:
        if text.casefold() in (str(choice["name"]).casefold(), str(choice["value"]).casefold()):
            return choice["value"]
    names = ", ".join(str(choice["name"]) for choice in option["choices"])
    raise Unreadable(t("`{option}` can be: {names}.", option=option["name"], names=names))
