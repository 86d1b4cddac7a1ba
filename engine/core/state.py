"""The whole position of a game in flat records by id. Written only by events.

Owners and payers are ids in one name space: player seats (``p1``...), companies (their symbol),
and the places ``bank``, ``ipo``, ``pool``, ``depot`` and ``out`` (removed from play).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any

from engine.core.actions import Json

BANK, IPO, POOL, DEPOT, OUT = "bank", "ipo", "pool", "depot", "out"
Cell = tuple[int, int]
Place = tuple[str, int]


@dataclass(slots=True)
class Player:
    """A seat: money in the title's currency."""

    id: str
    name: str
    cash: int = 0
    bankrupt: bool = False


@dataclass(slots=True)
class Company:
    """Any company: private, minor, major, system, national... ``cell`` is its (row, column) on the market."""

    id: str
    kind: str
    cash: int = 0
    par: int | None = None
    cell: Cell | None = None
    floated: bool = False
    operated: bool = False
    closed: bool = False
    last_revenue: int | None = None
    data: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Cert:
    """A certificate: percent of its company; a private or minor has one of 100 percent."""

    id: str
    company: str
    percent: int
    president: bool
    owner: str


@dataclass(slots=True)
class Train:
    """A train card: its kind is a key of the title's train list; ``data`` holds what a title adds to it."""

    id: str
    kind: str
    owner: str
    data: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Token:
    """A station token: its price to place, and its (hex, stop index) once placed."""

    id: str
    company: str
    price: int
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the game is: ``number`` and ``part`` are the 3 and 2 of "OR 3.2".

    ``actor`` is a player in a stock round and a company in an operating round; ``done`` lists the
    actors that had their turn this round; ``passes`` counts passes in a row.
    """

    round: str
    number: int = 0
    part: int = 0
    actor: str = ""
    step: str = ""
    done: tuple[str, ...] = ()
    passes: int = 0

    def same_turn(self, other: Cursor) -> bool:
        """Whether the same actor acts in the same round."""
        mine = (self.round, self.number, self.part, self.actor)
        return mine == (other.round, other.number, other.part, other.actor)


@dataclass(frozen=True, slots=True)
class Pending:
    """A forced decision on the stack: the game waits for ``players`` until its step pops it."""

    kind: str
    players: tuple[str, ...]
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """A two-sided deal that waits for ``to`` to accept; it does not block the game."""

    id: str
    kind: str
    by: str
    to: str
    price: int
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """Everything that play can change. ``seats`` is the clockwise order, ``priority`` the card's holder.

    ``board_version`` only grows, also when an event is reverted: caches of the board compare it.
    It is no part of the position and not in the JSON form.
    """

    players: dict[str, Player]
    companies: dict[str, Company]
    certs: dict[str, Cert]
    trains: dict[str, Train]
    tokens: dict[str, Token]
    supply: dict[str, int]
    cursor: Cursor
    bank: int = 0
    phase: str = ""
    seats: tuple[str, ...] = ()
    priority: str = ""
    tiles: dict[str, tuple[str, int]] = field(default_factory=dict)
    market: dict[Cell, list[str]] = field(default_factory=dict)
    markers: dict[str, Place] = field(default_factory=dict)
    notes: dict[str, Json] = field(default_factory=dict)
    pending: list[Pending] = field(default_factory=list)
    offers: dict[str, Offer] = field(default_factory=dict)
    ended: str = ""
    board_version: int = 0

    def cash(self, holder: str) -> int:
        """Money of the bank, a player or a company; the bank's may be below zero once it is broken."""
        if holder == BANK:
            return self.bank
        return self.purse(holder).cash

    def purse(self, holder: str) -> Player | Company:
        """The record of a player or company; KeyError for any other id."""
        return self.players.get(holder) or self.companies[holder]


