"""Private companies: their income, when they close, and what they are in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.blocked import blocked_hexes
from engine.abilities.owner_lay import reserved_hexes
from engine.abilities.power import Power, printed
from engine.core.display import Display, Mark
from engine.core.state import BANK
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say, word
from engine.rules.abilities import close, first_train
from engine.rules.phases import PhasePolicy, reached
from engine.steps.offers import Deals
from engine.steps.private_deals import PrivateDeal
from engine.steps.private_purchase import PrivateToCompanyDeal, price_range, sales


@dataclass(frozen=True, kw_only=True)
class ClosesWith(Power):
    """It closes with the first train of a company."""

    kind: ClassVar = "closes_with"
    company: str

    def text(self, view: View, company: str) -> str:
        return say("It closes with the first train of {company}.", company=self.company)


@dataclass(frozen=True, kw_only=True)
class StaysOpen(Power):
    """In a player's hand it does not close; from the phase with ``event`` on it pays another revenue."""

    kind: ClassVar = "stays_open"
    revenue: int
    event: str = "privates_close"

    def text(self, view: View, company: str) -> str:
        return say(
            "In a player's hand it stays open to the end of the game and pays {money} from the "
            "first {first_train}-train on; a company's closes with that.",
            money=view.money(self.revenue),
            first_train=first_train(view, self.event),
        )

    def stays_open(self, view: View, private: str) -> bool:
        return view.owner(private) in view.state.players


def income(view: View, private: str) -> int:
    """What a private pays at the start of an operating round."""
    later = (a for a in view.spec(private).abilities if isinstance(a, StaysOpen) and reached(view, a.event))
    changed = next(later, None)
    return view.spec(private).revenue if changed is None else changed.revenue


def pay_owners(writer: PositionWriter) -> None:
    """Write the income of the privates to the players and companies that own them."""
    for private in writer.companies("private"):
        owner, revenue = writer.owner(private.id), income(writer, private.id)
        if owner in writer.state.players or owner in writer.state.companies:
            writer.pay(BANK, owner, revenue, "private")
            writer.say("private_pays", private=private.id, player=owner, amount=revenue)


# --- closing ----------------------------------------------------------------------------------------


def outlives(view: View, private: str) -> bool:
    """Whether a private stays open when the privates close."""
    powers = (a for a in view.spec(private).abilities if isinstance(a, Power))
    return any(power.stays_open(view, private) for power in powers)


def close_privates(writer: PositionWriter) -> None:
    """Write that the privates close, but for those that stay open."""
    for private in [c.id for c in writer.companies("private") if not outlives(writer, c.id)]:
        close(writer, private)


class PrivatesClose(PhasePolicy):
    """Privates close with the phase that says so."""

    events: ClassVar = {"privates_close": close_privates}


def watch_first_trains(writer: PositionWriter) -> None:
    """Called after each action: a private closes with the first train of the company named on it."""
    for found in list(printed(writer, ClosesWith)):
        if not writer.company(found.private).closed and writer.trains(found.power.company):
            close(writer, found.private)


# --- in words ---------------------------------------------------------------------------------------


def sentences(view: View, private: str) -> list[str]:
    """What the private allows, to whom it can be sold, and when it closes."""
    abilities = view.spec(private).abilities
    told = [a.text(view, private) for a in abilities if isinstance(a, Power)] or [say("It has no power.")]
    return [*told, *_sale(view, private), *_end(view, private)]


class PowersShown(Display):
    """The powers of privates in plain words, and the hexes that they block or are for them."""

    def marks(self, view: View) -> Sequence[Mark]:
        return [*blocked_hexes(view), *reserved_hexes(view)]

    def powers(self, view: View, company: str) -> Sequence[str]:
        return sentences(view, company) if view.spec(company).kind == "private" else ()


def _sale(view: View, private: str) -> list[str]:
    by_kind = view.policy(Deals).by_kind
    if PrivateToCompanyDeal.kind not in by_kind or not sales(view).allowed(view):
        return []
    deals = sales(view)
    if view.spec(private).extras.get("not_to_companies"):
        among_players = PrivateDeal.kind in by_kind
        return [
            say("It can be sold to players, never to a company.")
            if among_players
            else say("It is never sold to a company.")
        ]
    low, high = map(view.money, price_range(view, private))
    others = {spec.kind for spec in view.data.companies.values()} - {"private"}
    buyer = deals.kinds[0] if len(deals.kinds) == 1 and len(others) > 1 else "company"
    train = first_train(view, deals.event)
    return [
        say(
            "From the first {train}-train on a {buyer} may buy it for {low} to {high}.",
            train=train,
            buyer=word(buyer),
            low=low,
            high=high,
        )
    ]


def _end(view: View, private: str) -> list[str]:
    abilities = view.spec(private).abilities
    closing = any("privates_close" in phase.events for phase in view.data.phases.values())
    if outlives(view, private) or not closing:
        return []
    latest = say("at the latest ") if abilities else ""
    return [
        say(
            "It closes {latest}with the first {first_train}-train.",
            latest=latest,
            first_train=first_train(view, "privates_close"),
        )
    ]
