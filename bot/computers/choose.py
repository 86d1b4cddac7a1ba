"""What a computer decides: found in a worker, from what its seat may see, within a time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.work.pool import Pool
from engine import Action, Game, Setup, load_game
from engine.api.players import Budget, Decision, answer_offer, player, seen_from, work_of
from engine.api.table import position

Move = tuple[str, Mapping[str, Any]]
"""A kind of action and its arguments."""

SECONDS = {"easy": 3.0, "steady": 4.0, "strong": 12.0}
"""What a decision may take; then the best so far is taken."""

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


def _chosen(found: Decision) -> Chosen:
    weighed = tuple((_move(each.action), each.worth) for each in found.weighed)
    return Chosen(tuple(_move(action) for action in found.actions), found.reason, weighed)


def _move(action: Action) -> Move:
    return action.kind, dict(action.args)
