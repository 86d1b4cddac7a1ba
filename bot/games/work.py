"""The data of a write: the game in memory, the changes to store, and the function that makes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.outcome import Id, Outcome
from bot.store.calls import Call
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.outbox import Note
from bot.store.records import Entry
from engine import Game, Json, Record

Statement = Callable[[AsyncConnection], Awaitable[Any]]


@dataclass(slots=True)
class Live:
    """A game in memory at a committed revision; ``game`` is None in the lobby.

    ``head`` is the digest of its newest record, None where that is not known.
    """

    info: GameInfo
    game: Game | None = None
    kept: MutableMapping[str, Any] = field(default_factory=dict)
    head: bytes | None = None

    @property
    def rev(self) -> int:
        """The number of records that the game has here."""
        return 0 if self.game is None else self.game.rev

    def make_ready(self) -> None:
        """Use the current names of the seats, and let the game continue if a law fails."""
        if self.game is not None:
            self.game.lenient = True
            self.game.view.names = {s.seat: s.shown for s in self.info.seats}


@dataclass(frozen=True, slots=True)
class Standing:
    """A game at one revision, with its data, its cards and its current call."""

    info: GameInfo
    game: Game | None
    cards: Mapping[str, CardInfo]
    call: Call | None


@dataclass(slots=True)
class Work:
    """The changes of a write: log rows, messages, fields of the game and statements.

    Statements ``aside`` change nothing that is told in the `GameInfo`.

    ``kept`` is what changes of what features keep beside the log (`bot.games.kept`). ``clash`` is the answer
    when the database says that a unique value is taken.
    """

    entries: list[Entry] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)
    aside: list[Statement] = field(default_factory=list)
    kept: MutableMapping[str, Any] = field(default_factory=dict)
    clash: Outcome | None = None

    def record(self, made: Record, user: int | None, via: str) -> None:
        """Add a record of the engine to the log rows."""
        self.entries.append(Entry(made.seq, made.by, made.to_json(), user, via))


Judge = Callable[[Live, Work], Outcome]
Look = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a user; ``look`` reads further data that ``judge`` needs."""

    game: int
    user: int
    interaction: Id
    judge: Judge
    look: Look | None = None


class Finder(Protocol):
    """Searches the run that `Unanswered` asks for, outside the event loop."""

    async def __call__(self, title: str, state: Any, company: str) -> list[Json]:
        """Return the run of a company in a position (JSON)."""


class MovedOn(Exception):
    """Another process has written this game, or the database was unreachable; the request is repeated."""


class NotStored(MovedOn):
    """The database has certainly stored nothing."""
