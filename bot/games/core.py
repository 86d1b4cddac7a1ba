"""The one way to write a game: lock it, apply the request, store it in one transaction, wake the outbox.

A writer passes a function (`ApplyRequest`) that applies a request to a copy of the game in memory and puts
what is to be stored into a `Changes`. Once the transaction is committed, the copy replaces the cached game.
So every game that is handed out for reading is of one committed revision and never changes.

Other processes may write the same game (PostgreSQL). When the game has changed since it was read, it is read
and applied again, so a user is told "too late" only when that is true. `Prepare` reads again what else the
function depends on.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.cache import MAX_GAMES, MAX_RECORDS, GameCache
from bot.games.changes import (
    ApplyRequest,
    Changes,
    GameMovedOn,
    GameRequest,
    LoadedGame,
    Prepare,
    WriteNotStored,
)
from bot.games.failed_laws import FailedLaws
from bot.games.feature_states import store_all
from bot.games.outcome import InteractionId, Outcome, damaged_outcome, refused, standard_outcome
from bot.store import Store, game_rows, postgres, records, seals
from bot.store.chain import Damaged
from bot.store.game_rows import GameInfo
from bot.store.messages import outbox, restore_points
from bot.words import translated
from bot.work.importer import FileReader, read_in_thread
from bot.work.metrics import METRICS
from bot.work.registry import Registry
from engine import EngineError, Game, Refused, copy_game, load_game
from engine.api.runs import Unanswered

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 20
"""Attempts at a request while other processes write the same game."""

MAX_FAILURES = 3
"""Failures of the database after which a request is given up."""

UNCONFIRMED_KINDS = ("not_saved", "unsure")
"""Outcomes after a failure of the database, which is not asked for a first answer then."""


class WriteWatcher(Protocol):
    """What a feature does in the transaction of each write of a game, such as updating who is waited for."""

    async def __call__(
        self, games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
    ) -> None:
        """Store what follows from the write of a game; may add messages to ``changes.messages``."""


WRITE_WATCHERS = Registry[WriteWatcher]("in the transaction of each write")


def unix_seconds() -> int:
    """Return the present time in seconds since 1970, as the clock of live games."""
    return game_rows.now_ms() // 1000


class Games(GameCache):
    """Games in memory with their locks, and `write`.

    The features' functions take it as their first argument.
    """

    def __init__(self, store: Store, *, max_games: int = MAX_GAMES, max_records: int = MAX_RECORDS) -> None:
        """Begin with no live games in memory, of at most ``max_games`` with ``max_records`` records in all.

        The callbacks do nothing until the bot sets them at its start.
        """
        super().__init__(store, max_games=max_games, max_records=max_records)
        self.now: Callable[[], int] = unix_seconds
        self.check_export: FileReader = read_in_thread
        self.restore_points: Mapping[int, Sequence[restore_points.RestorePoint]] | None = None
        self.wake_sender: Callable[[], None] = lambda: None
        self.notify_others: Callable[[str], None] = lambda _change: None
        self.failed_laws = FailedLaws()
        self.is_draining = False

    # --- writing -------------------------------------------------------------------------------

    async def write(
        self,
        game_id: int,
        user_id: int,
        interaction_id: InteractionId,
        apply: ApplyRequest,
        prepare: Prepare | None = None,
    ) -> Outcome:
        """Carry out a user's request on a live game, store it, and return its outcome.

        It waits for the lock of the game; while the bot drains, users (not 0, the bot itself) are refused.
        ``apply`` makes it on a copy in memory; ``prepare`` (None: nothing) is awaited before each attempt. A
        repeated ``interaction_id`` gets its first answer. Database errors, damaged logs, an unknown game and
        bugs become outcomes, too.
        """
        if self.is_draining and user_id:
            return standard_outcome("draining", game_id)
        with METRICS.timed("saved"):
            async with self.lock(game_id):
                outcome = await self._write_with_retries(
                    GameRequest(game_id, user_id, interaction_id, apply, prepare)
                )
        if not outcome.ok:
            METRICS.refused.labels(outcome.kind).inc()
        return outcome

    async def _write_with_retries(self, request: GameRequest) -> Outcome:
        """Attempt the write of a request on a live game until it has an outcome, and return that.

        It is given up as "stale" after `MAX_ATTEMPTS`, and as "not_saved" after `MAX_FAILURES` of the
        database. A refused interaction that was carried out before gets its first answer.
        """
        failures = 0
        for _ in range(MAX_ATTEMPTS):
            try:
                outcome = await self._attempt_write(request)
                if outcome.ok or outcome.kind in UNCONFIRMED_KINDS:
                    return outcome
                # A repeated interaction is refused, as the game has moved on: return its first answer.
                return await self.stored_outcome(request.interaction_id) or outcome
            except GameMovedOn as error:
                self.drop_from_memory(request.game_id)
                failures += isinstance(error, WriteNotStored)
                if failures == MAX_FAILURES:
                    return self.log_failure("not_saved", request.game_id)
            except (SQLAlchemyError, OSError):
                return self.log_failure("not_saved", request.game_id)
        return standard_outcome("stale", request.game_id)

    async def _attempt_write(self, request: GameRequest) -> Outcome:
        """Apply a request to a copy of the live game, store the result and return the outcome.

        If it was stored, the sender of messages and other processes are told. An unknown or damaged game, a
        bug and a database error become outcomes. Raises GameMovedOn when it should be attempted again.
        """
        try:
            cached = await self._load(request.game_id)
            if cached is not None and request.prepare is not None:
                await request.prepare()
        except (SQLAlchemyError, OSError):
            return self.log_failure("not_saved", request.game_id)
        except Damaged as error:
            return damaged_outcome(error)
        except EngineError:
            return self.log_failure("fault", request.game_id)
        if cached is None:
            return standard_outcome("unknown", request.game_id)
        loaded = LoadedGame(
            cached.info,
            cached.game and copy_game(cached.game),
            dict(cached.feature_states),
            cached.newest_digest,
        )
        try:
            changes, outcome = await self._apply_request(loaded, request.apply)
            if outcome.ok:
                outcome = await self._commit(loaded, changes, outcome, request)
        except BaseException:
            self.drop_from_memory(request.game_id)
            self.wake_sender()  # a cancelled request may have been stored
            raise
        if outcome.ok:
            self._announce_write(loaded, outcome)
        return outcome

    def _announce_write(self, loaded: LoadedGame, outcome: Outcome) -> None:
        """Wake the sender of messages and notify other processes, after a write of a live game was stored.

        Checks of the rulebook that failed are logged, unless the outcome is that of a repeated interaction.
        """
        if not outcome.duplicate:
            self.failed_laws.add(loaded.info, loaded.game)
        self.wake_sender()
        self.notify_others(f"game {loaded.info.id}")

    async def _apply_request(self, loaded: LoadedGame, apply: ApplyRequest) -> tuple[Changes, Outcome]:
        """Apply a request to a copy of the live game, ``loaded``; return what to store and the outcome.

        An illegal move and a bug become outcomes; after a bug the game is dropped from memory. If the engine
        asks for a search of routes, a worker performs it and the request is applied again.
        """
        self._delegate_searches(loaded)
        while True:
            changes = Changes()
            try:
                outcome = apply(loaded, changes)
            except Unanswered as question:
                await self._answer_question(loaded, question)
                continue
            except Refused as refused_error:
                text = translated(refused_error.violation.text)
                return changes, refused(refused_error.violation.code, text, loaded.info.id, loaded.info.rev)
            except Exception:
                self.drop_from_memory(loaded.info.id)
                return changes, self.log_failure("fault", loaded.info.id)
            return changes, replace(
                outcome, game_id=loaded.info.id, rev=loaded.rev if outcome.ok else loaded.info.rev
            )

    async def _answer_question(self, loaded: LoadedGame, question: Unanswered) -> None:
        """Have a search answer the question that the engine asked while a request was applied to a game.

        ``loaded`` gets a new copy of the game at its stored revision, which has the answer, so that the
        request can be applied again. Errors of the search are raised as they are.
        """
        assert loaded.game is not None
        assert self.route_finder is not None
        answers = {**(loaded.game.view.answers or {})}
        answers[question.key] = await self.route_finder(loaded.game.title.key, question.state, question.about)
        loaded.game = load_game(loaded.game.setup, loaded.game.log[: loaded.info.rev])
        loaded.game.view.answers = answers
        loaded.prepare_game()

    async def _commit(
        self, loaded: LoadedGame, changes: Changes, outcome: Outcome, request: GameRequest
    ) -> Outcome:
        """Store an applied request on a live game in one transaction and cache the game; return the outcome.

        Other outcomes: of a repeated interaction its first one; if a value that must be unique is taken, such
        as a channel, ``changes.conflict`` or else "stale"; after another database error, what `confirm_write`
        finds out. Raises GameMovedOn when the request should be applied again.
        """
        game_id, was_written = loaded.info.id, False

        async def write_request(conn: AsyncConnection) -> tuple[GameInfo, bytes | None]:
            """Write the rows of the request on a live game, and note that the transaction has got so far."""
            nonlocal was_written
            result = await self._write_rows(conn, loaded, changes, outcome, request)
            was_written = True
            return result

        try:
            info, newest_digest = await self.store.write(write_request, game_id=game_id)
        except IntegrityError:
            self.drop_from_memory(game_id)
            first_outcome = await self.stored_outcome(request.interaction_id)
            return first_outcome or changes.conflict or standard_outcome("stale", game_id, loaded.info.rev)
        except (SQLAlchemyError, OSError) as error:
            self.drop_from_memory(game_id)
            if postgres.is_conflict(error) or (
                postgres.is_unreachable(error) and not was_written and self.store.is_postgres
            ):
                raise GameMovedOn from error
            return await self.confirm_write(game_id, request.interaction_id)
        loaded.info = info
        if game_id in self.games_with_wrong_seal:
            self.check_seals([info])
        loaded.feature_states, loaded.newest_digest = (
            {**loaded.feature_states, **changes.feature_states},
            newest_digest,
        )
        self._keep_in_memory(loaded)
        return outcome

    async def _write_rows(
        self,
        conn: AsyncConnection,
        loaded: LoadedGame,
        changes: Changes,
        outcome: Outcome,
        request: GameRequest,
    ) -> tuple[GameInfo, bytes | None]:
        """Write the rows of an applied request on a live game; return its new info and the digest of its log.

        These are revision, log, stored answer, seal (checksum), outbox messages and what `run_write_watchers`
        adds. The digest is None if unknown. Raises GameMovedOn when the game has changed since it was read.
        """
        game_id, old_rev = loaded.info.id, loaded.info.rev
        if not await game_rows.set_revision(conn, loaded.info, outcome.rev, **changes.game_columns):
            raise GameMovedOn
        newest_digest = await self._write_log(conn, loaded, changes)
        if request.interaction_id is not None:
            revs, interaction_key = (old_rev, outcome.rev), str(request.interaction_id)
            await game_rows.store_answer(
                conn, interaction_key, game_id, request.user_id, revs, outcome.to_json()
            )
        is_info_changed = bool(changes.game_columns or changes.info_statements)
        unchanged = replace(loaded.info, rev=outcome.rev, write_count=loaded.info.write_count + 1)
        info = await game_rows.find_game(conn, game_id) if is_info_changed else unchanged
        assert info is not None
        if is_info_changed:
            info = await seals.update_seal(conn, loaded.info, info)
        await self.run_write_watchers(conn, info, loaded.game, changes)
        await outbox.queue_messages(conn, game_id, changes.messages)
        return info, newest_digest

    async def confirm_write(self, game_id: int | None, interaction_id: InteractionId) -> Outcome:
        """Find out whether an unconfirmed write of a live game was committed, and return its outcome.

        It is "not_saved" on SQLite, and "unsure" if the database does not answer or ``interaction_id`` is
        None. Raises WriteNotStored when it was not committed. ``game_id`` None stands for a game that was to
        be created.
        """
        if not self.store.is_postgres:
            return self.log_failure("not_saved", game_id)
        if interaction_id is None:
            return self.log_failure("unsure", game_id)
        try:
            # This waits until the other transaction has ended.
            stored_json = await self.store.write(
                partial(game_rows.stored_answer, interaction=str(interaction_id)), game_id=game_id
            )
        except (SQLAlchemyError, OSError):
            return self.log_failure("unsure", game_id)
        if stored_json is None:
            raise WriteNotStored
        return replace(Outcome.from_stored_json(stored_json), duplicate=False)

    async def run_write_watchers(
        self, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
    ) -> None:
        """Run what other rooms do with each write (`WRITE_WATCHERS`), in its transaction."""
        for on_write in WRITE_WATCHERS:
            await on_write(self, conn, info, game, changes)

    async def _write_log(self, conn: AsyncConnection, loaded: LoadedGame, changes: Changes) -> bytes | None:
        """Append new records to a live game's log, run a write's other statements, store features' values.

        Return the digest of the newest record, None if unknown.
        """
        game_id, newest_digest = loaded.info.id, loaded.newest_digest
        if changes.log_entries:
            newest_digest = await records.append_entries(conn, game_id, changes.log_entries, newest_digest)
        for statement in (*changes.info_statements, *changes.other_statements):
            await statement(conn)
        await store_all(conn, game_id, changes.feature_states)
        return newest_digest

    async def stored_outcome(self, interaction_id: InteractionId) -> Outcome | None:
        """Return the outcome that an interaction got when its request on a live game was written first.

        None if it was not carried out, and for the id None.
        """
        if interaction_id is None:
            return None
        stored_json = await self.store.read(partial(game_rows.stored_answer, interaction=str(interaction_id)))
        return None if stored_json is None else Outcome.from_stored_json(stored_json)

    def log_failure(self, kind: Any, game_id: int | None) -> Outcome:
        """Log the current exception of a live game's request under a random id; return an outcome with it.

        ``kind`` is that of the outcome. ``game_id`` None stands for no game.
        """
        game_number = game_id or 0
        error_id = secrets.token_hex(4)
        log.exception(
            "game %s, error %s", game_number, error_id, extra={"game": game_number, "error": error_id}
        )
        return standard_outcome(kind, game_number, error=error_id)
