"""The course of the game: phases, rounds, decisions, deals, the story and the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from engine.core.actions import Json
from engine.core.events_base import Event, put
from engine.core.state import Cursor, Offer, Pending, State, record_from_json


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The game enters a phase."""

    before: str
    after: str

    def apply(self, state: State) -> None:
        state.phase = self.after

    def revert(self, state: State) -> None:
        state.phase = self.before


@lru_cache(1024)
def _same(cursor: Cursor) -> Cursor:
    """One object for equal moments: a log tells each of them twice, and a game is held for long."""
    return cursor


@dataclass(frozen=True, slots=True)
class CursorMoved(Event):
    """The game turns to another round, actor or step."""

    before: Cursor
    after: Cursor

    def apply(self, state: State) -> None:
        state.cursor = self.after

    def revert(self, state: State) -> None:
        state.cursor = self.before

    @classmethod
    def read(cls, values: list[Json]) -> Event:
        return cls(*(_same(record_from_json(Cursor, v)) for v in values))


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Bookkeeping of a step, by key; None stands for absent."""

    key: str
    before: Json
    after: Json

    def apply(self, state: State) -> None:
        put(state.notes, self.key, self.after)

    def revert(self, state: State) -> None:
        put(state.notes, self.key, self.before)


@dataclass(frozen=True, slots=True)
class PendingPushed(Event):
    """A forced decision comes to the top of the stack."""

    pending: Pending

    def apply(self, state: State) -> None:
        state.pending.append(self.pending)

    def revert(self, state: State) -> None:
        state.pending.pop()

    @classmethod
    def read(cls, values: list[Json]) -> Event:
        return cls(record_from_json(Pending, values[0]))


@dataclass(frozen=True, slots=True)
class PendingPopped(Event):
    """The decision on the top of the stack is settled."""

    pending: Pending

    def apply(self, state: State) -> None:
        state.pending.pop()

    def revert(self, state: State) -> None:
        state.pending.append(self.pending)

    @classmethod
    def read(cls, values: list[Json]) -> Event:
        return cls(record_from_json(Pending, values[0]))


@dataclass(frozen=True, slots=True)
class OfferMade(Event):
    """A two-sided deal is proposed."""

    offer: Offer

    def apply(self, state: State) -> None:
        state.offers[self.offer.id] = self.offer

    def revert(self, state: State) -> None:
        del state.offers[self.offer.id]

    @classmethod
    def read(cls, values: list[Json]) -> Event:
        return cls(record_from_json(Offer, values[0]))


@dataclass(frozen=True, slots=True)
class OfferClosed(Event):
    """A deal is accepted, declined, withdrawn or lapsed (``how``)."""

    offer: Offer
    how: str

    def apply(self, state: State) -> None:
        del state.offers[self.offer.id]

    def revert(self, state: State) -> None:
        state.offers[self.offer.id] = self.offer

    @classmethod
    def read(cls, values: list[Json]) -> Event:
        return cls(record_from_json(Offer, values[0]), values[1])


@dataclass(frozen=True, slots=True)
class SeatsDrawn(Event):
    """Chance fixed the clockwise order of the seats."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    _cells: ClassVar[tuple[int, ...]] = (0, 1)

    def apply(self, state: State) -> None:
        state.seats = self.after

    def revert(self, state: State) -> None:
        state.seats = self.before


@dataclass(frozen=True, slots=True)
class PriorityMoved(Event):
    """The card that opens the next stock round changes hands."""

    before: str
    after: str

    def apply(self, state: State) -> None:
        state.priority = self.after

    def revert(self, state: State) -> None:
        state.priority = self.before


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over for ``reason`` (a code such as ``bankruptcy`` or ``bank_broken``)."""

    reason: str

    def apply(self, state: State) -> None:
        state.ended = self.reason

    def revert(self, state: State) -> None:
        state.ended = ""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A line of the story without an effect: a key of engine.core.story and its parameters."""

    key: str
    params: Mapping[str, Json]

    def apply(self, state: State) -> None:
        return

    def revert(self, state: State) -> None:
        return
