"""What menus say of the items of the initial auction: names, prices, bids and what a purchase brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.choices import Option
from engine.core.view import View
from engine.message import capital, joined, say
from engine.rules.abilities import explained
from engine.rules.initial_auction import bids, high_bidder, lowest_bid

BRIEF = 28
"""Characters of a name behind which a price still stands on a phone."""


def name_of(view: View, item: str) -> str:
    """An item by its printed name, with its code behind it."""
    name = view.spec(item).name
    return name if name == item else say("{name} ({item})", name=name, item=item)


def bid_label(view: View, item: str, least: int) -> str:
    """An item with the least that can be bid; a long name stands behind that."""
    money, name = view.money(least), view.spec(item).name
    if len(name) > BRIEF:
        return say("{item} from {money} · {name}", item=item, money=money, name=name)
    return say("{name_of} from {money}", name_of=name_of(view, item), money=money)


def standing_bid(view: View, item: str) -> str:
    """The highest bid on an item and its bidder, in words."""
    high = high_bidder(view, item)
    if high is None:
        return say("no bid yet")
    return say("{name} bids {money}", name=view.name(high), money=view.money(bids(view, item)[high]))


def benefits(view: View, items: Sequence[str]) -> Iterator[str]:
    """What each item brings, a line each; what several or all of them bring stands once."""
    told = {item: explained(view, item) for item in items}
    shared = [line for line in told[items[0]] if all(line in lines for lines in told.values())]
    if len(items) == 1 or any(len(lines) == len(shared) for lines in told.values()):
        shared = []
    names: dict[tuple[str, ...], list[str]] = {}
    for item, lines in told.items():
        names.setdefault(tuple(line for line in lines if line not in shared), []).append(view.spec(item).name)
    for own, alike in names.items():
        yield joined(" ", [f"{', '.join(alike)}:", *own])
    if shared:
        yield say("Each of them, besides:")
        yield joined(" ", shared)


def bid_option(view: View, item: str) -> Option:
    """An item with the lowest bid, the highest one so far and what it brings."""
    note = joined(" ", [standing_bid(view, item) + ".", *explained(view, item)])
    return Option(item, bid_label(view, item, lowest_bid(view, item)), capital(note))
