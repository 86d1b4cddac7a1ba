"""The initial auction in play: buy, bid or pass, and the special auctions that a sale sets off.

What a purchase brings to the top row is sold at once to its only bidder; with several bidders they
alone bid on, beginning left of the highest. Then play goes on left of the player whose purchase
triggered it all. A title's round subclasses `InitialAuctionRound` and says what happens when all pass and
when everything is sold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Bids, Choice, Field, Lot, Option, Range, Sought, Subject
from engine.core.errors import Violation
from engine.core.flow import begin_round, current_round, passing
from engine.core.recorded import players
from engine.core.rounds import Move, OpenMove, PlayerStep, Round, Step
from engine.core.state import BANK, Cursor
from engine.core.story import EventKind, Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.figures import InitialAuctionFigures
from engine.message import OR, joined, listed, say, word
from engine.rules.abilities import explained
from engine.rules.initial_auction import (
    DROP,
    answering,
    auction,
    auction_rules,
    bids,
    free_cash,
    high_bidder,
    item_price,
    lot_of,
    lowest_bid,
    place_bid,
    release,
    set_auction,
    set_drop,
    top_row,
    unsold,
)
from engine.rules.stock import stock_rules
from engine.steps.auction.bidding import bid_options, refuse_bid
from engine.steps.auction.options import benefits, bid_option, name_of, standing_bid
from engine.steps.stock.stock_round import hand_on_priority

tell(
    item_bid="{player} bids {price} on {item}.",
    item_auctioned=Told("{item} is auctioned among {bidders}.", reads={"bidders": players}),
    auction_left=Told(
        "{player} leaves the auction of {item}.",
        kind=EventKind.PASS,
        plural_predicate="leave the auction of {item}",
    ),
    passes=Told("{player} passes.", kind=EventKind.PASS, plural_predicate="pass"),
    price_drops="All pass: {item} now costs {price}.",
    privates_pay="All pass: what has been sold pays its owners, and the auction goes on.",
)
tell(Rank.DEAL, item_bought="{player} buys {item} for {price}.")


def initial_auction_of(view: View) -> InitialAuctionRound:
    """The round in progress, which is one of the initial auction."""
    found = current_round(view)
    assert isinstance(found, InitialAuctionRound)
    return found


def _place(writer: PositionWriter, player: str, item: str, price: int) -> None:
    place_bid(writer, player, item, price)
    writer.say("item_bid", player=player, item=writer.spec(item).name, price=price)


def sell_item(writer: PositionWriter, item: str, player: str, price: int) -> None:
    """Write the sale of an item to a player."""
    if top_row(writer) == [item]:
        set_drop(writer, None)
    release(writer, item)
    writer.pay(player, BANK, price, "packet")
    writer.move_cert(writer.certs_of(item)[0], player)
    writer.say("item_bought", player=player, item=writer.spec(item).name, price=price)
    auction_rules(writer).sold(writer, item, player, price)


def award(writer: PositionWriter, trigger: str) -> None:
    """Sell what the top row has bids for, single bids first; then play goes on left of ``trigger``."""
    while wanted := [item for item in top_row(writer) if bids(writer, item)]:
        item = min(wanted, key=lambda i: len(bids(writer, i)) > 1)
        if len(bids(writer, item)) > 1:
            return _open_auction(writer, item, trigger)
        ((player, price),) = bids(writer, item).items()
        sell_item(writer, item, player, price)
    return initial_auction_of(writer).resume(writer, trigger)


def open_auction(writer: PositionWriter, player: str, item: str, price: int) -> None:
    """Write a bid on an item for sale that sets off its special auction."""
    _place(writer, player, item, price)
    writer.move_cursor(passes=0)
    _open_auction(writer, item, player)


def _open_auction(writer: PositionWriter, item: str, trigger: str) -> None:
    rules = auction_rules(writer)
    names = listed(writer.name(p) for p in writer.seats if rules.takes_part(writer, item, p))
    writer.say("item_auctioned", item=writer.spec(item).name, bidders=names)
    set_auction(writer, {"item": item, "out": [], "trigger": trigger})
    high = high_bidder(writer, item)
    assert high is not None
    _next_bidder(writer, high)


def _next_bidder(writer: PositionWriter, after: str) -> None:
    """Turn to the next bidder who may raise; without one the highest bid buys."""
    now = auction(writer)
    assert now is not None
    item, high = now["item"], high_bidder(writer, now["item"])
    able = sorted(answering(writer, item), key=writer.from_seat(after)[1:].index)
    if able:
        actor = auction_rules(writer).next_bidder(writer, item, able)
        return writer.move_cursor(actor=actor, step="auction")
    assert high is not None
    set_auction(writer, None)
    sell_item(writer, item, high, bids(writer, item)[high])
    return award(writer, now["trigger"])


class BuyItem(Move):
    """Buy an item of the top row at its price."""

    kind = "buy_item"
    args: ClassVar = {"item": str}
    missing, partly = say("No item can be bought"), say("Cannot buy {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The items of the top row."""
        for item in top_row(view):
            yield Sought(view.spec(item).name, Action(self.kind, player, {"item": item}))

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._legal(view, player):
            return None
        note = joined("\n", benefits(view, self._legal(view, player)))
        return Choice(self.kind, say("Buy"), (Field("item", say("Which item?")),), note)

    def _legal(self, view: View, player: str) -> list[str]:
        return [item for item in top_row(view) if self._refusal(view, player, item) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [self._option(view, item) for item in self._legal(view, partial.player)]

    def _option(self, view: View, item: str) -> Option:
        money, titled = view.money(item_price(view, item)), name_of(view, item)
        return Option(
            item, say("Buy for {money}: {titled}", money=money, titled=titled), standing_bid(view, item)
        )

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view, action.player, action.get("item"))

    def _refusal(self, view: View, player: str, item: str | None) -> Violation | None:
        if item not in top_row(view):
            names = joined(OR, (view.spec(i).name for i in top_row(view)))
            return Violation(
                "not_available", say("For sale now: {names}; you may bid on the others.", names=names)
            )
        return stock_rules(view).check_money(view, player, item_price(view, item))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        item = action.args["item"]
        sell_item(writer, item, action.player, item_price(writer, item))
        award(writer, action.player)


