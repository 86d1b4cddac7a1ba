"""The one way to write a game: lock it, apply the request, store it in one transaction, wake the outbox.

A writer passes a function (`ApplyRequest`) that applies a request to a copy of the game in memory and puts
what is to be stored into a `Changes`. Once the transaction is committed, the copy replaces the cached game.
So every game that is returned for reading is of one committed revision and never changes.

Other processes may write the same game (PostgreSQL). If the game has changed since it was read, it is read
again and the request is applied again, so that only a request that is really too late is refused. `Prepare`
reads again what else the function depends on.
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
from bot.games.failed_rule_checks import FailedRuleChecks
from bot.games.feature_data import store_feature_data
from bot.games.outcome import InteractionId, Outcome, damaged_outcome, refused_outcome, standard_outcome
from bot.store import Store, checksums, game_rows, postgres, records
from bot.store.chain import Damaged
from bot.store.game_rows import GameInfo
from bot.store.messages import outbox, restore_points
from bot.words import translated
from bot.work.importer import FileReader, check_file_in_thread
from bot.work.metrics import METRICS
from bot.work.registry import Registry
from engine import EngineError, Game, Refused, copy_game, load_game
from engine.api.runs import SearchNeeded

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 20
"""The maximum number of attempts at a request while other processes write the same game."""

MAX_FAILURES = 3
"""The number of failures of the database after which a request is given up."""

UNCONFIRMED_KINDS = ("not_saved", "unsure")
"""Outcomes after a failure of the database; the first outcome of the interaction is not looked up then."""


class WriteWatcher(Protocol):
    """What a feature does in the transaction of each write of a game, such as updating who is waited for."""

    async def __call__(
        self, games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
    ) -> None:
        """Store what follows from the write of a game; may add messages to ``changes.messages``.

        It runs in the transaction of the write; ``info`` and ``game`` (None in the lobby) are as they are
        after the write.
        """


WRITE_WATCHERS = Registry[WriteWatcher]("in the transaction of each write")


def now_seconds() -> int:
    """Return the present Unix time in seconds; the default of `Games.now`."""
    return game_rows.now_ms() // 1000


class Games(GameCache):
    """The games in memory, each with its lock, and `write`, the only way to change a game.

    The functions of features take it as their first argument.
    """

    def __init__(self, store: Store, *, max_games: int = MAX_GAMES, max_records: int = MAX_RECORDS) -> None:
        """Begin with no games in memory; the least recently used are dropped above the limits.

        ``max_games`` limits the number of games, ``max_records`` the sum of their log records. The callbacks
        do nothing until the bot sets them at its start.
        """
        super().__init__(store, max_games=max_games, max_records=max_records)
        self.now: Callable[[], int] = now_seconds
        self.check_export: FileReader = check_file_in_thread
        self.restore_points: Mapping[int, Sequence[restore_points.RestorePoint]] | None = None
        self.wake_sender: Callable[[], None] = lambda: None
        self.notify_others: Callable[[str], None] = lambda _change: None
        self.failed_rule_checks = FailedRuleChecks()
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
        """Apply a user's request to a game, store the result, and return the outcome.

        ``apply`` gets a copy of the game and an empty `Changes`, changes both and returns the outcome (or
        raises Refused); it may be called again. ``prepare`` (None: nothing) is awaited before each attempt.
        ``user_id`` is 0 for the bot itself; other users are refused while the bot prepares to stop. If the
        ``interaction_id`` was handled before, its earlier outcome is returned. A refusal, an unknown or
        corrupt game, a database error and a bug in ``apply`` give an outcome, too; nothing is raised for
        them.
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
        """Attempt to write a request on a game until it has an outcome, and return the outcome.

        It is given up as "stale" after `MAX_ATTEMPTS` attempts, and as "not_saved" after `MAX_FAILURES`
        failures of the database. If a refused request was carried out before (the same interaction), its
        first outcome is returned. The caller must hold the lock of the game.
        """
        failures = 0
        for _ in range(MAX_ATTEMPTS):
            try:
                outcome = await self._attempt_write(request)
                if outcome.ok or outcome.kind in UNCONFIRMED_KINDS:
                    return outcome
                # A repeated interaction is refused, as the game has moved on: return its first outcome.
                return await self.find_outcome(request.interaction_id) or outcome
            except GameMovedOn as error:
                self.drop_from_memory(request.game_id)
                failures += isinstance(error, WriteNotStored)
                if failures == MAX_FAILURES:
                    return self.log_failure("not_saved", request.game_id)
            except (SQLAlchemyError, OSError):
                return self.log_failure("not_saved", request.game_id)
        return standard_outcome("stale", request.game_id)

    async def _attempt_write(self, request: GameRequest) -> Outcome:
        """Apply a request to a copy of the game, store the result and return the outcome.

        If it was stored, the sender of messages is woken and other processes are notified. An unknown or
        corrupt game, a bug in the request and errors of the database give a failed outcome. After any
        exception the game is dropped from memory. Raises GameMovedOn if another process has stored a move
        meanwhile, so that the attempt must be repeated.
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
            dict(cached.feature_data),
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
        """Wake the sender of messages and notify other processes, after a write of a game was stored.

        Failed rule checks are logged, unless the outcome is that of a repeated interaction.
        """
        if not outcome.duplicate:
            self.failed_rule_checks.add(loaded.info, loaded.game)
        self.wake_sender()
        self.notify_others(f"game {loaded.info.id}")

    async def _apply_request(self, loaded: LoadedGame, apply: ApplyRequest) -> tuple[Changes, Outcome]:
        """Apply a request to ``loaded``, a copy of the game; return what to store, and the outcome.

        An illegal move and a bug are outcomes; after a bug the game is dropped from memory. If the engine
        needs a search for routes (SearchNeeded), a worker performs it and the request is applied again.
        """
        self._delegate_searches(loaded)
        while True:
            changes = Changes()
            try:
                outcome = apply(loaded, changes)
            except SearchNeeded as search:
                await self._search_requested_routes(loaded, search)
                continue
            except Refused as refused_error:
                text = translated(refused_error.violation.text)
                return changes, refused_outcome(
                    refused_error.violation.code, text, loaded.info.id, loaded.info.revision
                )
            except Exception:
                self.drop_from_memory(loaded.info.id)
                return changes, self.log_failure("fault", loaded.info.id)
            return changes, replace(
                outcome,
                game_id=loaded.info.id,
                revision=loaded.revision if outcome.ok else loaded.info.revision,
            )

    async def _search_requested_routes(self, loaded: LoadedGame, search: SearchNeeded) -> None:
        """Let a worker search the routes that the engine needed while it applied a request to a game.

        ``loaded`` gets a new copy of the game at its stored revision, and the copy gets the result, so that
        the request can be applied again. Errors of the search are raised.
        """
        assert loaded.game is not None
        assert self.route_finder is not None
        answers = {**(loaded.game.view.answers or {})}
        answers[search.key] = await self.route_finder(loaded.game.title.key, search.state, search.about)
        loaded.game = load_game(loaded.game.setup, loaded.game.log[: loaded.info.revision])
        loaded.game.view.answers = answers
        loaded.apply_seat_names_and_lenience()

    async def _commit(
        self, loaded: LoadedGame, changes: Changes, outcome: Outcome, request: GameRequest
    ) -> Outcome:
        """Store the applied request in one transaction, keep the game in memory, and return the outcome.

        If the interaction has an outcome already, that one is returned. If a unique value is taken, such as a
        channel, the outcome is ``changes.conflict``, or "stale" if that is None. After another database error
        it is what `resolve_failed_commit` returns. Raises GameMovedOn if the request must be applied again.
        """
        game_id, was_written = loaded.info.id, False

        async def write_request(conn: AsyncConnection) -> tuple[GameInfo, bytes | None]:
            """Write the rows of the request on a game, and remember that this has succeeded.

            Return the new info of the game and the digest of its newest record (None if unknown). Raises
            GameMovedOn if another process has written the game since it was read, and errors of the database.
            """
            nonlocal was_written
            result = await self._write_rows(conn, loaded, changes, outcome, request)
            was_written = True
            return result

        try:
            info, newest_digest = await self.store.write(write_request, game_id=game_id)
        except IntegrityError:
            self.drop_from_memory(game_id)
            first_outcome = await self.find_outcome(request.interaction_id)
            stale_outcome = standard_outcome("stale", game_id, loaded.info.revision)
            return first_outcome or changes.conflict or stale_outcome
        except (SQLAlchemyError, OSError) as error:
            self.drop_from_memory(game_id)
            if postgres.is_transaction_conflict(error) or (
                postgres.is_unreachable(error) and not was_written and self.store.is_postgres
            ):
                raise GameMovedOn from error
            return await self.resolve_failed_commit(game_id, request.interaction_id)
        loaded.info = info
        if game_id in self.ids_of_games_with_wrong_checksum:
            self.verify_checksums([info])
        loaded.feature_data, loaded.newest_digest = (
            {**loaded.feature_data, **changes.feature_data},
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
        """Write the rows of an applied request in the caller's transaction.

        These are the revision, new records, the outcome for the interaction, the checksum, messages, and what
        `run_write_watchers` adds. Return the new info of the game and the digest of its newest record (None
        if unknown). Raises GameMovedOn if another process has written the game since it was read, and
        IntegrityError if a unique value is taken, such as a channel or the id of the interaction.
        """
        game_id, old_revision = loaded.info.id, loaded.info.revision
        if not await game_rows.set_revision(conn, loaded.info, outcome.revision, **changes.game_columns):
            raise GameMovedOn
        newest_digest = await self._write_changes(conn, loaded, changes)
        if request.interaction_id is not None:
            revisions, interaction_key = (old_revision, outcome.revision), str(request.interaction_id)
            await game_rows.store_interaction_result(
                conn, interaction_key, game_id, request.user_id, revisions, outcome.to_json()
            )
        is_info_changed = bool(changes.game_columns or changes.game_info_statements)
        unchanged = replace(loaded.info, revision=outcome.revision, write_count=loaded.info.write_count + 1)
        info = await game_rows.find_game(conn, game_id) if is_info_changed else unchanged
        assert info is not None
        if is_info_changed:
            info = await checksums.update_checksum(conn, loaded.info, info)
        await self.run_write_watchers(conn, info, loaded.game, changes)
        await outbox.queue_messages(conn, game_id, changes.messages)
        return info, newest_digest

    async def resolve_failed_commit(self, game_id: int | None, interaction_id: InteractionId) -> Outcome:
        """Find out whether a write whose commit failed was stored; return its outcome if it was.

        The outcome is "not_saved" on SQLite, and "unsure" if the database does not respond or
        ``interaction_id`` is None. Raises WriteNotStored if the write was not stored. ``game_id`` is None for
        a game that was to be created. Call this while the error of the commit is handled: the error may be
        logged.
        """
        if not self.store.is_postgres:
            return self.log_failure("not_saved", game_id)
        if interaction_id is None:
            return self.log_failure("unsure", game_id)
        try:
            # This waits until the other transaction has ended.
            stored_json = await self.store.write(
                partial(game_rows.find_interaction_result, interaction_id=str(interaction_id)),
                game_id=game_id,
            )
        except (SQLAlchemyError, OSError):
            return self.log_failure("unsure", game_id)
        if stored_json is None:
            raise WriteNotStored
        return replace(Outcome.from_stored_json(stored_json), duplicate=False)

    async def run_write_watchers(
        self, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
    ) -> None:
        """Run the functions of features in `WRITE_WATCHERS`, in the transaction of a write of a game.

        ``info`` and ``game`` (None in the lobby) are as after the write. The functions may add messages to
        ``changes``. Their errors are raised.
        """
        for on_write in WRITE_WATCHERS:
            await on_write(self, conn, info, game, changes)

    async def _write_changes(
        self, conn: AsyncConnection, loaded: LoadedGame, changes: Changes
    ) -> bytes | None:
        """Append the new records of a write to the log, run its statements, and store changed feature data.

        Return the digest of the newest record, None if unknown. Raises IntegrityError if a unique value is
        taken, such as the number of a record.
        """
        game_id, newest_digest = loaded.info.id, loaded.newest_digest
        if changes.new_records:
            newest_digest = await records.append_records(conn, game_id, changes.new_records, newest_digest)
        for statement in (*changes.game_info_statements, *changes.other_statements):
            await statement(conn)
        await store_feature_data(conn, game_id, changes.feature_data)
        return newest_digest

    async def find_outcome(self, interaction_id: InteractionId) -> Outcome | None:
        """Return the outcome that is stored for an interaction (its Discord id), marked as a duplicate.

        Return None if the interaction has written nothing, or if the id is None. Raises SQLAlchemyError or
        OSError if the database fails.
        """
        if interaction_id is None:
            return None
        stored_json = await self.store.read(
            partial(game_rows.find_interaction_result, interaction_id=str(interaction_id))
        )
        return None if stored_json is None else Outcome.from_stored_json(stored_json)

    def log_failure(self, kind: Any, game_id: int | None) -> Outcome:
        """Log the exception that is being handled under a random id, and return an outcome with that id.

        ``kind`` is the kind of the outcome, such as "fault" or "not_saved". ``game_id`` is None for no game.
        """
        game_number = game_id or 0
        error_id = secrets.token_hex(4)
        log.exception(
            "game %s, error %s", game_number, error_id, extra={"game": game_number, "error": error_id}
        )
        return standard_outcome(kind, game_number, error_id=error_id)
