"""What a title declares in Python fits its data: switches of its policies, rounds, prices, letters.

Each check yields a sentence for each fault, as `engine.checks.connections` does.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import fields

from engine.data.crosscheck import nearest
from engine.steps.dividend import Dividend, DividendStep
from engine.steps.run import RunStep, RunTrains
from engine.title import Title

ALIKE = 0.8
"""How much like a name of the shared rules another must be to be taken for that name misspelt."""


def declared(title: Title) -> Iterator[str]:
    """What a title declares and nothing reads, and what it leaves out, a sentence for each fault."""
    for subject in fields(title.rules):
        yield from _misspelt(f"rules.{subject.name}", getattr(title.rules, subject.name))
    yield from _misspelt("setup_rules", title.setup_rules)
    for kind, each in title.rounds.items():
        yield from _misspelt(f"rounds: {kind}", each)
    yield from _rounds(title)
    yield from _prices(title)
    yield from _revenues(title)
    yield from _letters(title)


def _misspelt(where: str, policy: object) -> Iterator[str]:
    """Names of a title's own class that are nearly, but not quite, names of the shared class under it."""
    family = type(policy).__mro__
    shared = {name for each in family if _is_shared(each) for name in _public(each)}
    for each in family:
        for name in () if _is_shared(each) else _public(each):
            near = [] if name in shared else difflib.get_close_matches(name, shared, 1, ALIKE)
            if near:
                yield (
                    f"{where}: {each.__name__}: nothing reads {name!r}; the nearest name is {near[0]!r}. "
                    "Begin a name of your own with an underscore."
                )


def _is_shared(kind: type) -> bool:
    top, _, rest = kind.__module__.partition(".")
    return kind is object or (top == "engine" and not rest.startswith("titles."))


def _public(kind: type) -> list[str]:
    return [name for name in {**vars(kind), **vars(kind).get("__annotations__", {})} if name[0] != "_"]


def _rounds(title: Title) -> Iterator[str]:
    """The first round is there, and trains run and pay."""
    first, there = title.setup_rules.first, list(title.rounds)
    if first not in there:
        near = nearest(first, there)
        yield f"setup_rules: first: no round is of the kind {first!r}; the nearest is {near!r}."
    for move, step in ((RunTrains, RunStep), (Dividend, DividendStep)):
        if title.data.trains and move.kind not in {each.kind for each in title.step_moves}:
            yield f"rounds: no step has the move {move.__name__}(), which belongs to {step.__name__}()."


def _prices(title: Title) -> Iterator[str]:
    """What is sold in an initial auction has a price."""
    for item in getattr(title.data.record, "auction_items", ()):
        if not title.data.companies[item].price:
            yield f"companies.toml: {item}: price is missing; it is one of the auction_items."


def _revenues(title: Title) -> Iterator[str]:
    """Where stops have a value for each of several steps, each phase belongs to one of them."""
    keys = {key for step in title.rules.board.hexmap.revenue_steps for key in step}
    for phase in title.data.phases.values() if keys else ():
        if not keys.intersection((phase.key, *phase.tiles[-1:])):
            yield f"map.toml: revenue_steps: no step has phase {phase.key!r} or its last tile colour."


def _letters(title: Title) -> Iterator[str]:
    """A letter on a hex that takes tiles is on a tile, too."""
    board, data = title.rules.board, title.data
    named = (tile for tile in (*data.tiles, *data.tile_states) if tile in board.tiles)
    there = {letter for tile in named for letter in board.tiles[tile].labels}
    for coord, spot in board.hexmap.hexes.items():
        for letter in () if spot.fixed else spot.labels:
            if letter not in there:
                near = nearest(letter, there)
                yield f"map.toml: {coord}: label: no tile has {letter!r}; the nearest is {near!r}."
