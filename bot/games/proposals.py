"""Proposals for the next ordinary move of a seat; only the engine decides whether a move is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.games.engine_results import legal_move_kinds
from engine import Action, Choice, Game, Json, Range, Refused, load_game
from engine.api.moves import BID, DIVIDEND, DONE, PAY, RUN, SKIP
from engine.api.runs import SearchNeeded
from engine.api.table import position


def waits_for(game: Game, seat: str) -> bool:
    """Return True if a game waits for a decision of a seat (its id), alone or with others."""
    next_decision = game.waiting()
    return next_decision is not None and seat in next_decision.players


def find_legal_kind(game: Game, seat: str, kind: str) -> Choice | None:
    """Return a kind of move (such as "bid") with its fields, if it is legal for a seat now; else None."""
    return next((legal_kind for legal_kind in legal_move_kinds(game, seat) if legal_kind.kind == kind), None)


def min_bid(game: Game, seat: str, lot: str) -> Action | None:
    """Return the minimum legal bid of a seat for a lot (its id) of a game's auction, without making it.

    Return None if the seat may not bid, or if the move needs more than a lot and an amount.
    """
    legal_kind = find_legal_kind(game, seat, BID)
    if legal_kind is None:
        return None
    args: dict[str, object] = {}
    for field in legal_kind.fields:
        options = game.options(seat, BID, field.name, args)
        if isinstance(options, Range):
            args[field.name] = options.low
        elif lot in [option.value for option in options]:
            args[field.name] = lot
        else:
            return None
    action = Action(BID, seat, args)
    return action if game.check(action) is None else None


def routine_move(seat: str, legal_kinds: set[str]) -> Action | None:
    """Return the default move of a seat in its turn, without making it; None if there is none.

    It pays the dividend out, else skips an optional step, else ends the turn. ``legal_kinds`` are the kinds
    of moves that are legal for the seat.
    """
    if DIVIDEND in legal_kinds:
        return Action(DIVIDEND, seat, {"payout": PAY})
    return next((Action(kind, seat) for kind in (SKIP, DONE) if kind in legal_kinds), None)


MAX_MOVES = 30
"""The number of moves after which `rest_of_turn` gives up."""


def rest_of_turn(game: Game, seat: str, company: str, routes: Sequence[Json]) -> list[Action]:
    """Return the moves that run routes, pay out and end the turn of a company, tried on a copy of the game.

    ``routes`` are JSON as the engine takes them. The list ends early if the engine needs a search for routes.
    It is [] if the moves are impossible, for instance because another decision comes between, if there are
    more than 30 moves, or if no routes are to be run in the rest of the turn.
    """
    game_copy = load_game(replace(game.setup, state=position(game)), ())
    turn, moves = turn_key(game), list[Action]()
    game_copy.view.answers = {}  # routes after the turn are not searched here
    while turn_key(game_copy) == turn:
        is_waiting = waits_for(game_copy, seat)
        kinds = {legal_kind.kind for legal_kind in game_copy.choices(seat)} if is_waiting else set()
        action = Action(RUN, seat, {"routes": list(routes)}) if RUN in kinds else routine_move(seat, kinds)
        if action is None or game_copy.state.pending or len(moves) == MAX_MOVES:
            return []
        moves.append(action)
        try:
            game_copy.submit(action)
        except Refused:
            return []
        except SearchNeeded:
            break
    return moves if RUN in [action.kind for action in moves] else []


def turn_key(game: Game) -> tuple[object, ...]:
    """Return a value that changes when the current turn of a game ends.

    It is a tuple of the round, its number and part, who acts, how many have acted, and why the game ended.
    """
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part, cursor.actor, len(cursor.done), game.state.ended
