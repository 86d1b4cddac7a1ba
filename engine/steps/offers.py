"""Two-sided deals: one seat proposes, the other accepts or declines, and the game goes on meanwhile.

A title names its deals by offer kind (`Deals`), puts `OFFER_MOVES` among its moves that are
open at any time, and calls `lapse` in its ``settle``: an offer that can no longer be carried out
disappears by itself. A counter-offer is a decline and a new offer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, runtime_checkable

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option, Range
from engine.core.errors import Violation
from engine.core.events import Event, OfferClosed, OfferMade, Said
from engine.core.flow import current_step
from engine.core.recorded import Reader, like
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.story import EventKind, Rank, Told, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, cut, joined, say, word


def _told(view: View, events: Sequence[Event], at: int) -> Said | None:
    """The deal by the offer that was made or closed before, as it was recorded."""
    said, about = events[at], [e.offer for e in events[:at] if isinstance(e, OfferMade | OfferClosed)]
    if not isinstance(said, Said) or not about:
        return None
    recorded, label = str(said.params["deal"]), offer_label(view, about[-1])
    deal = label if label == recorded else _reader(view, about[-1], label)(view, recorded)
    return Said(said.key, {**said.params, "deal": deal})


def _reader(view: View, offer: Offer, label: str) -> Reader:
    deal = deal_of(view, offer)
    return deal.read if isinstance(deal, Dated) else like(label)


def _asked(view: View, events: Sequence[Event], at: int) -> Said | None:
    """Of an offer that is a request."""
    said, made = events[at], [event.offer for event in events[:at] if isinstance(event, OfferMade)]
    asks = isinstance(said, Said) and made and is_request(view, made[-1])
    told = _told(view, events, at) or said
    return Said("offer_asked", told.params) if isinstance(told, Said) and asks else _told(view, events, at)


tell(
    offer_made=Told("{by} offers {to}: {deal}.", kind=EventKind.OFFER, retold=_asked),
    offer_asked=Told("{by} asks {to}: {deal}.", kind=EventKind.OFFER),
    offer_declined=Told("{to} declines the offer of {by}: {deal}.", kind=EventKind.OFFER, retold=_told),
    offer_withdrawn=Told(
        "{by} withdraws the offer to {to}: {deal}.",
        "withdraws the offer to {to}",
        kind=EventKind.OFFER,
        retold=_told,
    ),
    offer_lapsed=Told(
        "The offer of {by} to {to} lapses: {deal}.",
        "the offer of {by} to {to} lapses",
        kind=EventKind.LAPSE,
        closes=True,
        retold=_told,
    ),
)
tell(
    Rank.DEAL,
    offer_accepted=Told(
        "{to} accepts the offer of {by}: {deal}.",
        "accepts the offer of {by}",
        kind=EventKind.OFFER,
        retold=_told,
    ),
)
MADE = "offers_made"
NOTES = {MADE: "the end of the game"}
"""Note: how many offers were made so far."""

ACCEPTED, DECLINED, WITHDRAWN, LAPSED = "accepted", "declined", "withdrawn", "lapsed"
_OUTCOMES = {
    ACCEPTED: word("accepted"),
    DECLINED: word("declined"),
    WITHDRAWN: word("withdrawn"),
    LAPSED: word("lapsed"),
}


def outcome(how: str) -> str:
    """How an offer was settled, as `engine.core.events.OfferClosed` recorded it, in words."""
    return _OUTCOMES.get(how, how)


class Deal(Protocol):
    """One kind of two-sided deal, by its name. ``offer.by`` proposed it, ``offer.to`` must agree."""

    kind: ClassVar[str]

    def label(self, view: View, offer: Offer) -> str:
        """The deal in a few words for people, such as "Tom sells Short Line to Dick for $30"."""

    def check(self, view: View, offer: Offer) -> Violation | None:
        """Why the deal cannot be carried out now, or None."""

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        """Carry it out; both sides have agreed and the check has passed."""


@runtime_checkable
class Noted(Protocol):
    """A deal of which there is more to say than its label."""

    def note(self, view: View, offer: Offer) -> str:
        """What follows from it for people, in sentences; empty for nothing."""


@runtime_checkable
class Dated(Protocol):
    """A deal whose label goes by the position; ``read`` reads that of an earlier one."""

    read: Reader


@dataclass(frozen=True)
class Deals:
    """The deals of a title by offer kind."""

    by_kind: Mapping[str, Deal] = field(default_factory=dict)

    @classmethod
    def of(cls, *deals: Deal) -> Deals:
        """These deals."""
        return cls({deal.kind: deal for deal in deals})


def draft(view: View, kind: str, by: str, to: str, price: int, **data: Json) -> Offer:
    """An offer under the next free id, not yet made; ``price`` in the title's currency."""
    return Offer(f"o{view.state.notes.get(MADE, 0) + 1}", kind, by, to, price, data)


def check_offer(view: View, offer: Offer) -> Violation | None:
    """Why an offer cannot be made: its deal is not possible, or the same is open already."""
    for other in view.state.offers.values():
        if (other.kind, other.by, other.to, other.data) == (offer.kind, offer.by, offer.to, offer.data):
            text = say("Withdraw your earlier offer of this before you make another.")
            return Violation("already_offered", text, {"offer": other.id})
    return refusal(view, offer)


