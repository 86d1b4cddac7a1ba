"""Mergers at the start of a company's turn and acquisitions at its end (5.1, 7.5, 7.14).

Between two companies of one director it is done at once; otherwise the other director is asked (7.5.1). The
active director names the survivor, so the other one knows to what he agrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from engine.board.network import leads
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Sought, said
from engine.core.errors import Violation
from engine.core.play import Play
from engine.core.recorded import either, made_as
from engine.core.rounds import ForcedStep, Move
from engine.core.state import Offer, Place
from engine.core.story import Rank
from engine.core.view import View
from engine.message import OR, joined, listed, say
from engine.rules.tokens import home_place
from engine.steps.offers import check_offer, draft, make_offer
from engine.steps.turns import Skip, TurnStep
from engine.titles.g1862.companies.receivership import may_merge
from engine.titles.g1862.data.market import BOTTOM, TOP, nearest_cell, par_of, worth
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.mergers import outlook, share_merge
from engine.titles.g1862.mergers.absorb import ACQUIRE, MERGE, Plan, is_london
from engine.titles.g1862.mergers.share_merge import OPTION, REDEEM, SELL, plan_of
from engine.titles.g1862.phases.ending import lner_formed
from engine.titles.g1862.steps.tokens import awaits_home

OFFER_KIND = "merger"
_FIELDS = (Field("company", say("With which company?")), Field("survivor", say("Which of the two survives?")))

tell(
    Rank.MERGER,
    merging="{active} merges with {other}; {survivor} survives at {price}, its par is {par}.",
    acquiring="{active} and {other} become one; {survivor} survives at {price}, its par is {par}.",
)


# --- what is legal -----------------------------------------------------------------------------------------


def tracing_places(view: View, company: str) -> list[Place]:
    """Where its connections begin: its markers outside London, the home marker of a first turn too (7.2)."""
    found = [place for place in view.stations(company) if not is_london(view, place)]
    home = home_place(view, company) if awaits_home(view, company) else None
    return found if home is None else [home, *found]


def are_connected(view: View, one: str, other: str) -> bool:
    """Whether a route leads from a marker of one to a marker of the other; not through London (7.5.2)."""
    return leads(view.board(), one, tracing_places(view, one), tracing_places(view, other))


def _no_such_company(view: View, active: str) -> Violation:
    """The refusal that names the companies which may merge with this one."""
    found = [c.id for c in view.companies() if c.id != active and c.floated and not c.closed]
    names = listed((c for c in found if may_merge(view, c) and are_connected(view, active, c)), OR)
    none = say("{active} is connected to no company that may merge with it.", active=active)
    return Violation(
        "no_such_company",
        say("{active} may merge with {names}.", active=active, names=names) if names else none,
    )


def check_merger(view: View, active: str, other: str) -> Violation | None:
    """Why the two may not become one company now, or None; consent is not asked here."""
    if lner_formed(view):
        return Violation("lner_formed", say("No companies merge any more: the LNER has formed."))
    records = view.state.companies
    if other == active or other not in records or not records[other].floated or records[other].closed:
        return _no_such_company(view, active)
    for company in (active, other):
        if not may_merge(view, company):
            text = say("{company} is in receivership; companies with a director may merge.", company=company)
            return Violation("receivership", text, {"company": company})
    if not are_connected(view, active, other):
        text = say(
            "No route leads from {active} to a station marker of {other}; London does not count.",
            active=active,
            other=other,
        )
        return Violation("not_connected", text)
    return None


def partners(view: View, active: str, others: Iterable[str]) -> Iterator[str]:
    """Those of the others with which this company could merge now, if their directors agree."""
    return (other for other in others if check_merger(view, active, other) is None)


def new_price(view: View, one: str, other: str) -> int:
    """The share price of the result: the lower one and half the higher one; half without a train (7.5.3)."""
    low, high = sorted((worth(view, one), worth(view, other)))
    return view.data.market.value(nearest_cell(view, low + high // 2))


def money_of_merger(view: View, one: str, other: str) -> str:
    """The share price after a merger in words, with the par that belongs to it."""
    price = new_price(view, one, other)
    return say("{money}, par {money2}", money=view.money(price), money2=view.money(par_of(view, price)))


def check_survivor(active: str, other: str, survivor: str) -> Violation | None:
    """One of the two stays in play (5.2.1)."""
    if survivor in (active, other):
        return None
    return Violation("bad_survivor", say("Either {active} or {other} survives.", active=active, other=other))


def _plan(view: View, mode: str, active: str, other: str, survivor: str) -> Plan:
    leaves = other if survivor == active else active
    by = view.president(active)
    return {"mode": mode, "by": by, "active": active, "survivor": survivor, "other": leaves}


def holdings_after(view: View, mode: str, active: str, other: str, survivor: str) -> str:
    """What a merger makes of each holding (5.2.4), and what its price brings (7.12, 10.1)."""
    price = new_price(view, active, other)
    zone = view.data.market.zones.get(nearest_cell(view, price))
    if zone == BOTTOM:
        return say(
            "{survivor} is bankrupt at once, as its share price is {money}: no share is kept.",
            survivor=survivor,
            money=view.money(price),
        )
    held = outlook.told(view, _plan(view, mode, active, other, survivor), price)
    return (
        say("{held} At {money} the game ends after this operating round.", held=held, money=view.money(price))
        if zone == TOP
        else held
    )


# --- doing it ----------------------------------------------------------------------------------------------


def merge(play: Play, mode: str, active: str, other: str, survivor: str) -> None:
    """Carry out a merger that was checked and agreed, up to the first decision about an option share."""
    price, plan = new_price(play, active, other), _plan(play, mode, active, other, survivor)
    par = par_of(play, price)
    key = "merging" if mode == MERGE else "acquiring"
    play.say(key, active=active, other=other, survivor=survivor, price=price, par=par)
    play.move_price(survivor, nearest_cell(play, price))
    play.restack(survivor)
    play.change(survivor, par=par)
    share_merge.begin(play, plan)


class MergeMove(Move):
    """What a merger and an acquisition share; ``mode`` is also the name of their step."""

    args: ClassVar = {"company": str, "survivor": str}
    missing, partly = say("No merger is possible"), say("No merger with {names}")
    button: ClassVar[str]
    wording: ClassVar[str]

    of_one: ClassVar = True
    """Whether both companies are of one director."""

    def __init__(self, mode: str) -> None:
        self.mode = mode

    def found(self, view: View, player: str) -> Iterator[str]:
        """The partners open to this move."""
        raise NotImplementedError

    def choice(self, view: View, player: str) -> Choice | None:
        active = view.cursor.actor
        if next(self.found(view, player), None) is None:
            return None
        return Choice(self.kind, self.button, _FIELDS, step=self.mode, company=active, danger=True)

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The other companies that have floated, of those with which this move deals."""
        active = view.cursor.actor
        for other in (c.id for c in view.companies() if c.floated and c.id != active):
            if (view.president(other) == player) is self.of_one:
                yield Sought(other, Action(self.kind, player, {"company": other, "survivor": active}))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        active = view.cursor.actor
        if field == "company":
            return [self._partner(view, c) for c in self.found(view, partial.player)]
        other = partial.args["company"]
        return [self._survivor(view, other, c) for c in (active, other)]

    def _partner(self, view: View, company: str) -> Option:
        note = say(
            "New share price {money_of_merger}.",
            money_of_merger=money_of_merger(view, view.cursor.actor, company),
        )
        money = money_of_merger(view, view.cursor.actor, company)
        deal = say(self.wording, company=say("{deal} at {money}", deal=company, money=money))
        return Option(company, said(deal, view.spec(company).name), note)

    def _survivor(self, view: View, other: str, company: str) -> Option:
        label = said(say(self.wording, company=other), say("{company} survives", company=company))
        return Option(company, label, holdings_after(view, self.mode, view.cursor.actor, other, company))

    def check(self, view: View, action: Action) -> Violation | None:
        active, other = view.cursor.actor, action.get("company") or ""
        return (
            check_merger(view, active, other)
            or check_survivor(active, other, action.get("survivor") or "")
            or self.check_consent(view, action, other)
        )

    def check_consent(self, view: View, action: Action, other: str) -> Violation | None:
        """Whether this is the move for a company of that director."""
        raise NotImplementedError


