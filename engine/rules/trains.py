"""Trains for sale: which, for how much, from whom, and who must own one.

Money is in the title's currency. A purchase is described by its source (``depot``, ``pool`` or the
company that sells), the train (its kind or its id) and the price.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Violation
from engine.core.recorded import either, list_of, made_as
from engine.core.state import DEPOT, POOL, Train
from engine.core.story import Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.routes.policy import has_route

TRAIN = either(made_as(say("{kind}-train")), made_as(say("{kind} train")))
"""Reads the label of a train."""
TRAINS = list_of(TRAIN)
tell(
    Rank.MERGER,
    trains_taken=Told("{company} gets the trains of {other}: {trains}.", reads={"trains": TRAINS}),
)

BANKS = (DEPOT, POOL)
SOURCE_NAMES = {DEPOT: say("the bank"), POOL: say("the open market")}


def printed_limit(view: View, company: str, kind: str = "") -> int:
    """The train limit of a kind of company (default: its own): the last figure up to now, 0 before the first.

    A kind that a later phase leaves out keeps its figure while such a company still runs.
    """
    kind, limit = kind or view.company(company).kind, 0
    for phase in view.data.phases.values():
        limit = phase.train_limit.get(kind, limit)
        if phase.key == view.state.phase:
            break
    return limit


class TrainRules:
    """How a title sells trains. It overrides what differs."""

    discards_excess = True
    """Whether trains beyond a limit that fell are discarded at once, or kept."""
    fixed_prices = False
    """Whether nobody ever names a price."""
    president_pays = True
    """Whether the president adds what a forced purchase lacks."""
    aids_trades = True
    """Whether he does so for a train of another company."""

    def on_sale(self, view: View) -> tuple[str, ...]:
        """The kinds that the bank sells now: the smallest, and those that a phase put on sale beside it."""
        kind, begun = view.depot_kind(), [phase.key for phase in view.phases]
        beside = (t.kind for t in view.data.trains.values() if t.sold_from in begun)
        return () if kind is None else tuple(dict.fromkeys((kind, *beside)))

    def resold(self, view: View) -> tuple[str, ...]:
        """The kinds that the open market sells now, of those it has."""
        return tuple(view.data.trains)

    def nothing_on_sale(self, view: View) -> str:
        """Why the bank sells no train now, in a sentence."""
        return say("The bank has no train left.")

    def counts(self, view: View, train: Train) -> bool:
        """Whether a card is a train of the sort that a company must own."""
        return True

    def faces(self, view: View, source: str, card: Train) -> Sequence[Train]:
        """What a card may be bought as from a source: of a card with two sides, the train of each."""
        return (card,)

    def price(self, view: View, train: Train) -> int:
        """What the bank asks for a train."""
        return view.data.trains[train.kind].price

    def limit(self, view: View, company: str) -> int:
        """How many trains the company may hold now."""
        return printed_limit(view, company)

    def limited(self, view: View, company: str) -> list[Train]:
        """The trains of a company that count against its limit."""
        return view.trains(company)

    def has_room(self, view: View, company: str, train: Train) -> bool:
        """Whether the company may take one more such train."""
        return len(self.limited(view, company)) < self.limit(view, company)

    def limit_text(self, view: View, company: str, train: Train | None = None) -> str:
        """How many trains the company may own, or how many such as this one, in a sentence."""
        held, limit = len(self.limited(view, company)), self.limit(view, company)
        return say(
            "{company} owns {held} trains and may own {limit} in this phase.",
            company=company,
            held=held,
            limit=limit,
        )

    def trade(self, view: View, buyer: str, train: Train) -> tuple[int, int | None] | None:
        """The lowest and highest price (None: no limit) for a train of another company.

        None when such a purchase is forbidden.
        """
        return 1, None

    def must_own(self, view: View, company: str) -> bool:
        """Whether the company must own a train at the end of its turn: a major company that has a route."""
        return view.company(company).kind == "major" and has_route(view, company)

    def borrows_first(self, view: View, company: str) -> Violation | None:
        """What must come before a president helps in a forced purchase (a loan to take), or None."""
        return None

    def too_poor(self, view: View, company: str, most: int) -> Violation:
        """What a president does whose purse and the treasury together have not enough for the cheapest."""
        text = say(
            "The president must first sell shares: treasury and purse together have {money}.",
            money=view.money(most),
        )
        return Violation("raise_money_first", text, {"most": most})

    def lifespan(self, view: View, train: Train) -> str:
        """What takes a train that a company owns out of the game, in a few words; empty when nothing does."""
        by = view.data.trains[train.kind].rusted_by
        return say("until the first {by}-train", by=by) if by else ""

    def key(self, view: View, train: Train) -> str:
        """What players call a card; cards with one key are as good as each other."""
        return train.kind

    def label(self, view: View, train: Train) -> str:
        """The name of a train in a sentence."""
        return say("{kind}-train", kind=train.kind)


def tell_taken(writer: PositionWriter, company: str, other: str, held: Sequence[Train]) -> None:
    """Tell which trains one company gets of another that becomes part of it; nothing without one."""
    if held:
        names = joined(", ", (rules_of(writer).label(writer, train) for train in held))
        writer.say("trains_taken", company=company, other=other, trains=names)


def rules_of(view: View) -> TrainRules:
    """The title's way of selling trains."""
    return view.policy(TrainRules)


