"""What a strong computer would do in a seat: found once for a position, and counted for each who asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import WeakKeyDictionary

from bot.computers.choose import ComputerChoice, DueDecision, Move, choose, choose_turn
from bot.computers.rows import count_hint, hints
from bot.computers.words import STEADY, STRONG
from bot.games.core import Games
from bot.store.game_rows import GameInfo
from bot.work.pool import Pool
from bot.work.recent import Recent
from engine import Game

HINTS = "hints"
"""The table's setting: whether its players may ask; they may where nothing is said."""

GUIDED = "guided"
"""The table's setting: whether each page of a turn advises a move, as in a game that teaches."""

SECONDS, KEEP = 4.0, 64
"""What a hint may take, and hints that are remembered."""

TURN_SECONDS = 12.0
"""What a whole turn may take."""

Key = tuple[int, str, str]
_KEPT: WeakKeyDictionary[Pool, Recent[Key, ComputerChoice]] = WeakKeyDictionary()


def are_hints_allowed(info: GameInfo) -> bool:
    """Return True if players of this table may ask for hints."""
    return bool(info.settings.get(HINTS, True)) and info.status == "running"


def is_guided(info: GameInfo) -> bool:
    """Return True if each page of a turn advises a move."""
    return bool(info.settings.get(GUIDED))


async def hint(games: Games, pool: Pool, info: GameInfo, game: Game, seat: str) -> ComputerChoice:
    """Return what a strong computer would do here; raises PoolFault.

    A hint is counted once for each position and seat. A guided game advises what *steady* would do, at once
    and uncounted.
    """
    cache, key = _KEPT.setdefault(pool, Recent(KEEP)), (info.id, game.digest(), seat)
    cached = cache.get(key)
    if cached is not None:
        return cached
    if is_guided(info):
        cache[key] = choice = await choose(pool, game, DueDecision(seat), STEADY, info.id, SECONDS)
        return choice
    cache[key] = choice = await choose(pool, game, DueDecision(seat), STRONG, info.id, SECONDS)
    await games.store.write(partial(count_hint, game_id=info.id, hinted_seat=seat), game=info.id)
    return choice


async def whole_turn(games: Games, pool: Pool, info: GameInfo, game: Game, seat: str) -> Sequence[Move]:
    """Return a strong computer's moves to the end of the turn, counted as a hint; raises PoolFault."""
    moves = await choose_turn(pool, game, seat, info.id, TURN_SECONDS)
    await games.store.write(partial(count_hint, game_id=info.id, hinted_seat=seat), game=info.id)
    return moves


async def hints_taken(games: Games, info: GameInfo) -> list[tuple[str, int]]:
    """Return the names of the players who took hints at a table, each with the number."""
    counts = await games.store.read(partial(hints, game_id=info.id))
    return [
        (info_of_seat.name, counts[info_of_seat.seat])
        for info_of_seat in info.seats
        if info_of_seat.seat in counts
    ]
