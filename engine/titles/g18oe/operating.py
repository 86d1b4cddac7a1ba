"""Operating rounds of 18OE (11): who operates when, and the steps of a turn.

Where the parts of a turn plug in: its steps in ``STEPS``, in this order: track (11.1), token (11.2), run
(11.3), dividend (11.4), transfer of tokens (11.5), trains (11.6), shares (11.7). What a shared step
asks is the policy of its subject: `track.Track`, `tokens.Tokens`, `routes.Routes`, `dividends.Dividends`,
`trains.Trains`.
"""

from __future__ import annotations

from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.rounds import Step
from engine.core.view import View
from engine.rules.market import operating_order
from engine.steps.dividend import DividendStep
from engine.steps.run import RunStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import TrainsStep
from engine.steps.turns import OperatingRound
from engine.titles.g18oe import ending, minor_c
from engine.titles.g18oe.companies import MAJOR, NATIONAL, order_track
from engine.titles.g18oe.privates import pay_owners
from engine.titles.g18oe.story import tell

FIRST_TRAIN_PHASE = "2"
tell(train_phase="Train Phase {phase} begins.")

STEPS: tuple[Step, ...] = (TrackStep(), TokenStep(), RunStep(), DividendStep(), TrainsStep())


class Operating(OperatingRound):
    """Two rounds, then a stock round, from Train Phase 2 to the end (5)."""

    def order(self, view: View) -> list[str]:
        """Regionals and minors as on their track, then nationals and majors by share value (11)."""
        small = [c for c in order_track(view) if view.company(c).floated and view.president(c) is not None]
        large = [c.id for c in view.companies(MAJOR, NATIONAL) if view.president(c.id) is not None]
        return minor_c.placed(view, small) + minor_c.placed(view, operating_order(view, large))

    def begin(self, play: Play) -> None:
        """The first operating round begins Train Phase 2 (5.2)."""
        if play.state.phase < FIRST_TRAIN_PHASE:
            play.begin_phase(FIRST_TRAIN_PHASE)
            play.say("train_phase", phase=FIRST_TRAIN_PHASE)
        super().begin(play)

    def open_round(self, play: Play) -> None:
        """Face-up privates pay their owners (11); minor C chooses its place (15.3)."""
        pay_owners(play)
        minor_c.ask(play)

    def close_round(self, play: Play) -> None:
        minor_c.forget(play)

    def close_set(self, play: Play) -> None:
        """A stock round follows each pair of operating rounds, until the game ends (5, 13)."""
        ending.end_of_set(play)
        if not play.state.ended:
            begin_round(play, "shares")


OPERATING = Operating(STEPS)
