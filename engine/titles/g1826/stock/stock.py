"""Stock rounds (O55-O61, O82-O85, O97-O110): 5- and 10-share corporations, capital as shares are sold."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import Violation
from engine.core.recorded import one_of
from engine.core.rounds import Agenda, Step
from engine.core.state import BANK, IPO, OUT, POOL, Cert
from engine.core.story import Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import tokens
from engine.rules.market import move, place_at_par
from engine.rules.ownership import settle_presidency
from engine.rules.stock import SELLERS, SOURCES, TREASURY, StockRules
from engine.steps.stock import stock_round
from engine.steps.stock.share_purchase import BuyShare, Par
from engine.steps.stock.share_sale import SellShares
from engine.steps.stock.stock_round import Done, PassShares
from engine.steps.turns import TURN, OperatingRound, turn_note
from engine.titles.g1826.companies import companies
from engine.titles.g1826.companies.companies import CORPORATION, NATIONAL
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.options import holding_limit
from engine.titles.g1826.data.readings import readings
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance.bond_moves import BuyBond, SellBonds

MARKET, TREASURY_OF = say("the open market"), say("its treasury")
tell(
    treasury_1826=Told(
        "The remaining {percent} % of {company} go to {place}.", reads={"place": one_of(MARKET, TREASURY_OF)}
    )
)
GIVEN_UP = "given_up"
NOTES = {TURN + GIVEN_UP: "the end of the turn"}
"""Turn note: the nationals of which a president sold the presidency in need of money."""
YELLOW = "yellow"


class Stock(StockRules):
    """Sell, then buy; shares of a floated corporation are sold by its treasury at the market value."""

    patterns = frozenset({"b", "s", "sb"})
    sources: Mapping[str, str] = {**SOURCES, TREASURY: say("its treasury")}
    sellers: Mapping[str, str] = {**SELLERS, TREASURY: say("its treasury")}

    def turn_patterns(self, view: View) -> frozenset[str]:
        """No sales in the first stock round (facts: stock rounds)."""
        return frozenset({"b"}) if view.cursor.number == 1 else self.patterns

    def share(self, view: View, company: str) -> int:
        return companies.share(view, company) if self.has_shares(view, company) else 100

    def counts(self, view: View, company: str) -> bool:
        """Privates do not count, nor shares of a company in the yellow zone (O57)."""
        cell = view.company(company).cell
        yellow = cell is not None and view.data.market.zones.get(cell) == YELLOW
        return self.has_shares(view, company) and not yellow

    def holding_limit(self, view: View, company: str) -> int:
        return holding_limit(view)

    # --- buying --------------------------------------------------------------------------------

    def on_sale(self, view: View, company: str, source: str) -> list[Cert]:
        """Ordinary certificates; a president's certificate left in the pool comes last (O134)."""
        ordinary = super().on_sale(view, company, source)
        return ordinary or [c for c in view.certs(POOL, company) if source == POOL]

    def settle_president(self, writer: PositionWriter, company: str) -> None:
        """Write a change of president; one is found as well for a corporation that has none (O134)."""
        if writer.company(company).floated or writer.company(company).par is not None:
            settle_presidency(writer, company)

    def check_buy(self, view: View, player: str, company: str, source: str) -> Violation | None:
        if company in view.state.companies and self._waits(view, company):
            text = say(
                "{company} is formed by corporations without trains; its shares are exchanged for theirs.",
                company=company,
            )
            return Violation("not_formed", text)
        return super().check_buy(view, player, company, source)

    def _waits(self, view: View, company: str) -> bool:
        return view.company(company).kind == NATIONAL and view.price(company) is None

    # --- starting and floating -----------------------------------------------------------------

    def can_start(self, view: View, company: str) -> bool:
        record = view.company(company)
        fresh = record.kind == CORPORATION and record.par is None and not record.closed
        return fresh and view.owner(company) == IPO

    def start(self, writer: PositionWriter, player: str, company: str, par: int) -> None:
        """Write a start: with 10 shares if its home is already joined to its destination (O103)."""
        if companies.is_five(writer, company) and companies.is_joined(writer, company):
            companies.grow(writer, company)
        super().start(writer, player, company, par)

    def set_par(self, writer: PositionWriter, company: str, par: int) -> None:
        """Write a par, with the market token on its space at once."""
        writer.change(company, par=par)
        place_at_par(writer, company)

    def float_if_due(self, writer: PositionWriter, company: str) -> None:
        """Write that a corporation floats once half of it is sold (O82, O109), on the terms of its start."""
        record = writer.company(company)
        sold = 100 - writer.percent(IPO, company)
        if record.floated or record.par is None or sold < writer.data.figures(Figures).float_percent:
            return
        writer.float_company(company)
        companies.give_tokens(writer, company)
        if companies.terms(writer, company) == companies.LATE:
            self._fund(writer, company, writer.data.figures(Figures).capital_factor, POOL)
        else:
            self._fund(writer, company, sold // self.share(writer, company), company)
        if readings(writer).home_token_at_floating:
            tokens.place_home(writer, company)

    def _fund(self, writer: PositionWriter, company: str, shares: int, rest: str) -> None:
        """Write the capital for so many shares (O85, O101, O102); the certificates left go to ``rest``."""
        par = writer.company(company).par
        assert par is not None
        writer.pay(BANK, company, par * shares, "capital")
        writer.say("company_funded", company=company, money=par * shares)
        left = writer.percent(IPO, company)
        for cert in writer.certs(IPO, company):
            writer.move_cert(cert, rest)
        if left:
            place = MARKET if rest == POOL else TREASURY_OF
            writer.say("treasury_1826", company=company, percent=left, place=place)

    # --- selling -------------------------------------------------------------------------------

    def check_sale(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        refused = super().check_sale(view, player, company, percent)
        if refused is None and not view.company(company).operated:
            text = say("Shares of {company} may be sold once it has operated.", company=company)
            return Violation("not_operated", text)
        return refused

    def check_resale(self, view: View, player: str, company: str, percent: int) -> Violation | None:
        """Shares bought in an earlier turn of the round may be sold (family: 1830)."""
        return None

    def sell(self, writer: PositionWriter, player: str, company: str, percent: int) -> None:
        """A national given up in an operating round is remembered: its president may go bankrupt (O135)."""
        national = writer.company(company).kind == NATIONAL
        given_up = national and self.heir(writer, player, company, percent) is not None
        if given_up and writer.cursor.round == OperatingRound.kind:
            writer.note(TURN + GIVEN_UP, [*turn_note(writer, GIVEN_UP, []), company])
        super().sell(writer, player, company, percent)

    def sold_out(self, view: View, company: str) -> bool:
        """A company of 10 shares, all of them held by players (O61)."""
        if companies.is_five(view, company) or not view.company(company).floated:
            return False
        return all(c.owner in view.state.players for c in view.certs_of(company) if c.owner != OUT)


def issue(writer: PositionWriter, company: str, shares: int) -> None:
    """Write what shares sold by a treasury to the pool do to the price: one row down each (O60)."""
    move(writer, company, "down", shares)


class StockStep(stock_round.StockStep):
    """The turn of a player, who may deal in bonds too."""

    moves = (BuyShare(), Par(), BuyBond(), SellShares(), SellBonds(), Done(), PassShares())


class StockRound(stock_round.StockRound):
    """A stock round (O97); a set of operating rounds follows."""

    steps: Mapping[str, Step] = {StockStep.name: StockStep()}

    def begin(self, writer: PositionWriter) -> None:
        super().begin(writer)
        if self._is_standstill(writer):
            writer.end_game("standstill")

    def _is_standstill(self, view: View) -> bool:
        """Whether nothing can happen any more: no company operates, no private pays, nobody can deal."""
        operating = view.policy(Agenda).rounds["operating"]
        assert isinstance(operating, OperatingRound)
        if operating.order(view) or any(view.owner(c.id) != BANK for c in view.companies("private")):
            return False
        deals = (move for move in StockStep.moves if move.kind not in (Done.kind, PassShares.kind))
        return all(move.choice(view, player) is None for move in deals for player in view.solvent)


STOCK = Stock()
