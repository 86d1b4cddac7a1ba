"""The auction of the privates (R5-R11)."""

from __future__ import annotations

from engine.abilities.privates import pay_owners
from engine.core.play import Play
from engine.rules.packet import PacketRules, top_row
from engine.steps.auction import PacketRound
from engine.titles.g1889.figures import Figures


class Packet(PacketRules):
    """Every bid binds its money (R6); in an open auction the lowest bidder goes on (R7)."""

    binds_all = True
    lowest_goes_on = True


class Auction(PacketRound):
    """Privates in order of value: the first may be bought, the others bid on; then stock (R11)."""

    def all_passed(self, play: Play) -> None:
        """The cheapest private falls in price (R9); once it is sold the privates pay (R10)."""
        figures = play.data.figures(Figures)
        if top_row(play)[0] == figures.start_packet[0]:
            return self.drop_price(play, figures.price_drop, play.cursor.actor)
        play.say("privates_pay")
        pay_owners(play)
        return play.move_cursor(passes=0)
