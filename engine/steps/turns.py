"""Operating rounds: companies take turns, each through the same list of steps.

What a step remembers of the present turn are notes that begin with ``turn:``; they go with the turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.actions import Action, Json
from engine.core.choices import Choice
from engine.core.flow import begin_round, current_round
from engine.core.rounds import CompanyStep, OpenMove, Round, Step
from engine.core.state import Cursor
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.ending import end_of_set
from engine.rules.market import operating_order
from engine.rules.tokens import place_home

TURN = "turn:"
SETS, ROUNDS_IN_SET = "sets", "rounds_in_set"
NOTES = {
    TURN + "*": "the end of the turn of a company",
    SETS: "the end of the game",
    ROUNDS_IN_SET: "the next set of operating rounds",
}
"""Notes: what steps remember of the turn, each its own; how many sets have begun; the rounds of this one."""


def turn_note(view: View, key: str, default: Json = None) -> Json:
    """What a step noted in the present turn under this key."""
    return view.state.notes.get(TURN + key, default)


class Skip(OpenMove):
    """Decline what an optional step offers."""

    kind = "skip"

    def __init__(self, label: str) -> None:
        self.label = label

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, self.label, step=view.cursor.step, company=view.cursor.actor)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        current_round(writer).advance(writer)


class TurnStep(CompanyStep):
    """A step that is open while it offers more than declining, and that may act when the turn goes on."""

    def is_open(self, view: View) -> bool:
        return any(
            move.choice(view, player) is not None
            for player in self.players(view)
            for move in self.moves
            if move.kind != Skip.kind
        )

    def leave(self, writer: PositionWriter) -> None:
        """What the rules do by themselves at the end of this step, whether or not it was open."""


class OperatingRound(Round):
    """Rounds of company turns, several in a set. Titles say who operates and what happens around it."""

    kind = "operating"

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps: Mapping[str, Step] = {step.name: step for step in steps}

    def running(self, view: View) -> list[str]:
        """The companies that have floated and have a president."""
        return [c.id for c in view.companies() if c.floated and view.president(c.id) is not None]

    def order(self, view: View) -> list[str]:
        """The companies that operate in this round, in order as it stands now: by price."""
        return operating_order(view, self.running(view))

    def rounds_in_set(self, view: View) -> int:
        """How many rounds a set that begins now has; later phases do not change it."""
        return view.phase.operating_rounds

    def turns(self, view: View, company: str) -> int:
        """How many turns in a row a company has in this round."""
        return 1

    def open_round(self, writer: PositionWriter) -> None:
        """What happens by itself at the start of each round, before the first turn."""

    def open_turn(self, writer: PositionWriter, company: str) -> None:
        """What happens by itself at the start of a company's turn: its home token is placed, if it can be."""
        place_home(writer, company)

    def close_round(self, writer: PositionWriter) -> None:
        """What happens by itself after the last turn of a round."""

    def close_set(self, writer: PositionWriter) -> None:
        """After the last round of a set: the bank may end the game, else shares are dealt."""
        end_of_set(writer)
        if not writer.state.ended:
            begin_round(writer, "shares")

    def title(self, view: View) -> str:
        return say("OR {number}.{part}", number=view.cursor.number, part=view.cursor.part)

    def begin(self, writer: PositionWriter) -> None:
        """Start a set of rounds: its number counts the sets, its length is fixed at this moment."""
        number = writer.state.notes.get(SETS, 0) + 1
        writer.note(SETS, number)
        writer.note(ROUNDS_IN_SET, self.rounds_in_set(writer))
        self._begin_round(writer, number, 1)

    def advance(self, writer: PositionWriter) -> None:
        step = self.steps.get(writer.cursor.step)
        if isinstance(step, TurnStep):
            step.leave(writer)
        names = list(self.steps)
        following = names.index(writer.cursor.step) + 1 if step is not None else len(names)
        if following < len(names):
            writer.move_cursor(step=names[following])
        else:
            self._next_turn(writer)

    def leap(self, writer: PositionWriter, company: str) -> None:
        """Begin the turn of a company at once, as a plan does: in this round, or in a new one."""
        writer.forget(TURN)
        cursor = writer.cursor
        if cursor.round != self.kind:
            cursor = Cursor(self.kind, cursor.number, 1)
        done = tuple(actor for actor in cursor.done if actor != company)
        writer.set_cursor(replace(cursor, actor=company, step=next(iter(self.steps)), done=done))
        self.open_turn(writer, company)

    def _begin_round(self, writer: PositionWriter, number: int, part: int) -> None:
        writer.set_cursor(Cursor(self.kind, number, part))
        self.open_round(writer)

    def _next_turn(self, writer: PositionWriter) -> None:
        done, actor = writer.cursor.done, writer.cursor.actor
        if actor:
            done = (*done, actor)
            writer.forget(TURN)
            if writer.company(actor).floated and not writer.company(actor).closed:
                writer.change(actor, operated=True)
        waiting = [c for c in self.order(writer) if done.count(c) < self.turns(writer, c)]
        waiting.sort(key=lambda company: company != actor)
        if waiting:
            writer.move_cursor(actor=waiting[0], step=next(iter(self.steps)), done=done)
            self.open_turn(writer, waiting[0])
        else:
            self._end_round(writer)

    def _end_round(self, writer: PositionWriter) -> None:
        self.close_round(writer)
        number, part = writer.cursor.number, writer.cursor.part
        if writer.state.ended:
            return
        if part < writer.state.notes[ROUNDS_IN_SET]:
            self._begin_round(writer, number, part + 1)
        else:
            self.close_set(writer)
