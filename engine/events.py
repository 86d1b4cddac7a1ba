"""The primitive facts of a game: each applies to the State, reverts exactly, and has a wire form.

An event is what happened, never what was asked: loading a game applies its events and runs no
rules. The wire form is ``[name, field, field, ...]`` in the order of the class's fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from engine.actions import Json
from engine.errors import BadLog
from engine.state import (
    BANK,
    Cell,
    Cursor,
    Offer,
    Pending,
    Place,
    State,
    Train,
    record_from_json,
    record_to_json,
)

KINDS: dict[str, type[Event]] = {}


class Event(ABC):
    """A reversible fact. Subclasses are frozen dataclasses of JSON values and small records."""

    __slots__ = ()
    _cells: ClassVar[tuple[int, ...]] = ()
    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        KINDS[cls.__name__] = cls

    @abstractmethod
    def apply(self, state: State) -> None:
        """Write the fact into the state."""

    @abstractmethod
    def revert(self, state: State) -> None:
        """Take the fact back: the state is as it was before apply."""

    def to_json(self) -> list[Json]:
        """The wire form."""
        return [type(self).__name__, *(_wire(getattr(self, name)) for name in _field_names(type(self)))]

    @classmethod
    def read(cls, values: list[Json]) -> Event:
        """Build the event from the values of its wire form."""
        for i in cls._cells:
            if isinstance(values[i], list):
                values[i] = tuple(values[i])
        return cls(*values)


def from_json(raw: Json) -> Event:
    """Read the wire form; raises BadLog for an unknown name or wrong fields."""
    try:
        return KINDS[raw[0]].read(list(raw[1:]))
    except (KeyError, TypeError, IndexError) as error:
        raise BadLog(f"not an event: {raw!r:.80}") from error


def _field_names(cls: type[Event]) -> tuple[str, ...]:
    if not cls._names:
        cls._names = tuple(f.name for f in fields(cls))  # type: ignore[arg-type]
    return cls._names


def _wire(value: Any) -> Json:
    if isinstance(value, tuple):
        return [_wire(v) for v in value]
    if isinstance(value, (Cursor, Pending, Offer)):
        return record_to_json(value)
    return value


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Money from one purse to another; ``why`` is a word of the story (see engine.story)."""

    payer: str
    payee: str
    amount: int
    why: str

    def apply(self, state: State) -> None:
        _add(state, self.payer, -self.amount)
        _add(state, self.payee, self.amount)

    def revert(self, state: State) -> None:
        _add(state, self.payee, -self.amount)
        _add(state, self.payer, self.amount)


def _add(state: State, holder: str, amount: int) -> None:
    if holder == BANK:
        state.bank += amount
    else:
        state.purse(holder).cash += amount


@dataclass(frozen=True, slots=True)
class CertMoved(Event):
    """A certificate changes its owner."""

    cert: str
    before: str
    after: str

    def apply(self, state: State) -> None:
        state.certs[self.cert].owner = self.after

    def revert(self, state: State) -> None:
        state.certs[self.cert].owner = self.before


@dataclass(frozen=True, slots=True)
class TrainMoved(Event):
    """A train changes its owner (depot, pool, a company, or out when it rusts)."""

    train: str
    before: str
    after: str

    def apply(self, state: State) -> None:
        state.trains[self.train].owner = self.after

    def revert(self, state: State) -> None:
        state.trains[self.train].owner = self.before


@dataclass(frozen=True, slots=True)
class TrainMade(Event):
    """A new card of a kind with unlimited supply enters the depot."""

    train: str
    kind: str
    owner: str

    def apply(self, state: State) -> None:
        state.trains[self.train] = Train(self.train, self.kind, self.owner)

    def revert(self, state: State) -> None:
        del state.trains[self.train]


@dataclass(frozen=True, slots=True)
class CompanyChanged(Event):
    """One plain field of a company (par, floated, operated, closed, last_revenue)."""

    company: str
    name: str
    before: Json
    after: Json

    def apply(self, state: State) -> None:
        setattr(state.companies[self.company], self.name, self.after)

    def revert(self, state: State) -> None:
        setattr(state.companies[self.company], self.name, self.before)


