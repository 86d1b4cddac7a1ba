"""The auction of the privates (R5-R11)."""

from __future__ import annotations

from engine.abilities.privates import pay_owners
from engine.core.flow import begin_round
from engine.core.play import Play
from engine.core.view import View
from engine.rules.packet import PacketRules, bids, top_row
from engine.steps.auction import PacketRound
from engine.steps.shares import hand_on_priority
from engine.titles.g1889.figures import Figures


class Packet(PacketRules):
    """Every bid binds its money (R6); in an open auction the lowest bidder goes on (R7)."""

    binds_all = True

    def next_bidder(self, view: View, item: str, able: list[str]) -> str:
        return min(able, key=lambda player: bids(view, item)[player])


class Auction(PacketRound):
    """Privates in order of value: the first may be bought, the others bid on."""

    def title(self, view: View) -> str:
        return "Auction"

    def all_passed(self, play: Play) -> None:
        """The cheapest private falls in price (R9); once it is sold the privates pay (R10)."""
        figures = play.data.figures(Figures)
        if top_row(play)[0] == figures.start_packet[0]:
            return self.drop_price(play, figures.price_drop, play.cursor.actor)
        play.say("privates_pay")
        pay_owners(play)
        return play.move_cursor(passes=0)

    def sold_out(self, play: Play) -> None:
        """The player who would be next begins the first stock round (R11)."""
        hand_on_priority(play)
        play.move_cursor(number=0)
        begin_round(play, "shares")
