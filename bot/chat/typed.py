"""A move as typed text, completed field by field: `buy_share company=M&R source=ipo` (`bot.words.grammar`).

Only what the engine offers is proposed; the engine judges what is sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.chat.bounds import DIGITS
from bot.words import known, named, t
from bot.words.grammar import Thing, amount, first, labels, parts, pick, unquoted
from engine import Choice, Field, Game, Range

MOST = 25
LABEL = VALUE = 100


class BadText(Exception):
    """The text is no move; the sentence says how one is written."""


def parse(text: str, choices: Sequence[Choice], currency: str = "") -> tuple[str, dict[str, Any]]:
    """The kind and the arguments of a typed move, by the fields of the choices; raises BadText."""
    kind, _, rest = text.strip().partition(" ")
    if not kind:
        raise BadText(t("Write the kind of move first, such as `pass`."))
    fields = next(({f.name: f for f in c.fields} for c in choices if c.kind == kind), {})
    found = labels(rest)
    other = rest[: found[0].start] if found else rest
    if other.strip():
        raise BadText(t("Write each field as name=value, not {part!r}.", part=other.split()[0][:40]))
    return kind, {name: _value(value, fields.get(name), currency) for name, value in parts(rest, found)}


def meant(game: Game, seat: str, kind: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with ids in place of names; what fits nothing that is open stays as it is typed."""
    choice = next((c for c in game.choices(seat) if c.kind == kind), None)
    found = dict(args)
    for field in choice.fields if choice is not None else ():
        value = found.get(field.name)
        if field.kind != "option" or not isinstance(value, str):
            continue
        options = game.options(seat, kind, field.name, {k: v for k, v in found.items() if k != field.name})
        if not isinstance(options, Range):
            hits = pick((Thing(o.value, o.label, (known(o.label),)) for o in options), value)
            found[field.name] = hits[0].id if len(hits) == 1 else value
    return found


def complete(game: Game, seat: str, typed: str) -> list[tuple[str, str]]:
    """Labels and texts that go on from what is typed: kinds of move, then the next field's values."""
    found = list(_candidates(game, seat, typed.strip()))
    words = typed.lower().split()
    fits = [c for c in found if all(w in f"{c[0]} {c[1]}".lower() for w in words)] or found
    return [(label[:LABEL], text) for label, text in fits if len(text) <= VALUE][:MOST]


def _candidates(game: Game, seat: str, typed: str) -> Iterable[tuple[str, str]]:
    choices = {choice.kind: choice for choice in game.choices(seat)}
    kind, _, rest = typed.partition(" ")
    choice = choices.get(kind)
    if choice is None:
        return [(known(c.label), c.kind) for c in choices.values()]
    done, args = _done(choice, rest)
    missing = next((f for f in choice.fields if f.name not in args), None)
    as_it_is = (f"{known(choice.label)}: {done[len(kind) :].strip() or t('as it is')}", done)
    if missing is None:
        return [as_it_is]
    values = _values(game, seat, kind, missing, args)
    go_on = [(f"{known(choice.label)}: {label}", f"{done} {missing.name}={value}") for label, value in values]
    return [as_it_is, *go_on] if missing.optional else go_on


def _done(choice: Choice, rest: str) -> tuple[str, dict[str, Any]]:
    """The fields that are typed in full, as text and as arguments."""
    fields = {f.name: f for f in choice.fields}
    done: list[str] = [choice.kind]
    args: dict[str, Any] = {}
    found = labels(rest)
    for label, (name, value) in zip(found, parts(rest, found), strict=True):
        field, typed = fields.get(name), first(value)
        if field is not None and typed:
            args[field.name] = _value(typed, field)
            done.append(f"{rest[label.start : label.end].strip()}{' ' * label.spaced}{typed}")
    return " ".join(done), args


def _values(game: Game, seat: str, kind: str, field: Field, args: Mapping[str, Any]) -> list[tuple[str, str]]:
    options = game.options(seat, kind, field.name, args)
    if isinstance(options, Range):
        amounts = sorted({options.low, *options.suggested, options.high})
        return [(str(amount), str(amount)) for amount in amounts]
    listed = field.kind != "option"
    return [(named(o.label), json.dumps([o.value]) if listed else _quoted(o.value)) for o in options]


def _value(text: str, field: Field | None, currency: str = "") -> Any:
    """A value as its field takes it; of an unknown field by its looks."""
    kind = field.kind if field else "routes" if text[:1] in {"[", "{"} else "option"
    if kind == "option":
        return unquoted(text)
    if kind == "amount" and (found := amount(text, currency)) is not None:
        return found
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_no_number, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        wanted = t("digits") if kind == "amount" else t('a list such as ["a", "b"]')
        raise BadText(t("Write {wanted} in place of {text!r}.", wanted=wanted, text=text[:40])) from error


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError(text[:40])
    return int(text)


def _no_number(text: str) -> Any:
    raise ValueError(text[:40])


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
