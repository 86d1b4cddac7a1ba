"""Moves as typed text, completed field by field: `buy_share company=M&R source=ipo` (`bot.words.grammar`).

Only moves that the engine offers are proposed; the engine checks the move that is sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.chat.bounds import MAX_DIGITS
from bot.words import t, translated
from bot.words.grammar import (
    NamedItem,
    find_labels,
    find_matches,
    first_typed_value,
    parse_amount,
    split_typed_move,
    unquoted,
)
from engine import Choice, Field, Game, Range

MAX_COMPLETIONS = 25
MAX_LABEL = MAX_VALUE = 100


class ParseError(Exception):
    """A text that is not a move; its message explains to the member how to write one."""


def parse_move(text: str, legal_kinds: Sequence[Choice], currency: str = "") -> tuple[str, dict[str, Any]]:
    """Parse a move that was typed as ``kind name=value ...``; return its kind and its arguments by name.

    ``legal_kinds`` are the legal kinds of moves, which give the types of the fields; other arguments are
    parsed as `_parse_value` says. An amount may have the ``currency`` (its sign) before or after it. Whether
    the move is legal is not checked. Raises ParseError if the text has another form.
    """
    kind, _, rest = text.strip().partition(" ")
    if not kind:
        raise ParseError(t("Write the kind of move first, such as `pass`."))
    fields = next(
        ({field.name: field for field in legal.fields} for legal in legal_kinds if legal.kind == kind), {}
    )
    found_labels = find_labels(rest)
    text_before_labels = rest[: found_labels[0].start] if found_labels else rest
    if text_before_labels.strip():
        raise ParseError(
            t("Write each field as name=value, not {part!r}.", part=text_before_labels.split()[0][:40])
        )
    return kind, {
        name: _parse_value(value, fields.get(name), currency)
        for name, value in split_typed_move(rest, found_labels)
    }


def resolve_names(game: Game, seat: str, legal_kind: Choice, args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a typed move, with the names of things replaced by their ids.

    ``legal_kind`` is the legal kind of move that was typed, which ``seat`` makes. A value stays as typed if
    it matches none of the legal values (options) or several, or if its field takes no option.
    """
    resolved = dict(args)
    for field in legal_kind.fields:
        value = resolved.get(field.name)
        if field.kind != "option" or not isinstance(value, str):
            continue
        earlier_args = {key: argument for key, argument in resolved.items() if key != field.name}
        options = game.options(seat, legal_kind.kind, field.name, earlier_args)
        if not isinstance(options, Range):
            matches = find_matches(
                (NamedItem(option.value, option.label, (translated(option.label),)) for option in options),
                value,
            )
            resolved[field.name] = matches[0].id if len(matches) == 1 else value
    return resolved


def autocomplete_move(game: Game, seat: str, typed: str) -> list[tuple[str, str]]:
    """Return the autocomplete choices for a typed move of a seat: at most 25 pairs of a label and the move.

    They are the kinds of moves first, then the values of the next field. If some contain all typed words,
    only those are returned. Labels are cut at 100 characters; longer moves are left out. Raises ParseError if
    a typed value cannot be parsed.
    """
    completions = list(_all_completions(game, seat, typed.strip()))
    words = typed.lower().split()
    matches = [
        (label, text)
        for label, text in completions
        if all(word in f"{label} {text}".lower() for word in words)
    ] or completions
    return [(label[:MAX_LABEL], text) for label, text in matches if len(text) <= MAX_VALUE][:MAX_COMPLETIONS]


