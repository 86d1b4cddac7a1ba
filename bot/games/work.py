"""What a write works with: a game as it is held, what is to be stored of it, and the function that judges."""

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
    """A game in memory, as it was committed; ``game`` is None in the lobby. Only a judge changes its own.

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
        """Seats are called by who holds them now, not at the beginning; no law makes a table stand still."""
        if self.game is not None:
            self.game.lenient = True
            self.game.view.names = {s.seat: s.shown for s in self.info.seats}


@dataclass(frozen=True, slots=True)
class Standing:
    """A game as it is stored at one moment: what is known of it, its cards, and the call in force."""

    info: GameInfo
    game: Game | None
    cards: Mapping[str, CardInfo]
    call: Call | None


@dataclass(slots=True)
class Work:
    """What a write stores besides the new revision: log rows, messages, fields of the game, statements.

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
        """Store a record of the engine."""
        self.entries.append(Entry(made.seq, made.by, made.to_json(), user, via))


Judge = Callable[[Live, Work], Outcome]
Look = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks of a game, by which interaction; ``look`` reads what else the judge goes by."""

    game: int
    user: int
    interaction: Id
    judge: Judge
    look: Look | None = None


class Finder(Protocol):
    """Answers what `Unanswered` asks, away from the event loop."""

    async def __call__(self, title: str, state: Any, company: str) -> list[Json]:
        """The answer about a company in a position (JSON)."""


class MovedOn(Exception):
    """Another process wrote this game, or the database was away: nothing was done, so it is tried anew."""


class NotStored(MovedOn):
    """The database did not take it, and it is known that nothing was done."""
