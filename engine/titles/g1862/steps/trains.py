"""Buying trains in 1862: bands, types, half prices, limits, warranties (7.9, 7.10); receivership (7.3, 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK, DEPOT, OUT, Train
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say, word
from engine.rules import buying, trains
from engine.rules.trains import TrainRules
from engine.steps.track import as_number
from engine.steps.trains import OFFER_KIND, STEP, BuyTrain, OfferTrain, price_words, stock_words
from engine.steps.turns import TURN, Skip, TurnStep, turn_note
from engine.titles.g1862.companies.receivership import in_receivership, may_sell_trains, train_types
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.options import is_novice, is_permitted, types_in_play
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases import phases
from engine.titles.g1862.phases.bands import (
    EXPIRING,
    TYPE,
    WARRANTIES,
    price,
    rusted_by,
    train_name,
    type_of,
    warranties,
)
from engine.titles.g1862.phases.ending import lner_formed

tell(
    Rank.RUST,
    worn_out_1862=Told(
        "A {kind} of {company} is scrapped: its last warranty is used up.", reads={"kind": trains.TRAIN}
    ),
)
tell(warranty_used_1862="{company} uses up a warranty: {trains}.")
tell(Rank.DEAL, warranties_1862="{company} pays {price} for {count:warranty|warranties} of that train.")
RAISED = "raised"
NOTES = {TURN + RAISED: "the end of the turn"}
"""Turn note: money for a forced purchase was raised, so the train comes from the bank (7.11)."""


def note_raised(writer: PositionWriter) -> None:
    """Write that money was raised in this turn."""
    writer.note(TURN + RAISED, True)


# --- names ---------------------------------------------------------------------------------------------


def name(view: View, train: Train) -> str:
    """A train as players call it: "2/3E", or "2/3E+1" with a warranty; in the depot its band."""
    if TYPE not in train.data:
        return train.kind
    left = warranties(train)
    return train_name(view.data.trains[train.kind], type_of(train)) + (f"+{left}" if left else "")


def bank_types(view: View) -> dict[str, str]:
    """The trains that the bank sells now by name, such as "2/3E", with their types."""
    on_sale = trains.offered(view, DEPOT)
    return {train_name(view.data.trains[t.kind], kind): kind for t in on_sale for kind in types_in_play(view)}


# --- rules (7.9) -----------------------------------------------------------------------------------------


def room_for(view: View, company: str, kind: str) -> bool:
    """Whether the company may buy one more train of a type, limits as they are before the purchase (7.9)."""
    each, total = phases.train_limits(view)
    held = view.trains(company)
    if total is not None and len(held) >= total:
        return False
    return each is None or sum(type_of(t) == kind for t in held) < each


def card_price(view: View, train: Train) -> int:
    """Its face price, half of it once a later band was sold (7.9)."""
    return price(view, train.kind)


class Sale(TrainRules):
    """Cards of bands at fixed prices, of which the buyer chooses the type."""

    discards_excess = False
    fixed_prices = True
    president_pays = False

    def price(self, view: View, train: Train) -> int:
        return card_price(view, train)

    def limit(self, view: View, company: str) -> int:
        """How many trains it may buy up to, of all types together."""
        each, total = phases.train_limits(view)
        return total if total is not None else (each or 0) * len(types_in_play(view))

    def has_room(self, view: View, company: str, train: Train) -> bool:
        """Whether the company may buy this train, or one of the types that a card of the bank can be."""
        kinds = [type_of(train)] if TYPE in train.data else types_in_play(view)
        return any(room_for(view, company, kind) for kind in kinds)

    def limit_text(self, view: View, company: str, train: Train | None = None) -> str:
        """How many trains a company may own and still buy one more."""
        each, total = phases.train_limits(view)
        if each is not None:
            return say(
                "A company that owns {each} trains of a type buys no more of that type now.", each=each
            )
        return say("A company that owns {total} trains buys no more now.", total=total)

    def trade(self, view: View, buyer: str, train: Train) -> tuple[int, int] | None:
        """Companies sell at the price of the moment.

        Not in receivership (8), nor after the LNER (10.3), nor to a company that raised money (7.11).
        """
        if lner_formed(view) or turn_note(view, RAISED) or not may_sell_trains(view, train.owner):
            return None
        fixed = price(view, train.kind)
        return fixed, fixed

    def must_own(self, view: View, company: str) -> bool:
        """Every company must have a train at the end of its turn (7.11)."""
        return True

    def lifespan(self, view: View, train: Train) -> str:
        """A later band scraps it, or leaves it to its warranties (7.10, 9)."""
        left, by = warranties(train), rusted_by(view, train.kind)
        if train.data.get(EXPIRING):
            return say("until its warranties are used up")
        if by is None:
            return ""
        return (
            say("until the first {by}-train, then on warranties", by=by)
            if left
            else say("until the first {by}-train", by=by)
        )

    def key(self, view: View, train: Train) -> str:
        return name(view, train)

    def label(self, view: View, train: Train) -> str:
        """A train in a sentence; in the depot the three (or fewer) trains that it can be."""
        if TYPE in train.data:
            return say("{kind}-train", kind=name(view, train))
        return joined(OR, (train_name(view.data.trains[train.kind], kind) for kind in types_in_play(view)))


# --- warranties (7.10) -----------------------------------------------------------------------------------


def free_warranties(view: View, band: str) -> int:
    """The warranty tokens that come with a train from the bank: one for A and D (7.10.1)."""
    return int(view.data.trains[band].extras["free_warranties"])


def most_warranties(view: View, company: str, band: str) -> int:
    """How many its treasury can buy with a train of the band; three tokens are all (7.10)."""
    if is_novice(view):
        return 0
    figures = view.data.figures(Figures)
    room = figures.warranties_max - free_warranties(view, band)
    left = view.cash(company) - price(view, band)
    return max(0, min(room, left // figures.warranty_cost))


def wear(writer: PositionWriter, company: str) -> None:
    """After a company ran: each train uses up a warranty; an obsolete one goes with its last (7.10)."""
    used = list[str]()
    for train in writer.trains(company):
        left, was = warranties(train), name(writer, train)
        if not left:
            continue
        writer.note_train(train.id, WARRANTIES, left - 1 or None)
        if left == 1 and train.data.get(EXPIRING):
            writer.say("worn_out_1862", kind=trains.rules_of(writer).label(writer, train), company=company)
            writer.move_train(train.id, OUT)
        else:
            used.append(say("{was} → {name}", was=was, name=name(writer, train)))
    if used:
        writer.say("warranty_used_1862", company=company, trains=joined(", ", used))


# --- buying ----------------------------------------------------------------------------------------------


def buy_from_bank(writer: PositionWriter, company: str, kind: str, extra: int = 0) -> None:
    """Buy the bank's next card as a train of this type, with so many warranties beyond the free ones."""
    (card,) = trains.offered(writer, DEPOT)
    tokens = free_warranties(writer, card.kind) + extra
    writer.note_train(card.id, TYPE, kind)
    if tokens:
        writer.note_train(card.id, WARRANTIES, tokens)
    cost = extra * writer.data.figures(Figures).warranty_cost
    buying.buy(writer, company, DEPOT, card.id, None)
    if extra:
        writer.pay(company, BANK, cost, "warranty")
        writer.say("warranties_1862", company=company, count=extra, price=cost)


