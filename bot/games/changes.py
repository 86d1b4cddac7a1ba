"""What a write works with: the game in memory, what is to be stored, and the function that changes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.outcome import InteractionId, Outcome
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.messages.calls import Call
from bot.store.messages.outbox import OutboxMessage
from bot.store.records import LogEntry
from engine import Game, Json, Record

Statement = Callable[[AsyncConnection], Awaitable[Any]]


@dataclass(slots=True)
class LoadedGame:
    """A game in memory as it was committed; ``game`` is None in the lobby.

    Only the function of a write may change its copy.

    ``newest_digest`` is the digest of the newest record; None when not known.
    """

    info: GameInfo
    game: Game | None = None
    feature_states: MutableMapping[str, Any] = field(default_factory=dict)
    newest_digest: bytes | None = None

    @property
    def rev(self) -> int:
        """Return the number of records in the game's log; 0 in the lobby."""
        return 0 if self.game is None else self.game.rev

    def prepare_game(self) -> None:
        """Name a live game's seats after their current holders, and let it go on if a check of rules fails.

        In the lobby, where there is no game yet, nothing is done.
        """
        if self.game is not None:
            self.game.lenient = True
            self.game.view.names = {seat.id: seat.shown_name for seat in self.info.seats}


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game as it is stored at one moment: its info, its cards and its open call."""

    info: GameInfo
    game: Game | None
    cards: Mapping[str, CardInfo]
    call: Call | None


@dataclass(slots=True)
class Changes:
    """What a write stores besides the new revision: log rows, messages, fields of the game, statements.

    Statements in ``other_statements`` change nothing of the `GameInfo`. ``feature_states`` has the changed
    values that features store beside the log (`bot.games.feature_states`). ``conflict`` is the outcome when a
    unique value is already taken.
    """

    log_entries: list[LogEntry] = field(default_factory=list)
    messages: list[OutboxMessage] = field(default_factory=list)
    game_columns: dict[str, Any] = field(default_factory=dict)
    info_statements: list[Statement] = field(default_factory=list)
    other_statements: list[Statement] = field(default_factory=list)
    feature_states: MutableMapping[str, Any] = field(default_factory=dict)
    conflict: Outcome | None = None

    def add_record(self, record: Record, user_id: int | None, via: str) -> None:
        """Add a record of the engine to the write, with the user who caused it and the way it came."""
        self.log_entries.append(LogEntry(record.seq, record.by, record.to_json(), user_id, via))


ApplyRequest = Callable[[LoadedGame, Changes], Outcome]
Prepare = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What a user asks of a game, and by which interaction.

    ``prepare`` reads again what else ``apply`` depends on.
    """

    game_id: int
    user_id: int
    interaction_id: InteractionId
    apply: ApplyRequest
    prepare: Prepare | None = None


class RouteFinder(Protocol):
    """Answers the question of an `Unanswered` (a search for routes), away from the event loop."""

    async def __call__(self, title: str, state: Any, company: str) -> list[Json]:
        """Return a company's best routes as JSON; ``state`` is the position (JSON) of a live game."""


class GameMovedOn(Exception):
    """Another process wrote this game, or the database was away.

    Nothing was stored; apply the request again.
    """


class WriteNotStored(GameMovedOn):
    """The database failed, and it is known that nothing was stored."""
