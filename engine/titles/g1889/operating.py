"""Shares (R12-R32) and operating rounds (R33-R72): what the title says where the kit asks."""

from __future__ import annotations

from engine.abilities.owner_lay import LayOwn
from engine.abilities.rounds import PrivatesPayRound
from engine.core.state import Train
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.routes.policy import RoutePolicy
from engine.rules import tokens
from engine.rules.dealing import SOLD_NOW
from engine.rules.dividends import PAY, WITHHOLD, DividendPolicy
from engine.rules.emergency import EmergencyPolicy
from engine.rules.market import operating_order
from engine.rules.stock import StockRules
from engine.rules.tokens import TokenPolicy
from engine.rules.trains import TrainRules
from engine.steps.dividend import DividendStep
from engine.steps.emergency import DeclareBankruptcy, EmergencySale
from engine.steps.run import RunStep
from engine.steps.token import TokenStep
from engine.steps.track import TrackStep
from engine.steps.trade_in import TradeIn
from engine.steps.trains import TrainsStep


class Stock(StockRules):
    """The common rules with full capital at once (R15, R27); limits that bind and free (R20-R22, R71)."""

    sells_at_first = False
    resells = True
    one_block = True
    sells_down = True
    opens_at_once = True
    keeps_presidencies = True


class Operating(PrivatesPayRound):
    """Rounds between stock rounds: one, two or three by the phase (R33)."""

    def order(self, view: View) -> list[str]:
        """Companies with a station; one that floats in the round waits for the next (R46-R48)."""
        here = view.cursor.round == self.kind
        ready = (c.id for c in view.companies() if c.floated and (view.stations(c.id) or not here))
        return operating_order(view, list(ready))

    def open_round(self, writer: PositionWriter) -> None:
        """Privates pay (R34), and all homes are put down (R48)."""
        super().open_round(writer)
        for company in operating_order(writer, [c.id for c in writer.companies() if c.floated]):
            tokens.place_home(writer, company)


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


class Emergency(EmergencyPolicy):
    """A bankruptcy ends the game; all that may be sold is, the money is lost (R72)."""

    sells_all = True


OPERATING = Operating(
    (
        TrackStep(LayOwn()),
        TokenStep(),
        RunStep(),
        DividendStep(),
        TrainsStep(TradeIn(), EmergencySale(), DeclareBankruptcy()),
    )
)
