"""What a strong computer would do in a seat: found once for a position, and counted for each who asks."""

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
"""The table's setting: whether its players may ask; they may where nothing is said."""

TUTORIAL_SETTING = "guided"
"""The table's setting, under its stored name: whether the game is a tutorial, whose pages advise moves."""

HINT_SECONDS, MAX_CACHED_HINTS = 4.0, 64
"""Seconds that the search for a hint may take, and the most hints in the cache."""

TURN_SECONDS = 12.0
"""Seconds that the search for a whole turn may take."""

HintKey = tuple[int, str, str]
_CACHED_HINTS: WeakKeyDictionary[Pool, LruCache[HintKey, ComputerDecision]] = WeakKeyDictionary()


def are_hints_allowed(info: GameInfo) -> bool:
    """Return True if the players of a running game may ask what a strong computer would do.

    They may unless the table's setting `HINTS_SETTING` is false.
    """
    return bool(info.settings.get(HINTS_SETTING, True)) and info.status == "running"


def is_tutorial(info: GameInfo) -> bool:
    """Return True if this is a tutorial (`/game learn`): each page of a turn shows a computer's advice."""
    return bool(info.settings.get(TUTORIAL_SETTING))


async def give_hint(games: Games, pool: Pool, info: GameInfo, game: Game, seat: str) -> ComputerDecision:
    """Return what a computer player would do in the seat of a player who asks for a hint, and count the hint.

    In a tutorial none is counted. Who asks again in the same position gets the same hint, which is not
    counted again. The computer thinks for 4 seconds at most. Raises PoolError if the worker fails or does not
    answer.
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
    """Return a strong computer's moves to the end of a player's turn, and count them as one hint.

    Each move is a kind of action and its arguments; the result is empty if there is none. The computer thinks
    for 12 seconds at most. Raises PoolError if the worker fails or does not answer.
    """
    moves = await find_turn_moves(pool, game, seat, info.id, TURN_SECONDS)
    await games.store.write(partial(increment_hint_count, game_id=info.id, seat_id=seat), game_id=info.id)
    return moves


async def hint_counts_by_player(games: Games, info: GameInfo) -> list[tuple[str, int]]:
    """Return the players of a game who asked computers for hints: pairs of name and number of hints.

    They are in the order of the seats; players without hints are left out.
    """
    counts = await games.store.read(partial(hint_counts_by_seat, game_id=info.id))
    return [(seat_info.name, counts[seat_info.id]) for seat_info in info.seats if seat_info.id in counts]
