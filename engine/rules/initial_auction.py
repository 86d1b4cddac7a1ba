"""The initial auction: rows of items for sale, bids on those below the top row, and the money they bind.

Bids on an item bind money until it is sold or closed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypedDict

from engine.core.choices import Lot
from engine.core.state import BANK
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.figures import InitialAuctionFigures
from engine.data.schema import Ability
from engine.message import say

BID, AUCTION, DROP = "bid_", "packet_auction", "packet_drop"
NOTES = {
    BID + "*": "the sale or the closing of the item",
    AUCTION: "the end of the auction",
    DROP: "the sale of the item in the top row",
}
"""Notes: the bids on an item by player; the auction in progress; how far the top row's price has fallen."""


class Auction(TypedDict):
    """A special auction: the item, the bidders that have dropped out, and whose purchase triggered it."""

    item: str
    out: list[str]
    trigger: str


class SoldAbility(Ability, ABC):
    """An ability that acts by itself when the company that has it is sold for the first time."""

    @abstractmethod
    def sold(self, writer: PositionWriter, company: str, player: str) -> None:
        """Write what the buyer gets besides the company that has the ability."""


class InitialAuctionRules:
    """How an initial auction is sold, by the title's figures; a title overrides what differs."""

    def rows(self, view: View) -> list[list[str]]:
        """The items by row, the top row first: each in a row of its own."""
        return [[item] for item in view.data.figures(InitialAuctionFigures).auction_items]

    def first_bid(self, view: View, item: str) -> int:
        """The least first bid on an item."""
        return view.spec(item).price + view.data.figures(InitialAuctionFigures).first_bid_over_price

    def step(self, view: View) -> int:
        """How far a bid must be above the highest one."""
        return view.data.figures(InitialAuctionFigures).bid_step

    def multiple(self, view: View) -> int:
        """Every bid is a multiple of this."""
        return view.data.figures(InitialAuctionFigures).bid_multiple

    binds_all = False
    """Whether every bid binds its money, not only the highest on an item."""

    lowest_goes_on = False
    """Whether the lowest bidder is next in a special auction, not the one to the left."""

    def next_bidder(self, view: View, item: str, able: list[str]) -> str:
        """Who bids next in a special auction, of those left but the highest, clockwise."""
        return min(able, key=lambda player: bids(view, item)[player]) if self.lowest_goes_on else able[0]

    def takes_part(self, view: View, item: str, player: str) -> bool:
        """Whether a player bids in the special auction of an item: who has bid on it."""
        return player in bids(view, item)

    def sold(self, writer: PositionWriter, item: str, player: str, price: int) -> None:
        """Write what a sale brings beyond the certificate and the payment: what its data promise."""
        for ability in writer.spec(item).abilities:
            if isinstance(ability, SoldAbility):
                ability.sold(writer, item, player)


def auction_rules(view: View) -> InitialAuctionRules:
    """The title's rules of the initial auction."""
    return view.policy(InitialAuctionRules)


def unsold(view: View) -> list[str]:
    """The items left, in order."""
    return [item for row in auction_rules(view).rows(view) for item in row if is_left(view, item)]


def is_left(view: View, item: str) -> bool:
    """Whether an item is neither sold nor closed."""
    return view.owner(item) == BANK and not view.company(item).closed


def top_row(view: View) -> list[str]:
    """The items that may be bought at once."""
    rows = ([i for i in row if is_left(view, i)] for row in auction_rules(view).rows(view))
    return next((row for row in rows if row), [])


def item_price(view: View, item: str) -> int:
    """The price of an item; in the top row less what it has dropped."""
    return _price(view, item, item in top_row(view))


def _price(view: View, item: str, on_top: bool) -> int:
    drop: int = view.state.notes.get(DROP, 0) if on_top else 0
    return max(0, view.spec(item).price - drop)


def bids(view: View, item: str) -> dict[str, int]:
    """The standing bids on an item by player."""
    found: dict[str, int] = view.state.notes.get(BID + item, {})
    return found


def high_bidder(view: View, item: str) -> str | None:
    """Who bids most on an item."""
    standing = bids(view, item)
    return max(standing, key=lambda p: standing[p]) if standing else None


def lowest_bid(view: View, item: str) -> int:
    """The least that the next bid on an item must be."""
    rules = auction_rules(view)
    standing = bids(view, item)
    least = max(standing.values()) + rules.step(view) if standing else rules.first_bid(view, item)
    multiple = rules.multiple(view)
    return -(-least // multiple) * multiple


def bound(view: View, player: str, besides: str = "") -> int:
    """A player's money bound by bids, that on ``besides`` not counted."""
    total = 0
    for key, standing in view.state.notes.items():
        if key.startswith(BID) and key != BID + besides:
            binds = auction_rules(view).binds_all or max(standing, key=lambda p: standing[p]) == player
            total += standing.get(player, 0) if binds else 0
    return total


def free_cash(view: View, player: str, besides: str = "") -> int:
    """A player's money that no bid binds, that on ``besides`` not counted."""
    return view.cash(player) - bound(view, player, besides)


def bids_are_covered(view: View) -> str | None:
    """A law: no player has promised more than his cash."""
    if not unsold(view):
        return None
    short = [p for p in view.seats if free_cash(view, p) < 0]
    return say("{short} cannot pay his bids", short=short[0]) if short else None


def auction(view: View) -> Auction | None:
    """The special auction in progress."""
    found: Auction | None = view.state.notes.get(AUCTION)
    return found


def lot_of(view: View, item: str) -> Lot:
    """An item of the auction with all that stands on it."""
    now, rules, high = auction(view), auction_rules(view), high_bidder(view, item)
    standing = dict(sorted(bids(view, item).items(), key=lambda bid: -bid[1]))
    going, on_top = now is not None and now["item"] == item, item in top_row(view)
    biddable = going or (now is None and not on_top)
    return Lot(
        item,
        _price(view, item, on_top),
        lowest_bid(view, item) if biddable else None,
        standing,
        tuple(p for p in standing if rules.binds_all or p == high),
        going,
        tuple(answering(view, item)) if going else (),
        on_top and now is None,
    )


def answering(view: View, item: str) -> list[str]:
    """Who may still raise in the special auction in progress, clockwise from the highest bidder."""
    now, high, rules = auction(view), high_bidder(view, item), auction_rules(view)
    assert now is not None
    assert high is not None
    gone = (high, *now["out"])
    return [p for p in view.from_seat(high)[1:] if rules.takes_part(view, item, p) and p not in gone]


# --- what a sale or a bid writes --------------------------------------------------------------------


def place_bid(writer: PositionWriter, player: str, item: str, price: int) -> None:
    """Write a bid."""
    writer.note(BID + item, {**bids(writer, item), player: price})


def release(writer: PositionWriter, item: str) -> None:
    """Write that the bids on an item bind nobody any more."""
    writer.note(BID + item, None)


def set_auction(writer: PositionWriter, now: Auction | None) -> None:
    """Write how the special auction stands; None when it is over."""
    writer.note(AUCTION, now)


def set_drop(writer: PositionWriter, fallen: int | None) -> None:
    """Write how far the price of the top row has fallen; None when it is as printed."""
    writer.note(DROP, fallen)
