"""Operating rounds of 1862: who operates when (7.1) and the steps of a turn.

In `Trains` stand the moves of a forced purchase, and what befalls a company in receivership without a train.
"""

from __future__ import annotations

from engine.core.flow import begin_round
from engine.core.rounds import Step
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.routes.forced import forced_run
from engine.rules.market import operating_order
from engine.steps.dividend import DividendStep
from engine.steps.run import REVENUE, RunStep, run
from engine.steps.turns import OperatingRound, turn_note
from engine.titles.g1862.companies.bankruptcy import go_bankrupt
from engine.titles.g1862.companies.receivership import in_receivership
from engine.titles.g1862.companies.redeem import RedeemStep
from engine.titles.g1862.mergers.merger_moves import AcquireStep, MergeStep
from engine.titles.g1862.mergers.refinance import Emergency
from engine.titles.g1862.phases import ending
from engine.titles.g1862.steps import tokens
from engine.titles.g1862.steps.track import Building, HomeStep, Markers
from engine.titles.g1862.steps.trains import Trains, wear


class Running(RunStep):
    """Run trains: they must run if they can (7.8). Without a director they earn the most (7.3)."""

    def __init__(self) -> None:
        super().__init__(may_decline=False)

    def leave(self, writer: PositionWriter) -> None:
        company = writer.cursor.actor
        if turn_note(writer, REVENUE) is None and in_receivership(writer, company):
            best = forced_run(writer, company)
            if best:
                run(writer, company, best)
        super().leave(writer)


class Dividends(DividendStep):
    """Distribute the revenue; then every train has used up a warranty, whether it ran or not (7.10)."""

    def leave(self, writer: PositionWriter) -> None:
        super().leave(writer)
        wear(writer, writer.cursor.actor)


STEPS: tuple[Step, ...] = (
    HomeStep(),
    MergeStep(),
    Building(),
    Markers(),
    Running(),
    Dividends(),
    Trains(Emergency(), trainless=go_bankrupt),
    RedeemStep(),
    AcquireStep(),
)


class Operating(OperatingRound):
    """One to three rounds in a set; companies by price, companies in receivership too (7.1, 8)."""

    def order(self, view: View) -> list[str]:
        return operating_order(view, [c.id for c in view.companies() if c.floated])

    def rounds_in_set(self, view: View) -> int:
        """As the phase says; after the LNER one round in which each company operates three times (10.3)."""
        if ending.in_last_operations(view):
            return 1
        return super().rounds_in_set(view)

    def turns(self, view: View, company: str) -> int:
        return ending.turns_of(view)

    def open_turn(self, writer: PositionWriter, company: str) -> None:
        """A first turn begins with the home marker (7.2)."""
        tokens.open_turn(writer, company)

    def close_round(self, writer: PositionWriter) -> None:
        ending.end_of_round(writer)

    def close_set(self, writer: PositionWriter) -> None:
        ending.end_of_set(writer)
        if not writer.state.ended:
            begin_round(writer, "shares" if ending.lner_formed(writer) else "parliament")


OPERATING = Operating(STEPS)
