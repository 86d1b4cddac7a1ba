"""Ways to fill in the fields of a choice, as whoever looks for a good action goes through them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option, Range


class Asked(Protocol):
    """A game, or a branch of one, that says which values are legal."""

    def options(
        self, player: str, kind: str, field: str, partial: Mapping[str, Json], /
    ) -> Sequence[Option] | Range:
        """The legal values of the next field of a choice, given the fields before it."""


def completions(asked: Asked, player: str, choice: Choice) -> Iterator[Action]:
    """The actions that fill in a choice, legal or not; of amounts the ends and those suggested.

    Routes are left out: nobody lists them.
    """

    def fill(fields: Sequence[Field], args: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
        if not fields:
            yield args
            return
        first, *rest = fields
        if first.optional:
            yield from fill(rest, args)
        for value in _values(asked, player, choice.kind, first, args):
            yield from fill(rest, {**args, first.name: value})

    return (Action(choice.kind, player, args) for args in fill(choice.fields, {}))


def _values(asked: Asked, player: str, kind: str, field: Field, args: Mapping[str, Json]) -> Iterator[Json]:
    if field.kind == "routes":
        return
    options = asked.options(player, kind, field.name, args)
    if isinstance(options, Range):
        if options.low <= options.high:
            yield from dict.fromkeys((options.low, *options.suggested, options.high))
    elif field.kind == "many":
        yield from ([o.value] for o in options)
        if len(options) > 1:
            yield [o.value for o in options]
    else:
        yield from (o.value for o in options)


def bare(choices: Sequence[Choice], player: str, kinds: Sequence[str]) -> Iterator[Action]:
    """The actions without fields among some kinds, in the order of the kinds."""
    found = (c for c in choices if c.kind in kinds and not c.fields)
    return (Action(c.kind, player) for c in sorted(found, key=lambda c: kinds.index(c.kind)))
