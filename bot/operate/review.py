"""Opens every game of a database and checks its chain of records, its log and what it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.games.opening import fold_log
from bot.store import Store, game_rows, records, seals
from bot.store.chain import Damaged
from bot.store.game_rows import GameInfo, Status, Wanted
from bot.store.records import Stored
from engine import BadLog, Game
from engine.api.judging import UNSOUND, rejudge

ODD = "its title, name, place, status, settings or seats are not as they were stored"

ALL: tuple[Status, ...] = ("lobby", "running", "paused", "ended")


@dataclass(frozen=True, slots=True)
class Finding:
    """A game that was looked at: why it cannot be played, and where today's rules would judge otherwise.

    ``odd``: what stands beside its log is not as it was stored.
    """

    info: GameInfo
    broken: str = ""
    otherwise: str = ""
    odd: bool = False

    @property
    def line(self) -> str:
        """The finding in a line, with its table."""
        why = self.broken or (
            f"would be judged otherwise: {self.otherwise}" if self.otherwise else "is sound"
        )
        why = f"{why}; {ODD}" if self.odd else why
        return f"table {self.info.id}, “{self.info.name}” ({self.info.title}, move {self.info.rev}): {why}"


async def review(
    store: Store, *, judge: bool = False, statuses: Sequence[Status] = ALL
) -> AsyncIterator[Finding]:
    """Look at all games, one after another; ``judge`` also asks today's rules about each record."""
    infos = await store.read(lambda conn: game_rows.listing(conn, Wanted(statuses=statuses), limit=10**9))
    for info in reversed(infos):
        yield await look_at(store, info, judge)


async def look_at(store: Store, info: GameInfo, judge: bool) -> Finding:
    """Check one game and return the finding."""
    found = await store.read(partial(records.read_stored, game=info.id, rev=info.rev))
    return replace(await asyncio.to_thread(_replay, info, found, judge), odd=not seals.is_sound(info))


def _replay(info: GameInfo, stored: Stored, judge: bool) -> Finding:
    """Replay a game and return the finding; with `judge` also check each record by the present rules."""
    try:
        found = stored.log()
    except Damaged as fault:
        return Finding(info, f"is damaged from move {fault.rev} on")
    if found.genesis is None:
        return Finding(info)
    try:
        game = fold_log(found)
        _asked(game)
    except UNSOUND as fault:
        return Finding(info, f"cannot be played on: {_said(fault)}")
    if not judge:
        return Finding(info)
    try:
        return Finding(info, "", next(iter(rejudge(game)), ""))
    except UNSOUND as fault:
        return Finding(info, "", _said(fault))


def _asked(game: Game) -> None:
    """Check that the player to act has a legal move."""
    waiting = game.waiting()
    if waiting is not None and not any(game.choices(seat) for seat in waiting.players):
        raise BadLog("nobody of those it waits for may do anything")


def _said(fault: BaseException) -> str:
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
