"""Companies buy private companies from players, in their own turn, from a phase on that the title names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.figures import PrivateSaleFigures
from engine.message import say
from engine.rules.abilities import first_train
from engine.rules.phases import reached
from engine.rules.setup import chosen
from engine.steps.offers import check_offer, draft, make_offer

OFFER_KIND = "private_to_company"
_FIELDS = (Field("private", say("Which private company?")), Field("price", say("For how much?"), "amount"))

tell(Rank.DEAL, private_to_company="{company} buys {private} from {player} for {price}.")


@dataclass(frozen=True)
class PrivateSales:
    """Which kinds of company buy privates, and from when on.

    ``event`` is named by the first phase in which they may, ``since`` says it in words. The figures
    ``private_sale_min_factor`` and ``private_sale_max_factor`` bound the price; a private with the extra
    ``not_to_companies`` is never sold to one.
    """

    kinds: tuple[str, ...]
    event: str
    since: str
    until: str = ""
    """The event of the phase that ends such sales; empty: none does."""
    option: tuple[str, str] | None = None
    """What the table must have chosen for such sales: an option and its value."""

    def allowed(self, view: View) -> bool:
        """Whether the table plays with such sales at all."""
        return self.option is None or chosen(view, self.option[0]) == self.option[1]

    def are_over(self, view: View) -> bool:
        """Whether a phase has ended the sales."""
        return bool(self.until) and reached(view, self.until)


def sales(view: View) -> PrivateSales:
    """The title's rules of selling privates to companies."""
    return view.policy(PrivateSales)


def buyer_of(view: View, player: str) -> str | None:
    """The company under this player whose turn it is, or None."""
    actor = view.cursor.actor
    if actor not in view.state.companies or view.company(actor).kind not in sales(view).kinds:
        return None
    return actor if view.president(actor) == player else None


