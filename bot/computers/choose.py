"""What a computer decides: found in a worker, from what its seat may see, within a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.work.pool import Pool
from engine import Action, Game, Setup, load_game
from engine.api.players import Budget, Decision, answer_offer, player, seen_from, work_of
from engine.api.runs import Unanswered
from engine.api.table import position

Move = tuple[str, Mapping[str, Any]]
"""A kind of action and its arguments."""

SECONDS = {"easy": 3.0, "steady": 4.0, "strong": 12.0}
"""What a decision may take; then the best so far is taken."""

MOST = 20
"""The most moves of a turn that is chosen as a whole."""

GRACE = 20.0
"""Seconds beyond that for the wait for a worker and its answer; a later one is lost."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a computer does and why; what else it weighed, best first, each with its worth in money."""

    moves: tuple[Move, ...]
    reason: str
    weighed: tuple[tuple[Move, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that is due: of which seat, and about which offer, if it is one about an offer."""

    seat: str
    offer: str = ""


async def choose(
    pool: Pool, game: Game, asked: Asked, level: str, seed: int, seconds: float | None = None
) -> Chosen:
    """What a computer of a level does; raises PoolFault when it finds nothing in time."""
    start = replace(game.setup, seed=0, state=position(game))
    limit = SECONDS[level] if seconds is None else seconds
    return await pool.run(decided, start, asked, level, seed, limit, deadline=limit + GRACE)


def decided(start: Setup, asked: Asked, level: str, seed: int, seconds: float) -> Chosen:
    """A decision in a position; raises what the search raises."""
    game, until = seen_from(load_game(start, ())), time.monotonic() + seconds
    if asked.offer:
        return _chosen(answer_offer(game, asked.seat, asked.offer))
    budget = Budget(work_of(level), lambda: time.monotonic() > until, time.monotonic)
    return _chosen(player(level, seed).choose(game, asked.seat, budget))


async def choose_turn(pool: Pool, game: Game, seat: str, seed: int, seconds: float) -> tuple[Move, ...]:
    """What a strong computer does to the end of the turn; raises PoolFault when it finds nothing in time."""
    start = replace(game.setup, seed=0, state=position(game))
    return await pool.run(decided_turn, start, seat, seed, seconds, deadline=seconds + GRACE)


def decided_turn(start: Setup, seat: str, seed: int, seconds: float) -> tuple[Move, ...]:
    """The moves of a turn: each as long as there is time, what others do between them is left out."""
    game, clock = seen_from(load_game(start, ())), time.monotonic
    until, turn, made = clock() + seconds, _turn(game), list[Move]()
    while len(made) < MOST and clock() < until and _is_asked(game, seat) and _turn(game) == turn:
        budget = Budget(work_of("strong"), _after(clock() + (until - clock()) / 2), clock)
        for action in player("strong", seed).choose(game, seat, budget).actions[:1]:
            made.append(_move(action))
            try:
                game.submit(action)
            except Unanswered:
                return tuple(made)
    return tuple(made)


def _after(moment: float) -> Callable[[], bool]:
    """Whether a moment of the clock is past."""
    return lambda: time.monotonic() > moment


def _is_asked(game: Game, seat: str) -> bool:
    waiting = game.waiting()
    return waiting is not None and seat in waiting.players


def _turn(game: Game) -> tuple[object, ...]:
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part, cursor.actor, len(cursor.done)


def _chosen(found: Decision) -> Chosen:
    weighed = tuple((_move(each.action), each.worth) for each in found.weighed)
    return Chosen(tuple(_move(action) for action in found.actions), found.reason, weighed)


def _move(action: Action) -> Move:
    return action.kind, dict(action.args)
