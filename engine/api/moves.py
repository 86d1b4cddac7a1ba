"""Kinds and fields of actions that a client may give a page of their own."""

from __future__ import annotations

from engine.core.choices import Subject
from engine.rules.dividends import PAY
from engine.safe import safe_action
from engine.steps import track
from engine.steps.auction.initial_auction import BuyItem, PlaceBid
from engine.steps.dividend import Dividend
from engine.steps.offers import (
    AcceptOffer,
    DeclineOffer,
    WithdrawOffer,
    is_request,
    offer_label,
    offer_note,
    outcome,
)
from engine.steps.private_deals import OfferPrivate
from engine.steps.run import RunTrains
from engine.steps.stock.share_purchase import BuyShare, Par
from engine.steps.stock.share_sale import SellShares
from engine.steps.stock.stock_round import Done, PassShares
from engine.steps.turns import Skip

__all__ = [
    "ACCEPT",
    "BID",
    "BUY_ITEM",
    "BUY_SHARE",
    "DECLINE",
    "DIVIDEND",
    "DONE",
    "HEX",
    "OFFER_PRIVATE",
    "PAR",
    "PASS",
    "PAY",
    "RUN",
    "SELL_SHARES",
    "SKIP",
    "WITHDRAW",
    "Subject",
    "is_request",
    "offer_label",
    "offer_note",
    "outcome",
    "safe_action",
]

ACCEPT, DECLINE, WITHDRAW = AcceptOffer.kind, DeclineOffer.kind, WithdrawOffer.kind
OFFER_PRIVATE = OfferPrivate.kind
PASS, DONE = PassShares.kind, Done.kind
BUY_SHARE, PAR, SELL_SHARES = BuyShare.kind, Par.kind, SellShares.kind
BID, BUY_ITEM = PlaceBid.kind, BuyItem.kind
RUN, DIVIDEND, SKIP = RunTrains.kind, Dividend.kind, Skip.kind
HEX = track.HEX.name
