"""What a strong computer player would do in a seat: found once for a position, and counted per player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import WeakKeyDictionary

from bot.computers.choose import ComputerDecision, DueDecision, Move, find_decision, find_turn_moves
from bot.computers.rows import hint_counts_by_seat, increment_hint_count
from bot.computers.words import STRONG
from bot.games.core import Games
from bot.store.game_rows import GameInfo
from bot.work.pool import Pool
from bot.work.recent import LruCache
from engine import Game
from engine.api.players import GUIDE

HINTS_SETTING = "hints"
"""The game's setting whether its players may ask for hints; the default is True."""

TUTORIAL_SETTING = "guided"
"""The game's setting, under its stored name, whether the game is a tutorial, whose pages have hints."""

HINT_SECONDS, MAX_CACHED_HINTS = 4.0, 64
"""Seconds that the search for a hint may take, and the maximum number of cached hints."""

TURN_SECONDS = 12.0
"""Seconds that the search for a whole turn may take."""

HintKey = tuple[int, str, str]
_CACHED_HINTS: WeakKeyDictionary[Pool, LruCache[HintKey, ComputerDecision]] = WeakKeyDictionary()


def are_hints_allowed(info: GameInfo) -> bool:
    """Return True if the players of a running game may ask what a strong computer player would do.

    They may unless the game's setting `HINTS_SETTING` is false.
    """
    return bool(info.settings.get(HINTS_SETTING, True)) and info.status == "running"


def is_tutorial(info: GameInfo) -> bool:
    """Return True if the game is a tutorial (`/game learn`), in which each page of a turn shows a hint."""
    return bool(info.settings.get(TUTORIAL_SETTING))


async def give_hint(games: Games, pool: Pool, info: GameInfo, game: Game, seat: str) -> ComputerDecision:
    """Return what a computer player would do in the seat of a player who asks for a hint, and count the hint.

    Asking again in the same position returns the cached hint, which is not counted again; hints in a tutorial
    are never counted. The search takes 4 seconds at most. Raises PoolError if the worker fails or is too
    late.
    """
    cache, key = _CACHED_HINTS.setdefault(pool, LruCache(MAX_CACHED_HINTS)), (info.id, game.digest(), seat)
    cached = cache.get(key)
    if cached is not None:
        return cached
    computer_level = GUIDE if is_tutorial(info) else STRONG
    cache[key] = decision = await find_decision(
        pool, game, DueDecision(seat), computer_level, info.id, HINT_SECONDS
    )
    if is_tutorial(info):
        return decision
    await games.store.write(partial(increment_hint_count, game_id=info.id, seat_id=seat), game_id=info.id)
    return decision


async def give_turn_hint(games: Games, pool: Pool, info: GameInfo, game: Game, seat: str) -> Sequence[Move]:
    """Return a strong computer player's moves to the end of a player's turn, and count them as one hint.

    Each move is a kind of action and its arguments; the result is empty if there is no move. The search takes
    12 seconds at most. Raises PoolError if the worker fails or is too late.
    """
    moves = await find_turn_moves(pool, game, seat, info.id, TURN_SECONDS)
    await games.store.write(partial(increment_hint_count, game_id=info.id, seat_id=seat), game_id=info.id)
    return moves


async def hint_counts_by_player(games: Games, info: GameInfo) -> list[tuple[str, int]]:
    """Return the players of a game who asked for hints, as pairs of name and number of hints.

    They are in the order of the seats; players who took no hints are left out.
    """
    counts = await games.store.read(partial(hint_counts_by_seat, game_id=info.id))
    return [(seat_info.name, counts[seat_info.id]) for seat_info in info.seats if seat_info.id in counts]
