"""The auction of the privates (R5-R11)."""

from __future__ import annotations

from engine.rules.initial_auction import InitialAuctionRules


class AuctionRules(InitialAuctionRules):
    """Every bid binds its money (R6); in an open auction the lowest bidder goes on (R7)."""

    binds_all = True
    lowest_goes_on = True
