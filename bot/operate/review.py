"""Opens every game of a database and checks its chain of records, its log and what it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.games.opening import build_game
from bot.store import Store, game_rows, records, seals
from bot.store.chain import Damaged
from bot.store.game_rows import GameFilter, GameInfo, Status
from bot.store.records import StoredLog
from engine import BadLog, Game
from engine.api.judging import UNSOUND, rejudge

WRONG_SEAL_TEXT = "its title, name, place, status, settings or seats are not as they were stored"

ALL: tuple[Status, ...] = ("lobby", "running", "paused", "ended")


@dataclass(frozen=True, slots=True)
class Finding:
    """A game that was looked at: why it cannot be played, and where today's rules would judge otherwise.

    ``has_wrong_seal``: what stands beside its log is not as it was stored.
    """

    info: GameInfo
    damage: str = ""
    judged_otherwise: str = ""
    has_wrong_seal: bool = False

    @property
    def report_line(self) -> str:
        """Return the finding of the operator's check of a stored game in one line.

        It has the game's name, title and move.
        """
        result = self.damage or (
            f"would be judged otherwise: {self.judged_otherwise}" if self.judged_otherwise else "is sound"
        )
        result = f"{result}; {WRONG_SEAL_TEXT}" if self.has_wrong_seal else result
        return f"table {self.info.id}, “{self.info.name}” ({self.info.title}, move {self.info.rev}): {result}"


async def review(
    store: Store, *, by_rules: bool = False, statuses: Sequence[Status] = ALL
) -> AsyncIterator[Finding]:
    """Replay the stored games of these statuses for the operator, the oldest first, and yield the findings.

    There is one for each game. ``by_rules`` also checks each record by today's rules.
    """
    infos = await store.read(
        lambda conn: game_rows.list_games(conn, GameFilter(statuses=statuses), limit=10**9)
    )
    for info in reversed(infos):
        yield await review_game(store, info, by_rules)


async def review_game(store: Store, info: GameInfo, by_rules: bool) -> Finding:
    """Replay one stored game in a thread for the operator's check, and return the finding about it.

    ``by_rules`` also checks each record by today's rules.
    """
    stored = await store.read(partial(records.read_stored_log, game_id=info.id, rev=info.rev))
    return replace(
        await asyncio.to_thread(_replay, info, stored, by_rules),
        has_wrong_seal=not seals.has_valid_seal(info),
    )


def _replay(info: GameInfo, stored: StoredLog, by_rules: bool) -> Finding:
    """Replay a stored game for the operator's check and return the finding; a game in the lobby is sound.

    A fault is part of the finding, not raised. ``by_rules`` also checks each record by today's rules.
    """
    try:
        game_log = stored.verify()
    except Damaged as error:
        return Finding(info, f"is damaged from move {error.rev} on")
    if game_log.setup is None:
        return Finding(info)
    try:
        game = build_game(game_log)
        _check_choices(game)
    except UNSOUND as error:
        return Finding(info, f"cannot be played on: {_error_line(error)}")
    if not by_rules:
        return Finding(info)
    try:
        return Finding(info, "", next(iter(rejudge(game)), ""))
    except UNSOUND as error:
        return Finding(info, "", _error_line(error))


def _check_choices(game: Game) -> None:
    """Raise BadLog if no player to act has a legal move in a game that the operator's check replays.

    A game that is over passes.
    """
    waiting = game.waiting()
    if waiting is not None and not any(game.choices(seat) for seat in waiting.players):
        raise BadLog("nobody of those it waits for may do anything")


def _error_line(error: BaseException) -> str:
    """Return an error of a replay in one line of at most 200 characters."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
