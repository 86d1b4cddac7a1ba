"""The round of share dealing: turns of buying, selling and passing until all pass.

What is legal and what a deal does is in `engine.rules.stock`. A turn ends with ``done``, or by itself when
nothing more could follow; a turn without an action is a pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Subject
from engine.core.errors import Violation
from engine.core.flow import begin_round, current_round, passing
from engine.core.rounds import Move, PlayerStep, Round, Step
from engine.core.state import Cursor
from engine.core.story import EventKind, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.dealing import forget_dealing, forget_turn
from engine.rules.stock import stock_rules
from engine.steps.stock.share_purchase import BuyShare, Par
from engine.steps.stock.share_sale import SellShares
from engine.steps.stock.share_turn import end_turn, may_still, must_sell, turn

tell(
    passes=Told("{player} passes.", kind=EventKind.PASS, plural_predicate="pass"),
    priority="{player} takes the priority card.",
)


class PassShares(Move):
    """Let the turn go without an action."""

    kind = "pass"

    def choice(self, view: View, player: str) -> Choice | None:
        return (
            Choice(self.kind, say("Pass"), note=passing(view))
            if self._refusal(view, player) is None
            else None
        )

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view, action.player)

    def _refusal(self, view: View, player: str) -> Violation | None:
        if turn(view):
            return Violation("turn_begun", say("You have acted in this turn: end it, or go on."))
        return must_sell(view, player)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        stock_round_of(writer).pass_turn(writer)


class Done(Move):
    """End a turn in which something was done."""

    kind = "done"

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, say("End turn")) if self._refusal(view, player) is None else None

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view, action.player)

    def _refusal(self, view: View, player: str) -> Violation | None:
        if not turn(view):
            return Violation("nothing_done", say("You have not acted in this turn: deal, or pass."))
        return must_sell(view, player)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        current_round(writer).advance(writer)


class StockStep(PlayerStep):
    """The turn of one player."""

    name = "turn"
    label = say("share dealing")
    subject: ClassVar[Subject] = Subject.STOCK
    moves: Sequence[Move] = (BuyShare(), Par(), SellShares(), Done(), PassShares())

    def is_open(self, view: View) -> bool:
        """False once nothing more can follow in a turn; before a purchase the player decides himself."""
        rules, actor = stock_rules(view), view.cursor.actor
        if rules.passes_alone and (not turn(view) or may_still(view, "b")):
            dealings = (m for m in self.moves if m.kind not in (Done.kind, PassShares.kind))
            return any(move.choice(view, actor) is not None for move in dealings)
        if not turn(view) or may_still(view, "b"):
            return True
        return may_still(view, "s") and rules.can_sell(view, actor)


def stock_round_of(view: View) -> StockRound:
    """The round in progress, which is one of share dealing."""
    found = current_round(view)
    assert isinstance(found, StockRound)
    return found


class StockRound(Round):
    """Turns of share dealing from the holder of the priority card until all pass in a row."""

    kind = "shares"
    steps: Mapping[str, Step] = {"turn": StockStep()}

    def title(self, view: View) -> str:
        return say("Stock {number}", number=view.cursor.number)

    def begin(self, writer: PositionWriter) -> None:
        number = writer.cursor.number + 1
        forget_dealing(writer)  # what was sold in operating rounds binds nobody here
        writer.set_cursor(Cursor(self.kind, number, actor=writer.state.priority, step="turn"))

    def advance(self, writer: PositionWriter) -> None:
        """End the turn of the actor; one that ends without an action is a pass."""
        if turn(writer):
            self.next_turn(writer)
        else:
            self.pass_turn(writer)

    def next_turn(self, writer: PositionWriter) -> None:
        """Go on with the player to the left."""
        end_turn(writer)
        forget_turn(writer)
        writer.move_cursor(actor=writer.left_of(writer.cursor.actor))

    def pass_turn(self, writer: PositionWriter) -> None:
        """The actor passes; the round is over when all have passed in a row."""
        writer.say("passes", player=writer.cursor.actor)
        passes = writer.cursor.passes + 1
        writer.move_cursor(passes=passes)
        self.next_turn(writer)
        if passes >= len(writer.solvent):
            self.finish(writer)

    def finish(self, writer: PositionWriter) -> None:
        """All have passed; the cursor is at the first of them, who takes the priority card."""
        hand_on_priority(writer)
        stock_rules(writer).end_round(writer)
        forget_dealing(writer)
        self.next_round(writer)

    def next_round(self, writer: PositionWriter) -> None:
        """Begin what follows a stock round."""
        begin_round(writer, "operating")


def hand_on_priority(writer: PositionWriter) -> None:
    """The player at the cursor, left of the last one to act other than passing, takes the card."""
    writer.give_priority(writer.cursor.actor)
    writer.say("priority", player=writer.cursor.actor)
