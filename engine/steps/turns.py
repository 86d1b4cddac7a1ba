"""Operating rounds: companies take turns, each through the same list of steps.

What a step remembers of the present turn are notes that begin with ``turn:``; they go with the turn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from engine.core.actions import Action, Json
from engine.core.choices import Choice
from engine.core.flow import begin_round, current_round
from engine.core.play import Play
from engine.core.rounds import CompanyStep, OpenMove, Round, Step
from engine.core.state import Cursor
from engine.core.view import View
from engine.message import say
from engine.rules.ending import end_of_set

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

    def perform(self, play: Play, action: Action) -> None:
        current_round(play).advance(play)


class TurnStep(CompanyStep):
    """A step that is open while it offers more than declining, and that may act when the turn goes on."""

    def is_open(self, view: View) -> bool:
        return any(
            move.choice(view, player) is not None
            for player in self.players(view)
            for move in self.moves
            if move.kind != Skip.kind
        )

    def leave(self, play: Play) -> None:
        """What the rules do by themselves at the end of this step, whether or not it was open."""


class OperatingRound(Round):
    """Rounds of company turns, several in a set. Titles say who operates and what happens around it."""

    kind = "operating"

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps: Mapping[str, Step] = {step.name: step for step in steps}

    @abstractmethod
    def order(self, view: View) -> list[str]:
        """The companies that operate in this round, in order as it stands now."""

    def rounds_in_set(self, view: View) -> int:
        """How many rounds a set that begins now has; later phases do not change it."""
        return view.phase.operating_rounds

    def turns(self, view: View, company: str) -> int:
        """How many turns in a row a company has in this round."""
        return 1

    def open_round(self, play: Play) -> None:
        """What happens by itself at the start of each round, before the first turn."""

    def open_turn(self, play: Play, company: str) -> None:
        """What happens by itself at the start of a company's turn."""

    def close_round(self, play: Play) -> None:
        """What happens by itself after the last turn of a round."""

    def close_set(self, play: Play) -> None:
        """After the last round of a set: the bank may end the game, else shares are dealt."""
        end_of_set(play)
        if not play.state.ended:
            begin_round(play, "shares")

    def title(self, view: View) -> str:
        return say("OR {number}.{part}", number=view.cursor.number, part=view.cursor.part)

    def begin(self, play: Play) -> None:
        """Start a set of rounds: its number counts the sets, its length is fixed at this moment."""
        number = play.state.notes.get(SETS, 0) + 1
        play.note(SETS, number)
        play.note(ROUNDS_IN_SET, self.rounds_in_set(play))
        self._begin_round(play, number, 1)

    def advance(self, play: Play) -> None:
        step = self.steps.get(play.cursor.step)
        if isinstance(step, TurnStep):
            step.leave(play)
        names = list(self.steps)
        following = names.index(play.cursor.step) + 1 if step is not None else len(names)
        if following < len(names):
            play.move_cursor(step=names[following])
        else:
            self._next_turn(play)

    def _begin_round(self, play: Play, number: int, part: int) -> None:
        play.set_cursor(Cursor(self.kind, number, part))
        self.open_round(play)

    def _next_turn(self, play: Play) -> None:
        done, actor = play.cursor.done, play.cursor.actor
        if actor:
            done = (*done, actor)
            play.forget(TURN)
            if play.company(actor).floated and not play.company(actor).closed:
                play.change(actor, operated=True)
        waiting = [c for c in self.order(play) if done.count(c) < self.turns(play, c)]
        waiting.sort(key=lambda company: company != actor)
        if waiting:
            play.move_cursor(actor=waiting[0], step=next(iter(self.steps)), done=done)
            self.open_turn(play, waiting[0])
        else:
            self._end_round(play)

    def _end_round(self, play: Play) -> None:
        self.close_round(play)
        number, part = play.cursor.number, play.cursor.part
        if play.state.ended:
            return
        if part < play.state.notes[ROUNDS_IN_SET]:
            self._begin_round(play, number, part + 1)
        else:
            self.close_set(play)
