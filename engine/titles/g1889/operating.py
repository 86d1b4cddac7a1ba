"""Operating rounds (R33-R72): order, homes, the steps of a turn, and what a title says of them."""

from __future__ import annotations

from typing import ClassVar

from engine.abilities.blocked import forbids
from engine.abilities.owner_lay import LayOwn
from engine.abilities.privates import close_privates, pay_owners
from engine.abilities.terrain import lay_cost
from engine.core.errors import Violation
from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.state import BANK, Train
from engine.core.view import View
from engine.routes.policy import RoutePolicy
from engine.rules import emergency, tokens
from engine.rules.dealing import SOLD_NOW
from engine.rules.dividends import PAY, WITHHOLD, DividendPolicy
from engine.rules.emergency import EmergencyPolicy
from engine.rules.ending import end_of_set
from engine.rules.market import operating_order
from engine.rules.phases import PhasePolicy
from engine.rules.stock import stock_rules
from engine.rules.tokens import TokenPolicy
from engine.rules.track import Lay, TrackPolicy
from engine.rules.trains import TrainRules
from engine.steps.dividend import DividendStep
from engine.steps.emergency import DeclareBankruptcy, EmergencySale
from engine.steps.run import RunStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trade_in import TradeIn
from engine.steps.trains import TrainsStep
from engine.steps.turns import OperatingRound


class Operating(OperatingRound):
    """Rounds between stock rounds: one, two or three by the phase (R33)."""

    def order(self, view: View) -> list[str]:
        """Companies with a station; one that floats in the round waits for the next (R46-R48)."""
        return operating_order(view, [c.id for c in view.companies() if c.floated and view.stations(c.id)])

    def open_round(self, play: Play) -> None:
        """Privates pay (R34), and all homes are put down (R48)."""
        pay_owners(play)
        for company in operating_order(play, [c.id for c in play.companies() if c.floated]):
            tokens.place_home(play, company)

    def close_set(self, play: Play) -> None:
        end_of_set(play)
        if not play.state.ended:
            begin_round(play, "shares")


class Track(TrackPolicy):
    """One lay or upgrade a turn (R49)."""

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        """A private may close a hex (R37, R41), and the port is no company's (R39)."""
        return forbids(view, lay)

    def cost(self, view: View, company: str, coord: str) -> int:
        return lay_cost(view, company, coord)


class Tokens(TokenPolicy):
    """Homes need no track (R48)."""

    bare_home = True


class Dividends(DividendPolicy):
    """All or nothing (R63)."""

    unsold_pay = False
    pool_pays = True

    def ways(self, view: View, company: str) -> tuple[str, ...]:
        return PAY, WITHHOLD


class Trains(TrainRules):
    """A president adds to a purchase from the bank alone."""

    aids_trades = False

    def trade(self, view: View, buyer: str, train: Train) -> tuple[int, int | None] | None:
        """Any price from 1 (R65); nothing after the president sold shares for the company (R71)."""
        return None if view.state.notes.get(SOLD_NOW) else (1, None)


class Routes(RoutePolicy):
    """The common reading."""

    def revenue_key(self, view: View) -> str:
        """Off-board areas pay by phase (R62)."""
        return view.state.phase


class Phases(PhasePolicy):
    """Privates close (R45)."""

    events: ClassVar = {"privates_close": close_privates}


class Emergency(EmergencyPolicy):
    """A bankruptcy ends the game."""

    def bankrupt(self, play: Play, player: str) -> None:
        """Write it: all that may be sold is, the money is lost (R72)."""
        needy = play.cursor.actor
        for company in emergency.holdings(play, player):
            blocks = emergency.sellable(play, player, needy, company)
            if blocks:
                stock_rules(play).sell(play, player, company, blocks[-1])
        play.pay(player, BANK, play.cash(player), "bankruptcy")
        super().bankrupt(play, player)


OPERATING = Operating(
    (
        TrackStep(LayOwn()),
        TokenStep(),
        RunStep(),
        DividendStep(),
        TrainsStep(TradeIn(), EmergencySale(), DeclareBankruptcy()),
    )
)
