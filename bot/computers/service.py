"""Whose decision is due at a table, and how a computer's is made: once, whoever tries it how often."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence

from bot.computers.choose import Asked, Chosen, Move, choose
from bot.computers.words import STEADY
from bot.games.core import Games
from bot.games.moves import judge_and_record
from bot.games.outcome import Outcome, refused
from bot.games.work import Live, Work
from bot.store.game_rows import GameInfo
from bot.words import msg
from bot.work.pool import Pool, PoolFault
from engine import Action, Game, Record
from engine.api.moves import DECLINE, safe_action

log = logging.getLogger(__name__)

VIA = "computer"
"""The path of its moves in the log."""

RANDOM = "random"
SAFELY = {VIA: msg("safe default, since the computer found nothing better in time")}
"""The note of a move that its search did not find, as the log tells it."""


def is_due(info: GameInfo, game: Game | None) -> Asked | None:
    """The next decision that a computer has to make; None when people are to act."""
    if game is None or info.status != "running" or game.state.ended:
        return None
    chairs, waiting = info.computers, game.waiting()
    offer = next((o for o in game.state.offers.values() if o.to in chairs), None)
    if offer is not None:
        return Asked(offer.to, offer.id)
    players = waiting.players if waiting is not None else ()
    return next((Asked(seat) for seat in players if seat in chairs and game.choices(seat)), None)


def same_turn(one: Game, other: Game) -> bool:
    """Whether the same seat acts, for the same company, in the same round."""
    return _turn(one) == _turn(other)


def _turn(game: Game) -> tuple[object, ...]:
    waiting, cursor = game.waiting(), game.state.cursor
    players = waiting.players if waiting is not None else ()
    return cursor.round, cursor.number, cursor.part, cursor.actor, players


async def decide(games: Games, pool: Pool, info: GameInfo, game: Game, asked: Asked) -> Outcome:
    """Make one decision: what its level finds, else *steady*, else the safe default, else anything legal."""
    outcome = refused("nothing_found", "")
    async for moves, note in _ways(pool, info, game, asked):
        outcome = await make(games, info.id, asked.seat, game.rev, moves, note)
        if outcome.kind not in ("refused", "fault"):
            return outcome
        log.error("game %s, revision %s: %s cannot be made: %s", info.id, game.rev, moves, outcome.text)
    return outcome


async def _ways(
    pool: Pool, info: GameInfo, game: Game, asked: Asked
) -> AsyncIterator[tuple[Sequence[Move], str]]:
    """What may be done, best first; each is found when those before did not do."""
    level, where = info.computers[asked.seat], (info.id, game.rev)
    for tried in dict.fromkeys((level, STEADY)):
        try:
            found: Chosen = await choose(pool, game, asked, tried, seed_of(info, asked.seat))
            yield found.moves, ""
        except PoolFault as fault:
            log.warning("game %s, revision %s: %s found nothing: %s", *where, tried, fault)
    log.warning("game %s, revision %s: the safe default for %s", *where, asked.seat)
    if asked.offer:
        yield [(DECLINE, {"offer": asked.offer})], SAFELY[VIA]
        return
    safe = safe_action(game, asked.seat)
    if safe is not None:
        yield [(safe.kind, safe.args)], SAFELY[VIA]
    log.warning("game %s, revision %s: anything that is legal for %s", *where, asked.seat)
    try:
        yield (await choose(pool, game, asked, RANDOM, game.rev, 1.0)).moves, SAFELY[VIA]
    except PoolFault as fault:
        log.error("game %s, revision %s: nothing legal was found: %s", *where, fault)


def seed_of(info: GameInfo, seat: str) -> int:
    """What makes computers differ; the chance of the game has nothing to do with it."""
    return 1000 * info.id + [s.seat for s in info.seats].index(seat)


async def make(
    games: Games, game_id: int, seat: str, rev: int, moves: Sequence[Move], note: str = ""
) -> Outcome:
    """Make the moves of a computer after record ``rev``: the first, and the others while they are legal.

    The same decision that comes twice is made once.
    """

    def step(game: Game, chair: str) -> list[Record]:
        made: list[Record] = []
        for kind, args in moves:
            action = Action(kind, chair, dict(args))
            if made and game.check(action) is not None:
                break
            made.append(game.submit(action, note))
        return made

    def judge(live: Live, work: Work) -> Outcome:
        if live.info.status != "running" or seat not in live.info.computers:
            return refused("nothing_due", "")
        return judge_and_record(live, work, step, seat, rev=rev, user=0, via=VIA)

    return await games.write(game_id, 0, f"computer:{game_id}:{rev}", judge)
