"""Buying trains: what is on sale, for how much, from whom, and who must own one.

Money is in the title's currency. A purchase is described by its source (``depot``, ``pool`` or the
company that sells), the train (its kind or its id) and the price.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import Violation
from engine.core.play import Play
from engine.core.state import BANK, DEPOT, POOL, Train
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.routes.policy import has_route
from engine.rules.phases import first_sale, so_far

tell(
    Rank.DEAL,
    train_bought="{company} buys a {kind} from {source} for {price}.",
    train_aid="{player} contributes {amount} to the purchase of {company}.",
)

BANKS = (DEPOT, POOL)
SOURCE_NAMES = {DEPOT: "the bank", POOL: "the open market"}


def _face_price(view: View, train: Train) -> int:
    return view.data.trains[train.kind].price


def _in_order(view: View) -> tuple[str, ...]:
    """The smallest kind, and those that a phase so far has put on sale beside it."""
    kind, begun = view.depot_kind(), [phase.key for phase in so_far(view)]
    beside = (t.kind for t in view.data.trains.values() if t.sold_from in begun)
    return () if kind is None else tuple(dict.fromkeys((kind, *beside)))


def _has_room(view: View, company: str, train: Train) -> bool:
    return len(view.trains(company)) < view.train_limit(company)


def _any_price(view: View, company: str, train: Train) -> tuple[int, int | None] | None:
    return 1, None


def _kind(view: View, train: Train) -> str:
    return train.kind


def _name(view: View, train: Train) -> str:
    return f"{train.kind}-train"


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


def _limit(view: View, company: str) -> str:
    return f"{company} may own at most {view.train_limit(company)} trains in this phase."


def _nothing_first(view: View, company: str) -> Violation | None:
    return None


def _majors(view: View, company: str) -> bool:
    return view.company(company).kind == "major" and has_route(view, company)


@dataclass(frozen=True)
class TrainRules:
    """How a title sells trains.

    - ``on_sale(view)`` the kinds that the bank sells now;
    - ``price(view, train)`` what the bank asks for a train;
    - ``limit(view, company)`` how many trains a company may hold now;
    - ``has_room(view, company, train)`` whether the company may take one more such train, and
      ``limit_text(view, company)`` the sentence that says how many it may own;
    - ``trade(view, buyer, train)`` the lowest and highest price (None: no limit) for a train of another
      company, or None when such a purchase is forbidden; ``fixed_prices`` when nobody ever names a price;
    - ``president_pays`` whether the president adds what a forced purchase lacks, and ``aids_trades`` whether
      he does so for a train of another company;
    - ``borrows_first(view, company)`` what the company must do for a forced purchase before its president
      helps (a loan to take), or None;
    - ``key(view, train)`` what players call a card (cards with one key are as good as each other), and
      ``label(view, train)`` its name in a sentence;
    - ``sold(play, kind, buyer)`` what follows a sale by the bank; alone it writes;
    - ``discards_excess`` whether trains beyond a limit that fell are discarded at once, or kept;
    - ``must_own(view, company)`` whether the company must own a train at the end of its turn.
    """

    on_sale: Callable[[View], tuple[str, ...]] = _in_order
    price: Callable[[View, Train], int] = _face_price
    limit: Callable[[View, str], int] = printed_limit
    has_room: Callable[[View, str, Train], bool] = _has_room
    trade: Callable[[View, str, Train], tuple[int, int | None] | None] = _any_price
    discards_excess: bool = True
    must_own: Callable[[View, str], bool] = _majors
    limit_text: Callable[[View, str], str] = _limit
    fixed_prices: bool = False
    president_pays: bool = True
    aids_trades: bool = True
    borrows_first: Callable[[View, str], Violation | None] = _nothing_first
    key: Callable[[View, Train], str] = _kind
    label: Callable[[View, Train], str] = _name
    sold: Callable[[Play, str, str], None] = first_sale


def rules_of(view: View) -> TrainRules:
    """The title's way of selling trains."""
    rules: TrainRules = view.title.rules.trains
    return rules


# --- asking ----------------------------------------------------------------------------------------


def source_name(view: View, source: str) -> str:
    """A seller for people."""
    return SOURCE_NAMES.get(source, source)


def offered(view: View, source: str) -> list[Train]:
    """One train of each key that a source has on sale, smallest first."""
    rules = rules_of(view)
    wanted = rules.on_sale(view) if source == DEPOT else tuple(view.data.trains)
    found = {rules.key(view, t): t for t in reversed(view.trains(source)) if t.kind in wanted}
    return list(reversed(found.values()))


def find(view: View, source: str, train: str) -> Train | None:
    """The train on sale at a source that a key or an id names."""
    held, key = view.trains(source), rules_of(view).key
    named = (t for t in held if key(view, t) == train)
    return next((t for t in held if t.id == train), None) or next(named, None)


def cheapest(view: View) -> int | None:
    """The lowest price of a train in the bank or the open market; None when there is none."""
    prices = [rules_of(view).price(view, t) for source in BANKS for t in offered(view, source)]
    return min(prices, default=None)


def needs_train(view: View, company: str) -> bool:
    """Whether the company must still buy a train before its turn can end."""
    return not view.trains(company) and rules_of(view).must_own(view, company)