def train_limit(view: View, company: str) -> int:
    """How many trains a company may hold now."""
    return rules_of(view).limit(view, company)


# --- asking ----------------------------------------------------------------------------------------


def source_name(view: View, source: str) -> str:
    """A seller for people."""
    return SOURCE_NAMES.get(source, source)


def offered(view: View, source: str) -> list[Train]:
    """One train of each key that a source has on sale, smallest first."""
    rules, wanted = rules_of(view), _wanted(view, source)
    cards = {rules.key(view, card): card for card in reversed(view.trains(source))}
    found = (t for card in reversed(cards.values()) for t in rules.faces(view, source, card))
    return list({rules.key(view, t): t for t in found if t.kind in wanted}.values())


def _wanted(view: View, source: str) -> tuple[str, ...]:
    rules = rules_of(view)
    if source == DEPOT:
        return rules.on_sale(view)
    return rules.resold(view) if source == POOL else tuple(view.data.trains)


def find(view: View, source: str, train: str) -> Train | None:
    """The train on sale at a source that a key or an id names."""
    held, rules = view.trains(source), rules_of(view)
    faces = (face for card in held for face in rules.faces(view, source, card))
    named = (t for t in faces if rules.key(view, t) == train)
    return next((t for t in held if t.id == train), None) or next(named, None)


def cheapest(view: View) -> int | None:
    """The lowest price of a train in the bank or the open market; None when there is none."""
    rules = rules_of(view)
    found = (t for source in BANKS for t in offered(view, source) if rules.counts(view, t))
    return min((rules.price(view, t) for t in found), default=None)


def counted(view: View, company: str) -> list[Train]:
    """The company's trains of the sort that it must own."""
    rules = rules_of(view)
    return [train for train in view.trains(company) if rules.counts(view, train)]


def needs_train(view: View, company: str) -> bool:
    """Whether the company must still buy a train before its turn can end."""
    return not counted(view, company) and rules_of(view).must_own(view, company)


def is_forced(view: View, company: str) -> bool:
    """Whether the company needs a train and its treasury cannot pay the cheapest one on sale."""
    if not needs_train(view, company):
        return False
    price = cheapest(view)
    return price is not None and view.cash(company) < price


def is_forced_by(view: View, company: str, train: Train) -> bool:
    """Whether a forced purchase could be that of this train: a card of another sort ends no need."""
    return rules_of(view).counts(view, train) and is_forced(view, company)


def president_helps(view: View, company: str) -> bool:
    """Whether the president adds to a forced purchase now: by the rules, and nothing comes before."""
    rules = rules_of(view)
    return rules.president_pays and rules.borrows_first(view, company) is None


def means(view: View, company: str, source: str, train: Train) -> int:
    """The most that the company can pay a source now, its president's aid in a forced purchase included.

    The aid is for a train that it must own; from another company it stays below the cheapest one on sale.
    """
    treasury, president = view.cash(company), view.president(company)
    if president is None or not is_forced_by(view, company, train):
        return treasury
    if not president_helps(view, company):
        return treasury
    if source not in BANKS and not rules_of(view).aids_trades:
        return treasury
    price = cheapest(view)
    assert price is not None
    top = price if source in BANKS else price - 1
    return max(treasury, min(top, treasury + view.cash(president)))


def prices(view: View, company: str, source: str, train: Train) -> tuple[int, int] | None:
    """The lowest and the highest price at which the company can buy this train now, or None."""
    rules, most = rules_of(view), means(view, company, source, train)
    if source in BANKS:
        face = rules.price(view, train)
        return (face, face) if face <= most else None
    limits = rules.trade(view, company, train)
    if limits is None:
        return None
    low, high = limits
    top = most if high is None else min(most, high)
    return (low, top) if low <= top else None


