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
    """What the check of a stored game has found.

    ``damage`` says why the game cannot be played on; ``replay_difference`` says which move the current rules
    judge in another way. Each is "" if there is nothing to say. ``has_wrong_checksum``: the game's row or its
    seats do not match their checksum.
    """

    info: GameInfo
    damage: str = ""
    replay_difference: str = ""
    has_wrong_checksum: bool = False

    @property
    def report_line(self) -> str:
        """Return the finding about a game as one line, with its id, name, title and number of moves."""
        result = self.damage or (
            f"would be judged otherwise: {self.replay_difference}" if self.replay_difference else "is sound"
        )
        result = f"{result}; {WRONG_CHECKSUM_TEXT}" if self.has_wrong_checksum else result
        game = f"“{self.info.name}” ({self.info.title}, move {self.info.revision})"
        return f"table {self.info.id}, {game}: {result}"


async def review_games(
    store: Store, *, check_rules: bool = False, statuses: Sequence[Status] = ALL
) -> AsyncIterator[Finding]:
    """Check the stored games of these statuses, the oldest first, and yield a finding for each game.

    A game without a fault has a finding, too. ``check_rules`` also checks each record by the current rules.
    """
    infos = await store.read(
        lambda conn: game_rows.list_games(conn, GameFilter(statuses=statuses), limit=10**9)
    )
    for info in reversed(infos):
        yield await review_game(store, info, check_rules)


async def review_game(store: Store, info: GameInfo, check_rules: bool) -> Finding:
    """Check one stored game in a thread, and return the finding.

    ``check_rules`` also checks each record by the current rules.
    """
    stored = await store.read(partial(records.read_stored_log, game_id=info.id, revision=info.revision))
    return replace(
        await asyncio.to_thread(_replay_game, info, stored, check_rules),
        has_wrong_checksum=not checksums.has_valid_checksum(info),
    )


def _replay_game(info: GameInfo, stored: StoredLog, check_rules: bool) -> Finding:
    """Replay a stored game and return the finding; for a game in the lobby only its log is verified.

    A fault is part of the finding, not raised. ``check_rules`` also checks each record by the current rules.
    """
    try:
        game_log = stored.verify()
    except Damaged as error:
        return Finding(info, f"is damaged from move {error.revision} on")
    if game_log.setup is None:
        return Finding(info)
    try:
        game = build_game(game_log)
        _require_legal_move(game)
    except BROKEN_GAME_ERRORS as error:
        return Finding(info, f"cannot be played on: {_error_line(error)}")
    if not check_rules:
        return Finding(info)
    try:
        return Finding(info, "", next(iter(rejudge(game)), ""))
    except BROKEN_GAME_ERRORS as error:
        return Finding(info, "", _error_line(error))


def _require_legal_move(game: Game) -> None:
    """Raise BadLog if a replayed game waits for a decision, but no seat to act has a legal move."""
    next_decision = game.waiting()
    if next_decision is not None and not any(game.choices(seat) for seat in next_decision.players):
        raise BadLog("nobody of those it waits for may do anything")


def _error_line(error: BaseException) -> str:
    """Return an error of a replay in one line of at most 200 characters."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