def is_forced(view: View, company: str) -> bool:
    """Whether the company needs a train and its treasury cannot pay the cheapest one on sale."""
    price = cheapest(view)
    return price is not None and view.cash(company) < price and needs_train(view, company)


def president_helps(view: View, company: str) -> bool:
    """Whether the president adds to a forced purchase now: by the rules, and nothing comes before."""
    rules = rules_of(view)
    return rules.president_pays and rules.borrows_first(view, company) is None


def means(view: View, company: str, source: str) -> int:
    """The most that the company can pay a source now, its president's aid in a forced purchase included.

    The aid of a purchase from another company stays below the cheapest train on sale.
    """
    treasury, price = view.cash(company), cheapest(view)
    president = view.president(company)
    if president is None or price is None or not is_forced(view, company):
        return treasury
    if not president_helps(view, company):
        return treasury
    if source not in BANKS and not rules_of(view).aids_trades:
        return treasury
    top = price if source in BANKS else price - 1
    return max(treasury, min(top, treasury + view.cash(president)))


def prices(view: View, company: str, source: str, train: Train) -> tuple[int, int] | None:
    """The lowest and the highest price at which the company can buy this train now, or None."""
    rules, most = rules_of(view), means(view, company, source)
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
    return [c.id for c in view.companies() if c.id != company and view.trains(c.id)]


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
        return Violation("no_such_source", "Trains come from the bank, the open market or another company.")
    train = find(view, source, name)
    if train is None:
        return Violation("no_such_train", f"{_on_offer(view, source)}", {"source": source})
    if train.kind not in [t.kind for t in offered(view, source)]:
        text = f"The bank sells its trains in order; now: {_labels(view, offered(view, source))}."
        return Violation("not_on_sale_yet", text, {"source": source})
    if not rules_of(view).has_room(view, company, train):
        return Violation("train_limit", rules_of(view).limit_text(view, company))
    return _check_price(view, company, source, train, price)


def _on_offer(view: View, source: str) -> str:
    trains = offered(view, source)
    return f"On sale at {source_name(view, source)}: {_labels(view, trains)}."


def _labels(view: View, trains: list[Train]) -> str:
    return ", ".join(rules_of(view).label(view, t) for t in trains) or "nothing"


def _check_price(view: View, company: str, source: str, train: Train, price: int | None) -> Violation | None:
    money, rules = view.data.currency, rules_of(view)
    if source in BANKS:
        face = rules.price(view, train)
        if price not in (None, face):
            return Violation("face_price", f"This train costs exactly {money}{face}.", {"price": face})
        price = face
    elif (limits := rules.trade(view, company, train)) is None:
        return Violation("no_trade", "Trains of other companies may not be bought now.")
    else:
        low, high = limits
        if price is None or price < low or (high is not None and price > high):
            top = "" if high is None else f" and at most {money}{high}"
            return Violation("trade_price", f"The agreed price is at least {money}{low}{top}.", {"low": low})
    return _check_means(view, company, source, price)


def _check_means(view: View, company: str, source: str, price: int) -> Violation | None:
    money, least = view.data.currency, cheapest(view)
    treasury, most = view.cash(company), means(view, company, source)
    if price <= most:
        return None
    first = rules_of(view).borrows_first(view, company)
    if first is not None and is_forced(view, company):
        return first
    own = source not in BANKS and not rules_of(view).aids_trades
    if own or least is None or not rules_of(view).president_pays or not is_forced(view, company):
        text = f"{company} pays from its treasury alone and has {money}{treasury}."
        return Violation("treasury_only", text, {"most": treasury})
    if source in BANKS and price > least:
        text = f"A forced purchase takes the cheapest train on sale, for {money}{least}."
        return Violation("not_the_cheapest", text, {"price": least})
    if source not in BANKS and price >= least:
        text = f"With the president's aid, a train of a company costs less than {money}{least} on sale."
        return Violation("dearer_than_the_cheapest", text, {"below": least})
    text = f"The president must first sell shares: treasury and purse together have {money}{most}."
    return Violation("raise_money_first", text, {"most": most})


# --- doing -----------------------------------------------------------------------------------------


def buy(play: Play, company: str, source: str, name: str, price: int | None) -> None:
    """Carry out a purchase that was checked: aid, payment, the train, and a new phase if it begins one."""
    train = find(play, source, name)
    assert train is not None
    paid = rules_of(play).price(play, train) if price is None else price
    president = play.president(company)
    aid = max(0, paid - play.cash(company))
    if aid and president is not None:
        play.pay(president, company, aid, "train_aid")
        play.say("train_aid", player=president, company=company, amount=aid)
    play.pay(company, BANK if source in BANKS else source, paid, "train")
    play.move_train(train.id, company)
    name, seller = rules_of(play).label(play, train), source_name(play, source)
    play.say("train_bought", company=company, kind=name, source=seller, price=paid)
    after_sale(play, company, source, train)


def after_sale(play: Play, company: str, source: str, train: Train) -> None:
    """What follows when a company got a train from this source: a phase may begin."""
    if source == DEPOT:
        _refill(play, train.kind)
        rules_of(play).sold(play, train.kind, company)


def _refill(play: Play, kind: str) -> None:
    """Bring another card of a kind without a last one."""
    unlimited = play.data.trains[kind].count is None
    if unlimited and not any(t.kind == kind for t in play.trains(DEPOT)):
        play.make_train(kind, DEPOT)
