"""Runs the actions of a stored game through today's rules and says where they differ.

The load path never does this (the past is folded, not judged again); it is for imports, which
anybody can forge, and for the question "would this rule change touch running games?".
"""

from __future__ import annotations

import json
from dataclasses import replace

from engine.core.actions import Json
from engine.core.errors import BrokenInvariant, Refused
from engine.core.events import CompanyChanged, Event, Floated, Said
from engine.core.log import Record, Setup
from engine.game import Game, new_game
from engine.rules.setup import OPTIONS

AUTHOR, NOTE = 40, 300
"""Characters of who makes a record, and of what is noted with it."""


def rejudge(game: Game) -> list[str]:
    """The differences between the game's records and what today's rules make of them; stops at the first.

    Sentences are no rules: they may differ. A game with corrections by hand can be followed as far as they
    apply; they are taken as stated.
    """
    difference = replay_and_compare(game)[1]
    return [] if difference is None else [difference]


def replay_and_compare(game: Game) -> tuple[Game, str | None]:
    """The game as today's rules play its records, with their texts; the first difference (see `rejudge`)."""
    again = Game(game.title, game.setup)
    for record in game.log:
        difference = _follow(again, record)
        if difference:
            return again, difference
    same = again.digest() == game.digest()
    return again, None if same else "the records lead to another position"


def forgery_reason(game: Game) -> str | None:
    """Return what re-running the records cannot see, as the end of a sentence; None if there is nothing.

    Another first position, for example, or records that are no moves.
    """
    stated = game.setup
    fresh = new_game(game.title, stated.names, seed=stated.seed, options=stated.options).setup
    if type(stated.rules_version) is not int or not 0 < stated.rules_version <= fresh.rules_version:
        return f"its rules version is {stated.rules_version}, the title's is {fresh.rules_version}."
    if _as_known_to(stated, fresh) | {"rules_version": 0} != stated.to_json() | {"rules_version": 0}:
        return "its first position is not the one of the title's set-up."
    for i, record in enumerate(game.log):
        if (record.kind == "opening") != (i == 0):
            return f"record {record.number} is no opening at the beginning of a game."
        if record.kind == "correction":
            return f"record {record.number} is a correction by hand, which cannot be judged."
        if (record.kind == "action") != (record.action is not None):
            return f"record {record.number} is a move without an action, or an action that is no move."
        if len(record.by) > AUTHOR or len(record.note) > NOTE:
            return f"record {record.number} has an author or a note longer than any has."
        if record.action is not None and record.by != record.action.player:
            return f"record {record.number} is by {record.by}, its action by {record.action.player}."
    return None


def _as_known_to(stated: Setup, fresh: Setup) -> dict[str, Json]:
    """A fresh beginning without the options that came after the one stated, which stand at their defaults."""
    raw = fresh.to_json()
    notes = raw["state"]["notes"]
    for options in (raw["options"], notes.get(OPTIONS, {})):
        for later in fresh.options.keys() - stated.options.keys():
            options.pop(later, None)
    if not raw["options"]:
        notes.pop(OPTIONS, None)
    return raw


def _follow(again: Game, record: Record) -> str | None:
    try:
        made = _take(again, record)
    except Refused as refused:
        return f"move {record.number} ({_name(record)}) is refused: {refused.violation.text}"
    except BrokenInvariant as broken:
        return f"move {record.number} ({_name(record)}) breaks the game: {broken}"
    ours, stated = _without_words(made), _without_words(record)
    if wire(ours.to_json()) != wire(stated.to_json()):
        differs = _first_difference(ours, stated)
        return f"move {record.number} ({_name(record)}) has other consequences: {differs}"
    return None


def _without_words(record: Record) -> Record:
    """The record by its effects: what is told is left out, a float is what it changes."""
    done = (_plain(e) for e in record.events if not isinstance(e, Said))
    return replace(record, note="", events=tuple(done))


def _plain(event: Event) -> Event:
    if isinstance(event, Floated):
        return CompanyChanged(event.company, event.name, event.before, event.after)
    return event


def _take(again: Game, record: Record) -> Record:
    if record.kind == "opening":
        again.open()
        return again.log[-1]
    if record.kind == "undo":
        return again.undo(record.by, record.to)
    if record.kind == "redo":
        return again.redo(record.by)
    if record.action is None:
        again.fold(record)
        return record
    return again.submit(record.action, note=record.note)


def _name(record: Record) -> str:
    return record.kind if record.action is None else record.action.kind


def _first_difference(made: Record, record: Record) -> str:
    pairs = zip(record.events, made.events, strict=False)
    for i, (old, new) in enumerate(pairs):
        if wire(old.to_json()) != wire(new.to_json()):
            return f"event {i + 1} states {old.to_json()}, the rules make {new.to_json()}"
    if len(record.events) == len(made.events):
        return f"it states {_bare(record)}, the rules make {_bare(made)}"
    return f"{len(record.events)} events stated, {len(made.events)} made"


def wire(raw: Json) -> str:
    """JSON in one form, in which True is not 1 as it is in Python."""
    return json.dumps(raw, sort_keys=True)


def _bare(record: Record) -> str:
    return str(replace(record, events=(), note="").to_json())[:200]
