"""The actions that a player looks at: every way to fill in a choice, or the first ones of very many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Range
from engine.players.fork import Fork

QUIET = ("pass", "skip", "done", "decline_lay", "decline_offer", "decline")
"""Kinds of action by which a player leaves something undone."""
LOOKED_AT = 60
"""Ways to fill in one choice that are looked at, at most."""


def completions(fork: Fork, seat: str, choice: Choice, most: int = LOOKED_AT) -> list[Action]:
    """Legal actions that fill in the fields of a choice; of amounts the ends and those suggested."""
    return [a for a in islice(_filled(fork, seat, choice), most) if fork.legal(a)]


def _filled(fork: Fork, seat: str, choice: Choice) -> Iterator[Action]:
    def fill(fields: Sequence[Field], args: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
        if not fields:
            yield args
            return
        first, *rest = fields
        if first.optional:
            yield from fill(rest, args)
        for value in values(fork, seat, choice.kind, first, args):
            yield from fill(rest, {**args, first.name: value})

    return (Action(choice.kind, seat, args) for args in fill(choice.fields, {}))


def values(fork: Fork, seat: str, kind: str, field: Field, args: Mapping[str, Json]) -> Iterator[Json]:
    """The values of a field that are worth a look."""
    if field.kind == "routes":
        return
    options = fork.options(seat, kind, field.name, args)
    if isinstance(options, Range):
        if options.low <= options.high:
            yield from dict.fromkeys((options.low, *options.suggested, options.high))
    elif field.kind == "many":
        yield from ([o.value] for o in options)
        if len(options) > 1:
            yield [o.value for o in options]
    else:
        yield from (o.value for o in options)


def quiet(fork: Fork, seat: str, choices: Sequence[Choice]) -> Action | None:
    """What leaves things as they are; None where something must be done."""
    found = sorted(
        (c for c in choices if c.kind in QUIET and not c.fields), key=lambda c: QUIET.index(c.kind)
    )
    actions = (Action(c.kind, seat) for c in found)
    return next((a for a in actions if fork.legal(a)), None)
