"""Port authority markers (11.3.5): one a major, of the bank before it buys trains, or of another major."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.recorded import one_of
from engine.core.rounds import Move
from engine.core.state import BANK, Offer
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say, word
from engine.rules.costs import check_cost
from engine.steps.offers import check_offer, check_presidents, draft, make_offer
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads import ending
from engine.titles.g18oe.railroads.companies import MAJOR, PORT_AUTHORITIES

OFFER_KIND = "port_authority"
SOLD, SHORT = "port_authorities_sold", "short_of_authority"
NOTES = {SOLD: "the end of the game", TURN + SHORT: "the end of the turn"}
"""Notes: the markers that the bank has sold, by kind; those of nationals leave the game (9.4). Of a turn: the
major lacked the price of a marker before its revenue."""
NAMES = {"north_sea": word("North Sea"), "mediterranean": word("Mediterranean")}
SEA = {"sea": one_of(*NAMES.values())}
LAST_STEPS = ("track", "token", "run", "dividend", "transfer")
"""The steps of a turn before trains are bought."""
tell(
    Rank.DEAL,
    port_authority=Told("{company} buys the {sea} port authority for {cost}.", reads=SEA),
    port_authority_passed=Told("{company} buys the {sea} port authority of {other} for {cost}.", reads=SEA),
)


def kinds() -> list[str]:
    """The kinds of marker, by the water that they are for."""
    return sorted({zone.authority for zone in europe().sea_zones.values()})


def held(view: View, company: str) -> list[str]:
    """The markers on the charter of a railroad."""
    return list(view.company(company).data.get(PORT_AUTHORITIES) or ())


def left(view: View, kind: str) -> int:
    """How many markers of a kind the bank still has."""
    sold: dict[str, int] = view.state.notes.get(SOLD, {})
    return view.data.figures(Figures).port_authority["markers"] - sold.get(kind, 0)


def price(view: View) -> int:
    """What a marker costs, from whomever."""
    return view.data.figures(Figures).port_authority["price"]


def _check_buyer(view: View, company: str) -> Violation | None:
    if view.company(company).kind != MAJOR:
        return Violation("majors_only", say("Port authorities are for majors."))
    if len(held(view, company)) >= view.data.figures(Figures).port_authority["per_major"]:
        return Violation("has_authority", say("{company} has a port authority; one is all.", company=company))
    text = say("The marker costs {money}; {company} has {money2}.")
    return check_cost(view, company, price(view), text)


def check(view: View, company: str, kind: str | None) -> Violation | None:
    """Why a major may not buy a marker of a kind from the bank."""
    if kind not in kinds() or not left(view, kind):
        names = joined(OR, (NAMES[k] for k in kinds() if left(view, k)))
        return Violation(
            "no_authority", say("Port authorities are left for: {names}.", names=names or say("no water"))
        )
    return _check_buyer(view, company)


def watch_purse(writer: PositionWriter) -> None:
    """Called before revenue is distributed: a major may lack the price of a marker only till then."""
    refused = _check_buyer(writer, writer.cursor.actor)
    if refused is not None and refused.code == "cannot_afford":
        writer.note(TURN + SHORT, True)


def earned(view: View, company: str) -> bool:
    """Whether revenue brought a major the price of a marker that it may buy before its trains."""
    return bool(turn_note(view, SHORT)) and any(check(view, company, kind) is None for kind in kinds())


def buy(writer: PositionWriter, company: str, kind: str) -> None:
    """Write the purchase of a marker that was checked."""
    sold: dict[str, int] = writer.state.notes.get(SOLD, {})
    writer.pay(company, BANK, price(writer), "port_authority")
    writer.note(SOLD, {**sold, kind: sold.get(kind, 0) + 1})
    writer.note_company(company, PORT_AUTHORITIES, [*held(writer, company), kind])
    writer.say("port_authority", company=company, sea=NAMES[kind], cost=price(writer))


def _operating(view: View, player: str) -> str | None:
    """The railroad of the player whose turn it is, before it buys trains."""
    cursor = view.cursor
    if cursor.round != "operating" or cursor.step not in LAST_STEPS or view.state.pending:
        return None
    if ending.is_last_round(view):  # 13: nothing but revenue
        return None
    return cursor.actor if view.president(cursor.actor) == player else None


class BuyPortAuthority(Move):
    """Buy a marker from the bank at any time in the turn before trains are bought."""

    kind = "buy_port_authority"
    subject: ClassVar[Subject] = Subject.PORTS
    args: ClassVar = {"sea": str}

    def _kinds(self, view: View, player: str) -> list[str]:
        company = _operating(view, player)
        return [] if company is None else [k for k in kinds() if check(view, company, k) is None]

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._kinds(view, player):
            return None
        label = say("Buy a port authority")
        return Choice(self.kind, label, (Field("sea", say("Water")),), company=view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = self._kinds(view, partial.player)
        cost = view.money(price(view))
        cut = view.data.figures(Figures).port_authority["reduction"]
        gain = say(
            "In its water {cut} sea zones do not count for trains, and fees are paid for {cut} sea zones or "
            "units of a ferry less.",
            cut=cut,
        )
        notes = {k: joined(" ", (say("{left} left.", left=left(view, k)), gain)) for k in found}
        return [
            Option(k, say("Buy port authority {NAMES} {cost}", NAMES=NAMES[k], cost=cost), notes[k])
            for k in found
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        company = _operating(view, action.player)
        if company is None:
            text = say("A major buys a port authority in its own turn, before it buys trains.")
            return Violation("not_now", text)
        return check(view, company, action.get("sea"))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        buy(writer, writer.cursor.actor, action.args["sea"])


def check_pass(view: View, company: str, other: str) -> Violation | None:
    """Why a major may not buy the marker of another one, whoever presides over it."""
    majors = [c.id for c in view.companies(MAJOR)]
    if other == company or other not in majors or not held(view, other):
        return Violation("no_authority", say("Name another major that has a marker."))
    return _check_buyer(view, company)


def pass_on(writer: PositionWriter, company: str, other: str) -> None:
    """Write the purchase of another major's marker that was checked."""
    kind = held(writer, other)[0]
    writer.pay(company, other, price(writer), "port_authority")
    writer.note_company(other, PORT_AUTHORITIES, None)
    writer.note_company(company, PORT_AUTHORITIES, [kind])
    words = {"company": company, "other": other, "sea": NAMES[kind], "cost": price(writer)}
    writer.say("port_authority_passed", **words)