class Merge(MergeMove):
    """Merge with another company of the same director, at once."""

    kind = MERGE
    button = say("Merge your companies")
    wording = say("Merge with {company}")

    def found(self, view: View, player: str) -> Iterator[str]:
        return partners(view, view.cursor.actor, view.presided(player))

    def check_consent(self, view: View, action: Action, other: str) -> Violation | None:
        if view.president(other) == action.player:
            return None
        text = say("{other} has another director; make an offer to merge.", other=other)
        return Violation("needs_consent", text, {"company": other})

    def perform(self, play: Play, action: Action) -> None:
        merge(play, self.mode, play.cursor.actor, action.args["company"], action.args["survivor"])


class Acquire(Merge):
    """Acquire another company of the same director at the end of the turn, at once."""

    kind = ACQUIRE
    button = say("Acquire your other company")
    wording = say("Acquire {company}")


class OfferMerger(MergeMove):
    """Propose to another director that the two companies become one."""

    kind = "offer_merger"
    of_one = False
    button = say("Propose a merger")
    wording = say("Propose to {company}")

    def found(self, view: View, player: str) -> Iterator[str]:
        mine = [o.data["company"] for o in view.state.offers.values() if o.kind == OFFER_KIND]
        others = (c.id for c in view.companies() if view.president(c.id) != player and c.id not in mine)
        return partners(view, view.cursor.actor, others)

    def check_consent(self, view: View, action: Action, other: str) -> Violation | None:
        if view.president(other) == action.player:
            return Violation("no_consent_needed", say("You direct {other} too: merge at once.", other=other))
        return check_offer(view, self._offer(view, action))

    def perform(self, play: Play, action: Action) -> None:
        make_offer(play, self._offer(play, action))

    def _offer(self, view: View, action: Action) -> Offer:
        to, active = view.president(action.args["company"]), view.cursor.actor
        assert to is not None
        deal = {"mode": self.mode, "active": active, "company": action.args["company"]}
        return draft(view, OFFER_KIND, action.player, to, 0, **deal, survivor=action.args["survivor"])


