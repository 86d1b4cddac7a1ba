"""The waterfall auction of the privates (O91-O96), and what three of them bring (facts: privates)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.abilities.privates import pay_owners
from engine.abilities.shares import share_of
from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Page
from engine.core.errors import Violation
from engine.core.play import Play
from engine.core.rounds import ForcedStep, Move, Step
from engine.core.state import Pending
from engine.core.story import Rank
from engine.core.view import View
from engine.message import joined, say
from engine.rules.packet import PacketRules, free_cash, item_price, top_row
from engine.rules.stock import stock_rules
from engine.steps.auction import AuctionStep, PacketRound, PacketStep, award, sell_item
from engine.steps.shares import hand_on_priority
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.readings import readings
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.stock.stock import set_par

tell(privates_pay_1826="All pass: the privates sold so far pay, and the auction goes on.")
tell(Rank.FLOAT, par_1826="{player} sets the par of {company} at {par}.")
tell(
    Rank.DEAL,
    also_gets_1826="{player} also gets {percent} % of {company}.",
    all_pass_1826="All pass: {player} buys {item} for {price}.",
)
SET_PAR = "set_par"


class Packet(PacketRules):
    """A private brings a share of a corporation to its first buyer (O50)."""

    def sold(self, play: Play, item: str, player: str, price: int) -> None:
        share = share_of(play, item)
        if share is not None:
            cert = share.certificate(play)
            play.move_cert(cert, player)
            play.say("also_gets_1826", player=player, percent=cert.percent, company=share.company)


class Auction(PacketRound):
    """Privates in order: the first may be bought, the others bid on; stock begins left of the last buyer."""

    kind: ClassVar[str] = "auction"
    steps: Mapping[str, Step] = {"packet": PacketStep(), "auction": AuctionStep()}

    def title(self, view: View) -> str:
        return say("Initial {number}", number=view.cursor.number)

    def all_passed(self, play: Play) -> None:
        """The holder of the priority card takes the first private; after that the privates pay (O93)."""
        first = top_row(play)[0]
        if first == play.data.figures(Figures).start_packet[0]:
            return self._to_priority(play, first)
        play.say("privates_pay_1826")
        pay_owners(play)
        if readings(play).priority_when_all_pass:
            hand_on_priority(play)
        return self.begin(play)

    def resume(self, play: Play, trigger: str) -> None:
        """The card may go on at each purchase, and at no bid (O92)."""
        if readings(play).priority_at_each_purchase:
            play.give_priority(play.left_of(trigger))
        super().resume(play, trigger)

    def _to_priority(self, play: Play, item: str) -> None:
        """Bids that bind his money lower the price to what is left (a reading)."""
        player = play.state.priority
        price = min(item_price(play, item), free_cash(play, player))
        play.say("all_pass_1826", player=player, item=play.spec(item).name, price=price)
        sell_item(play, item, player, price)
        award(play, player)


# --- the par of a corporation whose presidency came with a private ---------------------------------


def ask_for_par(play: Play) -> None:
    """Open the decision on the par of a corporation that has a president and none yet."""
    unset = [c.id for c in play.companies() if c.kind != "private" and c.par is None and play.president(c.id)]
    if play.state.pending or not unset:
        return
    for item in play.data.figures(Figures).start_packet:
        share = share_of(play, item)
        president = play.president(share.company) if share and share.company in unset else None
        if share and president:
            play.push(Pending(SET_PAR, (president,), {"company": share.company}))
            break


class SetPar(Move):
    """Choose the par of the corporation whose presidency came with a private; it costs nothing."""

    kind = SET_PAR
    args: ClassVar = {"price": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        company = _company(view)
        return Choice(
            self.kind,
            say("Par of {company}", company=company),
            (Field("price", say("At which par?")),),
            company=company,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        values = stock_rules(view).par_values(view, _company(view))
        return [
            Option(str(v), say("{company} par {money}", company=_company(view), money=view.money(v)))
            for v in values
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        values = stock_rules(view).par_values(view, _company(view))
        if as_amount(action.get("price")) in values:
            return None
        return Violation("no_par_value", say("The par values are {map}.", map=joined(", ", map(str, values))))

    def perform(self, play: Play, action: Action) -> None:
        company, par = _company(play), as_amount(action.args["price"])
        play.pop()
        set_par(play, company, par)
        play.say("par_1826", player=action.player, company=company, par=par)
        _go_on(play, action.player)


def _go_on(play: Play, player: str) -> None:
    """The auction may continue to the left of who has set a par (O92)."""
    in_auction = (play.cursor.round, play.cursor.step) == (Auction.kind, PacketStep.name)
    if in_auction and readings(play).auction_left_of_par:
        play.move_cursor(actor=play.left_of(player))


def _company(view: View) -> str:
    company: str = view.state.pending[-1].data["company"]
    return company


class SetParStep(ForcedStep):
    """The owner of the private decides at once, before the auction goes on."""

    name = SET_PAR
    label = say("par of a corporation")
    page: ClassVar[Page] = Page.PAR
    moves: Sequence[Move] = (SetPar(),)
