"""The auction of the privates (R5-R11)."""

from __future__ import annotations

from engine.abilities.privates import pay_owners
from engine.core.writer import PositionWriter
from engine.rules.initial_auction import InitialAuctionRules, top_row
from engine.steps.initial_auction import InitialAuctionRound
from engine.titles.g1889.figures import Figures


class AuctionRules(InitialAuctionRules):
    """Every bid binds its money (R6); in an open auction the lowest bidder goes on (R7)."""

    binds_all = True
    lowest_goes_on = True


class Auction(InitialAuctionRound):
    """Privates in order of value: the first may be bought, the others bid on; then stock (R11)."""

    def all_passed(self, writer: PositionWriter) -> None:
        """The cheapest private falls in price (R9); once it is sold the privates pay (R10)."""
        figures = writer.data.figures(Figures)
        if top_row(writer)[0] == figures.auction_items[0]:
            return self.drop_price(writer, figures.price_drop, writer.cursor.actor)
        writer.say("privates_pay")
        pay_owners(writer)
        return writer.move_cursor(passes=0)
