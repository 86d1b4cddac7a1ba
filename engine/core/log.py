"""The append-only log of a game: records, their wire form, and how undo and redo fold.

A record is what was asked and what happened. `Undo` and `redo` are records too: they name the
record that is the newest active one (not undone). Nothing is ever removed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.core.actions import Action, Json
from engine.core.errors import BadLog
from engine.core.events import Event
from engine.core.events import from_json as event_from_json
from engine.message import say

WIRE_VERSION = 1
RecordKind = Literal["opening", "action", "correction", "undo", "redo"]
PART = 20
"""Characters of the name of a part that a sentence names."""

_KINDS = ("opening", "action", "correction", "undo", "redo")


def _whole(value: Json) -> int:
    """A whole number as it is: neither its text nor a truth value."""
    if type(value) is not int:
        raise TypeError(f"{value!r} is no whole number")
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _number(raw: Json) -> str:
    """Which record it is, as far as it says so."""
    record_number = raw.get("seq") if isinstance(raw, Mapping) else None
    return str(record_number) if type(record_number) is int else say("without a number")


def _fault(error: Exception) -> str:
    """What is wrong with a record in a few words, none of which come from what it holds."""
    if isinstance(error, KeyError):
        part = str(error.args[0])
        return (
            say("it lacks {part}", part=part)
            if part.isidentifier() and len(part) <= PART
            else say("it lacks a part")
        )
    return say("one of its values is of the wrong kind")


def _events(raw: Mapping[str, Json]) -> tuple[Event, ...]:
    """The events of a record; what they hold is in no sentence."""
    found: list[Event] = []
    for n, event in enumerate(raw.get("events", ()), 1):
        try:
            found.append(event_from_json(event))
        except BadLog:
            raise BadLog(f"record {_number(raw)} cannot be read: its event {n} is no event.") from None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Record:
    """One entry: ``number`` counts from 1; ``by`` is the seat or name that caused it."""

    number: int
    kind: RecordKind
    by: str
    action: Action | None = None
    events: tuple[Event, ...] = ()
    to: int = 0
    note: str = ""

    def to_json(self) -> dict[str, Json]:
        """The wire form, version `WIRE_VERSION`."""
        raw: dict[str, Json] = {"v": WIRE_VERSION, "seq": self.number, "kind": self.kind, "by": self.by}
        if self.action is not None:
            raw["action"] = self.action.to_json()
        if self.events:
            raw["events"] = [event.to_json() for event in self.events]
        if self.kind in ("undo", "redo"):
            raw["to"] = self.to
        if self.note:
            raw["note"] = self.note
        return raw

    @classmethod
    def from_json(cls, raw: Mapping[str, Json]) -> Record:
        """Read the wire form; raises BadLog on anything else."""
        try:
            if raw["v"] != WIRE_VERSION or raw["kind"] not in _KINDS:
                raise BadLog(f"record of unknown version or kind: {raw.get('v')}, {raw.get('kind')}")
            action = Action.from_json(raw["action"]) if "action" in raw else None
            events = _events(raw)
            return cls(
                _whole(raw["seq"]),
                raw["kind"],
                _text(raw["by"]),
                action,
                events,
                _whole(raw.get("to", 0)),
                _text(raw.get("note", "")),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BadLog(f"record {_number(raw)} cannot be read: {_fault(error)}.") from error


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game began: the title, its rules version, the table's options and the first position."""

    title: str
    rules_version: int
    names: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    state: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        """The wire form."""
        return {
            "v": WIRE_VERSION,
            "title": self.title,
            "rules_version": self.rules_version,
            "names": list(self.names),
            "options": dict(self.options),
            "seed": self.seed,
            "state": dict(self.state),
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Json]) -> Setup:
        """Read the wire form; raises BadLog on anything else."""
        try:
            if raw["v"] != WIRE_VERSION:
                raise BadLog(f"game of unknown version {raw['v']}")
            return cls(
                title=raw["title"],
                rules_version=_whole(raw["rules_version"]),
                names=tuple(raw["names"]),
                options=dict(raw["options"]),
                seed=_whole(raw["seed"]),
                state=dict(raw["state"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BadLog("not the beginning of a game") from error


class Timeline:
    """Which records are active (not undone): the result of folding undo and redo."""

    def __init__(self) -> None:
        self.active_records: list[Record] = []
        self.undone: list[Record] = []

    def add(self, record: Record) -> None:
        """A new action or correction; what was undone can no longer be redone."""
        self.active_records.append(record)
        self.undone.clear()

    def back(self) -> Record:
        """Take the newest record out of force."""
        record = self.active_records.pop()
        self.undone.append(record)
        return record

    def forth(self) -> Record:
        """Make the last undone record active again."""
        record = self.undone.pop()
        self.active_records.append(record)
        return record
