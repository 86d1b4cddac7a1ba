"""What a strong computer would do in a seat: found once for a position, and counted for each who asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import WeakKeyDictionary

from bot.computers.choose import Asked, Chosen, Move, choose, choose_turn
from bot.computers.rows import hints, take_hint
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
_KEPT: WeakKeyDictionary[Pool, Recent[Key, Chosen]] = WeakKeyDictionary()


def allowed(info: GameInfo) -> bool:
    """Whether players of this table may ask."""
    return bool(info.settings.get(HINTS, True)) and info.status == "running"


def is_guided(info: GameInfo) -> bool:
    """Whether each page of a turn advises a move."""
    return bool(info.settings.get(GUIDED))


async def hint(games: Games, pool: Pool, info: GameInfo, game: Game, seat: str) -> Chosen:
    """What a strong computer would do here, counted where it was not asked before; raises PoolFault.

    A guided game advises what *steady* would do, at once and uncounted.
    """
    kept, key = _KEPT.setdefault(pool, Recent(KEEP)), (info.id, game.digest(), seat)
    known = kept.get(key)
    if known is not None:
        return known
    if is_guided(info):
        kept[key] = found = await choose(pool, game, Asked(seat), STEADY, info.id, SECONDS)
        return found
    kept[key] = found = await choose(pool, game, Asked(seat), STRONG, info.id, SECONDS)
    await games.store.write(partial(take_hint, of=info.id, chair=seat), game=info.id)
    return found


async def whole_turn(games: Games, pool: Pool, info: GameInfo, game: Game, seat: str) -> Sequence[Move]:
    """The moves of a strong computer to the end of the turn, counted as a hint; raises PoolFault."""
    moves = await choose_turn(pool, game, seat, info.id, TURN_SECONDS)
    await games.store.write(partial(take_hint, of=info.id, chair=seat), game=info.id)
    return moves


async def hints_taken(games: Games, info: GameInfo) -> list[tuple[str, int]]:
    """Who took how many hints at a table, those without any left out."""
    found = await games.store.read(partial(hints, of=info.id))
    return [(chair.name, found[chair.seat]) for chair in info.seats if chair.seat in found]
