"""Proposals for the next ordinary move of a seat; only the engine decides whether a move is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.games.engine_answers import legal_move_kinds
from engine import Action, Choice, Game, Json, Range, Refused, load_game
from engine.api.moves import BID, DIVIDEND, DONE, PAY, RUN, SKIP
from engine.api.runs import SearchNeeded
from engine.api.table import position


def waits_for(game: Game, seat: str) -> bool:
    """Return True if a game waits for a decision of a seat (its id), alone or with others."""
    next_decision = game.waiting()
    return next_decision is not None and seat in next_decision.players


def find_legal_kind(game: Game, seat: str, kind: str) -> Choice | None:
    """Return the legal move of a kind (such as "bid") for a seat, with its fields; None if there is none."""
    return next((choice for choice in legal_move_kinds(game, seat) if choice.kind == kind), None)


def min_bid(game: Game, seat: str, lot: str) -> Action | None:
    """Return the lowest legal bid of a seat for a lot (its id) of a game's auction; None if it may not bid.

    The bid is not made. None also if the move needs more than a lot and an amount.
    """
    choice = find_legal_kind(game, seat, BID)
    if choice is None:
        return None
    args: dict[str, object] = {}
    for field in choice.fields:
        options = game.options(seat, BID, field.name, args)
        if isinstance(options, Range):
            args[field.name] = options.low
        elif lot in [option.value for option in options]:
            args[field.name] = lot
        else:
            return None
    action = Action(BID, seat, args)
    return action if game.check(action) is None else None


def routine_move(seat: str, kinds: set[str]) -> Action | None:
    """Return the move for a seat that does nothing special in its turn, without making it; None for none.

    It pays the dividend out, else skips an optional step, else ends the turn. ``kinds`` are the kinds of
    moves that are legal for the seat.
    """
    if DIVIDEND in kinds:
        return Action(DIVIDEND, seat, {"payout": PAY})
    return next((Action(kind, seat) for kind in (SKIP, DONE) if kind in kinds), None)


MAX_MOVES = 30
"""Moves after which `rest_of_turn` gives up."""


def rest_of_turn(game: Game, seat: str, company: str, routes: Sequence[Json]) -> list[Action]:
    """Return the moves that run routes, pay out and end the turn of a company, tried on a copy of the game.

    ``routes`` are JSON as the engine takes them. The list ends early if the engine needs a search for routes.
    It is [] if the moves are impossible, for instance because another decision comes between, if they are
    more than 30, or if no routes are to be run in the rest of the turn.
    """
    game_copy = load_game(replace(game.setup, state=position(game)), ())
    turn, moves = turn_key(game), list[Action]()
    game_copy.view.answers = {}  # what comes after the turn is not searched here
    while turn_key(game_copy) == turn:
        kinds = {choice.kind for choice in game_copy.choices(seat)} if waits_for(game_copy, seat) else set()
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
