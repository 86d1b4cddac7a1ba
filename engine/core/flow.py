"""What the game waits for, and how it moves on by itself between decisions."""

from __future__ import annotations

from dataclasses import replace

from engine.core.choices import Choice, Waiting
from engine.core.errors import BrokenInvariant
from engine.core.rounds import Agenda, Move, Round, Step
from engine.core.view import View
from engine.core.writer import PositionWriter

_HOPS = 10_000


def current_round(view: View) -> Round:
    """The round in progress."""
    return view.policy(Agenda).rounds[view.cursor.round]


def begin_round(writer: PositionWriter, kind: str) -> None:
    """Start a round of a kind."""
    writer.policy(Agenda).rounds[kind].begin(writer)


def current_step(view: View) -> Step | None:
    """The open decision: the top of the stack of forced ones, else the round's step."""
    if view.state.ended:
        return None
    if view.state.pending:
        return view.policy(Agenda).pendings[view.state.pending[-1].kind]
    return current_round(view).step(view)


def passing(view: View) -> str:
    """What passing means at the step of the cursor, as the title says it; empty where nothing is said."""
    return view.data.passing.get(view.cursor.step, "")


def moves_of(view: View, player: str) -> list[Move]:
    """The moves that this player's seat may consider now, those open at any time included."""
    step = current_step(view)
    if step is None:
        return []
    mine = list(step.moves) if player in step.players(view) else []
    kinds = {move.kind for move in mine}
    return mine + [move for move in view.policy(Agenda).moves_at_any_time if move.kind not in kinds]


def settle(writer: PositionWriter) -> None:
    """Run on until somebody has to decide or the game is over."""
    follow = writer.policy(Agenda).follow
    for _ in range(_HOPS):
        follow(writer)
        if writer.state.ended or writer.state.pending:
            return
        step = current_round(writer).step(writer)
        if step is not None and step.players(writer) and step.is_open(writer):
            return
        current_round(writer).advance(writer)
    raise BrokenInvariant("the round goes on forever without a decision")


def waiting_in(view: View) -> Waiting | None:
    """Whom a position waits for; None when the game is over."""
    step = current_step(view)
    if step is None:
        return None
    return Waiting(step.players(view), step.name, step.label, step.company(view), step.subject)


def choices_in(view: View, player: str) -> list[Choice]:
    """The kinds of action that a player may take now; empty for all others."""
    found = ((move, move.choice(view, player)) for move in moves_of(view, player))
    return [_placed(c, move) for move, c in found if c is not None]


def _placed(choice: Choice, move: Move) -> Choice:
    """The choice with what its move says of where a client shows it."""
    if choice.subject == move.subject and choice.seldom == move.seldom:
        return choice
    return replace(choice, subject=move.subject, seldom=move.seldom)


def move_in(view: View, player: str, kind: str) -> Move | None:
    """The move of a kind that a seat may consider now."""
    return next((m for m in moves_of(view, player) if m.kind == kind), None)
