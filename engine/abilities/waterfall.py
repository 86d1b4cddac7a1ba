"""The usual auction of privates: the first may be bought, the others bid on."""

from __future__ import annotations

from engine.abilities.privates import pay_owners
from engine.core.writer import PositionWriter
from engine.steps.initial_auction import InitialAuctionRound


class WaterfallAuction(InitialAuctionRound):
    """When all pass the first private falls in price; once it is sold, the privates pay instead."""

    def others_left(self, writer: PositionWriter) -> None:
        writer.say("privates_pay")
        pay_owners(writer)
        super().others_left(writer)
