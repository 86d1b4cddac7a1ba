"""Auctions: what a lot is worth to a seat, by what comes of it until the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.choices import Lot
from engine.core.flow import current_step
from engine.players.judge import Judge
from engine.players.outline.outline import Outline
from engine.players.seat import Budget
from engine.steps.auction.initial_auction import InitialAuctionStep, sell_item

TIMES = 24
"""How often the rest is played for each price of a lot."""
LOW, HIGH = 0.8, 1.6
"""Prices at which a lot is judged, as parts of its own."""
LEAST, MOST = 0.3, 2.0
"""The least and the most that a lot is worth, as parts of its price."""


class Lots:
    """Judges the lots of an initial auction for a seat: at which price it may as well be another's."""

    def __init__(self, judge: Judge, seat: str, budget: Budget) -> None:
        self.judge, self.seat, self.budget = judge, seat, budget
        self.fork, self.view = judge.fork, judge.view

    def values(self) -> dict[str, float]:
        """What each lot is worth to the seat; those that cannot be judged are left out."""
        step = current_step(self.view)
        if not isinstance(step, InitialAuctionStep):
            return {}
        lots = step.lots(self.view)
        found = {lot.item: self._value(lot, lots) for lot in lots if lot.price}
        return {item: value for item, value in found.items() if value is not None}

    def _value(self, lot: Lot, lots: Sequence[Lot]) -> float | None:
        """The price at which the seat does as well with the lot as when a rival pays the same for it."""
        price = float(lot.price or 0)
        low, high = (self._better(lot, lots, round(part * price)) for part in (LOW, HIGH))
        if low is None or high is None or low <= high:
            return None
        even = LOW + (HIGH - LOW) * low / (low - high)
        return price * max(LEAST, min(MOST, even))

    def _better(self, lot: Lot, lots: Sequence[Lot], price: int) -> float | None:
        """By how much the seat does better with the lot than without it, at a price."""
        rival = self._rival(lot)
        mine, theirs = self._sold(lot, lots, self.seat, price), self._sold(lot, lots, rival, price)
        if mine is None or theirs is None:
            return None
        total = 0.0
        for time in range(TIMES):
            if not self.budget.take(2 * self.judge.known.play_work) and time:
                return total / time
            total += self.judge.score(mine, time) - self.judge.score(theirs, time)
        return total / TIMES

    def _rival(self, lot: Lot) -> str:
        """Who else gets a lot: who bids most for it, else who has most money."""
        others = [seat for seat in self.view.seats if seat != self.seat]
        bidder = next((seat for seat in lot.bids if seat != self.seat), None)
        return bidder or max(others, key=lambda seat: (self.view.cash(seat), seat))

    def _sold(self, lot: Lot, lots: Sequence[Lot], seat: str, price: int) -> Outline | None:
        """The position in outline after the auction: who gets the other lots is not to be changed."""
        with self.fork.branch():
            if price > self._free(seat):
                return None
            sell_item(self.fork.writer, lot.item, seat, price)
            for other in lots:
                if other.item != lot.item:
                    self._sell(other)
            return self.judge.outline()

    def _sell(self, lot: Lot) -> None:
        """Sell a lot to who bids most for it, else for its price to who has most money."""
        bidder, price = next(iter(lot.bids.items()), ("", 0))
        if not bidder:
            bidder = max(self.view.seats, key=lambda seat: (self._free(seat), seat))
            price = lot.price or 0
        if price <= self._free(bidder):
            sell_item(self.fork.writer, lot.item, bidder, price)

    def _free(self, seat: str) -> int:
        return self.view.cash(seat)