def price_range(view: View, private: str) -> tuple[int, int]:
    """The lowest and highest price: half of the printed one, rounded up, to double."""
    figures, face = view.data.figures(PrivateSaleFigures), view.spec(private).price
    low = Fraction(str(figures.private_sale_min_factor)) * face
    high = Fraction(str(figures.private_sale_max_factor)) * face
    return -(-low.numerator // low.denominator), high.numerator // high.denominator


def purchasable(view: View, company: str) -> list[str]:
    """The privates of players that the company could pay for now."""
    rules = sales(view)
    if not rules.allowed(view) or rules.are_over(view) or not reached(view, rules.event):
        return []
    return [
        c.id
        for c in view.companies("private")
        if view.owner(c.id) in view.state.players
        and not view.spec(c.id).extras.get("not_to_companies")
        and price_range(view, c.id)[0] <= view.cash(company)
    ]


def check_purchase(view: View, company: str, private: str, price: int) -> Violation | None:
    """Why the company may not buy this private at this price now, or None. Consent is not asked here."""
    if not sales(view).allowed(view):
        text = say("In this game private companies stay with players, who may sell them to one another.")
        return Violation("no_private_sales", text)
    if not reached(view, sales(view).event):
        text = say("Private companies may be sold to companies from {since} on.", since=sales(view).since)
        return Violation("too_early", text)
    if sales(view).are_over(view):
        train = first_train(view, sales(view).until)
        return Violation(
            "too_late",
            say("Companies buy private companies until the first {train}-train is sold.", train=train),
        )
    if (
        private not in [c.id for c in view.companies("private")]
        or view.owner(private) not in view.state.players
    ):
        text = say("Companies buy private companies that belong to players.")
        return Violation("no_such_private", text)
    if view.spec(private).extras.get("not_to_companies"):
        return Violation(
            "not_to_companies",
            say("Any private company but {private} may be bought by a company.", private=private),
        )
    low, high = price_range(view, private)
    if not low <= price <= high:
        text = say(
            "The price of {private} is from {money} to {money2}.",
            private=private,
            money=view.money(low),
            money2=view.money(high),
        )
        return Violation("private_price", text, {"low": low, "high": high})
    if price > view.cash(company):
        have = view.cash(company)
        cost, money = view.money(price), view.money(have)
        text = say(
            "That costs {cost}; {company} pays from its treasury alone and has {money}.",
            cost=cost,
            company=company,
            money=money,
        )
        return Violation("treasury_only", text, {"company": company, "cost": price, "most": have})
    return None


def buy(writer: PositionWriter, company: str, private: str, price: int) -> None:
    """Carry out a purchase that was checked: from now on the private pays its revenue to the company."""
    player = writer.owner(private)
    writer.pay(company, player, price, "private")
    writer.move_cert(writer.certs_of(private)[0], company)
    writer.say("private_to_company", company=company, private=private, player=player, price=price)


class PrivateMove(Move):
    """What buying one's own private for a company and offering for another's share."""

    args: ClassVar = {"private": str, "price": int}
    missing, partly = say("No private company can be bought"), say("Cannot buy {names}")
    button: ClassVar[str]
    wording: ClassVar[str]

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The privates of players with whom this move deals, at the lowest price."""
        for private in (c.id for c in view.companies("private") if view.owner(c.id) in view.state.players):
            if (view.owner(private) == player) is self.of_one:
                args = {"private": private, "price": price_range(view, private)[0]}
                yield Sought(private, Action(self.kind, player, args))

    of_one: ClassVar = True
    """Whether the private is one of the president's own."""

    def privates(self, view: View, player: str) -> list[str]:
        """The privates that the player's company could get by this move now."""
        raise NotImplementedError

    def choice(self, view: View, player: str) -> Choice | None:
        company = buyer_of(view, player)
        if company is None or not self.privates(view, player):
            return None
        button = say(self.button, company=company)
        return Choice(self.kind, button, _FIELDS, step=view.cursor.step, company=company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        if field == "private":
            return [self._option(view, p) for p in self.privates(view, partial.player)]
        private = partial.args["private"]
        low, high = price_range(view, private)
        top = min(high, view.cash(view.cursor.actor))
        return Range(low, top, suggested=tuple(sorted({low, min(view.spec(private).price, top), top})))

    def check(self, view: View, action: Action) -> Violation | None:
        company, private = buyer_of(view, action.player), action.get("private") or ""
        if company is None:
            text = say("A company buys private companies in its own turn, through its president.")
            return Violation("not_your_company", text)
        found = check_purchase(view, company, private, action.get("price") or 0)
        return found or self.check_owner(view, action)

    def _option(self, view: View, private: str) -> Option:
        """A private with the lowest and the highest price that the company can pay."""
        low, high = price_range(view, private)
        top, spec = min(high, view.cash(view.cursor.actor)), view.spec(private)
        prices = (
            say("{money} to {money2}", money=view.money(low), money2=view.money(top))
            if low < top
            else view.money(low)
        )
        label = say(self.wording, private=private, sum=prices)
        return Option(private, said(label, spec.name), say("pays {money}", money=view.money(spec.revenue)))

    def check_owner(self, view: View, action: Action) -> Violation | None:
        """Whether the owner is the one with whom this move deals."""
        raise NotImplementedError


class BuyPrivate(PrivateMove):
    """The president sells a private of his own to his company."""

    kind = "buy_private"
    subject: ClassVar[Subject] = Subject.PRIVATES
    button = say("Buy your private for {company}")
    wording = say("Buy {private} {sum}")

    def privates(self, view: View, player: str) -> list[str]:
        return [p for p in purchasable(view, view.cursor.actor) if view.owner(p) == player]

    def check_owner(self, view: View, action: Action) -> Violation | None:
        private = action.args["private"]
        if view.owner(private) == action.player:
            return None
        text = say(
            "{private} belongs to {name}; make an offer for it.",
            private=private,
            name=view.name(view.owner(private)),
        )
        return Violation("needs_consent", text)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        buy(writer, writer.cursor.actor, action.args["private"], action.args["price"])


class OfferForPrivate(PrivateMove):
    """The president offers the company's money to another player for his private."""

    subject: ClassVar[Subject] = Subject.PRIVATES
    seldom: ClassVar[bool] = True

    of_one = False

    kind = "offer_for_private"
    button = say("Offer for a private for {company}")
    wording = say("Offer for {private} {sum}")

    def privates(self, view: View, player: str) -> list[str]:
        company = view.cursor.actor
        others = [p for p in purchasable(view, company) if view.owner(p) != player]
        return [p for p in others if not _is_open(view, player, company, p)]

    def check_owner(self, view: View, action: Action) -> Violation | None:
        if view.owner(action.args["private"]) == action.player:
            return Violation(
                "no_consent_needed", say("Your own private is bought at once, without an offer.")
            )
        return check_offer(view, _offer(view, action))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        make_offer(writer, _offer(writer, action))


def _offer(view: View, action: Action) -> Offer:
    private = action.args["private"]
    deal = {"buyer": view.cursor.actor, "private": private}
    return draft(view, OFFER_KIND, action.player, view.owner(private), action.args["price"], **deal)


def _is_open(view: View, player: str, company: str, private: str) -> bool:
    deal = {"buyer": company, "private": private}
    return any(o.kind == OFFER_KIND and o.by == player and o.data == deal for o in view.state.offers.values())


class PrivateToCompanyDeal:
    """A private of another player for a company's money; good only in its turn."""

    kind: ClassVar = OFFER_KIND

    def label(self, view: View, offer: Offer) -> str:
        price = view.money(offer.price)
        return say(
            "{data} buys {name} for {price}",
            data=offer.data["buyer"],
            name=view.spec(offer.data["private"]).name,
            price=price,
        )

    def check(self, view: View, offer: Offer) -> Violation | None:
        buyer, private = offer.data["buyer"], offer.data["private"]
        if buyer_of(view, offer.by) != buyer:
            return Violation(
                "turn_over", say("{buyer} buys private companies in its own turn only.", buyer=buyer)
            )
        if view.owner(private) != offer.to:
            return Violation("owner_changed", say("{private} is sold by its owner.", private=private))
        return check_purchase(view, buyer, private, offer.price)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        buy(writer, offer.data["buyer"], offer.data["private"], offer.price)


PURCHASE_MOVES: tuple[Move, ...] = (BuyPrivate(), OfferForPrivate())
