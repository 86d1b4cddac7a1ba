"""Operating rounds of 1826 (O111-O141): who operates when, and the steps of a turn."""

from __future__ import annotations

from typing import ClassVar

from engine.abilities.rounds import PrivatesPayRound
from engine.core.choices import Subject
from engine.core.rounds import Step
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.steps.consent import AskConsent
from engine.steps.dividend import DividendStep
from engine.steps.emergency import DeclareBankruptcy, EmergencySale
from engine.steps.run import RunStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import EndTurn, TrainsStep
from engine.steps.turns import TurnStep
from engine.titles.g1826.finance import loans
from engine.titles.g1826.nationals.nationals import operates, return_all
from engine.titles.g1826.operating.borrowing import IssueBonds, LoansStep, SellBondsInNeed, TakeLoan
from engine.titles.g1826.operating.growth import GrowthStep
from engine.titles.g1826.operating.own_shares import OwnSharesStep
from engine.titles.g1826.operating.track import AROUND_PARIS


class Running(RunStep):
    """Run trains; when the earnings are known, interest is due (O137)."""

    def leave(self, writer: PositionWriter) -> None:
        super().leave(writer)
        loans.settle_interest(writer, writer.cursor.actor)


class InterestStep(TurnStep):
    """Open only while a president must raise money for interest (O139)."""

    name = "interest"
    label = say("raise money for interest")
    subject: ClassVar[Subject] = Subject.LOANS
    moves = (EmergencySale(), SellBondsInNeed(), DeclareBankruptcy())


class EndBuying(EndTurn):
    """Go on from the trains to loans and own shares."""

    def note(self, company: str) -> str:
        return say("{company} may then repay loans and deal in its own shares.", company=company)


STEPS: tuple[Step, ...] = (
    TrackStep(AskConsent(AROUND_PARIS)),
    TokenStep(),
    Running(),
    InterestStep(),
    DividendStep(),
    GrowthStep(),
    TrainsStep(
        TakeLoan(),
        IssueBonds(),
        EmergencySale(),
        SellBondsInNeed(),
        DeclareBankruptcy(),
        finish=EndBuying(say("No more trains")),
    ),
    LoansStep(),
    OwnSharesStep(),
)


class Operating(PrivatesPayRound):
    """One to three rounds between stock rounds, by phase (O10-O46)."""

    def order(self, view: View) -> list[str]:
        """By price, as in 1830 (O112); a company without a president waits, a national may (O165, O166)."""
        return [company for company in super().order(view) if operates(view, company)]

    def close_round(self, writer: PositionWriter) -> None:
        return_all(writer)


OPERATING = Operating(STEPS)
