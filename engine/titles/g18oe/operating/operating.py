"""Operating rounds of 18OE (11): who operates when, and the steps of a turn.

Where the parts of a turn plug in: its steps in ``STEPS``, in this order: track (11.1), token (11.2), run
(11.3), dividend (11.4), transfer of tokens (11.5), trains (11.6), shares (11.7). What a shared step
asks is the policy of its subject: `track.Track`, `tokens.Tokens`, `routes.Routes`, `dividends.Dividends`,
`trains.Trains`.
"""

from __future__ import annotations

from engine.core.flow import begin_round
from engine.core.rounds import Step
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.market import operating_order
from engine.steps.consent import AskConsent, AskingTrackStep
from engine.steps.token import TokenStep
from engine.steps.turns import OperatingRound, Skip
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.nationals.train_step import Buying
from engine.titles.g18oe.operating.own_shares import OwnSharesStep
from engine.titles.g18oe.operating.transfer import TransferStep
from engine.titles.g18oe.powers import minor_c
from engine.titles.g18oe.powers.brandt import BrandtLay, RemoveBrandt
from engine.titles.g18oe.powers.free_token import PlaceFreeToken
from engine.titles.g18oe.powers.minor_powers import PlaceMercantile, pay_mail
from engine.titles.g18oe.powers.private_powers import CentralCircle, Lumber, StarHarbor
from engine.titles.g18oe.powers.white_cliffs import PlaceBesideFreeInTurn, PlaceBesideInTurn
from engine.titles.g18oe.railroads import ending
from engine.titles.g18oe.railroads.companies import MAJOR, NATIONAL, order_track
from engine.titles.g18oe.railroads.privates import pay_owners
from engine.titles.g18oe.track.tokens import PlaceAnyToken
from engine.titles.g18oe.track.track import CONSENTS
from engine.titles.g18oe.trains import repeated

FIRST_TRAIN_PHASE = "2"
tell(train_phase="Train Phase {phase} begins.")


class Tokens(TokenStep):
    """Place any token of the charter, or the one beside the White Cliffs Ferry (11.2, 14.7)."""

    moves = (
        PlaceAnyToken(),
        PlaceFreeToken(),
        PlaceBesideInTurn(),
        PlaceBesideFreeInTurn(),
        StarHarbor(),
        CentralCircle(),
        Skip(say("Place no token")),
    )

    def __init__(self) -> None:
        """The moves are those above."""


STEPS: tuple[Step, ...] = (
    AskingTrackStep(AskConsent(CONSENTS), PlaceMercantile(), Lumber(), BrandtLay(), RemoveBrandt()),
    Tokens(),
    repeated.RunOrRepeat(),
    repeated.Pay(),
    TransferStep(),
    Buying(),
    OwnSharesStep(),
)


class Operating(OperatingRound):
    """Two rounds, then a stock round, from Train Phase 2 to the end (5)."""

    def order(self, view: View) -> list[str]:
        """Regionals and minors as on their track, then nationals and majors by share value (11)."""
        small = [c for c in order_track(view) if view.company(c).floated and view.president(c) is not None]
        large = [c.id for c in view.companies(MAJOR, NATIONAL) if view.president(c.id) is not None]
        return minor_c.placed(view, small) + minor_c.placed(view, operating_order(view, large))

    def rounds_in_set(self, view: View) -> int:
        """Two; the last set may have three (13)."""
        return ending.rounds_in_set(view)

    def step(self, view: View) -> Step | None:
        """The last round has few steps (13)."""
        return None if repeated.is_left_out(view, view.cursor.step) else super().step(view)

    def begin(self, writer: PositionWriter) -> None:
        """The first operating round begins Train Phase 2 (5.2)."""
        if writer.state.phase < FIRST_TRAIN_PHASE:
            writer.begin_phase(FIRST_TRAIN_PHASE)
        super().begin(writer)

    def open_round(self, writer: PositionWriter) -> None:
        """Face-up privates and the mail pay (11, 15.10); minor C chooses its place (15.3).

        The last round consists of railroads that are paid again, and of nothing else (13).
        """
        if ending.is_last_round(writer):
            return
        pay_owners(writer)
        pay_mail(writer)
        minor_c.ask(writer)

    def open_turn(self, writer: PositionWriter, company: str) -> None:
        """Nothing: a home token comes with the float or with the first tile of its hex (9)."""

    def close_round(self, writer: PositionWriter) -> None:
        minor_c.forget(writer)
        ending.end_of_round(writer)

    def close_set(self, writer: PositionWriter) -> None:
        """A stock round follows each pair of operating rounds, until the game ends (5, 13)."""
        begin_round(writer, "shares")


OPERATING = Operating(STEPS)
