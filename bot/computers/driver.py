"""Plays the games in which a computer player is to act: a task for each game, until a person is to act.

Nothing is kept but the games themselves: at each start, the games that wait for a computer player are looked
up. Two processes may play the same game; each decision is made once
(`bot.computers.service.make_computer_moves`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from weakref import WeakKeyDictionary

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.computers.offers import OVERDUE_OFFERS, first_computer_offer_to_person, own_page_message
from bot.computers.rows import guild_ids_of_games_with_computer_players
from bot.computers.service import NOTHING_DUE, due_decision, is_same_turn, make_computer_decision
from bot.games.changes import Changes
from bot.games.core import WRITE_WATCHERS, Games
from bot.store.game_rows import GameInfo
from bot.store.messages import outbox
from bot.store.messages.outbox import OutboxMessage
from bot.work.logs import add_log_fields
from bot.work.pool import Pool
from bot.work.priority import Priority, set_worker_call_context
from engine import Game
from engine.api.table import Offer

log = logging.getLogger(__name__)

_GAMES_WITH_DUE_TASK: WeakKeyDictionary[Games, set[int]] = WeakKeyDictionary()
"""Games that were changed, so that a computer player may have to act."""

ANSWER_SECONDS = 60
"""Seconds for which computer players wait for a person's answer to an offer of one of them."""

RETRY_CODES = ("stale", NOTHING_DUE)
"""Codes of outcomes after which the game is checked again, since it has moved on."""


@WRITE_WATCHERS.add("computers")
async def mark_game_with_computer_players(
    games: Games, conn: AsyncConnection, info: GameInfo, game: Game | None, changes: Changes
) -> None:
    """After each write of a game, mark the game if it is running and has computer players.

    `ComputerPlayerDriver.start_due_tasks` then starts the task of the game, in which they act.
    """
    if info.computer_levels and info.status == "running":
        _GAMES_WITH_DUE_TASK.setdefault(games, set()).add(info.id)