MERGES = made_as(say("{deal} merges with {deal2}, {deal3} survives"))
NEW_PRICE = made_as(say("{money}, par {money2}"))
MERGER = either(made_as(say("{text} at {money_of_merger}"), text=MERGES, money_of_merger=NEW_PRICE), MERGES)
"""Reads the label of a merger."""


class MergerDeal:
    """Two companies of two directors become one, in that step of the active company's turn (7.5.1)."""

    kind: ClassVar = OFFER_KIND
    read: ClassVar = staticmethod(MERGER)

    def label(self, view: View, offer: Offer) -> str:
        deal = offer.data
        text = say(
            "{deal} merges with {deal2}, {deal3} survives",
            deal=deal["active"],
            deal2=deal["company"],
            deal3=deal["survivor"],
        )
        records = view.state.companies
        if not all(records[c].floated for c in (deal["active"], deal["company"])):
            return text
        return say(
            "{text} at {money_of_merger}",
            text=text,
            money_of_merger=money_of_merger(view, deal["active"], deal["company"]),
        )

    def note(self, view: View, offer: Offer) -> str:
        """What it makes of each holding, while it can be carried out."""
        if self.check(view, offer) is not None:
            return ""
        deal = offer.data
        return holdings_after(view, deal["mode"], deal["active"], deal["company"], deal["survivor"])

    def check(self, view: View, offer: Offer) -> Violation | None:
        deal = offer.data
        active, other = deal["active"], deal["company"]
        here = (view.cursor.actor, view.cursor.step) == (active, deal["mode"])
        if not here or view.state.pending or plan_of(view) is not None:
            return Violation(
                "turn_over", say("The merger is agreed in the turn of {active} only.", active=active)
            )
        if view.president(active) != offer.by or view.president(other) != offer.to:
            return Violation(
                "president_changed",
                say("The directors of {active} and {other} make this deal.", active=active, other=other),
            )
        return check_merger(view, active, other)

    def perform(self, play: Play, offer: Offer) -> None:
        deal = offer.data
        merge(play, deal["mode"], deal["active"], deal["company"], deal["survivor"])


