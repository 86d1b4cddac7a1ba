"""What pictures and texts say of a title besides the usual."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.board.chart import NO_CHART, Chart
from engine.core.state import BANK
from engine.core.view import View
from engine.data.schema import PhaseSpec
from engine.message import joined, say, word

HOME, GONE, GOAL, CONSENT, CLOSED, BLOCKED = "home", "gone", "goal", "consent", "closed", "blocked"
"""Kinds of mark: home of a company for which no circle is kept, of one out of play; the destination of a
company; a hex where it must consent to track; a hex where nobody may lay track now, and one where an open
private is why."""
PRIZE, GATE = "prize", "gate"
"""More kinds: a reward that waits on a hex, drawn as a piece of its shape, colour and text; a circle on a hex
side, with the token of a company or else barred with its text."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a hex: its kind, what texts say, and the company whose letters pictures show.

    text, tint, shape: of a prize (shape: circle, square, triangle, pentagon or hexagon) or a gate. edge: of a
    gate.
    """

    kind: str
    hex: str
    words: str
    company: str = ""
    text: str = ""
    tint: str = ""
    shape: str = ""
    edge: int | None = None


@dataclass(frozen=True, slots=True)
class ParArea:
    """A part of a par chart: its name (in lower case), its values, and the companies that have each."""

    label: str
    values: tuple[int, ...]
    companies: Mapping[int, Sequence[str]]


class Display:
    """What a title shows. A title overrides what it has to say.

    no_president: the state of a company that nobody directs.
    """

    no_president = say("no president")

    def bank(self, view: View) -> int:
        """The money of the bank, in the title's currency; below zero it pays with IOUs."""
        return view.cash(BANK)

    def outlook(self, view: View) -> str:
        """When the game ends, as soon as that is known; empty before."""
        return ""

    def facts(self, view: View, holder: str) -> Sequence[tuple[str, str]]:
        """What the card of a company or player says besides the usual, (label, text)."""
        return ()

    def brief(self, view: View, company: str) -> Sequence[str]:
        """What the line of a company in a table of all says besides the usual, a few words each."""
        return ()

    def became(self, view: View, company: str) -> str:
        """What a company has become in the course of the game, in a word; empty where it is what it was."""
        return ""

    def common(self, view: View) -> Sequence[tuple[str, str]]:
        """What else lies open to all players in the round that is played, (label, text)."""
        return ()

    def later(self, view: View) -> Collection[str]:
        """Companies that cannot be started before a later phase, of which `common` tells."""
        return ()

    def powers(self, view: View, company: str) -> Sequence[str]:
        """What owning a private or minor company brings besides its revenue and when it closes, in sentences.

        Each kind of ability in the data has one.
        """
        return ()

    def train_facts(self, view: View) -> Mapping[str, str]:
        """What a train of each kind does, for the sheet of the trains."""
        return {}

    def rusted_by(self, view: View, kind: str) -> str | None:
        """The kind of train whose first sale scraps this one; None when nothing does."""
        return view.data.trains[kind].rusted_by

    def phase_limits(self, view: View, phase: PhaseSpec) -> str:
        """How many trains a company may have in a phase, in words; by kind where there are several kinds."""
        if len(phase.train_limit) == 1:
            [limit] = phase.train_limit.values()
            return say("{count} a company", count=limit)
        return joined(
            ", ",
            (
                say("{kind} {count}", kind=word(kind), count=count)
                for kind, count in phase.train_limit.items()
            ),
        )

    def phase_notes(self, view: View, phase: PhaseSpec) -> str:
        """What else a phase brings, in sentences; empty for nothing."""
        return phase.notes

    def marks(self, view: View) -> Sequence[Mark]:
        """What lies on the map besides the markers of the state."""
        return ()

    def chart(self, view: View) -> Chart:
        """The zones and the water that the map shows; the same value for each position on a map."""
        return NO_CHART

    def par_chart(self, view: View) -> Sequence[ParArea]:
        """The par values of companies where they have a chart of their own."""
        return ()
