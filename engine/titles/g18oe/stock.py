"""Stock rounds of 18OE (8.2, 8.3, 10): shares, limits, and the course of a turn.

Where the parts of a stock round plug in: its moves in ``MOVES``; what follows its end in `StockRound`; who
may buy and sell, at what price, in `Stock`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.errors import Violation
from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.rounds import Move, Step
from engine.core.state import Cert
from engine.core.view import View
from engine.rules.market import operating_order
from engine.rules.stock import StockRules
from engine.steps.shares import Done, PassShares, SellShares, ShareRound, ShareStep
from engine.titles.g18oe import phases, reserved
from engine.titles.g18oe.companies import CONCESSION, LARGE, MAJOR, PRIVATE, REGIONAL, unfloated_minors
from engine.titles.g18oe.figures import Figures
from engine.titles.g18oe.launching import BuyParred, FloatMinor, FloatRegional, RemoveRegional
from engine.titles.g18oe.market import UP, move
from engine.titles.g18oe.phases import REGIONAL_MINOR
from engine.titles.g18oe.privates import is_face_down
from engine.titles.g18oe.reserved import BuyUnreserved

TREASURY, OPEN_MARKET = "treasury", "pool"
WHOLE = 100


class Stock(StockRules):
    """Sell, then or buy; shares come from a treasury or the Open Market (10)."""

    patterns = frozenset({"b", "s", "sb"})
    sources: Mapping[str, str] = {TREASURY: "its treasury", OPEN_MARKET: "the Open Market"}

    def turn_patterns(self, view: View) -> frozenset[str]:
        """No stock is sold during Train Phase 1 (10.1)."""
        return frozenset({"b"}) if view.state.phase == "1" else self.patterns

    def has_shares(self, view: View, company: str) -> bool:
        return company in view.data.companies and view.spec(company).kind == REGIONAL

    def share(self, view: View, company: str) -> int:
        """25 % of a regional, 10 % of a major or national (1.3.1)."""
        figures, large = view.data.figures(Figures), view.company(company).kind in LARGE
        return min(figures.major_percents if large else figures.regional_percents)

    def counts(self, view: View, company: str) -> bool:
        """Concessions do not count, nor privates that lie face down (4.1, 6.1)."""
        kind = view.spec(company).kind
        return kind != CONCESSION and not (kind == PRIVATE and is_face_down(view, company))

    def holding_limit(self, view: View, company: str) -> int:
        """All of a regional, 60 % of a major or national by purchase (4.2, 10.2)."""
        return super().holding_limit(view, company) if view.company(company).kind in LARGE else 100

    def seller(self, company: str, source: str) -> str:
        return company if source == TREASURY else source

    def price(self, view: View, company: str, source: str) -> int | None:
        """The par where there is one and the treasury sells, else the share value (10.2)."""
        par = view.company(company).par
        return par if source == TREASURY and par is not None else view.price(company)

    def payee(self, view: View, company: str, source: str) -> str:
        return company if source == TREASURY else super().payee(view, company, source)

    def on_sale(self, view: View, company: str, source: str) -> list[Cert]:
        """No secondary share of a regional before the Major phase (8.2, 8.3)."""
        early = phases.in_phase(view, REGIONAL_MINOR)
        return [] if early else super().on_sale(view, company, source)

    def check_buy(self, view: View, player: str, company: str, source: str) -> Violation | None:
        held = reserved.holds_back(view, player, company) if company in view.state.companies else None
        return held or super().check_buy(view, player, company, source)

    def end_round(self, play: Play) -> None:
        """Sold-out railroads rise, the dearest first; the par markers of majors go (4.4, 10.7)."""
        for company in operating_order(play, [c.id for c in play.companies(*LARGE)]):
            if self.sold_out(play, company):
                move(play, company, UP)
        for record in play.companies(MAJOR):
            play.change(record.id, par=None)

    def sold_out(self, view: View, company: str) -> bool:
        """Whether all shares are in the hands of players (4.4)."""
        return sum(view.percent(player, company) for player in view.seats) == WHOLE


class Pass(PassShares):
    """Let the turn go; not while a minor waits to float (8.2)."""

    def _refusal(self, view: View, player: str) -> Violation | None:
        waiting = unfloated_minors(view, player)
        if waiting:
            text = f"Float your minors first: {', '.join(waiting)}."
            return Violation("float_minors", text, {"companies": waiting})
        return super()._refusal(view, player)


MOVES: tuple[Move, ...] = (
    FloatMinor(),
    FloatRegional(),
    BuyParred(),
    RemoveRegional(),
    BuyUnreserved(),
    SellShares(),
    Done(),
    Pass(),
)


class StockStep(ShareStep):
    """The stock action of one player (8.2, 10)."""

    label = "stock round"
    moves: Sequence[Move] = MOVES


class StockRound(ShareRound):
    """Stock actions in player order until all pass in a row (8, 10)."""

    steps: Mapping[str, Step] = {"turn": StockStep()}
    kind: ClassVar[str] = "shares"

    def title(self, view: View) -> str:
        return f"SR {view.cursor.number}"

    def begin(self, play: Play) -> None:
        super().begin(play)
        if play.cursor.number > 1:
            reserved.expire(play)

    def next_round(self, play: Play) -> None:
        """Two operating rounds follow (5)."""
        begin_round(play, "operating")


STOCK = Stock()
