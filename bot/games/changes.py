"""The types of a write: the game in memory, what is to be stored, and the function that changes the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.outcome import InteractionId, Outcome
from bot.store.game_rows import CardInfo, GameInfo
from bot.store.messages.outbox import OutboxMessage
from bot.store.messages.pings import TurnPing
from bot.store.records import NewRecord
from engine import Game, Json, Record

Statement = Callable[[AsyncConnection], Awaitable[Any]]


@dataclass(slots=True)
class LoadedGame:
    """A game in memory as it was committed; ``game`` is None in the lobby.

    ``feature_data`` is what features store for the game, by feature name. ``newest_digest`` is the digest of
    the newest record in its log, None if not known. Only the function of a write may change it, and only its
    own copy.
    """

    info: GameInfo
    game: Game | None = None
    feature_data: MutableMapping[str, Any] = field(default_factory=dict)
    newest_digest: bytes | None = None

    @property
    def revision(self) -> int:
        """Return the revision of a game in memory: the number of records in its log, 0 in the lobby."""
        return 0 if self.game is None else self.game.revision

    def apply_seat_names_and_lenience(self) -> None:
        """Give the seats of a game in memory their present names, and make the game lenient.

        A rule check that fails does not stop a lenient game. In the lobby, where there is no game yet,
        nothing is done.
        """
        if self.game is not None:
            self.game.lenient = True
            self.game.view.names = {seat.id: seat.display_name for seat in self.info.seats}


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game with its info, its cards by kind and its ping to the seats to act, all of one revision.

    ``game`` is None in the lobby. ``turn_ping`` is None if the game waits for nobody, and stays after it was
    sent.
    """

    info: GameInfo
    game: Game | None
    cards: Mapping[str, CardInfo]
    turn_ping: TurnPing | None


@dataclass(slots=True)
class Changes:
    """What a write stores besides the new revision.

    ``game_columns`` are values for the row of the game by column name (`tables.game`). Statements in
    ``game_info_statements`` change what is in `GameInfo`, those in ``other_statements`` do not.
    ``feature_data`` has what features store for the game (`FeatureData`), by feature name, if it has changed.
    ``conflict`` is the outcome if a value that must be unique is taken.
    """

    new_records: list[NewRecord] = field(default_factory=list)
    messages: list[OutboxMessage] = field(default_factory=list)
    game_columns: dict[str, Any] = field(default_factory=dict)
    game_info_statements: list[Statement] = field(default_factory=list)
    other_statements: list[Statement] = field(default_factory=list)
    feature_data: MutableMapping[str, Any] = field(default_factory=dict)
    conflict: Outcome | None = None

    def add_record(self, record: Record, user_id: int | None, origin: str) -> None:
        """Add a new record of the log to what this write of a game stores.

        ``user_id`` is the Discord user who caused it (None: nobody), ``origin`` how it was entered, such as
        "button".
        """
        self.new_records.append(NewRecord(record.number, record.by, record.to_json(), user_id, origin))


ApplyRequest = Callable[[LoadedGame, Changes], Outcome]
Prepare = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A user's request on a game, and the interaction with which it was sent.

    ``apply`` applies it; ``prepare`` reads again what else ``apply`` depends on.
    """

    game_id: int
    user_id: int
    interaction_id: InteractionId
    apply: ApplyRequest
    prepare: Prepare | None = None


class RouteFinder(Protocol):
    """Performs the search for routes that a `SearchNeeded` asks for, away from the event loop."""

    async def __call__(self, title: str, state: Any, company: str) -> list[Json]:
        """Return a company's best routes as JSON (`Route.to_json`), [] if it runs none.

        ``title`` is the title's key, ``state`` the position of the game as JSON.
        """


class GameMovedOn(Exception):
    """The game was written by another process, or the database was unreachable; nothing was stored.

    The request must be applied again.
    """


class WriteNotStored(GameMovedOn):
    """The database failed, and it is known that nothing was stored."""
