"""The one write path: lock, look up the interaction_id, judge and apply, one transaction, then the outbox.

Whoever writes passes a function that judges and applies in memory and says in a `Work` what is to be
stored. It gets a copy of the game, which takes the place of the held one once it is committed. So every
game that is handed out for reading is of one committed revision and never changes.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.outcome import Id, Outcome, answer, refused
from bot.store import Store, calls, games, orders, outbox
from bot.store.calls import Call
from bot.store.games import CardInfo, Entry, GameInfo
from bot.store.orders import Private
from bot.store.outbox import Note
from bot.texts import refusal
from engine import EngineError, Game, Genesis, Json, Record, Refused, copy_game, load_game
from engine.face.runs import Unanswered

log = logging.getLogger(__name__)

Statement = Callable[[AsyncConnection], Awaitable[Any]]


@dataclass(slots=True)
class Live:
    """A game in memory, as it was committed; ``game`` is None in the lobby. Only a judge changes its own."""

    info: GameInfo
    game: Game | None = None
    private: Private = field(default_factory=Private)


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

    ``private`` takes the place of what is kept so far of standing orders and a vote. ``clash`` is the answer
    when the database says that a unique value is taken.
    """

    entries: list[Entry] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)
    private: Private | None = None
    clash: Outcome | None = None

    def record(self, made: Record, user: int | None, via: str) -> None:
        """Store a record of the engine."""
        self.entries.append(Entry(made.seq, made.by, made.to_json(), user, via))


Judge = Callable[[Live, Work], Outcome]


class Finder(Protocol):
    """Answers what `Unanswered` asks, away from the event loop."""

    async def __call__(self, title: str, state: Any, company: str) -> list[Json]:
        """The answer about a company in a position (JSON)."""


class _MovedOn(Exception):
    """Somebody else wrote this game: another process on the same database."""