def to_json(state: State) -> dict[str, Json]:
    """The position as JSON; `from_json` reads it back to an equal state."""
    raw: dict[str, Json] = {
        f.name: getattr(state, f.name) for f in fields(State) if f.name != "board_version"
    }
    for name in ("players", "companies", "certs", "trains", "tokens", "offers"):
        raw[name] = [record_to_json(record) for _, record in _ordered(name, raw[name])]
    raw["cursor"] = record_to_json(state.cursor)
    raw["pending"] = [record_to_json(p) for p in state.pending]
    raw["tiles"] = {h: list(t) for h, t in state.tiles.items()}
    raw["market"] = [[list(cell), list(stack)] for cell, stack in sorted(state.market.items()) if stack]
    raw["markers"] = {m: list(p) for m, p in state.markers.items()}
    raw["notes"] = copy.deepcopy(state.notes)
    raw["seats"] = list(state.seats)
    raw["supply"] = dict(state.supply)
    return raw


def _ordered(name: str, records: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(records.items()) if name == "offers" else list(records.items())


def from_json(raw: Mapping[str, Json]) -> State:
    """Read what `to_json` wrote; raises KeyError or TypeError on anything else."""
    data = dict(raw)
    for name, cls in (
        ("players", Player), ("companies", Company), ("certs", Cert),
        ("trains", Train), ("tokens", Token), ("offers", Offer),
    ):  # fmt: skip
        records = [_record(cls, r) for r in data[name]]
        data[name] = {r.id: r for r in records}
    data["cursor"] = _record(Cursor, data["cursor"])
    data["pending"] = [_record(Pending, p) for p in data["pending"]]
    data["tiles"] = {h: (t[0], t[1]) for h, t in data["tiles"].items()}
    data["market"] = {(c[0], c[1]): list(stack) for c, stack in data["market"]}
    data["markers"] = {m: (p[0], p[1]) for m, p in data["markers"].items()}
    data["notes"] = copy.deepcopy(data["notes"])
    data["seats"] = tuple(data["seats"])
    data["supply"] = dict(data["supply"])
    return State(**data)


def copied(state: State) -> State:
    """An equal position that shares nothing with the first that play can change."""
    found = {name: getattr(state, name) for name in _names(State)}
    for name in ("players", "companies", "certs", "trains", "tokens"):
        found[name] = {key: _twin(record) for key, record in found[name].items()}
    for name in ("supply", "tiles", "markers", "offers"):
        found[name] = dict(found[name])
    found["market"] = {cell: list(stack) for cell, stack in state.market.items()}
    found["pending"] = list(state.pending)
    found["notes"] = _apart(state.notes)
    return State(**found)


def _twin(record: Any) -> Any:
    """A record as it is; only its ``data`` can hold more that changes."""
    cls = record.__class__
    made = cls(*_values(cls)(record))
    if "data" in _names(cls):
        made.data = _apart(record.data)
    return made


@cache
def _values(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    names = _names(cls)
    return attrgetter(*names) if len(names) > 1 else lambda record: (getattr(record, names[0]),)


def _apart(value: Json) -> Json:
    if isinstance(value, dict):
        return {k: _apart(v) for k, v in value.items()}
    return [_apart(v) for v in value] if isinstance(value, list) else value


def record_from_json(cls: type[Any], raw: Mapping[str, Json]) -> Any:
    """One record (Cursor, Pending, Offer...) from its JSON object."""
    return _record(cls, raw)


def record_to_json(record: Any) -> dict[str, Json]:
    """One record as a JSON object, which shares nothing with it that can change."""
    cls = record.__class__
    return {name: _plain(value) for name, value in zip(_names(cls), _values(cls)(record), strict=True)}


@cache
def _names(cls: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls))


_TUPLES = {"done", "players", "cell", "place"}


def _record(cls: type[Any], raw: Mapping[str, Json]) -> Any:
    return cls(**{k: _own(k, v) for k, v in raw.items()})


def _own(name: str, value: Json) -> Json:
    """A value of a record's own: what play changes must not change the JSON it was read from."""
    return tuple(value) if name in _TUPLES and isinstance(value, list) else _apart(value)


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value