def _offer(view: View, company: str, other: str) -> Offer:
    by, to = view.president(company) or "", view.president(other) or ""
    return draft(view, OFFER_KIND, by, to, price(view), company=company, of=other)


class BuyFromMajor(Move):
    """Buy the marker of another major for exactly its price; another president is asked."""

    kind = "pass_port_authority"
    args: ClassVar = {"of": str}

    def _check(self, view: View, other: str) -> Violation | None:
        company = view.cursor.actor
        refused = check_pass(view, company, other)
        if refused is not None or view.president(other) == view.president(company):
            return refused
        return check_offer(view, _offer(view, company, other))

    def _sellers(self, view: View) -> list[str]:
        return [c.id for c in view.companies(MAJOR) if self._check(view, c.id) is None]

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._sellers(view):
            return None
        label, fields = (
            say("Buy a major's port authority"),
            (Field("of", say("Major")),),
        )
        return Choice(self.kind, label, fields, step=view.cursor.step, company=view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [self._option(view, company) for company in self._sellers(view)]

    def _option(self, view: View, company: str) -> Option:
        sea, money = NAMES[held(view, company)[0]], view.money(price(view))
        return Option(
            company, say("Buy {sea} authority of {company} {money}", sea=sea, company=company, money=money)
        )

    def check(self, view: View, action: Action) -> Violation | None:
        return self._check(view, action.get("of", ""))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, other = writer.cursor.actor, action.args["of"]
        if writer.president(other) == writer.president(company):
            pass_on(writer, company, other)
        else:
            make_offer(writer, _offer(writer, company, other))


def is_asked(view: View, company: str) -> bool:
    """Whether another president has yet to answer the major."""
    return any(o.kind == OFFER_KIND and o.data["company"] == company for o in view.state.offers.values())


class AuthorityDeal:
    """The president of the other major agrees to sell its marker; good in the buyer's transfer step only."""

    kind: ClassVar = OFFER_KIND

    def label(self, view: View, offer: Offer) -> str:
        other, company = offer.data["of"], offer.data["company"]
        return say(
            "{other} sells its port authority to {company} for {money}",
            other=other,
            company=company,
            money=view.money(offer.price),
        )

    def check(self, view: View, offer: Offer) -> Violation | None:
        company, other = offer.data["company"], offer.data["of"]
        if (view.cursor.actor, view.cursor.step) != (company, LAST_STEPS[-1]):
            return Violation(
                "turn_over", say("{company} buys a port authority in its transfer step.", company=company)
            )
        return check_presidents(view, offer, company, other) or check_pass(view, company, other)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        pass_on(writer, offer.data["company"], offer.data["of"])
