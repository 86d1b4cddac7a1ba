"""The last step of a company's turn: it buys trains and ends the turn.

The step stays open until ``done``. Trains of companies under another president are bought by a
two-sided offer; it lapses when the turn ends. What a company does that cannot pay for the train
it needs is in `engine.steps.emergency`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.flow import current_round
from engine.core.recorded import made_as
from engine.core.rounds import CompanyStep, Move
from engine.core.state import DEPOT, POOL, Offer, Train
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules import buying, trains
from engine.rules.trains import BANKS
from engine.steps.offers import check_offer, check_presidents, draft, make_offer

STEP = "trains"
OFFER_KIND = "train"
_PRICE = Field("price", say("For how much?"), "amount")
_SHORT = {DEPOT: "Bank", POOL: "Market"}
_FIELDS = (Field("source", say("From whom?")), Field("train", say("Which train?")))


class TrainMove(Move):
    """What buying at once and buying by offer share: source, train and price."""

    args: ClassVar = {"source": str, "train": str, "price": int}
    button: ClassVar[str]
    wording: ClassVar[str]

    def sources(self, view: View, player: str) -> list[str]:
        """The sources from which the company could buy a train by this move now."""
        raise NotImplementedError

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not self.sources(view, player):
            return None
        note = self.note(view, company)
        return Choice(self.kind, self.button, self.fields(view), note=note, step=STEP, company=company)

    def fields(self, view: View) -> tuple[Field, ...]:
        """What the move asks for."""
        return _FIELDS if trains.rules_of(view).fixed_prices else (*_FIELDS, _PRICE)

    def note(self, view: View, company: str) -> str:
        """What the buyer should know."""
        money = view.money(trains.cheapest(view) or 0)
        if not trains.is_forced(view, company):
            return (
                say("{company} must own a train.", company=company)
                if trains.needs_train(view, company)
                else ""
            )
        if not trains.president_helps(view, company):
            return say(
                "{company} must own a train; the bank's cheapest costs {money}.", company=company, money=money
            )
        return say(
            "{company} must own a train; its president pays what the treasury lacks for {money}.",
            company=company,
            money=money,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        company = view.cursor.actor
        if field == "source":
            return [source_option(view, s) for s in self.sources(view, partial.player)]
        source = partial.args["source"]
        if field == "train":
            return [self._train(view, source, t) for t in trains.can_buy(view, company, source)]
        if field == "price":
            return self.price_range(view, source, partial.args["train"])
        raise KeyError(field)

    def _train(self, view: View, source: str, train: Train) -> Option:
        """A train with its price, or the prices at which it may be had, and how many are left."""
        rules = trains.rules_of(view)
        name, own = rules.label(view, train), source not in BANKS
        whose = say("of {source}", source=source) if own else ""
        thing = joined(" ", filter(None, (name, whose)))
        label = say(self.wording, train=thing, sum=price_words(view, source, train))
        note = (
            say("face {money}", money=view.money(rules.price(view, train)))
            if own and not rules.fixed_prices
            else ""
        )
        return Option(rules.key(view, train), said(label, stock_words(view, source, train)), note)

    def wanted(self, view: View, player: str, source: str) -> Iterator[Sought]:
        """The trains of a source at the lowest price."""
        rules, company = trains.rules_of(view), view.cursor.actor
        offered = trains.offered(view, source)
        if source == DEPOT and not offered:
            yield Sought("", Action(self.kind, player, {"source": source, "train": view.depot_kind() or ""}))
        for train in offered:
            key, name = rules.key(view, train), rules.label(view, train)
            low, _ = (rules.trade(view, company, train) if source not in BANKS else None) or (None, None)
            args = {"source": source, "train": key, "price": low}
            yield Sought(
                name
                if source == DEPOT
                else say("{name} of {source_name}", name=name, source_name=trains.source_name(view, source)),
                Action(self.kind, player, args),
            )

    def price_range(self, view: View, source: str, name: str) -> Range:
        """The prices at which the named train can be bought now."""
        train = trains.find(view, source, name)
        if train is None or (limits := trains.prices(view, view.cursor.actor, source, train)) is None:
            raise KeyError(name)
        low, high = limits
        face = trains.rules_of(view).price(view, train)
        return Range(low, high, suggested=tuple(sorted({low, min(face, high), high})))


def source_option(view: View, source: str) -> Option:
    """A seller with the trains that can be bought of it now, and their prices."""
    named = trains.rules_of(view).label
    found = trains.can_buy(view, view.cursor.actor, source)
    sold = (
        say("{named} {price_words}", named=named(view, t), price_words=price_words(view, source, t))
        for t in found
    )
    name, note = _SHORT.get(source, source), "" if source in BANKS else view.spec(source).name
    return Option(source, said(say("{name}: {sold}", name=name, sold=joined(", ", sold))), said(note))


def price_words(view: View, source: str, train: Train) -> str:
    """The price of a train, or the lowest and the highest one at which it may be had now."""
    limits = trains.prices(view, view.cursor.actor, source, train)
    low, high = limits or (trains.rules_of(view).price(view, train),) * 2
    return (
        view.money(low)
        if low == high
        else say("{money} to {money2}", money=view.money(low), money2=view.money(high))
    )


def stock_words(view: View, source: str, train: Train) -> str:
    """How many such trains, of either side, a bank has; nothing of a company, or where none is the last."""
    if source not in BANKS:
        return ""
    if source == DEPOT and view.data.trains[train.kind].count is None:
        return say("no limit")
    faces = trains.rules_of(view).faces
    kinds = ({face.kind for face in faces(view, source, card)} for card in view.trains(source))
    return say("{len} left", len=sum(train.kind in each for each in kinds))


def price_of(view: View, action: Action) -> int | None:
    """The price that an action names, or the only possible one."""
    source, train = action.get("source") or "", action.get("train") or ""
    return trains.settled_price(view, view.cursor.actor, source, train, action.get("price"))


class BuyTrain(TrainMove):
    """Buy from the bank, the open market, or another company of the same president, at once."""

    kind = "buy_train"
    button = say("Buy a train")
    wording = say("Buy {train} {sum}")
    missing, partly = say("No train can be bought"), say("Cannot buy {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The trains of the bank, the open market and one's other companies."""
        own = [c for c in trains.sellers(view, view.cursor.actor) if view.president(c) == player]
        for source in (DEPOT, POOL, *own):
            yield from self.wanted(view, player, source)

    def sought_for(self, view: View, player: str, field: str, value: str) -> Iterator[Sought]:
        """Also a kind that the bank does not sell now."""
        found = list(super().sought_for(view, player, field, value))
        yield from found
        if field == "train" and not found and value in view.data.trains:
            args = {"source": DEPOT, "train": value}
            yield Sought(say("{kind}-train", kind=value), Action(self.kind, player, args))

    def sources(self, view: View, player: str) -> list[str]:
        company = view.cursor.actor
        own = [c for c in trains.sellers(view, company) if view.president(c) == player]
        return [s for s in (DEPOT, POOL, *own) if trains.can_buy(view, company, s)]

    def check(self, view: View, action: Action) -> Violation | None:
        company, source = view.cursor.actor, action.get("source") or ""
        if source in trains.sellers(view, company) and view.president(source) != action.player:
            return _no_consent(view, source)
        return trains.check_purchase(view, company, source, action.get("train") or "", price_of(view, action))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        price = price_of(writer, action)
        buying.buy(writer, writer.cursor.actor, action.args["source"], action.args["train"], price)


