"""Rounds in which privates pay their owners: the usual auction, and operating rounds."""

from __future__ import annotations

from engine.abilities.privates import pay_owners
from engine.core.writer import PositionWriter
from engine.steps.auction.initial_auction import InitialAuctionRound
from engine.steps.turns import OperatingRound


class WaterfallAuction(InitialAuctionRound):
    """When all pass the first private falls in price; once it is sold, the privates pay instead."""

    def others_left(self, writer: PositionWriter) -> None:
        writer.say("privates_pay")
        pay_owners(writer)
        super().others_left(writer)


class PrivatesPayRound(OperatingRound):
    """An operating round that begins with the income of the privates."""

    def open_round(self, writer: PositionWriter) -> None:
        pay_owners(writer)