def settled_price(view: View, company: str, source: str, name: str, price: int | None) -> int | None:
    """The price named, or the only possible one where prices are fixed."""
    train = find(view, source, name) if source in view.state.companies else None
    if price is not None or train is None or not rules_of(view).fixed_prices:
        return price
    limits = rules_of(view).trade(view, company, train)
    return None if limits is None else limits[0]


def sellers(view: View, company: str) -> list[str]:
    """The other companies that own a train, in printed order."""
    owners = {train.owner for train in view.state.trains.values()} - {company}
    return [c.id for c in view.companies() if c.id in owners]


def can_buy(view: View, company: str, source: str) -> list[Train]:
    """The trains of a source, one of each kind, that the company could pay and keep now."""
    rules = rules_of(view)
    return [
        t
        for t in offered(view, source)
        if rules.has_room(view, company, t) and prices(view, company, source, t) is not None
    ]


def check_purchase(view: View, company: str, source: str, name: str, price: int | None) -> Violation | None:
    """Why the company may not buy this train now at this price, or None. Consent is not asked here."""
    if source == company or source not in (*BANKS, *sellers(view, company)):
        return Violation(
            "no_such_source", say("Trains come from the bank, the open market or another company.")
        )
    if source == DEPOT and not offered(view, DEPOT):
        return Violation("not_on_sale_yet", rules_of(view).nothing_on_sale(view), {"source": source})
    train = find(view, source, name)
    if train is None:
        return Violation("no_such_train", _on_offer(view, source), {"source": source})
    if train.kind not in [t.kind for t in offered(view, source)]:
        text = say(
            "The bank sells its trains in order; now: {labels}.", labels=_labels(view, offered(view, source))
        )
        return Violation("not_on_sale_yet", text, {"source": source})
    if not rules_of(view).has_room(view, company, train):
        return Violation("train_limit", rules_of(view).limit_text(view, company, train))
    return _check_price(view, company, source, train, price)


def _on_offer(view: View, source: str) -> str:
    trains = offered(view, source)
    return say(
        "On sale at {source_name}: {labels}.",
        source_name=source_name(view, source),
        labels=_labels(view, trains),
    )


def _labels(view: View, trains: list[Train]) -> str:
    return joined(", ", (rules_of(view).label(view, t) for t in trains)) or word("nothing")


def _check_price(view: View, company: str, source: str, train: Train, price: int | None) -> Violation | None:
    rules = rules_of(view)
    if source in BANKS:
        face = rules.price(view, train)
        if price not in (None, face):
            return Violation(
                "face_price",
                say("This train costs exactly {money}.", money=view.money(face)),
                {"price": face},
            )
        price = face
    elif (limits := rules.trade(view, company, train)) is None:
        return Violation("no_trade", say("Trains of other companies may not be bought now."))
    else:
        low, high = limits
        if price is None or price < low or (high is not None and price > high):
            top = "" if high is None else say(" and at most {money}", money=view.money(high))
            text = say("The agreed price is at least {money}{top}.", money=view.money(low), top=top)
            return Violation("trade_price", text, {"low": low})
    return _check_means(view, company, source, train, price)


def _check_means(view: View, company: str, source: str, train: Train, price: int) -> Violation | None:
    least = cheapest(view)
    treasury, most = view.cash(company), means(view, company, source, train)
    if price <= most:
        return None
    first, forced = rules_of(view).borrows_first(view, company), is_forced_by(view, company, train)
    if first is not None and forced:
        return first
    own = source not in BANKS and not rules_of(view).aids_trades
    if own or least is None or not rules_of(view).president_pays or not forced:
        text = say(
            "That costs {money}; {company} pays from its treasury alone and has {money2}.",
            money=view.money(price),
            company=company,
            money2=view.money(treasury),
        )
        return Violation("treasury_only", text, {"company": company, "cost": price, "most": treasury})
    if source in BANKS and price > least:
        text = say(
            "A forced purchase takes the cheapest train on sale, for {money}.", money=view.money(least)
        )
        return Violation("not_the_cheapest", text, {"price": least})
    if source not in BANKS and price >= least:
        text = say(
            "With the president's aid, a train of a company costs less than {money} on sale.",
            money=view.money(least),
        )
        return Violation("dearer_than_the_cheapest", text, {"below": least})
    return rules_of(view).too_poor(view, company, most)