class ComputerPlayerDriver:
    """Lets computer players act. ``pause``: seconds before each of their turns, so that people can follow."""

    def __init__(self, games: Games, pool: Pool, pause: float = 0.0) -> None:
        """Prepare the driver of the computer players; `start_due_tasks` or `resume` starts the tasks.

        ``pause`` is the number of seconds to wait before each turn of a computer player. ``pool`` has the
        worker processes in which computer players decide.
        """
        self._games, self._pool, self._pause = games, pool, pause
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._games_to_restart = set[int]()
        self._answer_timers: dict[int, dict[str, asyncio.TimerHandle]] = {}
        self._overdue_offers = OVERDUE_OFFERS.setdefault(games, {})
        self._shown_offers: dict[int, str] = {}
        """By game, the offer (id) for whose answer the computer players wait, as card and page show it."""
        self._is_closed = False

    def start_due_tasks(self) -> None:
        """Start a task for each game in `_GAMES_WITH_DUE_TASK`, in which computer players act; empty the set.

        These are the games with computer players that were changed in the database since the last call.
        """
        game_ids = _GAMES_WITH_DUE_TASK.get(self._games)
        while game_ids:
            self._start(game_ids.pop())

    async def resume(self, is_served: Callable[[int | None], bool] = lambda guild_id: True) -> None:
        """Start the tasks of all running games with computer players on servers that ``is_served`` accepts.

        ``is_served`` gets a Discord guild id (None for a game without a server). This is called at the start
        of the bot and regularly afterwards, so that computer players resume after a crash. An error of the
        database is logged, not raised.
        """
        try:
            guild_by_game = await self._games.store.read(guild_ids_of_games_with_computer_players)
        except (SQLAlchemyError, OSError):
            log.exception("could not read the games with computer players; trying again later")
            return
        for game_id, guild_id in guild_by_game.items():
            if is_served(guild_id):
                self._start(game_id)

    async def close(self) -> None:
        """Cancel the tasks and timers of all computer players; no task starts after this.

        A decision that is not finished is made after the next start of the bot.
        """
        self._is_closed = True
        for timers in self._answer_timers.values():
            for timer in timers.values():
                timer.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, game_id: int) -> None:
        """Start the task of a game's computer players; if one is running, another is started when it ends.

        Nothing is started while the bot prepares to stop.
        """
        if self._is_closed or self._games.is_draining:
            return
        if game_id in self._tasks:
            self._games_to_restart.add(game_id)
        else:
            self._games_to_restart.discard(game_id)
            self._tasks[game_id] = asyncio.create_task(self._play(game_id), name=f"computers {game_id}")

    async def _play(self, game_id: int) -> None:
        """Let the computer players of a game act, and again if `_start` was called meanwhile.

        An error is logged and ends only the task of this game; the next write of the game starts the task
        again.
        """
        set_worker_call_context(Priority.COMPUTER_PLAYER)
        add_log_fields(game=game_id)
        try:
            await self._play_turns(game_id)
        except Exception:  # whatever breaks one game must not end the others, and is tried again
            log.exception("game %s: its computers go on later", game_id)
        finally:
            del self._tasks[game_id]
            if game_id in self._games_to_restart:
                self._start(game_id)

    async def _play_turns(self, game_id: int) -> None:
        """Make the moves of a game's computer players until a person is to act.

        The loop also ends when a move is refused (unless the game has moved on), when the bot is about to
        stop, and while a person has time to answer an offer of a computer player. Before each new turn there
        is a pause, so that people can follow. Raises BadLog if the game's log cannot be read.
        """
        last_game: Game | None = None
        while not self._games.is_draining:
            loaded = await self._games.load(game_id)
            open_offer = None if loaded is None else first_computer_offer_to_person(loaded.info, loaded.game)
            is_awaited = self._update_answer_timer(game_id, None if open_offer is None else open_offer.id)
            due = None if loaded is None else due_decision(loaded.info, loaded.game)
            if loaded is None or loaded.game is None or due is None:
                return
            if open_offer is not None:
                await self._show_wait(loaded.info, loaded.game, open_offer, is_awaited)
            if is_awaited:
                return
            is_pause_due = (
                self._pause
                and not due.offer
                and (last_game is None or not is_same_turn(last_game, loaded.game))
            )
            last_game = loaded.game
            if is_pause_due:
                await asyncio.sleep(self._pause)
                continue
            outcome = await make_computer_decision(self._games, self._pool, loaded.info, loaded.game, due)
            if not outcome.ok and outcome.code not in RETRY_CODES:
                log.error("game %s: a computer could not move (%s)", game_id, outcome.code)
                return

    def _update_answer_timer(self, game_id: int, offer_id: str | None) -> bool:
        """Start the timer of an offer, or cancel the game's timers; return True if the offer must be awaited.

        The first call for ``offer_id`` starts a timer of `ANSWER_SECONDS`. True is returned while that time
        lasts, in which computer players wait for a person's answer to the offer; an earlier answer lets them
        act, as every move does. If ``offer_id`` is None, no offer is open, and the game's timers are
        cancelled.
        """
        if offer_id is None:
            for timer in self._answer_timers.pop(game_id, {}).values():
                timer.cancel()
            self._overdue_offers.pop(game_id, None)
            self._shown_offers.pop(game_id, None)
            return False
        if offer_id in self._overdue_offers.get(game_id, ()):
            return False
        timers = self._answer_timers.setdefault(game_id, {})
        if offer_id not in timers:
            loop = asyncio.get_running_loop()
            timers[offer_id] = loop.call_later(ANSWER_SECONDS, self._on_answer_timeout, game_id, offer_id)
        return True

    async def _show_wait(self, info: GameInfo, game: Game, offer: Offer, is_awaited: bool) -> None:
        """Refresh the turn's card and the asked player's page if the wait for an answer has begun or ended.

        ``is_awaited`` says whether computer players wait for the answer to ``offer``. Nothing is queued if
        card and page show that already. The move that answers an offer refreshes the card by itself. Raises
        SQLAlchemyError or OSError if the database fails.
        """
        next_decision = game.waiting()
        if next_decision is None or is_awaited == (self._shown_offers.get(info.id) == offer.id):
            return
        players = list(next_decision.players)
        card = OutboxMessage(
            "turn_card", {"rev": game.revision, "players": players, "ping": False}, latest_only=True
        )
        messages = [card, own_page_message(offer.to)]
        await self._games.store.write(
            lambda conn: outbox.queue_messages(conn, info.id, messages), game_id=info.id
        )
        self._games.wake_sender()
        self._shown_offers.pop(info.id, None)
        if is_awaited:
            self._shown_offers[info.id] = offer.id

    def _on_answer_timeout(self, game_id: int, offer_id: str) -> None:
        """Let a game's computer players act, since the time for a person's answer to an offer is over."""
        self._answer_timers[game_id].pop(offer_id)
        self._overdue_offers.setdefault(game_id, set()).add(offer_id)
        self._start(game_id)
