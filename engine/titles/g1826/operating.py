"""Operating rounds of 1826 (O111-O141): who operates when, and the steps of a turn."""

from __future__ import annotations

from engine.play import Play
from engine.rules import tokens
from engine.rules.dividends import DividendPolicy
from engine.rules.market import operating_order
from engine.rules.tokens import TokenPolicy
from engine.rules.track import TrackPolicy
from engine.rules.trains import TrainRules
from engine.steps.dividend import DividendStep
from engine.steps.run import RunStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trains import TrainsStep
from engine.steps.turns import OperatingRound
from engine.titles.g1826 import companies, privates
from engine.titles.g1826.ending import end_of_set
from engine.titles.g1826.growth import GrowthStep
from engine.titles.g1826.powers import lay_cost
from engine.view import View


class Operating(OperatingRound):
    """One to three rounds between stock rounds, by phase (O10-O46)."""

    def order(self, view: View) -> list[str]:
        running = [c.id for c in view.companies() if c.floated and view.president(c.id) is not None]
        return operating_order(view, running)

    def open_round(self, play: Play) -> None:
        """Privates pay their owners (O113)."""
        privates.pay(play)

    def open_turn(self, play: Play, company: str) -> None:
        """A home token that waited for the first turn is placed (recorded readings)."""
        tokens.place_home(play, company)

    def close_set(self, play: Play) -> None:
        """The game may end here (O176); else a stock round follows."""
        end_of_set(play)
        if not play.state.ended:
            play.title.rounds["shares"].begin(play)


TRACK = TrackPolicy(cost=lay_cost)
TOKENS = TokenPolicy(following=companies.next_token)
DIVIDENDS = DividendPolicy()
TRAINS = TrainRules(limit=companies.train_limit)
OPERATING = Operating((TrackStep(), TokenStep(), RunStep(), DividendStep(), GrowthStep(), TrainsStep()))