@dataclass(frozen=True, slots=True)
class CompanyNoted(Event):
    """One entry of a company's own data; None stands for absent."""

    company: str
    key: str
    before: Json
    after: Json

    def apply(self, state: State) -> None:
        _put(state.companies[self.company].data, self.key, self.after)

    def revert(self, state: State) -> None:
        _put(state.companies[self.company].data, self.key, self.before)


@dataclass(frozen=True, slots=True)
class PlayerBankrupt(Event):
    """A player is declared bankrupt."""

    player: str

    def apply(self, state: State) -> None:
        state.players[self.player].bankrupt = True

    def revert(self, state: State) -> None:
        state.players[self.player].bankrupt = False


@dataclass(frozen=True, slots=True)
class PriceMoved(Event):
    """A market token moves to the bottom of the stack in ``after``; ``rank`` was its place in ``before``."""

    company: str
    before: Cell | None
    after: Cell | None
    rank: int
    _cells: ClassVar[tuple[int, ...]] = (1, 2)

    def apply(self, state: State) -> None:
        if self.before is not None:
            state.market[self.before].remove(self.company)
        if self.after is not None:
            state.market.setdefault(self.after, []).append(self.company)
        state.companies[self.company].cell = self.after

    def revert(self, state: State) -> None:
        if self.after is not None:
            state.market[self.after].remove(self.company)
        if self.before is not None:
            state.market[self.before].insert(self.rank, self.company)
        state.companies[self.company].cell = self.before


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    """A tile comes to a hex from the supply; the one it replaces goes back. Stocks are by base tile."""

    hex: str
    tile: str
    rotation: int
    stock: str
    old_tile: str | None
    old_rotation: int
    old_stock: str | None

    def apply(self, state: State) -> None:
        state.tiles[self.hex] = (self.tile, self.rotation)
        state.supply[self.stock] -= 1
        if self.old_stock is not None:
            state.supply[self.old_stock] += 1
        state.board_version += 1

    def revert(self, state: State) -> None:
        if self.old_stock is not None:
            state.supply[self.old_stock] -= 1
        state.supply[self.stock] += 1
        if self.old_tile is None:
            del state.tiles[self.hex]
        else:
            state.tiles[self.hex] = (self.old_tile, self.old_rotation)
        state.board_version += 1


@dataclass(frozen=True, slots=True)
class TokenMoved(Event):
    """A station token is placed, moved with an upgrade, or comes back (``after`` None)."""

    token: str
    before: Place | None
    after: Place | None
    _cells: ClassVar[tuple[int, ...]] = (1, 2)

    def apply(self, state: State) -> None:
        state.tokens[self.token].place = self.after
        state.board_version += 1

    def revert(self, state: State) -> None:
        state.tokens[self.token].place = self.before
        state.board_version += 1


@dataclass(frozen=True, slots=True)
class MarkerMoved(Event):
    """A marker that is no station (a bonus token, say) comes to a hex and stop, or leaves."""

    marker: str
    before: Place | None
    after: Place | None
    _cells: ClassVar[tuple[int, ...]] = (1, 2)

    def apply(self, state: State) -> None:
        _put(state.markers, self.marker, self.after)
        state.board_version += 1

    def revert(self, state: State) -> None:
        _put(state.markers, self.marker, self.before)
        state.board_version += 1


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The game enters a phase."""

    before: str
    after: str

    def apply(self, state: State) -> None:
        state.phase = self.after

    def revert(self, state: State) -> None:
        state.phase = self.before


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
        return cls(*(record_from_json(Cursor, v) for v in values))


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Bookkeeping of a step, by key; None stands for absent."""

    key: str
    before: Json
    after: Json

    def apply(self, state: State) -> None:
        _put(state.notes, self.key, self.after)

    def revert(self, state: State) -> None:
        _put(state.notes, self.key, self.before)


def _put(cells: dict[str, Any], key: str, value: Any) -> None:
    if value is None:
        cells.pop(key, None)
    else:
        cells[key] = value


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
    """The card that opens the next share round changes hands."""

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
    """A line of the story without an effect: a key of engine.story and its parameters."""

    key: str
    params: Mapping[str, Json]

    def apply(self, state: State) -> None:
        return

    def revert(self, state: State) -> None:
        return
