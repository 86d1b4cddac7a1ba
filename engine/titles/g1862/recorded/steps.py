"""The steps of a company's turn in a replay: asked where the record asks, so that no side runs ahead.

The record asks each company whether it merges, also one that is connected with no other, and it lets a
player run and buy trains for a company in receivership. What is legal is the same as in any game.
"""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.errors import Violation
from engine.core.rounds import Move, Step
from engine.core.state import DEPOT
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules import trains
from engine.steps.turns import TURN, turn_note
from engine.titles.g1862.companies.bankruptcy import go_bankrupt
from engine.titles.g1862.companies.receivership import in_receivership, operator_of, train_types
from engine.titles.g1862.mergers.absorb import ACQUIRE, MERGE
from engine.titles.g1862.mergers.merger_moves import AcquireStep, MergeStep
from engine.titles.g1862.mergers.refinance import Emergency
from engine.titles.g1862.phases.ending import lner_formed
from engine.titles.g1862.rounds.operating import STEPS, Running
from engine.titles.g1862.steps.trains import Buy, EndBuying, Trains, bank_types, room_for

BOUGHT = "receiver_bought"
NOTES = {TURN + BOUGHT: "the end of the turn"}
"""Turn note: a company in receivership has its train of this turn."""


class _Asked(Step):
    """Open for every company with a director."""

    def is_open(self, view: View) -> bool:
        return not lner_formed(view)


class MergeAsked(_Asked, MergeStep):
    """At the start of a turn."""


class AcquireAsked(_Asked, AcquireStep):
    """At the end of a turn."""


def operator(view: View, company: str) -> str:
    """Who acts in receivership: the majority shareholder, without one the holder of the Priority Deal (8)."""
    return operator_of(view, company) or view.state.priority


class RunAsked(Running):
    """The operator runs the trains of a company in receivership."""

    def players(self, view: View) -> tuple[str, ...]:
        company = view.cursor.actor
        return (operator(view, company),) if in_receivership(view, company) else super().players(view)


def receiver_buys(view: View, company: str) -> str | None:
    """The type of train that a company in receivership must buy now, or None (7.3, 8)."""
    kind, least = next(iter(train_types(view, company)), None), trains.cheapest(view)
    if turn_note(view, BOUGHT) or kind is None or least is None or least > view.cash(company):
        return None
    return kind if room_for(view, company, kind) else None


class BuyOne(Buy):
    """Buys as everybody does; in receivership one train of the bank, of the type that is due."""

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        if in_receivership(view, company):
            due = [name for name, kind in bank_types(view).items() if kind == receiver_buys(view, company)]
            if action.get("source") != DEPOT or action.get("train") not in due:
                text = (
                    f"{company} is in receivership and buys from the bank: {' or '.join(due) or 'nothing'}."
                )
                return Violation("receivership", text)
        return super().check(view, action)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        super().perform(writer, action)
        if in_receivership(writer, writer.cursor.actor):
            writer.note(TURN + BOUGHT, True)


class EndUnlessDue(EndBuying):
    """Ends the buying; not in receivership, where the next train is bought if it can be."""

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        if in_receivership(view, company) and receiver_buys(view, company):
            return Violation("receivership", f"{company} is in receivership and buys a train if it can.")
        return super().check(view, action)


class TrainsAsked(Trains):
    """The operator buys the train of a company in receivership, one a turn."""

    def __init__(self) -> None:
        super().__init__(Emergency(), trainless=go_bankrupt)
        special: dict[str, Move] = {Buy.kind: BuyOne(), EndBuying.kind: EndUnlessDue("Buy no more trains")}
        self.moves = tuple(special.get(move.kind, move) for move in self.moves)

    def players(self, view: View) -> tuple[str, ...]:
        company = view.cursor.actor
        return (operator(view, company),) if in_receivership(view, company) else super().players(view)

    def is_open(self, view: View) -> bool:
        company = view.cursor.actor
        if in_receivership(view, company):
            return receiver_buys(view, company) is not None
        return super().is_open(view)

    def leave(self, writer: PositionWriter) -> None:
        company = writer.cursor.actor
        if in_receivership(writer, company) and not writer.trains(company):
            go_bankrupt(writer, company)


_ASKED: dict[str, Step] = {
    MERGE: MergeAsked(),
    ACQUIRE: AcquireAsked(),
    Running.name: RunAsked(),
    Trains.name: TrainsAsked(),
}
ASKED = tuple(_ASKED.get(step.name, step) for step in STEPS)
"""The steps of a turn in a replay."""