def _no_consent(view: View, source: str) -> Violation:
    if view.president(source) is None:
        return Violation(
            "no_seller",
            say("Nobody directs {source}, so it sells no train.", source=source),
            {"company": source},
        )
    text = say("{source} has another president; make an offer for its train.", source=source)
    return Violation("needs_consent", text, {"company": source})


class OfferTrain(TrainMove):
    """Propose a price to the president of another company for one of its trains."""

    kind = "offer_train"
    seldom: ClassVar[bool] = True
    button = say("Offer for a train")
    wording = say("Offer for {train} {sum}")
    missing, partly = say("No offer can be made for a train"), say("No offer for {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The trains of companies of other presidents."""
        for source in trains.sellers(view, view.cursor.actor):
            if view.president(source) not in (None, player):
                yield from self.wanted(view, player, source)

    def sources(self, view: View, player: str) -> list[str]:
        company = view.cursor.actor
        others = [c for c in trains.sellers(view, company) if view.president(c) not in (None, player)]
        return [s for s in others if self._open(view, player, s)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        found = super().options(view, partial, field)
        if field != "train" or isinstance(found, Range):
            return found
        return [o for o in found if not _is_open(view, partial.player, partial.args["source"], o.value)]

    def _open(self, view: View, player: str, source: str) -> bool:
        key = trains.rules_of(view).key
        names = [key(view, t) for t in trains.can_buy(view, view.cursor.actor, source)]
        return any(not _is_open(view, player, source, name) for name in names)

    def check(self, view: View, action: Action) -> Violation | None:
        source = action.get("source") or ""
        president = view.president(source) if source in view.state.companies else None
        if source in BANKS or president == action.player:
            text = say("Offers go to other presidents; from the bank and your own companies buy at once.")
            return Violation("no_consent_needed", text)
        if president is None:
            return Violation("no_such_source", say("Offers go to the president of another company."))
        return check_offer(view, self._offer(view, action, president))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        president = writer.president(action.args["source"])
        assert president is not None
        make_offer(writer, self._offer(writer, action, president))

    def _offer(self, view: View, action: Action, to: str) -> Offer:
        source, train = action.get("source"), action.get("train") or ""
        deal = {"buyer": view.cursor.actor, "source": source, "train": train}
        return draft(view, OFFER_KIND, action.player, to, price_of(view, action) or 0, **deal)


def _is_open(view: View, player: str, source: str, train: str) -> bool:
    deal = {"buyer": view.cursor.actor, "source": source, "train": train}
    return any(o.kind == OFFER_KIND and o.by == player and o.data == deal for o in view.state.offers.values())


class TrainDeal:
    """A train of another president's company for a price; good only in the buyer's train step."""

    kind: ClassVar = OFFER_KIND
    read: ClassVar = staticmethod(
        made_as(say("{deal} buys a {name} from {deal2} for {money}"), name=trains.TRAIN)
    )

    def label(self, view: View, offer: Offer) -> str:
        deal = offer.data
        train = trains.find(view, deal["source"], deal["train"])
        name = (
            say("{kind}-train", kind=deal["train"])
            if train is None
            else trains.rules_of(view).label(view, train)
        )
        return say(
            "{deal} buys a {name} from {deal2} for {money}",
            deal=deal["buyer"],
            name=name,
            deal2=deal["source"],
            money=view.money(offer.price),
        )

    def check(self, view: View, offer: Offer) -> Violation | None:
        buyer, source = offer.data["buyer"], offer.data["source"]
        if (view.cursor.actor, view.cursor.step) != (buyer, STEP):
            return Violation(
                "turn_over", say("A train is bought in the train step of {buyer} only.", buyer=buyer)
            )
        refused = check_presidents(view, offer, buyer, source)
        return refused or trains.check_purchase(view, buyer, source, offer.data["train"], offer.price)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        buying.buy(writer, offer.data["buyer"], offer.data["source"], offer.data["train"], offer.price)


class EndTurn(Move):
    """End the company's turn; refused while it must still buy a train."""

    kind = "done"

    def __init__(self, label: str = say("End the turn")) -> None:
        self.label = label

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refusal(view) is not None:
            return None
        company = view.cursor.actor
        return Choice(self.kind, self.label, note=self.note(company), step=STEP, company=company)

    def note(self, company: str) -> str:
        """What follows, where it is more than the end of the turn."""
        return ""

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        current_round(writer).advance(writer)

    def _refusal(self, view: View) -> Violation | None:
        company = view.cursor.actor
        least = trains.cheapest(view)
        if least is None or not trains.needs_train(view, company):
            return None
        price = view.money(least)
        text = say(
            "{company} must own a train when its turn ends; the bank's cheapest costs {price}.",
            company=company,
            price=price,
        )
        return Violation("must_buy_train", text, {"price": least})


def required_train_price(view: View) -> int | None:
    """What the cheapest train costs where the company in turn must still buy one before its turn ends."""
    steps, company = list(current_round(view).steps), view.cursor.actor
    ahead = steps[steps.index(view.cursor.step) :] if view.cursor.step in steps else []
    if STEP not in ahead or company not in view.state.companies or not trains.needs_train(view, company):
        return None
    return trains.cheapest(view)


class TrainsStep(CompanyStep):
    """Buy trains, then end the turn; ``more`` are the moves by which a title helps a needy company."""

    name = STEP
    label = say("buy trains")
    subject: ClassVar[Subject] = Subject.TRAIN

    def __init__(self, *more: Move, finish: Move | None = None) -> None:
        self.moves: Sequence[Move] = (BuyTrain(), OfferTrain(), *more, finish or EndTurn())
