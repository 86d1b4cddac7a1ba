"""The Auction Railroad Phase: privates, minors and concessions in rows (6, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range
from engine.core.errors import Violation
from engine.core.flow import begin_round
from engine.core.rounds import Move, Step
from engine.core.state import BANK
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.initial_auction import (
    InitialAuctionRules,
    free_cash,
    item_price,
    top_row,
)
from engine.steps.auction.bidding import money_range
from engine.steps.auction.initial_auction import (
    AuctionStep,
    BuyItem,
    InitialAuctionRound,
    InitialAuctionStep,
    PassAuction,
    PlaceBid,
    award,
    lower_price,
    open_auction,
    sell_item,
)
from engine.steps.auction.options import bid_label
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.options import has_concessions
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats.concessions import ConcessionRound, begin_stock_rounds
from engine.titles.g18oe.railroads.companies import MINOR
from engine.titles.g18oe.railroads.privates import pay_owners

tell(
    row_drops="All pass: what has been sold pays its owners, and the topmost row costs {amount} less.",
    row_free="{player} takes all of the topmost row that costs nothing.",
)
tell(Rank.DEAL, minor_treasury="{company} begins with {money} in its treasury.")
OPEN_TO_ALL = "packet_open"
NOTES = {OPEN_TO_ALL: "the end of the auction of the minor"}
"""Note: the minor for which all players bid, because somebody bid more than its price (7.1)."""


class AuctionRules(InitialAuctionRules):
    """Items in rows; every bid binds its cash; a minor's price goes into its treasury (7, 7.1)."""

    binds_all = True

    def rows(self, view: View) -> list[list[str]]:
        return list(_rows(view.data.figures(Figures)))

    def takes_part(self, view: View, item: str, player: str) -> bool:
        """All players bid for a minor that somebody wants above its price (7.1)."""
        return view.state.notes.get(OPEN_TO_ALL) == item or super().takes_part(view, item, player)

    def sold(self, writer: PositionWriter, item: str, player: str, price: int) -> None:
        """The price of a minor is its treasury, up to 180 (7.1)."""
        writer.note(OPEN_TO_ALL, None)
        if writer.company(item).kind == MINOR:
            money = min(price, writer.data.figures(Figures).minor_treasury)
            writer.pay(BANK, item, money, "minor")
            writer.say("minor_treasury", company=item, money=money)


def _rows(figures: Figures) -> Iterator[list[str]]:
    start = 0
    for length in figures.auction_rows:
        yield list(figures.auction_items[start : start + length])
        start += length


class OverbidMinor(Move):
    """Bid more than the price for a minor of the topmost row: all players may bid for it (7.1)."""

    kind = "overbid"
    args: ClassVar = {"item": str, "price": int}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._items(view, player):
            return None
        fields = (Field("item", say("Which minor?")), Field("price", say("How much?"), "amount"))
        return Choice(self.kind, say("Bid more for a minor"), fields, say("All players may then bid for it."))

    def _items(self, view: View, player: str) -> list[str]:
        return [i for i in top_row(view) if _is_minor(view, i) and _least(view, i) <= free_cash(view, player)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        items = self._items(view, partial.player)
        if field == "item":
            return [Option(i, bid_label(view, i, _least(view, i))) for i in items]
        item = partial.get("item")
        if item not in items:
            return ()
        return money_range(view, _least(view, item), free_cash(view, partial.player), 1)

    def check(self, view: View, action: Action) -> Violation | None:
        item, price, have = action.get("item"), action.get("price"), free_cash(view, action.player)
        if item not in top_row(view) or not _is_minor(view, item):
            return Violation(
                "not_a_minor", say("You may bid above the price for a minor of the topmost row.")
            )
        least = _least(view, item)
        if price is None or price < least:
            return Violation(
                "bid_too_low",
                say("Bid {money} or more, or buy it.", money=view.money(least)),
                {"lowest": least},
            )
        if price > have:
            return Violation(
                "not_enough_money", say("You can bid up to {money}.", money=view.money(have)), {"cash": have}
            )
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.note(OPEN_TO_ALL, action.args["item"])
        open_auction(writer, action.player, action.args["item"], action.args["price"])


def _is_minor(view: View, item: str) -> bool:
    return view.company(item).kind == MINOR


def _least(view: View, item: str) -> int:
    """The least bid above the price that a minor has now."""
    return item_price(view, item) + view.data.figures(Figures).bid_step


class RowsStep(InitialAuctionStep):
    """Buy from the topmost row, bid on a lower one, bid more for a minor, or pass."""

    moves: Sequence[Move] = (BuyItem(), PlaceBid(), OverbidMinor(), PassAuction())


class Auction(InitialAuctionRound):
    """Turns in player order until the packet is sold; the priority deal card goes round with them (7)."""

    steps: Mapping[str, Step] = {"packet": RowsStep(), "auction": AuctionStep()}

    def advance(self, writer: PositionWriter) -> None:
        super().advance(writer)
        writer.give_priority(writer.cursor.actor)

    def resume(self, writer: PositionWriter, trigger: str) -> None:
        """Play goes on, or ends, with the priority deal left of who acted last."""
        writer.give_priority(writer.left_of(trigger))
        super().resume(writer, trigger)

    def all_passed(self, writer: PositionWriter) -> None:
        """Privates pay, the topmost row costs 5 less; at nothing the next player takes those items (7)."""
        pay_owners(writer)
        lower_price(writer)
        writer.move_cursor(passes=0)
        writer.say("row_drops", amount=writer.data.figures(Figures).price_drop)
        _take_free(writer, writer.cursor.actor)

    def sold_out(self, writer: PositionWriter) -> None:
        """The first stock actions are those of the concessions (8), without them any player's."""
        if has_concessions(writer):
            begin_round(writer, ConcessionRound.kind)
        else:
            begin_stock_rounds(writer)


def _take_free(writer: PositionWriter, player: str) -> None:
    free = [item for item in top_row(writer) if item_price(writer, item) == 0]
    if not free:
        return
    writer.say("row_free", player=player)
    for item in free:
        sell_item(writer, item, player, 0)
    award(writer, player)
