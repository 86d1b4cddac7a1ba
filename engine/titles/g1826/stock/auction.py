"""The waterfall auction of the privates (O91-O96), and what three of them bring (facts: privates)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.abilities.privates import pay_owners
from engine.abilities.shares import share_of
from engine.core.actions import Action
from engine.core.rounds import Move, Step
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.initial_auction import InitialAuctionRules, free_cash, item_price, top_row
from engine.steps.auction.initial_auction import (
    AuctionStep,
    InitialAuctionRound,
    InitialAuctionStep,
    award,
    sell_item,
)
from engine.steps.stock import set_par
from engine.steps.stock.stock_round import hand_on_priority
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.readings import readings
from engine.titles.g1826.data.story import tell

tell(privates_pay_1826="All pass: the privates sold so far pay, and the auction goes on.")
tell(Rank.FLOAT, par_1826="{player} sets the par of {company} at {par}.")
tell(
    Rank.DEAL,
    also_gets_1826="{player} also gets {percent} % of {company}.",
    all_pass_1826="All pass: {player} buys {item} for {price}.",
)


class AuctionRules(InitialAuctionRules):
    """A private brings a share of a corporation to its first buyer (O50)."""

    def sold(self, writer: PositionWriter, item: str, player: str, price: int) -> None:
        share = share_of(writer, item)
        if share is not None:
            cert = share.certificate(writer)
            writer.move_cert(cert, player)
            writer.say("also_gets_1826", player=player, percent=cert.percent, company=share.company)


class Auction(InitialAuctionRound):
    """Privates in order: the first may be bought, the others bid on; stock begins left of the last buyer."""

    kind: ClassVar[str] = "auction"
    steps: Mapping[str, Step] = {"packet": InitialAuctionStep(), "auction": AuctionStep()}

    def title(self, view: View) -> str:
        return say("Initial {number}", number=view.cursor.number)

    def others_left(self, writer: PositionWriter) -> None:
        """The privates pay (O93)."""
        writer.say("privates_pay_1826")
        pay_owners(writer)
        if readings(writer).priority_when_all_pass:
            hand_on_priority(writer)
        self.begin(writer)

    def resume(self, writer: PositionWriter, trigger: str) -> None:
        """The card may go on at each purchase, and at no bid (O92)."""
        if readings(writer).priority_at_each_purchase:
            writer.give_priority(writer.left_of(trigger))
        super().resume(writer, trigger)

    def first_left(self, writer: PositionWriter) -> None:
        """The holder of the priority card takes it (O93), for what no bid of his binds (a reading)."""
        item, player = top_row(writer)[0], writer.state.priority
        price = min(item_price(writer, item), free_cash(writer, player))
        writer.say("all_pass_1826", player=player, item=writer.spec(item).name, price=price)
        sell_item(writer, item, player, price)
        award(writer, player)


# --- the par of a corporation whose presidency came with a private ---------------------------------


def ask_for_par(writer: PositionWriter) -> None:
    """Open the decision on the par of a corporation that has a president and none yet."""
    unset = [
        c.id for c in writer.companies() if c.kind != "private" and c.par is None and writer.president(c.id)
    ]
    if writer.state.pending or not unset:
        return
    for item in writer.data.figures(Figures).auction_items:
        share = share_of(writer, item)
        president = writer.president(share.company) if share and share.company in unset else None
        if share and president:
            set_par.ask_par(writer, president, share.company)
            break


class SetPar(set_par.SetPar):
    """Choose the par of the corporation whose presidency came with a private; the auction goes on then."""

    story: ClassVar = "par_1826"

    def perform(self, writer: PositionWriter, action: Action) -> None:
        super().perform(writer, action)
        _go_on(writer, action.player)


def _go_on(writer: PositionWriter, player: str) -> None:
    """The auction may continue to the left of who has set a par (O92)."""
    in_auction = (writer.cursor.round, writer.cursor.step) == (Auction.kind, InitialAuctionStep.name)
    if in_auction and readings(writer).auction_left_of_par:
        writer.move_cursor(actor=writer.left_of(player))


class SetParStep(set_par.SetParStep):
    """The owner of the private decides at once, before the auction goes on."""

    label = say("par of a corporation")
    moves: Sequence[Move] = (SetPar(),)
