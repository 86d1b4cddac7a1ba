"""Proposes ordinary next moves of a seat; only the engine decides whether they are legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Action, Choice, Game, Json, Range, Refused, load_game
from engine.face.moves import BID, DIVIDEND, DONE, PAY, RUN, SKIP
from engine.face.runs import Unanswered
from engine.face.table import position


def is_asked(game: Game, seat: str) -> bool:
    """Return True if the game waits for a seat."""
    waiting = game.waiting()
    return waiting is not None and seat in waiting.players


def open_to(game: Game, seat: str, kind: str) -> Choice | None:
    """Return the choice of a kind that a seat has now, or None."""
    return next((c for c in game.choices(seat) if c.kind == kind), None)


def least_bid(game: Game, seat: str, item: str) -> Action | None:
    """Return the lowest legal bid for an item as an action; None if the seat cannot bid for it now."""
    choice = open_to(game, seat, BID)
    if choice is None:
        return None
    args: dict[str, object] = {}
    for field in choice.fields:
        options = game.options(seat, BID, field.name, args)
        if isinstance(options, Range):
            args[field.name] = options.low
        elif item in [o.value for o in options]:
            args[field.name] = item
        else:
            return None
    action = Action(BID, seat, args)
    return action if game.check(action) is None else None


def onward(seat: str, kinds: set[str]) -> Action | None:
    """Return the first of these that is among ``kinds``: pay out, decline a step, end the turn; else None."""
    if DIVIDEND in kinds:
        return Action(DIVIDEND, seat, {"payout": PAY})
    return next((Action(kind, seat) for kind in (SKIP, DONE) if kind in kinds), None)


MOVES = 30
"""Moves of a turn at most."""


def rest_of_turn(game: Game, seat: str, company: str, routes: Sequence[Json]) -> list[Action]:
    """All that runs these routes, pays out and ends the turn of a company; empty where that is not open."""
    then = load_game(replace(game.genesis, state=position(game)), ())
    here, made = _turn_of(game), list[Action]()
    then.view.answers = {}  # what comes after the turn is not searched here
    while _turn_of(then) == here:
        kinds = {choice.kind for choice in then.choices(seat)} if is_asked(then, seat) else set()
        action = Action(RUN, seat, {"routes": list(routes)}) if RUN in kinds else onward(seat, kinds)
        if action is None or then.state.pending or len(made) == MOVES:
            return []
        made.append(action)
        try:
            then.submit(action)
        except Refused:
            return []
        except Unanswered:
            break
    return made if RUN in [action.kind for action in made] else []


def _turn_of(game: Game) -> tuple[object, ...]:
    cursor = game.state.cursor
    return cursor.round, cursor.number, cursor.part, cursor.actor, len(cursor.done), game.state.ended