class PartnersStep(TurnStep):
    """Open while a merger is possible or proposed."""

    def is_open(self, view: View) -> bool:
        return super().is_open(view) or any(o.kind == OFFER_KIND for o in view.state.offers.values())


class MergeStep(PartnersStep):
    """The first step of a company's turn (7.1, 1); skipped when it is connected with no other company."""

    name = MERGE
    label = say("merge")
    moves = (Merge(MERGE), OfferMerger(MERGE), Skip(say("Do not merge")))


class AcquireStep(PartnersStep):
    """The last step of a company's turn (7.1, 8)."""

    name = ACQUIRE
    label = say("acquire a company")
    moves = (Acquire(ACQUIRE), OfferMerger(ACQUIRE), Skip(say("Acquire nothing")))


# --- option shares (5.2.4) ---------------------------------------------------------------------------------


class OptionShare(Move):
    """Redeem an option share at half its price, or give it up for that."""

    kind = "option_share"
    args: ClassVar = {"choice": str}

    def choice(self, view: View, player: str) -> Choice | None:
        fields = (Field("choice", say("keep it or give it up?")),)
        company = share_merge.under_way(view)["survivor"]
        return Choice(self.kind, say("The option share"), fields, self._note(view), OPTION, company)

    def _note(self, view: View) -> str:
        data, plan = view.state.pending[-1].data, share_merge.under_way(view)
        company, holder = plan["survivor"], data["holder"]
        whose = say("The treasury") if holder in view.state.companies else view.name(holder)
        what = say("the director's certificate") if data["percent"] == 30 else say("an odd share")
        percent, keep, give = data["percent"], view.money(data["redeem"]), view.money(data["sell"])
        text = say(
            "{whose} has {what} of {company} as an option: keep {percent} % for {keep}, ",
            whose=whose,
            what=what,
            company=company,
            percent=percent,
            keep=keep,
        )
        text += say("or give it up for {give}.", give=give)
        later = [holder for holder in plan["queue"] if share_merge.merging_shares(view, plan, holder)]
        names = [view.name(p) if p in view.state.players else say("the treasury") for p in later]
        return say("{text} After this: {names}.", text=text, names=joined(", ", names)) if names else text

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        data, company = view.state.pending[-1].data, share_merge.under_way(view)["survivor"]
        share = say("{company} {data} %", company=company, data=data["percent"])
        keep = Option(
            REDEEM,
            said(say("Redeem {share}", share=share), say("pay {money}", money=view.money(data["redeem"]))),
        )
        return [
            keep,
            Option(
                SELL,
                said(say("Give up {share}", share=share), say("get {money}", money=view.money(data["sell"]))),
            ),
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("choice") in (REDEEM, SELL):
            return None
        return Violation("bad_choice", say("An option share is redeemed (redeem) or given up (sell)."))

    def perform(self, play: Play, action: Action) -> None:
        share_merge.decide(play, action.args["choice"])
        share_merge.go_on(play)


class OptionStep(ForcedStep):
    """Opened for each holder with an option share for which he can pay."""

    name = OPTION
    label = say("option share")
    moves = (OptionShare(),)

    def company(self, view: View) -> str | None:
        return str(share_merge.under_way(view)["survivor"])