class Core:
    """Live games, their locks, and the write path."""

    def __init__(self, store: Store, *, keep: int = 64) -> None:
        self.store = store
        self.after_commit: Callable[[], None] = lambda: None
        self.finder: Finder | None = None
        self._keep = keep
        self._games: OrderedDict[int, Live] = OrderedDict()
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()

    # --- reading -------------------------------------------------------------------------------

    async def info(self, game_id: int) -> GameInfo | None:
        """What is known of a game, seats included; None when there is no such game."""
        live = await self.live(game_id)
        return None if live is None else live.info

    async def game(self, game_id: int) -> Game | None:
        """The game as it is stored now, for reading only; None when there is none or it has not started."""
        live = await self.live(game_id)
        return None if live is None else live.game

    async def live(self, game_id: int) -> Live | None:
        """A game with what is known of it, both of one committed revision; raises BadLog for a broken log."""
        # The lock keeps whoever reads after a commit from what was before it.
        async with self.lock(game_id):
            return await self._load(game_id)

    async def standing(self, game_id: int) -> Standing | None:
        """All of a game at one committed revision; None when there is no such game."""
        async with self.lock(game_id):
            live = await self._load(game_id)
            if live is None:
                return None
            async with self.store.read() as conn:
                cards, call = await games.cards(conn, game_id), await calls.current(conn, game_id)
        return Standing(live.info, live.game, cards, call)

    def lock(self, key: object) -> asyncio.Lock:
        """The lock of a game (or of another key), the same for all who ask while anybody holds it."""
        found = self._locks.get(key)
        if found is None:
            found = self._locks[key] = asyncio.Lock()
        return found

    # --- writing -------------------------------------------------------------------------------

    async def write(self, game_id: int, user: int, interaction_id: Id, judge: Judge) -> Outcome:
        """Carry out one request on one game; see the module."""
        async with self.lock(game_id):
            try:
                given = await self.stored_answer(interaction_id)
                live = None if given else await self._load(game_id)
            except (SQLAlchemyError, OSError):
                return self._failed("not_saved", game_id)
            except EngineError:
                return self._failed("fault", game_id)
            if given is not None:
                return given
            if live is None:
                return answer("unknown", game_id)
            return await self._write(live, user, interaction_id, judge)

    async def _write(self, held: Live, user: int, interaction_id: Id, judge: Judge) -> Outcome:
        live = Live(held.info, None if held.game is None else copy_game(held.game), held.private)
        try:
            work, outcome = await self._prepared(live, judge)
            if outcome.ok:
                outcome = await self._commit(live, work, held.info.rev, outcome, user, interaction_id)
        except BaseException:
            self.drop(live.info.id)
            raise
        if outcome.ok:
            self.after_commit()
        return outcome

    async def _prepared(self, live: Live, judge: Judge) -> tuple[Work, Outcome]:
        """Judged, once more for each question that comes up: those are answered elsewhere."""
        self._elsewhere(live)
        while True:
            work = Work()
            try:
                return work, self._judged(live, work, judge)
            except Unanswered as due:
                await self._answer(live, due)

    def _elsewhere(self, live: Live) -> None:
        if live.game is not None and self.finder is not None:
            live.game.view.answers = {}

    async def _answer(self, live: Live, due: Unanswered) -> None:
        """Answer what is asked; the game stands again where the request came in."""
        assert live.game is not None
        assert self.finder is not None
        answers = {**(live.game.view.answers or {})}
        answers[due.key] = await self.finder(live.game.title.key, due.state, due.about)
        live.game = load_game(live.game.genesis, live.game.log[: live.info.rev])
        live.game.view.answers = answers
        _name_seats(live)

    def _judged(self, live: Live, work: Work, judge: Judge) -> Outcome:
        game = live.info.id
        try:
            outcome = judge(live, work)
        except Unanswered:
            raise
        except Refused as no:
            return refused(no.violation.code, refusal(no.violation.text), game, live.info.rev)
        except Exception:
            self.drop(game)
            return self._failed("fault", game)
        rev = _rev(live) if outcome.ok else live.info.rev
        return replace(outcome, game=game, rev=rev)

    async def _commit(
        self, live: Live, work: Work, before: int, outcome: Outcome, user: int, interaction_id: Id
    ) -> Outcome:
        game = live.info.id
        try:
            async with self.store.write() as conn:
                if not await games.advance(conn, game, before, outcome.rev, **work.values):
                    raise _MovedOn
                await self._store(conn, game, work)
                if interaction_id is not None:
                    revs = (before, outcome.rev)
                    await games.remember(conn, str(interaction_id), game, user, revs, outcome.to_json())
                info = await games.find(conn, game)
                if info is not None:
                    await self.watch(conn, info, live.game, work)
                await outbox.put(conn, game, work.notes)
        except (_MovedOn, IntegrityError):
            self.drop(game)
            return work.clash or answer("stale", game, before)
        except (SQLAlchemyError, OSError):
            self.drop(game)
            return self._failed("not_saved", game)
        assert info is not None
        live.info = info
        live.private = work.private or live.private
        _name_seats(live)
        self._games[game] = live
        return outcome

    async def watch(self, conn: AsyncConnection, info: GameInfo, game: Game | None, work: Work) -> None:
        """What else a write changes, in its transaction; see `service.watching` and `service.following`."""

    async def _store(self, conn: AsyncConnection, game: int, work: Work) -> None:
        if work.entries:
            await games.append(conn, game, work.entries)
        for statement in work.statements:
            await statement(conn)
        if work.private is not None:
            await orders.put(conn, game, work.private)

    async def stored_answer(self, interaction_id: Id) -> Outcome | None:
        """The answer that an interaction got when it came first."""
        if interaction_id is None:
            return None
        async with self.store.read() as conn:
            raw = await games.answer(conn, str(interaction_id))
        return None if raw is None else Outcome.stored(raw)

    def drop(self, game_id: int) -> None:
        """Forget a game in memory; the database keeps it."""
        self._games.pop(game_id, None)

    def _failed(self, kind: Any, game: int) -> Outcome:
        error = secrets.token_hex(4)
        log.exception("game %s, error %s", game, error)
        return answer(kind, game, error=error)

    # --- loading -------------------------------------------------------------------------------

    async def _load(self, game_id: int) -> Live | None:
        if game_id in self._games:
            return self._recall(game_id)
        async with self.store.read() as conn:
            info = await games.find(conn, game_id)
            if info is None:
                return None
            genesis = await games.genesis(conn, game_id)
            raw = await games.records(conn, game_id) if genesis else []
            private = await orders.load(conn, game_id)
        live = Live(info, _fold(genesis, raw) if genesis else None, private)
        self._elsewhere(live)
        _name_seats(live)
        self._games[game_id] = live
        while len(self._games) > self._keep:
            self._games.popitem(last=False)
        return live

    def _recall(self, game_id: int) -> Live:
        self._games.move_to_end(game_id)
        return self._games[game_id]


def _fold(genesis: Any, records: list[Any]) -> Game:
    return load_game(Genesis.from_json(genesis), [Record.from_json(r) for r in records])


def _name_seats(live: Live) -> None:
    """Seats are called by who holds them now; the log knows only who sat there at the beginning."""
    if live.game is not None:
        live.game.view.names = {s.seat: s.name for s in live.info.seats}


def _rev(live: Live) -> int:
    return 0 if live.game is None else live.game.rev
