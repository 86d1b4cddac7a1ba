"""The only way to write a game: lock, engine, one transaction, outbox.

Where other processes write, too, a game may have moved on since it was read: then it is read and judged anew
(`Look` reads what else the judge goes by). So a user is told that he came too late only if he did.

Whoever writes passes a function that judges and applies in memory and says in a `Work` what is to be
stored. It gets a copy of the game, which takes the place of the held one once it is committed. So every
game that is handed out for reading is of one committed revision and never changes.
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
from engine.face.runs import Unanswered

log = logging.getLogger(__name__)

TRIES = 20
"""How often a request is repeated because another write came first."""

FAILURES = 3
"""How often a request is repeated because the database did not store it."""

UNKNOWN = ("not_saved", "unsure")
"""Outcomes after which the database is not asked for a stored answer."""


class Watch(Protocol):
    """A function of a feature that runs in the transaction of each write."""

    async def __call__(
        self, games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, work: Work
    ) -> None:
        """Store what follows from the write; may add messages to ``work.notes``."""


WATCHES = Registry[Watch]("in the transaction of each write")


def seconds() -> int:
    """Return the time in seconds since 1970."""
    return game_rows.now() // 1000


class Games(Held):
    """The games in memory, their locks and the write path. Functions of features take it as an argument."""

    def __init__(self, store: Store, *, keep: int = KEEP, records: int = RECORDS) -> None:
        super().__init__(store, keep=keep, records=records)
        self.clock: Callable[[], int] = seconds
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
        """Carry out one request on one game and return its outcome; see the module."""
        if self.draining and user:
            return answer("draining", game_id)
        with METRICS.timed("saved"):
            async with self.lock(game_id):
                outcome = await self._repeat(Request(game_id, user, interaction_id, judge, look))
        if not outcome.ok:
            METRICS.refused.labels(outcome.kind).inc()
        return outcome

    async def _repeat(self, request: Request) -> Outcome:
        """Attempt a request, and repeat it while another write comes first or nothing is stored."""
        failures = 0
        for _ in range(TRIES):
            try:
                outcome = await self._attempt(request)
                if outcome.ok or outcome.kind in UNKNOWN:
                    return outcome
                # A move that comes again is refused, for the game has moved on: it gets its first answer.
                return await self.stored_answer(request.interaction) or outcome
            except MovedOn as why:
                self.drop(request.game)
                failures += isinstance(why, NotStored)
                if failures == FAILURES:
                    return self.failed("not_saved", request.game)
            except (SQLAlchemyError, OSError):
                return self.failed("not_saved", request.game)
        return answer("stale", request.game)

    async def _attempt(self, request: Request) -> Outcome:
        """Read the game, run the request on a copy and store the result."""
        try:
            held = await self._load(request.game)
            if held is not None and request.look is not None:
                await request.look()
        except (SQLAlchemyError, OSError):
            return self.failed("not_saved", request.game)
        except Damaged as found:
            return damaged(found)
        except EngineError:
            return self.failed("fault", request.game)
        if held is None:
            return answer("unknown", request.game)
        live = Live(held.info, held.game and copy_game(held.game), dict(held.kept), held.head)
        try:
            work, outcome = await self._judged(live, request.judge)
            if outcome.ok:
                outcome = await self._commit(live, work, outcome, request)
        except BaseException:
            self.drop(request.game)
            self.after_commit()  # whoever is cancelled may have stored it
            raise
        if outcome.ok:
            self._tell(live, outcome)
        return outcome

    def _tell(self, live: Live, outcome: Outcome) -> None:
        """A write is stored: what is owed is posted, and other processes hear of it."""
        if not outcome.duplicate:
            self.lawless.note(live.info, live.game)
        self.after_commit()
        self.tell_others(f"game {live.info.id}")

    async def _judged(self, live: Live, judge: Judge) -> tuple[Work, Outcome]:
        """What comes of a request; judged once more for each question that is answered elsewhere."""
        self._elsewhere(live)
        while True:
            work = Work()
            try:
                outcome = judge(live, work)
            except Unanswered as due:
                await self._answer(live, due)
                continue
            except Refused as no:
                text = known(no.violation.text)
                return work, refused(no.violation.code, text, live.info.id, live.info.rev)
            except Exception:
                self.drop(live.info.id)
                return work, self.failed("fault", live.info.id)
            return work, replace(outcome, game=live.info.id, rev=live.rev if outcome.ok else live.info.rev)

    async def _answer(self, live: Live, due: Unanswered) -> None:
        """Answer what is asked; the game stands again where the request came in."""
        assert live.game is not None
        assert self.finder is not None
        answers = {**(live.game.view.answers or {})}
        answers[due.key] = await self.finder(live.game.title.key, due.state, due.about)
        live.game = load_game(live.game.genesis, live.game.log[: live.info.rev])
        live.game.view.answers = answers
        live.make_ready()

    async def _commit(self, live: Live, work: Work, outcome: Outcome, request: Request) -> Outcome:
        """Store a write in one transaction, and hold the game as it is then."""
        game, put = live.info.id, False

        async def unit(conn: AsyncConnection) -> tuple[GameInfo, bytes | None]:
            nonlocal put
            found = await self._put(conn, live, work, outcome, request)
            put = True
            return found

        try:
            info, head = await self.store.write(unit, game=game)
        except IntegrityError:
            self.drop(game)
            given = await self.stored_answer(request.interaction)
            return given or work.clash or answer("stale", game, live.info.rev)
        except (SQLAlchemyError, OSError) as error:
            self.drop(game)
            if postgres.in_the_way(error) or (postgres.unreachable(error) and not put and self.store.shared):
                raise MovedOn from error
            return await self.fate(game, request.interaction)
        live.info = info
        if game in self.odd:
            self.look_over([info])
        live.kept, live.head = {**live.kept, **work.kept}, head
        self._hold(live)
        return outcome

    async def _put(
        self, conn: AsyncConnection, live: Live, work: Work, outcome: Outcome, request: Request
    ) -> tuple[GameInfo, bytes | None]:
        """All of a write, in its transaction; what is known of the game then, and the digest of its log."""
        game, before = live.info.id, live.info.rev
        if not await game_rows.advance(conn, live.info, outcome.rev, **work.values):
            raise MovedOn
        head = await self._store(conn, live, work)
        if request.interaction is not None:
            revs, key = (before, outcome.rev), str(request.interaction)
            await game_rows.remember(conn, key, game, request.user, revs, outcome.to_json())
        moved = bool(work.values or work.statements)
        same = replace(live.info, rev=outcome.rev, writes=live.info.writes + 1)
        info = await game_rows.find(conn, game) if moved else same
        assert info is not None
        if moved:
            info = await seals.follow(conn, live.info, info)
        await self.watch(conn, info, live.game, work)
        await outbox.put(conn, game, work.notes)
        return info, head

    async def fate(self, game: int | None, interaction_id: Id) -> Outcome:
        """Return the outcome of a write that the database did not confirm.

        If not, nothing was done, and it is tried anew.
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
        """Run the registered watches in the transaction of a write."""
        for follow in WATCHES:
            await follow(self, conn, info, game, work)

    async def _store(self, conn: AsyncConnection, live: Live, work: Work) -> bytes | None:
        game, head = live.info.id, live.head
        if work.entries:
            head = await records.append(conn, game, work.entries, head)
        for statement in (*work.statements, *work.aside):
            await statement(conn)
        await put_all(conn, game, work.kept)
        return head

    async def stored_answer(self, interaction_id: Id) -> Outcome | None:
        """Return the stored answer to an interaction, or None."""
        if interaction_id is None:
            return None
        raw = await self.store.read(partial(game_rows.answer, interaction=str(interaction_id)))
        return None if raw is None else Outcome.stored(raw)

    def failed(self, kind: Any, number: int | None) -> Outcome:
        """Log the current error under a number and return the answer that names it."""
        game = number or 0
        error = secrets.token_hex(4)
        log.exception("game %s, error %s", game, error, extra={"game": game, "error": error})
        return answer(kind, game, error=error)
