"""The step in which railroads buy trains, and nationals handle theirs (11.6)."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Subject
from engine.core.errors import Violation
from engine.core.flow import current_round
from engine.core.rounds import CompanyStep, Move
from engine.core.state import POOL
from engine.core.state import Offer as StateOffer
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.steps.trains import STEP, BuyTrain, EndTurn, OfferTrain, TrainDeal
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.nationals.insolvency import Surrender
from engine.titles.g18oe.railroads.companies import NATIONAL
from engine.titles.g18oe.trains import rusting
from engine.titles.g18oe.trains.national_trains import Claim, Exchange, Flip, Upgrade, is_national
from engine.titles.g18oe.trains.trains import pullmans

BOUGHT = "train_bought"
NOTES = {TURN + BOUGHT: "the end of the turn"}
"""Turn note: the railroad has bought a train."""
tell(pullman_given_up="{company} discards its Pullman to the Open Market.")


class Buy(BuyTrain):
    """Nationals buy no train (11.6.6)."""

    def choice(self, view: View, player: str) -> Choice | None:
        return None if is_national(view) else super().choice(view, player)

    def check(self, view: View, action: Action) -> Violation | None:
        return _refuse_national(view) or super().check(view, action)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        super().perform(writer, action)
        writer.note(TURN + BOUGHT, True)


class Offer(OfferTrain):
    """Nationals buy no train (11.6.6)."""

    def choice(self, view: View, player: str) -> Choice | None:
        return None if is_national(view) else super().choice(view, player)

    def check(self, view: View, action: Action) -> Violation | None:
        return _refuse_national(view) or super().check(view, action)


class Deal(TrainDeal):
    """A train of another president's railroad: it is bought, so the Pullman stays (11.6.2)."""

    def perform(self, writer: PositionWriter, offer: StateOffer) -> None:
        super().perform(writer, offer)
        writer.note(TURN + BOUGHT, True)


def _refuse_national(view: View) -> Violation | None:
    if not is_national(view):
        return None
    return Violation(
        "national", say("A national claims, exchanges and upgrades rusted trains; it buys none.")
    )


class DiscardPullman(Move):
    """Give the Pullman up before trains are bought (11.6.2)."""

    kind = "discard_pullman"

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if self._refusal(view):
            return None
        note = say("It goes to the Open Market without a refund.")
        return Choice(self.kind, say("Discard the Pullman"), (), note, STEP, company, danger=True)

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view)

    def _refusal(self, view: View) -> Violation | None:
        company = view.cursor.actor
        if not pullmans(view, company) or view.company(company).kind == NATIONAL:
            return Violation("no_pullman", say("{company} has no Pullman to discard.", company=company))
        if turn_note(view, BOUGHT):
            return Violation(
                "bought_already",
                say("{company} discards its Pullman before it buys trains only.", company=company),
            )
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        for pullman in pullmans(writer, company):
            writer.move_train(pullman.id, POOL)
        writer.say("pullman_given_up", company=company)


class EndStep(EndTurn):
    """End the step: what a new phase rusts, and what is over a limit, goes now (11.6.3)."""

    def perform(self, writer: PositionWriter, action: Action) -> None:
        current_round(writer).advance(writer)
        rusting.end_step(writer)


class Buying(CompanyStep):
    """Buy trains; a national claims, exchanges, turns and upgrades them."""

    name: ClassVar = STEP
    label: ClassVar = say("buy trains")
    subject: ClassVar[Subject] = Subject.TRAIN
    moves = (
        Buy(),
        Offer(),
        DiscardPullman(),
        Claim(),
        Exchange(),
        Upgrade(),
        Flip(),
        Surrender(),
        EndStep(say("Buy no more trains")),
    )
