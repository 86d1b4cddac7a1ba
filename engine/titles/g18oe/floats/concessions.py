"""The Concession Railroad Phase: ten actions in the order of the concessions (8.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.choices import Page
from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.rounds import Move, PlayerStep, Round, Step
from engine.core.state import OUT, Cursor
from engine.core.story import Rank
from engine.core.view import View
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
    label = say("concession")
    page: ClassVar[Page] = Page.PAR
    moves: Sequence[Move] = (FloatMinor(), FloatRegional(), ParRegional())


class ConcessionRound(Round):
    """The cursor's number is that of the concession."""

    kind: ClassVar[str] = "concessions"
    steps: Mapping[str, Step] = {ConcessionStep.name: ConcessionStep()}

    def title(self, view: View) -> str:
        return say("Concession {number}", number=view.cursor.number)

    def begin(self, play: Play) -> None:
        phases.enter(play, CONCESSIONS)
        play.set_cursor(Cursor(self.kind))
        self._next(play)

    def advance(self, play: Play) -> None:
        """The card of the concession that was executed leaves the game."""
        here, done = play.cursor, card(play, play.cursor.number)
        play.say("concession", player=here.actor, number=here.number)
        play.move_cert(play.certs_of(done)[0], OUT)
        play.change(done, closed=True)
        if readings(play).concessions_move_the_card:
            play.give_priority(play.left_of(here.actor))
        self._next(play)

    def _next(self, play: Play) -> None:
        number = play.cursor.number + 1
        if number <= len(play.data.of_kind(CONCESSION)):
            owner = play.owner(card(play, number))
            play.move_cursor(number=number, actor=owner, step=ConcessionStep.name)
        else:
            begin_stock_rounds(play)


def card(view: View, number: int) -> str:
    """The concession of a number."""
    return view.data.of_kind(CONCESSION)[number - 1].id


def begin_stock_rounds(play: Play) -> None:
    """Write the beginning of the Regional/Minor phase: the initial stock round (8)."""
    phases.enter(play, REGIONAL_MINOR)
    play.set_cursor(Cursor("shares"))
    begin_round(play, "shares")