class PlaceBid(Move):
    """Bid on an item below the top row."""

    kind = "bid"
    args: ClassVar = {"item": str, "price": int}
    missing, partly = say("No bid is possible"), say("Cannot bid on {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The other items, at the lowest bid."""
        for item in self._open(view):
            args = {"item": item, "price": lowest_bid(view, item)}
            yield Sought(view.spec(item).name, Action(self.kind, player, args))

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._legal(view, player):
            return None
        fields = (Field("item", say("On which item?")), Field("price", say("How much?"), "amount"))
        return Choice(self.kind, say("Bid"), fields)

    def _open(self, view: View) -> list[str]:
        top = top_row(view)
        return [item for item in unsold(view) if item not in top]

    def _legal(self, view: View, player: str) -> list[str]:
        return [i for i in self._open(view) if lowest_bid(view, i) <= free_cash(view, player, i)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        if field == "item":
            return [bid_option(view, i) for i in self._legal(view, partial.player)]
        if partial.get("item") in self._legal(view, partial.player):
            return bid_options(view, partial.player, partial.args["item"])
        return ()

    def check(self, view: View, action: Action) -> Violation | None:
        item = action.get("item")
        if item in top_row(view):
            return Violation(
                "buy_it",
                say("{name} is for sale: buy it, or bid on another item.", name=view.spec(item).name),
            )
        if item not in self._open(view):
            names = joined(", ", (view.spec(i).name for i in self._open(view)))
            return Violation(
                "no_such_item", say("You may bid on: {names}.", names=names or say("nothing; buy or pass"))
            )
        return refuse_bid(view, action.player, item, action.get("price"))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        _place(writer, action.player, action.args["item"], action.args["price"])
        writer.move_cursor(passes=0)
        initial_auction_of(writer).advance(writer)


class PassAuction(OpenMove):
    """Let the turn go; when all do so in a row, the title says what follows."""

    kind = "pass"

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, say("Pass"), note=passing(view))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.say("passes", player=action.player)
        writer.move_cursor(passes=writer.cursor.passes + 1)
        initial_auction_of(writer).advance(writer)
        if writer.cursor.passes == len(writer.seats):
            initial_auction_of(writer).all_passed(writer)


class RaiseBid(Move):
    """Bid more in a special auction."""

    kind = "bid"
    args: ClassVar = {"price": int}

    def choice(self, view: View, player: str) -> Choice | None:
        item = _item(view)
        if lowest_bid(view, item) > free_cash(view, player, item):
            return None
        name, fields = view.spec(item).name, (Field("price", say("How much?"), "amount"),)
        note = joined(
            " ", [say("{name}: ", name=name) + standing_bid(view, item) + ".", *explained(view, item)]
        )
        return Choice(self.kind, say("Bid on {item}", item=item), fields, note)

    def options(self, view: View, partial: Action, field: str) -> Range:
        return bid_options(view, partial.player, _item(view))

    def check(self, view: View, action: Action) -> Violation | None:
        return refuse_bid(view, action.player, _item(view), action.get("price"))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        _place(writer, action.player, _item(writer), action.args["price"])
        _next_bidder(writer, action.player)


class LeaveAuction(OpenMove):
    """Pass in a special auction: out for good."""

    kind = "pass"

    def choice(self, view: View, player: str) -> Choice | None:
        note = joined(" ", (standing_bid(view, _item(view)) + ".", passing(view)))
        return Choice(self.kind, say("Leave the auction"), note=note)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        now = auction(writer)
        assert now is not None
        set_auction(writer, {**now, "out": [*now["out"], action.player]})
        writer.say("auction_left", player=action.player, item=writer.spec(now["item"]).name)
        _next_bidder(writer, action.player)


def _item(view: View) -> str:
    now = auction(view)
    assert now is not None
    return now["item"]


class InitialAuctionStep(PlayerStep):
    """One action a turn: buy from the top row, bid on another item, or pass."""

    name = "packet"
    label = say("initial auction")
    subject: ClassVar[Subject] = Subject.AUCTION
    moves: Sequence[Move] = (BuyItem(), PlaceBid(), PassAuction())

    def bids(self, view: View) -> Bids | None:
        now, standing = auction(view), {item: bids(view, item) for item in unsold(view)}
        high = {item: max(by.items(), key=lambda b: b[1]) for item, by in standing.items() if by}
        return Bids(high, now["item"] if now else None)

    def lots(self, view: View) -> Sequence[Lot]:
        return [lot_of(view, item) for item in unsold(view)]


class AuctionStep(InitialAuctionStep):
    """A special auction among those who had bid."""

    name = "auction"
    label = say("special auction")
    moves = (RaiseBid(), LeaveAuction())


def lower_price(writer: PositionWriter) -> None:
    """Write that what is for sale costs less once more."""
    set_drop(writer, writer.state.notes.get(DROP, 0) + writer.data.figures(InitialAuctionFigures).price_drop)


class InitialAuctionRound(Round):
    """The initial auction until all pass or it is sold; the card's holder begins."""

    kind = "packet"
    steps: Mapping[str, Step] = {"packet": InitialAuctionStep(), "auction": AuctionStep()}

    def title(self, view: View) -> str:
        return word("Auction")

    def begin(self, writer: PositionWriter) -> None:
        number = writer.cursor.number + 1
        writer.set_cursor(Cursor(self.kind, number, actor=writer.state.priority, step="packet"))

    def advance(self, writer: PositionWriter) -> None:
        writer.move_cursor(actor=writer.left_of(writer.cursor.actor))

    def resume(self, writer: PositionWriter, trigger: str) -> None:
        """A sale and all that it set off is over: the player left of ``trigger`` is next."""
        writer.move_cursor(actor=writer.left_of(trigger), step="packet", passes=0)
        if not unsold(writer):
            self.sold_out(writer)

    def all_passed(self, writer: PositionWriter) -> None:
        """All have passed in a row; the cursor is at the first of them."""
        if top_row(writer)[0] == writer.data.figures(InitialAuctionFigures).auction_items[0]:
            self.first_left(writer)
        else:
            self.others_left(writer)

    def first_left(self, writer: PositionWriter) -> None:
        """All have passed while the first item is left: it falls in price, and at nothing it is taken."""
        item, taker = top_row(writer)[0], self.taker(writer)
        lower_price(writer)
        writer.move_cursor(passes=0)
        writer.say("price_drops", item=writer.spec(item).name, price=item_price(writer, item))
        if item_price(writer, item) == 0:
            sell_item(writer, item, taker, 0)
            award(writer, taker)

    def taker(self, writer: PositionWriter) -> str:
        """The player who takes what costs nothing any more."""
        return writer.cursor.actor

    def others_left(self, writer: PositionWriter) -> None:
        """All have passed while others than the first item are left: the auction goes on."""
        writer.move_cursor(passes=0)

    def sold_out(self, writer: PositionWriter) -> None:
        """Nothing is left; the cursor is at the player who is next: he begins the first stock round."""
        hand_on_priority(writer)
        writer.move_cursor(number=0)
        begin_round(writer, "shares")
