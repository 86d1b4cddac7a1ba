"""Opens every game of a database and checks its chain of records, its log and what it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.games.loading import build_game
from bot.store import Store, checksums, game_rows, records
from bot.store.chain import Damaged
from bot.store.game_rows import GameFilter, GameInfo, Status
from bot.store.records import StoredLog
from engine import BadLog, Game
from engine.api.judging import BROKEN_GAME_ERRORS, rejudge

WRONG_CHECKSUM_TEXT = "its title, name, place, status, settings or seats are not as they were stored"

ALL: tuple[Status, ...] = ("lobby", "running", "paused", "ended")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check of a stored game has found.

    ``damage`` says why the game cannot be played on, ``judged_otherwise`` where today's rules would decide
    differently; "" if nothing was found. ``has_wrong_checksum``: its row or its seats are not as they were
    stored.
    """

    info: GameInfo
    damage: str = ""
    judged_otherwise: str = ""
    has_wrong_checksum: bool = False

    @property
    def report_line(self) -> str:
        """Return the finding about a game as one line, with its id, name, title and number of moves."""
        result = self.damage or (
            f"would be judged otherwise: {self.judged_otherwise}" if self.judged_otherwise else "is sound"
        )
        result = f"{result}; {WRONG_CHECKSUM_TEXT}" if self.has_wrong_checksum else result
        game = f"“{self.info.name}” ({self.info.title}, move {self.info.revision})"
        return f"table {self.info.id}, {game}: {result}"


async def review_games(
    store: Store, *, by_rules: bool = False, statuses: Sequence[Status] = ALL
) -> AsyncIterator[Finding]:
    """Check the stored games of these statuses, the oldest first, and yield a finding for each, sound or not.

    ``by_rules`` also checks each record by today's rules.
    """
    infos = await store.read(
        lambda conn: game_rows.list_games(conn, GameFilter(statuses=statuses), limit=10**9)
    )
    for info in reversed(infos):
        yield await review_game(store, info, by_rules)


async def review_game(store: Store, info: GameInfo, by_rules: bool) -> Finding:
    """Check one stored game in a thread, and return the finding.

    ``by_rules`` also checks each record by today's rules.
    """
    stored = await store.read(partial(records.read_stored_log, game_id=info.id, revision=info.revision))
    return replace(
        await asyncio.to_thread(_replay_game, info, stored, by_rules),
        has_wrong_checksum=not checksums.has_valid_checksum(info),
    )


def _replay_game(info: GameInfo, stored: StoredLog, by_rules: bool) -> Finding:
    """Replay a stored game and return the finding; for a game in the lobby only its log is verified.

    A fault is part of the finding, not raised. ``by_rules`` also checks each record by today's rules.
    """
    try:
        game_log = stored.verify()
    except Damaged as error:
        return Finding(info, f"is damaged from move {error.revision} on")
    if game_log.setup is None:
        return Finding(info)
    try:
        game = build_game(game_log)
        _require_choices(game)
    except BROKEN_GAME_ERRORS as error:
        return Finding(info, f"cannot be played on: {_error_line(error)}")
    if not by_rules:
        return Finding(info)
    try:
        return Finding(info, "", next(iter(rejudge(game)), ""))
    except BROKEN_GAME_ERRORS as error:
        return Finding(info, "", _error_line(error))


def _require_choices(game: Game) -> None:
    """Raise BadLog if a replayed game waits for a decision and none of the seats to act has a legal move."""
    next_decision = game.waiting()
    if next_decision is not None and not any(game.choices(seat) for seat in next_decision.players):
        raise BadLog("nobody of those it waits for may do anything")


def _error_line(error: BaseException) -> str:
    """Return an error of a replay in one line of at most 200 characters."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
