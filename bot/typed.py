"""A move as typed text, completed field by field: `buy_share company=M&R source=ipo`.

Values of text fields are plain words (in double quotes when they hold spaces), amounts are digits, lists are
JSON. Only what the engine offers is proposed; the engine judges what is sent.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from typing import Any

from engine import Choice, Field, Game, Range

MOST = 25
LABEL = VALUE = 100


class BadText(Exception):
    """The text is no move; the sentence says how one is written."""


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """The kind and the arguments of a typed move; raises BadText."""
    words = _words(text)
    if not words:
        raise BadText("Write the kind of move first, such as `pass`.")
    args: dict[str, Any] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadText(f"Write each field as name=value, not {word!r}.")
        args[name] = _value(value)
    return words[0], args


def complete(game: Game, seat: str, typed: str) -> list[tuple[str, str]]:
    """Labels and texts that go on from what is typed: kinds of move, then the next field's values."""
    found = list(_candidates(game, seat, typed))
    words = typed.lower().split()
    fits = [c for c in found if all(w in f"{c[0]} {c[1]}".lower() for w in words)] or found
    return [(label[:LABEL], text) for label, text in fits if len(text) <= VALUE][:MOST]


def _candidates(game: Game, seat: str, typed: str) -> Iterable[tuple[str, str]]:
    choices = {choice.kind: choice for choice in game.choices(seat)}
    kind = typed.split(" ", 1)[0]
    choice = choices.get(kind)
    if choice is None:
        return [(c.label, c.kind) for c in choices.values()]
    done, args = _done(choice, typed)
    missing = next((f for f in choice.fields if f.name not in args), None)
    if missing is None:
        return [(f"{choice.label}: {done[len(kind) :].strip() or 'as it is'}", done)]
    go_on = [(f"{choice.label}: {label}", f"{done} {missing.name}={value}") for label, value in
             _values(game, seat, kind, missing, args)]  # fmt: skip
    return ([(f"{choice.label}: as it is", done)] if missing.optional else []) + go_on


def _done(choice: Choice, typed: str) -> tuple[str, dict[str, Any]]:
    """The fields that are typed in full, as text and as arguments."""
    names = {f.name for f in choice.fields}
    done, args = choice.kind, {}
    for word in typed.split(" ")[1:]:
        name, equals, value = word.partition("=")
        if equals and value and name in names:
            done, args[name] = f"{done} {word}", _value(_words(value)[0] if _words(value) else "")
    return done, args


def _values(game: Game, seat: str, kind: str, field: Field, args: dict[str, Any]) -> list[tuple[str, str]]:
    options = game.options(seat, kind, field.name, args)
    if isinstance(options, Range):
        amounts = sorted({options.low, *options.suggested, options.high})
        return [(str(a), str(a)) for a in amounts]
    return [(o.label, _quoted(o.value)) for o in options]


def _words(text: str) -> list[str]:
    try:
        lexer = shlex.shlex(text, posix=True, punctuation_chars="")
        lexer.whitespace_split, lexer.commenters, lexer.quotes = True, "", '"'
        lexer.escape = ""
        return list(lexer)
    except ValueError as error:
        raise BadText("A quotation mark is open; close it.") from error


def _value(text: str) -> Any:
    if text[:1] in {"[", "{"}:
        try:
            return json.loads(text)
        except ValueError as error:
            raise BadText(f"The list {text[:40]!r} is no JSON.") from error
    return int(text) if text.isascii() and text.isdigit() else text


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
