"""The one way to write a game: lock it, judge the request, store it in one transaction, wake the outbox.

A writer passes a function (`Judge`) that applies a request to a copy of the game in memory and puts what is
to be stored into a `Work`. Once the transaction is committed, the copy replaces the cached game. So every
game that is handed out for reading is of one committed revision and never changes.

Other processes may write the same game (PostgreSQL). When the game has changed since it was read, it is read
and judged again, so a user is told "too late" only when that is true. `Look` reads again what else the judge
depends on.
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

from bot.games.held import KEEP, RECORDS, Held
from bot.games.kept import put_all
from bot.games.lawless import Lawless
from bot.games.outcome import Id, Outcome, answer, damaged, refused
from bot.games.work import Judge, Live, Look, MovedOn, NotStored, Request, Work
from bot.store import Store, game_rows, lost, outbox, postgres, records, seals
from bot.store.chain import Damaged
from bot.store.game_rows import GameInfo
from bot.words import known
from bot.work.intake import Reader, read_in_thread
from bot.work.metrics import METRICS
from bot.work.registry import Registry
from engine import EngineError, Game, Refused, copy_game, load_game
from engine.api.runs import Unanswered

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 20
"""Attempts at a request while other processes write the same game."""

MAX_FAILURES = 3
"""Failures of the database after which a request is given up."""

UNCONFIRMED = ("not_saved", "unsure")
"""Outcomes after a failure of the database, which is not asked for a first answer then."""


class Watch(Protocol):
    """What a feature does in the transaction of each write of a game, such as updating who is waited for."""

    async def __call__(
        self, games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, work: Work
    ) -> None:
        """Store what follows from the write; may add messages to ``work.notes``."""


WATCHES = Registry[Watch]("in the transaction of each write")


def unix_seconds() -> int:
    """The time in seconds since 1970."""
    return game_rows.now() // 1000


class Games(Held):
    """Games in memory with their locks, and `write`.

    The features' functions take it as their first argument.
    """

    def __init__(self, store: Store, *, keep: int = KEEP, records: int = RECORDS) -> None:
        super().__init__(store, keep=keep, records=records)
        self.clock: Callable[[], int] = unix_seconds
        self.intake: Reader = read_in_thread
        self.cuts: Mapping[int, Sequence[lost.Cut]] | None = None
        self.after_commit: Callable[[], None] = lambda: None
        self.tell_others: Callable[[str], None] = lambda what: None
        self.lawless = Lawless()
        self.draining = False

    # --- writing -------------------------------------------------------------------------------

    async def write(
        self, game_id: int, user: int, interaction_id: Id, judge: Judge, look: Look | None = None
    ) -> Outcome:
        """Carry out a user's request on a game and return its outcome.

        ``judge`` applies it in memory. ``interaction_id`` makes it idempotent: a repeated interaction gets
        its first answer. Database errors, damaged logs and bugs become outcomes, too; see the module.
        """
        if self.draining and user:
            return answer("draining", game_id)
        with METRICS.timed("saved"):
            async with self.lock(game_id):
                outcome = await self._retry(Request(game_id, user, interaction_id, judge, look))
        if not outcome.ok:
            METRICS.refused.labels(outcome.kind).inc()
        return outcome

    async def _retry(self, request: Request) -> Outcome:
        """Attempt a request until it has an outcome; gives up after `MAX_ATTEMPTS` or `MAX_FAILURES`."""
        failures = 0
        for _ in range(MAX_ATTEMPTS):
            try:
                outcome = await self._attempt(request)
                if outcome.ok or outcome.kind in UNCONFIRMED:
                    return outcome
                # A repeated interaction is refused, as the game has moved on: return its first answer.
                return await self.stored_answer(request.interaction) or outcome
            except MovedOn as error:
                self.drop(request.game)
                failures += isinstance(error, NotStored)
                if failures == MAX_FAILURES:
                    return self.failed("not_saved", request.game)
            except (SQLAlchemyError, OSError):
                return self.failed("not_saved", request.game)
        return answer("stale", request.game)

    async def _attempt(self, request: Request) -> Outcome:
        """Read the game, judge the request on a copy, and store the result.

        Raises MovedOn when it should be attempted again.
        """
        try:
            held = await self._load(request.game)
            if held is not None and request.look is not None:
                await request.look()
        except (SQLAlchemyError, OSError):
            return self.failed("not_saved", request.game)
        except Damaged as error:
            return damaged(error)
        except EngineError:
            return self.failed("fault", request.game)
        if held is None:
            return answer("unknown", request.game)
        live = Live(held.info, held.game and copy_game(held.game), dict(held.kept), held.head)
        try:
            work, outcome = await self._run_judge(live, request.judge)
            if outcome.ok:
                outcome = await self._commit(live, work, outcome, request)
        except BaseException:
            self.drop(request.game)
            self.after_commit()  # a cancelled request may have been stored
            raise
        if outcome.ok:
            self._publish(live, outcome)
        return outcome

    def _publish(self, live: Live, outcome: Outcome) -> None:
        """Wake the sender of messages and notify other processes after a write was stored."""
        if not outcome.duplicate:
            self.lawless.note(live.info, live.game)
        self.after_commit()
        self.tell_others(f"game {live.info.id}")

    async def _run_judge(self, live: Live, judge: Judge) -> tuple[Work, Outcome]:
        """Judge a request; return what to store and the outcome. Repeated after each search it asks for."""
        self._delegate_searches(live)
        while True:
            work = Work()
            try:
                outcome = judge(live, work)
            except Unanswered as question:
                await self._answer_question(live, question)
                continue
            except Refused as refusal:
                text = known(refusal.violation.text)
                return work, refused(refusal.violation.code, text, live.info.id, live.info.rev)
            except Exception:
                self.drop(live.info.id)
                return work, self.failed("fault", live.info.id)
            return work, replace(outcome, game=live.info.id, rev=live.rev if outcome.ok else live.info.rev)

    async def _answer_question(self, live: Live, question: Unanswered) -> None:
        """Have a search for routes done in a worker, and reset the game so that it is judged again."""
        assert live.game is not None
        assert self.finder is not None
        answers = {**(live.game.view.answers or {})}
        answers[question.key] = await self.finder(live.game.title.key, question.state, question.about)
        live.game = load_game(live.game.setup, live.game.log[: live.info.rev])
        live.game.view.answers = answers
        live.make_ready()

    async def _commit(self, live: Live, work: Work, outcome: Outcome, request: Request) -> Outcome:
        """Store a judged request in one transaction and cache the game.

        Returns the outcome, or the first answer of a repeated interaction. Raises MovedOn when the request
        should be judged again.
        """
        game, was_written = live.info.id, False

        async def unit(conn: AsyncConnection) -> tuple[GameInfo, bytes | None]:
            nonlocal was_written
            result = await self._write_rows(conn, live, work, outcome, request)
            was_written = True
            return result

        try:
            info, head = await self.store.write(unit, game=game)
        except IntegrityError:
            self.drop(game)
            stored = await self.stored_answer(request.interaction)
            return stored or work.clash or answer("stale", game, live.info.rev)
        except (SQLAlchemyError, OSError) as error:
            self.drop(game)
            if postgres.is_conflict(error) or (
                postgres.is_unreachable(error) and not was_written and self.store.shared
            ):
                raise MovedOn from error
            return await self.fate(game, request.interaction)
        live.info = info
        if game in self.odd:
            self.check_seals([info])
        live.kept, live.head = {**live.kept, **work.kept}, head
        self._cache(live)
        return outcome

    async def _write_rows(
        self, conn: AsyncConnection, live: Live, work: Work, outcome: Outcome, request: Request
    ) -> tuple[GameInfo, bytes | None]:
        """Write a judged request inside a transaction; return the game's new info and the digest of its log.

        Raises MovedOn when the game has changed since it was read.
        """
        game, before = live.info.id, live.info.rev
        if not await game_rows.advance(conn, live.info, outcome.rev, **work.values):
            raise MovedOn
        head = await self._write_log(conn, live, work)
        if request.interaction is not None:
            revs, key = (before, outcome.rev), str(request.interaction)
            await game_rows.remember(conn, key, game, request.user, revs, outcome.to_json())
        is_info_changed = bool(work.values or work.statements)
        unchanged = replace(live.info, rev=outcome.rev, writes=live.info.writes + 1)
        info = await game_rows.find(conn, game) if is_info_changed else unchanged
        assert info is not None
        if is_info_changed:
            info = await seals.update_seal(conn, live.info, info)
        await self.watch(conn, info, live.game, work)
        await outbox.put(conn, game, work.notes)
        return info, head

    async def fate(self, game: int | None, interaction_id: Id) -> Outcome:
        """Find out whether a write that the database did not confirm was committed, and return its outcome.

        Its answer is stored in the same transaction. Raises NotStored when it was not committed.
        """
        if not self.store.shared:
            return self.failed("not_saved", game)
        if interaction_id is None:
            return self.failed("unsure", game)
        try:
            # This waits until the other transaction has ended.
            raw = await self.store.write(
                partial(game_rows.answer, interaction=str(interaction_id)), game=game
            )
        except (SQLAlchemyError, OSError):
            return self.failed("unsure", game)
        if raw is None:
            raise NotStored
        return replace(Outcome.stored(raw), duplicate=False)

    async def watch(self, conn: AsyncConnection, info: GameInfo, game: Game | None, work: Work) -> None:
        """Run what features do with each write (`WATCHES`), in its transaction."""
        for follow in WATCHES:
            await follow(self, conn, info, game, work)

    async def _write_log(self, conn: AsyncConnection, live: Live, work: Work) -> bytes | None:
        """Append the records and run the other statements; return the log's digest, None when unknown."""
        game, head = live.info.id, live.head
        if work.entries:
            head = await records.append(conn, game, work.entries, head)
        for statement in (*work.statements, *work.aside):
            await statement(conn)
        await put_all(conn, game, work.kept)
        return head

    async def stored_answer(self, interaction_id: Id) -> Outcome | None:
        """The outcome that an interaction got the first time; None when it was not carried out."""
        if interaction_id is None:
            return None
        raw = await self.store.read(partial(game_rows.answer, interaction=str(interaction_id)))
        return None if raw is None else Outcome.stored(raw)

    def failed(self, kind: Any, number: int | None) -> Outcome:
        """Log the current exception under a random id, and return an outcome that names this id."""
        game = number or 0
        error = secrets.token_hex(4)
        log.exception("game %s, error %s", game, error, extra={"game": game, "error": error})
        return answer(kind, game, error=error)
