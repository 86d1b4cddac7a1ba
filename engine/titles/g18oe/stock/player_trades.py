"""Minors and face-up privates traded between players, for cash or for one another (10.4).

A trade names one thing, what is given for it, and money; what else goes with it is in `trade_bundles`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import AND, joined, say
from engine.rules.stock import stock_rules
from engine.steps.offers import check_offer, draft, make_offer
from engine.steps.stock.share_turn import acted, turn
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import over_limit, phases
from engine.titles.g18oe.floats.phases import CONSOLIDATION, MAJOR_PHASE
from engine.titles.g18oe.stock import trade_bundles
from engine.titles.g18oe.stock.trade_bundles import Way, bundle, is_closed, thing, tradable

tell(Rank.DEAL, traded="{buyer} gets {item} of {seller}.")
TRADE, OFFER_KIND = "t", "trade_18oe"
"""What the action is in a turn; the kind of offer."""
PAYER, PRICE = Field("payer", say("Who pays the other?")), Field("price", say("How much?"), "amount")
NOTHING = "nothing"


# --- money between the two sides -------------------------------------------------------------------


def money_options(view: View, partial: Action, field: str, other: str) -> Sequence[Option] | Range:
    """Who of the two pays, and how much he can pay."""
    sides = (partial.player, other)
    if field == PAYER.name:
        return [
            Option(
                p,
                say("{name} pays", name=view.name(p)),
                say("up to {money}", money=view.money(_most(view, p))),
            )
            for p in sides
        ]
    if field != PRICE.name:
        raise KeyError(field)
    payer = partial.get(PAYER.name)
    return Range(0, _most(view, payer), suggested=(0,)) if payer in sides else ()


def _most(view: View, player: str) -> int:
    return stock_rules(view).spendable(view, player)


def refuse_money(action: Action, other: str) -> Violation | None:
    """Why who pays, or how much, makes no sense."""
    price = action.get(PRICE.name)
    if action.get(PAYER.name) not in (action.player, other) or price is None or price < 0:
        return Violation("bad_offer", say("One of the two pays the other an amount from 0."))
    return None


def refuse_another(view: View, player: str, kind: str) -> Violation | None:
    """Why a player may not propose another deal of a kind: one waits for an answer."""
    if any((o.kind, o.by) == (kind, player) for o in view.state.offers.values()):
        return Violation("already_offered", say("Withdraw your earlier offer before you make another."))
    return None


def money_words(view: View, offer: Offer) -> str:
    """``; Ann pays Ben £40``; nothing where nothing is paid."""
    payer, payee = _sides(offer)
    return (
        say(
            "; {name} pays {name2} {money}",
            name=view.name(payer),
            name2=view.name(payee),
            money=view.money(offer.price),
        )
        if offer.price
        else ""
    )


def pay_side(writer: PositionWriter, offer: Offer, why: str) -> None:
    """Write the payment of an offer."""
    payer, payee = _sides(offer)
    writer.pay(payer, payee, offer.price, why)


def _sides(offer: Offer) -> tuple[str, str]:
    payer: str = offer.data["payer"]
    return payer, offer.to if payer == offer.by else offer.by


# --- what is traded --------------------------------------------------------------------------------


def _owner(view: View, item: str | None) -> str | None:
    return next((p for p in view.seats if item in tradable(view, p)), None)


def _deal(view: View, by: str, to: str, item: str, back: str) -> list[Way]:
    """Each thing of a trade with its seller and buyer: the two that are named, and what goes with them."""
    seller = by if view.owner(item) == by else to
    buyer = to if seller == by else by
    named = [(item, seller, buyer)] if back == NOTHING else [(item, seller, buyer), (back, buyer, seller)]
    return [*named, *trade_bundles.ways(view, by, to)]


def _returns(view: View, by: str, to: str, item: str) -> list[str]:
    """What can be given for a thing: only money, or a thing, as far as both have room for certificates."""
    other = to if _owner(view, item) == by else by
    things = (back for back in tradable(view, other) if back not in bundle(view))
    return [b for b in (NOTHING, *things) if trade_bundles.fits(view, _deal(view, by, to, item, b))]


class Trade:
    """Things that change hands; it is the stock action of the player who proposes it."""

    kind: ClassVar = OFFER_KIND

    def label(self, view: View, offer: Offer) -> str:
        parts = [
            say(
                "{name} from {name2} to {name3}",
                name=view.spec(i).name,
                name2=view.name(s),
                name3=view.name(b),
            )
            for i, s, b in _ways(offer)
        ]
        return joined(AND, parts) + money_words(view, offer)

    def check(self, view: View, offer: Offer) -> Violation | None:
        if not phases.in_phase(view, MAJOR_PHASE, CONSOLIDATION):
            return Violation("other_phase", say("Players trade from the Major Railroad Phase on."))
        if (view.cursor.round, view.cursor.actor) != ("shares", offer.by) or turn(view):
            return Violation("turn_over", say("A trade is the stock action of the player who proposes it."))
        crowded = over_limit.refuse(view, offer.by)
        if crowded is not None:
            return crowded
        ways = _ways(offer)
        if any(item not in tradable(view, seller) for item, seller, _ in ways):
            text = say("Players trade minors that have not merged, and privates that lie face up.")
            return Violation("not_for_sale", text)
        if not trade_bundles.fits(view, ways):
            limit = stock_rules(view).certificate_limit(view)
            return Violation("certificate_limit", say("A buyer may own {limit} certificates.", limit=limit))
        return stock_rules(view).check_money(view, offer.data["payer"], offer.price)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        acted(writer, TRADE)
        pay_side(writer, offer, "trade")
        for item, seller, buyer in _ways(offer):
            writer.move_cert(writer.certs_of(item)[0], buyer)
            writer.say("traded", buyer=buyer, seller=seller, item=writer.spec(item).name)


def _ways(offer: Offer) -> list[Way]:
    """Each thing with its seller and buyer."""
    data, other = offer.data, {offer.by: offer.to, offer.to: offer.by}
    seller = data["seller"]
    given = [(data["item"], seller), *data.get("more", ())]
    if data["back"] != NOTHING:
        given.append((data["back"], other[seller]))
    return [(item, giver, other[giver]) for item, giver in given]


class OfferTrade(Move):
    """Propose to sell or buy a minor or a private, or to swap it."""

    kind = "offer_trade"
    subject: ClassVar[Subject] = Subject.PRIVATES
    seldom: ClassVar[bool] = True
    args: ClassVar = {"item": str, "to": str, "back": str, "payer": str, "price": int}

    def choice(self, view: View, player: str) -> Choice | None:
        if self._closed(view, player):
            return None
        if not any(self._partners(view, player, i) for i in self._items(view)):
            return None
        fields = (
            Field("item", say("Which minor or private?")),
            Field("to", say("With whom?")),
            Field("back", say("What is given for it?")),
        )
        more = joined(", ", (view.spec(item).name for item in bundle(view)))
        note = say("Together with {more}.", more=more) if more else ""
        return Choice(self.kind, say("Offer a trade"), (*fields, PAYER, PRICE), note)

    def _closed(self, view: View, player: str) -> bool:
        return is_closed(view, player) or refuse_another(view, player, OFFER_KIND) is not None

    def _items(self, view: View) -> list[str]:
        """What can be named: not what goes with it anyway."""
        found = (item for player in view.seats for item in tradable(view, player))
        return [item for item in found if item not in bundle(view)]

    def _partners(self, view: View, player: str, item: str | None) -> list[str]:
        owner, others = _owner(view, item), view.from_seat(player)[1:]
        if item is None or owner is None or item in bundle(view):
            return []
        needed = {owner} | trade_bundles.owners(view)
        return [p for p in others if needed <= {player, p} and _returns(view, player, p, item)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        item, player, to = partial.get("item"), partial.player, partial.get("to")
        if self._closed(view, player):
            return ()
        if field == "item":
            items = (i for i in self._items(view) if self._partners(view, player, i))
            return [thing(view, i) for i in items]
        if field == "to":
            return [Option(p, view.name(p)) for p in self._partners(view, player, item)]
        if to not in self._partners(view, player, item):
            return ()
        if field == "back":
            return [self._return(view, given) for given in _returns(view, player, to, str(item))]
        return money_options(view, partial, field, to)

    def _return(self, view: View, given: str) -> Option:
        return Option(NOTHING, say("Only money")) if given == NOTHING else thing(view, given)

    def _draft(self, view: View, action: Action) -> Offer:
        item, to, back, payer, price = (action.get(n) for n in ("item", "to", "back", "payer", "price"))
        seller = action.player if view.owner(str(item)) == action.player else to
        more = [[i, giver] for i, giver, _ in trade_bundles.ways(view, action.player, str(to))]
        deal = {"item": item, "back": back, "payer": payer, "seller": seller, "more": more}
        return draft(view, OFFER_KIND, action.player, str(to), price or 0, **deal)

    def check(self, view: View, action: Action) -> Violation | None:
        item, to, back = action.get("item"), action.get("to"), action.get("back")
        if to not in self._partners(view, action.player, item):
            text = say("Name a minor or face-up private of yours, or of the player with whom you trade.")
            return Violation("not_for_sale", text)
        other = to if _owner(view, item) == action.player else action.player
        if back != NOTHING and (back not in tradable(view, other) or back in bundle(view)):
            return Violation(
                "not_for_sale",
                say("Name {NOTHING}, or what {name} gives for it.", NOTHING=NOTHING, name=view.name(other)),
            )
        refused = refuse_another(view, action.player, OFFER_KIND) or refuse_money(action, to)
        return refused or check_offer(view, self._draft(view, action))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        make_offer(writer, self._draft(writer, action))
        trade_bundles.forget(writer)
