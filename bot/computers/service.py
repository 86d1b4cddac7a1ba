"""Which computer player's decision is due in a game, and how it is made: once, however often it is tried."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from functools import partial

from bot.computers.choose import ComputerDecision, DueDecision, Move, find_decision
from bot.computers.offers import with_deal_partners
from bot.computers.words import STEADY
from bot.games.changes import Changes, LoadedGame
from bot.games.core import Games
from bot.games.history import COMPUTER_NOTE
from bot.games.moves import apply_and_record
from bot.games.outcome import Outcome, refused_outcome
from bot.store.game_rows import GameInfo
from bot.words import msg
from bot.work.pool import Pool, PoolError
from engine import Action, Game, Record
from engine.api.moves import DECLINE, safe_action

log = logging.getLogger(__name__)

ORIGIN = "computer"
"""The origin of the moves of computer players in the log."""

NOTHING_DUE = "nothing_due"
"""The code of a refused move for a seat that no computer player plays any more."""

RANDOM = "random"
SAFE_MOVE_NOTES = {ORIGIN: msg("safe default, since the computer found nothing better in time")}
"""The note in the log of a move that the computer player's search did not find."""


def due_decision(info: GameInfo, game: Game | None) -> DueDecision | None:
    """Return the next decision that a computer player of a game has to make; offers to it come first.

    Return None if the game waits for people only, is not running or is in the lobby (``game`` None).
    """
    if game is None or info.status != "running" or game.state.ended:
        return None
    computer_seats, next_decision = info.computer_levels, game.waiting()
    offer = next(
        (open_offer for open_offer in game.state.offers.values() if open_offer.to in computer_seats), None
    )
    if offer is not None:
        return DueDecision(offer.to, offer.id)
    players = next_decision.players if next_decision is not None else ()
    return next(
        (DueDecision(seat) for seat in players if seat in computer_seats and game.choices(seat)), None
    )


def is_same_turn(first: Game, other: Game) -> bool:
    """Return True if two positions of a game belong to one turn: a computer player makes no pause in it."""
    return _turn_key(first) == _turn_key(other)


def _turn_key(game: Game) -> tuple[object, ...]:
    """Return a key that is equal in all positions of one turn; a computer player pauses when it changes.

    The key has the round, its number and part, the company or player whose turn it is, and the seats to act.
    """
    next_decision, cursor = game.waiting(), game.state.cursor
    players = next_decision.players if next_decision is not None else ()
    return cursor.round, cursor.number, cursor.part, cursor.actor, players


async def make_computer_decision(
    games: Games, pool: Pool, info: GameInfo, game: Game, due: DueDecision
) -> Outcome:
    """Make the moves of a computer player's decision that is due in a game, and return the outcome.

    What the player's level finds is tried first, then what the level "steady" finds, then the safe default,
    then any legal move. If all are refused, the outcome is the last refusal; if nothing was found, it is
    refused (``nothing_found``). If the game has moved on since ``game``, nothing is done and the outcome is
    "stale"; if a person plays the seat again, or the game is not running, it is refused (``nothing_due``).
    Failures of the database are outcomes, too.
    """
    outcome = refused_outcome("nothing_found", "")
    async for moves, note in _candidate_move_lists(pool, info, game, due):
        outcome = await make_computer_moves(games, info.id, due.seat, game.revision, moves, note)
        if outcome.kind not in ("refused", "fault") or outcome.code == NOTHING_DUE:
            return outcome
        log.error("game %s, revision %s: %s cannot be made: %s", info.id, game.revision, moves, outcome.text)
    return outcome


async def _candidate_move_lists(
    pool: Pool, info: GameInfo, game: Game, due: DueDecision
) -> AsyncIterator[tuple[Sequence[Move], str]]:
    """Yield lists of moves that a computer player may make, the best first, each with a note for the log.

    Moves are pairs of kind of action and arguments. The note is "" for moves that the player's search found.
    The lists are found lazily: a fallback is searched for only if the caller rejects the list before it. The
    seat of ``due`` must be that of a computer player.
    """
    computer_level, game_and_revision = info.computer_levels[due.seat], (info.id, game.revision)
    for tried_computer_level in dict.fromkeys((computer_level, STEADY)):
        try:
            decision: ComputerDecision = await find_decision(
                pool,
                game,
                with_deal_partners(info, game, due),
                tried_computer_level,
                computer_seed(info, due.seat),
            )
            yield decision.moves, ""
        except PoolError as error:
            log.warning(
                "game %s, revision %s: %s found nothing: %s", *game_and_revision, tried_computer_level, error
            )
    log.warning("game %s, revision %s: the safe default for %s", *game_and_revision, due.seat)
    if due.offer:
        yield [(DECLINE, {"offer": due.offer})], SAFE_MOVE_NOTES[ORIGIN]
        return
    safe_default = safe_action(game, due.seat)
    if safe_default is not None:
        yield [(safe_default.kind, safe_default.args)], SAFE_MOVE_NOTES[ORIGIN]
    log.warning("game %s, revision %s: anything that is legal for %s", *game_and_revision, due.seat)
    try:
        yield (
            (await find_decision(pool, game, due, RANDOM, game.revision, 1.0)).moves,
            SAFE_MOVE_NOTES[ORIGIN],
        )
    except PoolError as error:
        log.error("game %s, revision %s: nothing legal was found: %s", *game_and_revision, error)


def computer_seed(info: GameInfo, seat: str) -> int:
    """Return the seed of the random choices of the computer player in a seat; it differs by seat and game.

    The rules of the game do not use the seed. Raises ValueError for an unknown seat.
    """
    return 1000 * info.id + [seat_info.id for seat_info in info.seats].index(seat)


async def make_computer_moves(
    games: Games, game_id: int, seat: str, revision: int, moves: Sequence[Move], note: str = ""
) -> Outcome:
    """Write a computer player's moves to a game, up to the first illegal move, and return the outcome.

    Moves are pairs of kind of action and arguments. The outcome is refused if the first move is illegal, if
    the game is not running, or if no computer player plays the seat; it is "stale" if ``revision`` is not the
    game's current revision. A decision that was stored for this revision before is not made again: its
    outcome is returned. ``note`` is kept in the records of the log.
    """

    def submit_moves(game: Game, acting_seat: str, note: str) -> list[Record]:
        """Submit the computer player's moves to a game up to the first illegal move; return their records.

        ``note`` is kept in each record. Raises Refused if the first move is illegal, and SearchNeeded if a
        move needs a search for routes first.
        """
        records: list[Record] = []
        for kind, args in moves:
            action = Action(kind, acting_seat, dict(args))
            if records and game.check(action) is not None:
                break
            records.append(game.submit(action, note))
        return records

    def record_moves(loaded: LoadedGame, changes: Changes) -> Outcome:
        """Record the moves; refuse them if no computer player plays the seat or the game is not running.

        Return the outcome. Raises Refused if the first move is illegal, and SearchNeeded if a move needs a
        search for routes first.
        """
        if loaded.info.status != "running" or seat not in loaded.info.computer_levels:
            return refused_outcome(NOTHING_DUE, "")
        proxy_note = COMPUTER_NOTE if loaded.info.holder_id_of(seat) is not None else ""
        submit_with_note = partial(submit_moves, note=note or proxy_note)
        return apply_and_record(
            loaded, changes, submit_with_note, seat, revision=revision, user_id=0, origin=ORIGIN
        )

    return await games.write(game_id, 0, f"computer:{game_id}:{revision}", record_moves)