class Buy(BuyTrain):
    """Buy a train: from the bank of any type, with warranties; from another company of the same director."""

    args: ClassVar = {"source": str, "train": str, "price": int, "warranties": (int, str)}

    def wanted(self, view: View, player: str, source: str) -> Iterator[Sought]:
        if source != DEPOT:
            yield from super().wanted(view, player, source)
            return
        for name in bank_types(view):
            yield Sought(
                say("{kind}-train", kind=name), Action(self.kind, player, {"source": source, "train": name})
            )

    def sought_for(self, view: View, player: str, field: str, value: str) -> Iterator[Sought]:
        """A band that the bank sells now is a train of each type."""
        if field == "train" and value in (card.kind for card in trains.offered(view, DEPOT)):
            yield from self.wanted(view, player, DEPOT)
        else:
            yield from super().sought_for(view, player, field, value)

    def fields(self, view: View) -> tuple[Field, ...]:
        asked = super().fields(view)
        return asked if is_novice(view) else (*asked, Field("warranties", say("Warranties?")))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        company, source = view.cursor.actor, partial.get("source")
        if field == "warranties":
            return self._warranties(view, company, source, partial.get("train") or "")
        if field == "train" and source == DEPOT:
            return self._types(view, company)
        return super().options(view, partial, field)

    def _types(self, view: View, company: str) -> list[Option]:
        """The types that the bank sells, those first for which the company has a permit."""
        (card,) = trains.offered(view, DEPOT)
        cost, left = view.money(card_price(view, card)), stock_words(view, DEPOT, card)
        on_sale = [(name, kind) for name, kind in bank_types(view).items() if room_for(view, company, kind)]
        return [
            Option(
                name,
                said(
                    say("Buy {name}-train {cost}", name=name, cost=cost),
                    left,
                    "" if is_permitted(view, company, kind) else say("earns nothing without permit"),
                ),
                ""
                if is_permitted(view, company, kind)
                else say("{company} has no {kind} permit", company=company, kind=word(kind)),
            )
            for name, kind in sorted(on_sale, key=lambda sold: not is_permitted(view, company, sold[1]))
        ]

    def _warranties(self, view: View, company: str, source: str | None, train: str) -> list[Option]:
        """How many warranties a train of the bank gets; that of another company comes without."""
        if source is not None and source != DEPOT:
            found = trains.find(view, source, train)
            money = price_words(view, source, found) if found is not None else ""
            text = say("Buy {train}-train from {company}", train=train, company=view.name(source))
            return [Option("0", said(text, money))]
        cards = trains.offered(view, DEPOT)
        most = max((most_warranties(view, company, card.kind) for card in cards), default=0)
        each, price = view.data.figures(Figures).warranty_cost, sum(card_price(view, c) for c in cards)
        if any(free_warranties(view, card.kind) for card in cards):
            words = [
                say("free warranty"),
                *(say("free warranty + {n}", n=n) for n in range(1, most + 1)),
            ]
        else:
            words = [
                say("no warranty"),
                say("1 warranty"),
                *(say("{n} warranties", n=n) for n in range(2, most + 1)),
            ]
        sold = bank_types(view).get(train)
        idle = sold is not None and not is_permitted(view, company, sold)
        return [
            Option(
                str(n),
                said(
                    say(
                        "Buy {train}-train, {words}, {money}",
                        train=train,
                        words=words[n],
                        money=view.money(price + n * each),
                    ),
                    say("no permit") if idle else "",
                ),
            )
            for n in range(most + 1)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        source = action.get("source") or ""
        extra = action.get("warranties")
        count = 0 if extra is None else as_number(extra)
        if source != DEPOT:
            refused = super().check(view, action)
            return refused or (None if count == 0 else _only_from_bank())
        return self._check_bank(view, view.cursor.actor, action, count)

    def _check_bank(self, view: View, company: str, action: Action, extra: int | None) -> Violation | None:
        kinds = bank_types(view)
        if not kinds or action.get("train") not in kinds:
            text = say(
                "The bank sells its trains in order; now: {labels}.",
                labels=joined(", ", kinds) or word("nothing"),
            )
            return Violation("not_on_sale_yet", text)
        (card,) = trains.offered(view, DEPOT)
        if not room_for(view, company, kinds[action.args["train"]]):
            return Violation("train_limit", trains.rules_of(view).limit_text(view, company))
        refused = trains.check_purchase(view, company, DEPOT, card.id, action.get("price"))
        return refused or self._check_warranties(view, company, card, extra)

    def _check_warranties(self, view: View, company: str, card: Train, extra: int | None) -> Violation | None:
        most = most_warranties(view, company, card.kind)
        if extra in range(most + 1):
            return None
        text = say(
            "{company} may buy up to {most} warranties with this train, from its treasury.",
            company=company,
            most=most,
        )
        return Violation("bad_warranties", text, {"most": most})

    def perform(self, writer: PositionWriter, action: Action) -> None:
        if action.args["source"] != DEPOT:
            return super().perform(writer, action)
        kind = bank_types(writer)[action.args["train"]]
        return buy_from_bank(writer, writer.cursor.actor, kind, as_number(action.get("warranties")) or 0)


def _only_from_bank() -> Violation:
    return Violation("bad_warranties", say("Warranties are bought with a train from the bank only."))


class EndBuying(Skip):
    """Buy no more; refused to a company without a train (7.11)."""

    def choice(self, view: View, player: str) -> Choice | None:
        return super().choice(view, player) if self.check(view, Action(self.kind, player)) is None else None

    def check(self, view: View, action: Action) -> Violation | None:
        company, least = view.cursor.actor, trains.cheapest(view)
        if least is None or not trains.needs_train(view, company):
            return None
        text = say(
            "{company} must own a train when its turn ends; the bank's cheapest costs {money}.",
            company=company,
            money=view.money(least),
        )
        return Violation("must_buy_train", text, {"price": least})


def _no_trouble(writer: PositionWriter, company: str) -> None:
    """Without further rules a company stays without a train."""


class Trains(TurnStep):
    """Buy trains. ``more`` are the moves of a forced purchase; ``trainless`` what befalls a company in
    receivership that cannot buy (7.3, 7.12).
    """

    name = STEP
    label = say("buy trains")
    subject: ClassVar[Subject] = Subject.TRAIN

    def __init__(self, *more: Move, trainless: Callable[[PositionWriter, str], None] = _no_trouble) -> None:
        self.moves = (Buy(), OfferTrain(), *more, EndBuying(say("Buy no more trains")))
        self._trainless = trainless

    def is_open(self, view: View) -> bool:
        """Also while another director has not answered an offer, though nothing else can be bought."""
        return super().is_open(view) or any(o.kind == OFFER_KIND for o in view.state.offers.values())

    def leave(self, writer: PositionWriter) -> None:
        """Without a director the company buys one train of its permit if it can (7.3, 8)."""
        company = writer.cursor.actor
        if not in_receivership(writer, company):
            return
        kind = next(iter(train_types(writer, company)), None)
        least = trains.cheapest(writer)
        if kind and least is not None and least <= writer.cash(company) and room_for(writer, company, kind):
            buy_from_bank(writer, company, kind)
        if not writer.trains(company):
            self._trainless(writer, company)