def refusal(view: View, offer: Offer) -> Violation | None:
    """Why the deal of an offer cannot be carried out now, or None; who is bankrupt makes none any more."""
    if not {offer.by, offer.to} <= set(view.solvent):
        return Violation("bankrupt", say("Deals are made by players who are still in the game."))
    return deal_of(view, offer).check(view, offer)


PRESIDENTS = say("The presidents of {company} and {other} make this deal.")


def check_presidents(
    view: View, offer: Offer, company: str, other: str, text: str = PRESIDENTS
) -> Violation | None:
    """Why a deal is void of which one side no longer presides over its company; ``text`` says so."""
    if (view.president(company), view.president(other)) == (offer.by, offer.to):
        return None
    return Violation("president_changed", say(text, company=company, other=other))


def make_offer(writer: PositionWriter, offer: Offer) -> None:
    """Open an offer that was drafted and checked."""
    writer.note(MADE, writer.state.notes.get(MADE, 0) + 1)
    writer.open_offer(offer)
    _tell(writer, "offer_made", offer)


def deal_of(view: View, offer: Offer) -> Deal:
    """The rules of the offer's kind of deal."""
    return view.policy(Deals).by_kind[offer.kind]


def is_request(view: View, offer: Offer) -> bool:
    """Whether who proposes a deal asks for something and gives nothing."""
    return bool(getattr(deal_of(view, offer), "asks", False))


def offer_label(view: View, offer: Offer) -> str:
    """The deal that an open offer proposes, in words."""
    return deal_of(view, offer).label(view, offer)


def offer_note(view: View, offer: Offer) -> str:
    """What follows from the deal, in sentences; empty where its label says all."""
    deal = deal_of(view, offer)
    return deal.note(view, offer) if isinstance(deal, Noted) else ""


def lapse(writer: PositionWriter) -> None:
    """Close every offer that can no longer be carried out."""
    for offer in [writer.state.offers[key] for key in sorted(writer.state.offers)]:
        if refusal(writer, offer) is not None:
            writer.close_offer(offer, LAPSED)
            _tell(writer, "offer_lapsed", offer)


def _tell(writer: PositionWriter, key: str, offer: Offer) -> None:
    writer.say(key, by=offer.by, to=offer.to, deal=offer_label(writer, offer))


class OfferMove(Move):
    """A move that settles one open offer; ``mine`` is the side that may take it."""

    args: ClassVar = {"offer": str}
    mine: ClassVar[str]
    button: ClassVar[str]
    how: ClassVar[str]

    def offers(self, view: View, player: str) -> list[Offer]:
        """The open offers that this player may settle so, oldest first."""
        found = [o for o in view.state.offers.values() if getattr(o, self.mine) == player]
        return sorted(found, key=lambda o: (len(o.id), o.id))

    def choice(self, view: View, player: str) -> Choice | None:
        if not self.offers(view, player):
            return None
        return Choice(self.kind, self.button, (Field("offer", say("Which offer?")),))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        return [Option(o.id, cut(offer_label(view, o), 100)) for o in self.offers(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("offer") in {o.id for o in self.offers(view, action.player)}:
            return None
        ids = joined(", ", (o.id for o in self.offers(view, action.player))) or say("none at present")
        return Violation("no_such_offer", say("The offers that you may settle so are: {ids}.", ids=ids))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        offer = writer.state.offers[action.args["offer"]]
        writer.close_offer(offer, self.how)
        _tell(writer, f"offer_{self.how}", offer)


def _waits(view: View) -> Violation | None:
    """Why no deal is carried out now: a forced decision comes first, and what was begun before it ends."""
    step = current_step(view)
    if step is None or not view.state.pending:
        return None
    names = joined(OR, (view.name(p) for p in step.players(view)))
    return Violation(
        "decision_first",
        say("The offer stays open until {names} has acted: {label}.", names=names, label=step.label),
    )


class AcceptOffer(OfferMove):
    """Agree to a deal; it is carried out at once."""

    kind = "accept_offer"
    mine = "to"
    button = say("Accept an offer")
    how = ACCEPTED

    def offers(self, view: View, player: str) -> list[Offer]:
        return [o for o in super().offers(view, player) if (_waits(view) or refusal(view, o)) is None]

    def check(self, view: View, action: Action) -> Violation | None:
        offer = view.state.offers.get(action.get("offer", ""))
        if offer is not None and offer.to == action.player:
            return _waits(view) or refusal(view, offer)
        return super().check(view, action)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        offer = writer.state.offers[action.args["offer"]]
        super().perform(writer, action)
        deal_of(writer, offer).perform(writer, offer)


class DeclineOffer(OfferMove):
    """Refuse a deal."""

    kind = "decline_offer"
    mine = "to"
    button = say("Decline an offer")
    how = DECLINED


class WithdrawOffer(OfferMove):
    """Take one's own offer back."""

    kind = "withdraw_offer"
    mine = "by"
    button = say("Withdraw an offer")
    how = WITHDRAWN


OFFER_MOVES: tuple[Move, ...] = (AcceptOffer(), DeclineOffer(), WithdrawOffer())
