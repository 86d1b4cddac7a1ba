"""Auctions: what a lot is worth to a seat, and how far it goes for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.actions import Action
from engine.core.choices import Choice, Lot, Range
from engine.core.flow import current_step
from engine.core.view import View
from engine.data.figures import StockFigures
from engine.players.outline.sheet import private_sales
from engine.players.seat import Budget, Weighed
from engine.players.worth.appraisal import Appraiser, closing
from engine.rules.stock import stock_rules

ITEMS = ("item", "company")
"""Fields that name a lot."""


@dataclass(frozen=True, slots=True)
class Bidder:
    """Weighs lots for a seat.

    judged: what lots are worth to who looks further. resale: the part of what companies may pay for a
    private beyond its face that counts. payouts: how often lots are expected to pay the seat before the
    auction ends, once they have paid and all wait until somebody has the money for the dearest.
    """

    eye: Appraiser
    seat: str
    budget: Budget
    judged: Mapping[str, float] = field(default_factory=dict)
    resale: float = 0.0
    payouts: float = 0.0

    def value(self, item: str) -> float:
        """What a lot is worth: as it was judged, where it was."""
        judged = self.judged.get(item)
        return self.usual(item) if judged is None else judged

    def _pays(self, item: str) -> float:
        """What a lot pays before the auction ends; nothing where the auction waits for none or for it."""
        if not self.payouts or not self._has_paid() or self._awaited() in (None, item):
            return 0.0
        return self.payouts * self.eye.view.spec(item).revenue

    def _has_paid(self) -> bool:
        """Whether the lots have paid before: then the seats have more than they began with."""
        view = self.eye.view
        owned = sum(
            view.spec(c.id).price for c in view.companies("private") if view.owner(c.id) in view.seats
        )
        began = view.data.starting_cash[len(view.seats)] * len(view.seats)
        return owned + sum(view.cash(seat) for seat in view.seats) > began

    def _awaited(self) -> str | None:
        """The dearest lot, where no seat has the money for it yet: until then all pass."""
        view = self.eye.view
        dearest = max(lots_of(view), key=lambda lot: lot.price or 0, default=None)
        most = max(stock_rules(view).spendable(view, seat) for seat in view.seats) - self._kept()
        return dearest.item if dearest is not None and (dearest.price or 0) > most else None

    def usual(self, item: str) -> float:
        """What a lot is worth: what it pays until it closes, its face where it counts, and its powers."""
        known = self.eye.known
        if item in known.lots:
            return known.lots[item]
        own = known.lot(self.eye.view, self.seat, item)
        if own is not None:
            return own
        view, spec = self.eye.view, self.eye.view.spec(item)
        rounds = min(closing(view, self.eye.ahead), known.private_rounds)
        value = min(spec.price * known.resale + spec.revenue * rounds, spec.price * known.dearest)
        return value + self.resale * spec.price * max(0.0, private_sales(view)[0] - 1)

    def offers(self, choices: Sequence[Choice]) -> list[Weighed]:
        """Lots to buy and bids to make that are worth their price, best first."""
        lots = {lot.item: lot for lot in lots_of(self.eye.view)}
        found = [each for choice in choices for each in self._of(choice, lots)]
        return sorted((each for each in found if each.worth > 0), key=lambda each: -each.worth)

    def _of(self, choice: Choice, lots: dict[str, Lot]) -> list[Weighed]:
        names = [f.name for f in choice.fields if f.name in ITEMS]
        amounts = [f.name for f in choice.fields if f.kind == "amount"]
        if choice.kind not in ("buy_item", "bid", "overbid") or len(choice.fields) > 2:
            return []
        items: Sequence[str] = [lot.item for lot in lots.values() if lot.is_in_auction]
        if names:
            options = self.eye.fork.options(self.seat, choice.kind, names[0], {})
            items = [] if isinstance(options, Range) else [o.value for o in options]
        weighed = [self._bid(choice, names, amounts, item, lots.get(item)) for item in items]
        return [each for each in weighed if each is not None]

    def _bid(
        self, choice: Choice, names: list[str], amounts: list[str], item: str, lot: Lot | None
    ) -> Weighed | None:
        """The lowest bid on a lot, if the seat does not hold the highest one and it is worth more."""
        args: dict[str, object] = {names[0]: item} if names else {}
        price = 0 if lot is None or lot.price is None else lot.price
        if amounts:
            span = self.eye.fork.options(self.seat, choice.kind, amounts[0], args)
            if not isinstance(span, Range) or span.low > span.high:
                return None
            price = args[amounts[0]] = span.low
        action = Action(choice.kind, self.seat, args)
        leads = lot is not None and next(iter(lot.bids), None) == self.seat
        mine = 0 if lot is None or self.seat not in lot.binding else lot.bids.get(self.seat, 0)
        if leads or price - mine > self._purse(item) or not self.eye.fork.legal(action):
            return None
        return Weighed(action, self.value(item) - price)

    def _purse(self, item: str) -> float:
        """What the seat may spend on a lot, so that it can start a company afterwards."""
        view, more = self.eye.view, self._pays(item)
        if more:
            more += sum(self._pays(each) for each in self._owned())
        return stock_rules(view).spendable(view, self.seat) + more - self._kept()

    def _kept(self) -> float:
        """What a seat keeps to start a company."""
        view = self.eye.view
        pars, share = (
            view.data.market.pars,
            min(view.data.companies[c].shares[-1] for c in view.data.companies),
        )
        dear = (pars[0] if pars else 0) * view.data.figures(StockFigures).float_percent / max(1, share)
        return self.eye.known.keeps * dear

    def _owned(self) -> list[str]:
        """The lots that the seat has, and those on which it bids most."""
        view = self.eye.view
        bids = [lot.item for lot in lots_of(view) if next(iter(lot.bids), None) == self.seat]
        return [*bids, *(c.id for c in view.companies("private") if view.owner(c.id) == self.seat)]


def lots_of(view: View) -> Sequence[Lot]:
    """The lots of the auction of the moment; none where there is none."""
    step = current_step(view)
    return () if step is None else step.lots(view)


def is_auction(view: View) -> bool:
    """Whether lots are sold at the step of the moment."""
    step = current_step(view)
    return step is not None and step.bids(view) is not None
