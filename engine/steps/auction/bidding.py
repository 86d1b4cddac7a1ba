"""Which bids on an item of the initial auction a player may make."""

from __future__ import annotations

from engine.core.choices import Range
from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say
from engine.rules.initial_auction import auction_rules, bound, free_cash, lowest_bid


def money_range(view: View, low: int, high: int, step: int) -> Range:
    """Amounts from low to high with the first few as suggestions."""
    high -= (high - low) % step
    return Range(low, high, step, tuple(x for x in (low, low + 5, low + 10, low + 20) if x <= high))


def refuse_bid(view: View, player: str, item: str, price: int | None) -> Violation | None:
    """Why a bid is too low, uneven or beyond the player's free money."""
    low, have = lowest_bid(view, item), free_cash(view, player, item)
    multiple = auction_rules(view).multiple(view)
    if price is None or price < low or price % multiple:
        rule = say(" in multiples of {multiple}", multiple=multiple) if multiple > 1 else ""
        return Violation(
            "bid_too_low",
            say("Bid {money} or more{rule}.", money=view.money(low), rule=rule),
            {"lowest": low},
        )
    if price > have:
        money, bound_money = view.money(have), view.money(bound(view, player, item))
        text = say(
            "You can bid up to {money}; {bound_money} of your cash stands behind other bids.",
            money=money,
            bound_money=bound_money,
        )
        return Violation("not_enough_money", text, {"cost": price, "cash": have})
    return None


def bid_options(view: View, player: str, item: str) -> Range:
    """The bids that a player may make on an item."""
    multiple = auction_rules(view).multiple(view)
    return money_range(view, lowest_bid(view, item), free_cash(view, player, item), multiple)
