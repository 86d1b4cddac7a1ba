"""The Concession Railroad Phase: ten actions in the order of the concessions (8.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.choices import Subject
from engine.core.flow import begin_round
from engine.core.rounds import Move, PlayerStep, Round, Step
from engine.core.state import OUT, Cursor
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.titles.g18oe.data.readings import readings
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import phases
from engine.titles.g18oe.floats.launching import FloatMinor, FloatRegional, ParRegional
from engine.titles.g18oe.floats.phases import CONCESSIONS, REGIONAL_MINOR
from engine.titles.g18oe.railroads.companies import CONCESSION

tell(Rank.DETAIL, concession="{player} executes concession {number}.")


class ConcessionStep(PlayerStep):
    """The owner of the next concession must act: float a minor or a regional, else par a regional."""

    name = "concession"
    label = say("float a minor or a regional")
    subject: ClassVar[Subject] = Subject.PAR
    moves: Sequence[Move] = (FloatMinor(), FloatRegional(), ParRegional())


class ConcessionRound(Round):
    """The cursor's number is that of the concession."""

    kind: ClassVar[str] = "concessions"
    steps: Mapping[str, Step] = {ConcessionStep.name: ConcessionStep()}

    def title(self, view: View) -> str:
        return say("Concession {number}", number=view.cursor.number)

    def begin(self, writer: PositionWriter) -> None:
        phases.enter(writer, CONCESSIONS)
        writer.set_cursor(Cursor(self.kind))
        self._next(writer)

    def advance(self, writer: PositionWriter) -> None:
        """The card of the concession that was executed leaves the game."""
        here, done = writer.cursor, card(writer, writer.cursor.number)
        writer.say("concession", player=here.actor, number=here.number)
        writer.move_cert(writer.certs_of(done)[0], OUT)
        writer.change(done, closed=True)
        if readings(writer).concessions_move_the_card:
            writer.give_priority(writer.left_of(here.actor))
        self._next(writer)

    def _next(self, writer: PositionWriter) -> None:
        number = writer.cursor.number + 1
        if number <= len(writer.data.of_kind(CONCESSION)):
            owner = writer.owner(card(writer, number))
            writer.move_cursor(number=number, actor=owner, step=ConcessionStep.name)
        else:
            begin_stock_rounds(writer)


def card(view: View, number: int) -> str:
    """The concession of a number."""
    return view.data.of_kind(CONCESSION)[number - 1].id


def begin_stock_rounds(writer: PositionWriter) -> None:
    """Write the beginning of the Regional/Minor phase: the initial stock round (8)."""
    phases.enter(writer, REGIONAL_MINOR)
    writer.set_cursor(Cursor("shares"))
    begin_round(writer, "shares")
