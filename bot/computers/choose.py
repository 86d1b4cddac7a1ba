"""What a computer player decides: found in a worker process, from what its seat may see, within a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.games.proposals import turn_key, waits_for
from bot.work.pool import Pool
from engine import Action, Game, Setup, load_game
from engine.api.players import (
    Budget,
    Deal,
    Decision,
    answer_offer,
    fork_for_player,
    player,
    propose,
    work_limit_of,
)
from engine.api.runs import SearchNeeded
from engine.api.table import position

Move = tuple[str, Mapping[str, Any]]
"""A kind of action and its arguments."""

SECONDS_BY_COMPUTER_LEVEL = {"easy": 3.0, "steady": 4.0, "strong": 12.0}
"""Seconds that a decision may take, by computer level; then the best decision so far is taken."""

PROPOSAL_WORK = 400
"""Prices that are tried before a computer player makes no offer."""

MAX_HINT_MOVES = 20
"""The maximum number of moves in a hint for a whole turn."""

GRACE_SECONDS = 20.0
"""Seconds for which a worker may be late with its result; a later result is lost."""


@dataclass(frozen=True, slots=True)
class ComputerDecision:
    """What a computer player does and why; ``weighed`` has the moves that it compared, best first.

    Each of these comes with its worth in money.
    """

    moves: tuple[Move, ...]
    reason: str
    weighed: tuple[tuple[Move, float], ...] = ()


@dataclass(frozen=True, slots=True)
class DueDecision:
    """A decision that a computer player has to make: for which seat, and about which offer, if any.

    ``partners`` are the seats to which the computer player may propose a deal, ``rejected_or_lapsed_deals``
    are deals that it does not propose again.
    """

    seat: str
    offer: str = ""
    partners: tuple[str, ...] = ()
    rejected_or_lapsed_deals: tuple[Deal, ...] = ()


async def find_decision(
    pool: Pool, game: Game, due: DueDecision, computer_level: str, seed: int, seconds: float | None = None
) -> ComputerDecision:
    """Find the decision of a computer player in a worker process, and return it.

    ``due`` says which seat must decide, and about which offer, if any. ``computer_level`` is a key of
    SECONDS_BY_COMPUTER_LEVEL or, if ``seconds`` is given, any kind of computer player of the engine.
    ``seconds`` replaces the thinking time of the level. ``seed`` is the seed of the random decisions,
    so that several computer players do not play alike. Raises PoolError if the worker fails, or has no result
    GRACE_SECONDS after that time.
    """
    setup = replace(game.setup, seed=0, state=position(game))
    limit = SECONDS_BY_COMPUTER_LEVEL[computer_level] if seconds is None else seconds
    return await pool.run(
        decide_in_worker, setup, due, computer_level, seed, limit, deadline=limit + GRACE_SECONDS
    )


def decide_in_worker(
    setup: Setup, due: DueDecision, computer_level: str, seed: int, seconds: float
) -> ComputerDecision:
    """Return what a computer player of a level decides in a position; runs in a worker process.

    If ``due`` names an offer, the player accepts or declines that offer. Otherwise the player proposes a deal
    to one of the partners in ``due``, if it finds a deal in half of the time, or else makes its moves.
    ``seconds`` limits the thinking time in all. ``setup`` is the position, and ``seed`` is the seed of the
    player's random choices.
    """
    game, deadline = fork_for_player(load_game(setup, ())), time.monotonic() + seconds
    if due.offer:
        return _picklable_decision(answer_offer(game, due.seat, due.offer))
    budget = Budget(work_limit_of(computer_level), lambda: time.monotonic() > deadline, time.monotonic)
    if due.partners:
        proposal_budget = Budget(PROPOSAL_WORK, lambda: time.monotonic() > deadline - seconds / 2)
        proposal = propose(game, due.seat, proposal_budget, due.partners, due.rejected_or_lapsed_deals)
        if proposal is not None:
            return _picklable_decision(proposal)
    return _picklable_decision(player(computer_level, seed).choose(game, due.seat, budget))


async def find_turn_moves(pool: Pool, game: Game, seat: str, seed: int, seconds: float) -> tuple[Move, ...]:
    """Return the moves that a strong computer player would make until the seat's turn ends.

    A worker process searches for them for at most ``seconds``. Each move is a kind of action and its
    arguments; the result is () if there is no move. ``seed`` is the seed of the random decisions.
    Raises PoolError if the worker fails or is over GRACE_SECONDS late.
    """
    setup = replace(game.setup, seed=0, state=position(game))
    return await pool.run(decide_turn_in_worker, setup, seat, seed, seconds, deadline=seconds + GRACE_SECONDS)


def decide_turn_in_worker(setup: Setup, seat: str, seed: int, seconds: float) -> tuple[Move, ...]:
    """Return the moves that a strong computer player makes in a seat's turn, as hints for the seat's player.

    As many moves are found as the time (``seconds``) allows, at most 20. The search stops when another player
    is to act, and after a move that needs a search for routes. The result is () if the seat is not to act.
    ``setup`` is the position, and ``seed`` is the seed of the random decisions. Runs in a worker
    process.
    """
    game, clock = fork_for_player(load_game(setup, ())), time.monotonic
    deadline, turn, turn_moves = clock() + seconds, turn_key(game), list[Move]()
    while (
        len(turn_moves) < MAX_HINT_MOVES
        and clock() < deadline
        and waits_for(game, seat)
        and turn_key(game) == turn
    ):
        budget = Budget(work_limit_of("strong"), _stop_condition(clock() + (deadline - clock()) / 2), clock)
        for action in player("strong", seed).choose(game, seat, budget).actions[:1]:
            turn_moves.append(_to_move(action))
            try:
                game.submit(action)
            except SearchNeeded:
                return tuple(turn_moves)
    return tuple(turn_moves)


def _stop_condition(deadline: float) -> Callable[[], bool]:
    """Return a function that stops a computer player's search: it returns True after ``deadline``.

    ``deadline`` is in seconds of the monotonic clock.
    """
    return lambda: time.monotonic() > deadline


def _picklable_decision(decision: Decision) -> ComputerDecision:
    """Return a computer player's decision as values that can be pickled for the main process."""
    alternatives = tuple(
        (_to_move(alternative.action), alternative.worth) for alternative in decision.weighed
    )
    return ComputerDecision(
        tuple(_to_move(action) for action in decision.actions), decision.reason, alternatives
    )


def _to_move(action: Action) -> Move:
    """Return an action of a computer player as a move: its kind and its arguments."""
    return action.kind, dict(action.args)