def _all_completions(game: Game, seat: str, typed: str) -> Iterable[tuple[str, str]]:
    """Return all completions of a typed move, as pairs of a label and the move as text.

    If the typed kind is not legal, they are the legal kinds of moves. Otherwise they are the values of the
    next missing field, after the move as typed if that field is optional; for a complete move, only the move
    itself. Raises ParseError if a typed value cannot be parsed.
    """
    legal_kinds = game.choices(seat)
    kind, _, rest = typed.partition(" ")
    typed_kind = next((legal for legal in legal_kinds if legal.kind == kind), None)
    if typed_kind is None:
        return [(translated(legal.label), legal.kind) for legal in legal_kinds]
    text, args = _parse_complete_fields(typed_kind, rest)
    next_field = next((field for field in typed_kind.fields if field.name not in args), None)
    move_as_typed = (f"{translated(typed_kind.label)}: {text[len(kind) :].strip() or t('as it is')}", text)
    if next_field is None:
        return [move_as_typed]
    longer_moves = [
        (f"{translated(typed_kind.label)}: {label}", f"{text} {next_field.name}={value}")
        for label, value in _field_values(game, seat, kind, next_field, args)
    ]
    return [move_as_typed, *longer_moves] if next_field.optional else longer_moves


def _parse_complete_fields(typed_kind: Choice, rest: str) -> tuple[str, dict[str, Any]]:
    """Parse the fields of a move that is being typed; ``rest`` is the text after its kind.

    Return the cleaned text of the move and its arguments by name. Unknown fields, empty fields and words
    after a complete value are left out. Raises ParseError if a value cannot be parsed.
    """
    fields = {field_info.name: field_info for field_info in typed_kind.fields}
    texts: list[str] = [typed_kind.kind]
    args: dict[str, Any] = {}
    found_labels = find_labels(rest)
    for label, (name, value) in zip(found_labels, split_typed_move(rest, found_labels), strict=True):
        field, typed = fields.get(name), first_typed_value(value)
        if field is not None and typed:
            args[field.name] = _parse_value(typed, field)
            texts.append(f"{rest[label.start : label.end].strip()}{' ' * label.has_space}{typed}")
    return " ".join(texts), args


def _field_values(
    game: Game, seat: str, kind: str, field: Field, args: Mapping[str, Any]
) -> list[tuple[str, str]]:
    """Return the legal values of the next field of a typed move, as pairs of label and text to type.

    ``args`` are the values of the fields before it. For an amount they are the minimum, the maximum and the
    suggested ones. For a field that takes a list, each text is a JSON list with one element.
    """
    options = game.options(seat, kind, field.name, args)
    if isinstance(options, Range):
        amounts = sorted({options.low, *options.suggested, options.high})
        return [(str(amount), str(amount)) for amount in amounts]
    is_list = field.kind != "option"
    return [
        (translated(option.label), json.dumps([option.value]) if is_list else _quote_spaces(option.value))
        for option in options
    ]


def _parse_value(text: str, field: Field | None, currency: str = "") -> Any:
    """Parse a value of a typed move by the type of its field.

    An option is text, and an amount is a number, which may have the sign of the ``currency``. Anything else
    must be JSON with whole numbers only; if ``field`` is None, a text that begins with a bracket is read as
    JSON, any other as an option. Raises ParseError if the text is no such value.
    """
    kind = field.kind if field else "routes" if text[:1] in {"[", "{"} else "option"
    if kind == "option":
        return unquoted(text)
    if kind == "amount" and (number := parse_amount(text, currency)) is not None:
        return number
    try:
        return json.loads(
            text, parse_constant=_reject_non_integer, parse_float=_reject_non_integer, parse_int=_parse_int
        )
    except (ValueError, RecursionError) as error:
        expected = t("digits") if kind == "amount" else t('a list such as ["a", "b"]')
        raise ParseError(
            t("Write {wanted} in place of {text!r}.", wanted=expected, text=text[:40])
        ) from error


def _parse_int(text: str) -> int:
    """Parse a whole number in a typed move; raise ValueError for over 12 characters or another text."""
    if len(text) > MAX_DIGITS:
        raise ValueError(text[:40])
    return int(text)


def _reject_non_integer(text: str) -> Any:
    """Always raise ValueError: the JSON parser calls this for a number that is no integer in a typed move."""
    raise ValueError(text[:40])


def _quote_spaces(value: str) -> str:
    """Return a value of a typed move in quotation marks if it contains a space."""
    return f'"{value}"' if " " in value else value
