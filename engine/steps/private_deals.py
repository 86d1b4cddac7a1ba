"""Private companies sold between players at any time, at any price on which both agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from engine.steps.offers import check_offer, draft, make_offer

OFFER_KIND = "private"
tell(Rank.DEAL, private_sold="{buyer} buys {private} from {seller} for {price}.")


def sides(offer: Offer) -> tuple[str, str]:
    """Seller and buyer; the one who owns the company when the offer is made sells."""
    seller: str = offer.data["seller"]
    return seller, offer.to if offer.by == seller else offer.by


class PrivateDeal:
    """The sale of one private company by the player who owns it to another player."""

    kind: ClassVar = OFFER_KIND

    def label(self, view: View, offer: Offer) -> str:
        seller, buyer = sides(offer)
        name = view.spec(offer.data["private"]).name
        return say(
            "{name} sells {name2} to {name3} for {money}",
            name=view.name(seller),
            name2=name,
            name3=view.name(buyer),
            money=view.money(offer.price),
        )

    def check(self, view: View, offer: Offer) -> Violation | None:
        seller, buyer = sides(offer)
        private = offer.data["private"]
        if private not in tradable(view) or view.owner(private) != seller:
            return Violation("not_for_sale", say("A player may sell an open private company that he owns."))
        if buyer == seller or buyer not in view.state.players:
            return Violation("no_such_player", say("A private company is sold to another player."))
        if view.state.players[buyer].bankrupt:
            return Violation("bankrupt", say("A private company is sold to a player who is not bankrupt."))
        if not stock_rules(view).has_room(view, buyer, private):
            limit = stock_rules(view).certificate_limit(view)
            return Violation(
                "certificate_limit",
                say("A buyer may own {limit} certificates.", limit=limit),
                {"limit": limit},
            )
        if offer.price < 0:
            return Violation("bad_price", say("The price may be anything from 0."))
        return stock_rules(view).check_money(view, buyer, offer.price)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        seller, buyer = sides(offer)
        private = offer.data["private"]
        writer.pay(buyer, seller, offer.price, "private")
        writer.move_cert(writer.certs_of(private)[0], buyer)
        name = writer.spec(private).name
        writer.say("private_sold", buyer=buyer, seller=seller, private=name, price=offer.price)


def tradable(view: View) -> list[str]:
    """The private companies that players own."""
    return [c.id for c in view.companies("private") if view.owner(c.id) in view.state.players]


class OfferPrivate(Move):
    """Offer one's own private company to another player, or to buy another player's."""

    kind = "offer_private"
    subject: ClassVar[Subject] = Subject.PRIVATES
    seldom: ClassVar[bool] = True
    args: ClassVar = {"private": str, "to": str, "price": int}

    def choice(self, view: View, player: str) -> Choice | None:
        if not any(self._partners(view, player, p) for p in tradable(view)):
            return None
        fields = (
            Field("private", say("Which private company?")),
            Field("to", say("Offered to whom?")),
            Field("price", say("At what price?"), "amount"),
        )
        return Choice(self.kind, say("Offer a deal on a private company"), fields)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        player, private = partial.player, partial.get("private", "")
        if field == "private":
            legal = (p for p in tradable(view) if self._partners(view, player, p))
            return [self._private(view, player, p) for p in legal]
        partners = self._partners(view, player, private) if private in tradable(view) else []
        if field == "to":
            note = (
                say("buys {private}", private=private)
                if view.owner(private) == player
                else say("sells {private}", private=private)
            )
            return [Option(p, view.name(p), note) for p in partners]
        if partial.get("to") not in partners:
            return ()
        buyer = partial.args["to"] if view.owner(private) == player else player
        face = view.spec(private).price
        high = stock_rules(view).spendable(view, buyer)
        return Range(0, high, 1, tuple(x for x in (face // 2, face, 2 * face) if x <= high))

    def _private(self, view: View, player: str, private: str) -> Option:
        spec = view.spec(private)
        deal = (
            say("Sell {private}", private=private)
            if view.owner(private) == player
            else say("Buy {private}", private=private)
        )
        label = said(deal, say("face {money}", money=view.money(spec.price)), spec.name)
        return Option(private, label, say("pays {money}", money=view.money(spec.revenue)))

    def _partners(self, view: View, player: str, private: str) -> list[str]:
        owner = view.owner(private)
        others = [p for p in view.from_seat(player)[1:] if owner in (player, p)]
        return [p for p in others if check_offer(view, self._draft(view, player, private, p, 0)) is None]

    def _draft(self, view: View, player: str, private: str, to: str, price: int) -> Offer:
        seller = player if view.owner(private) == player else to
        return draft(view, OFFER_KIND, player, to, price, private=private, seller=seller)

    def check(self, view: View, action: Action) -> Violation | None:
        private, price = action.get("private"), action.get("price")
        if private not in tradable(view):
            names = joined(", ", (view.spec(p).name for p in tradable(view)))
            return Violation(
                "not_for_sale",
                say("Private companies that players own: {names}.", names=names or word("none")),
            )
        if price is None or action.get("to") not in view.state.players:
            return Violation("bad_offer", say("Name a player and a price from 0."))
        return check_offer(view, self._draft(view, action.player, private, action.args["to"], price))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        args = action.args
        make_offer(writer, self._draft(writer, action.player, args["private"], args["to"], args["price"]))
