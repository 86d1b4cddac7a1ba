"""Mergers at the start of a company's turn and acquisitions at its end (5.1, 7.5, 7.14).

Between two companies of one director it is done at once; otherwise the other director is asked (7.5.1). The
active director names the survivor, so the other one knows to what he agrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.recorded import either, made_as
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.steps.offers import check_offer, check_presidents, draft, make_offer
from engine.steps.turns import Skip, TurnStep
from engine.titles.g1862.mergers.absorb import ACQUIRE, MERGE
from engine.titles.g1862.mergers.merging import (
    check_merger,
    check_survivor,
    holdings_after,
    merge,
    money_of_merger,
    partners,
)
from engine.titles.g1862.mergers.share_merge import plan_of

OFFER_KIND = "merger"
_FIELDS = (Field("company", say("With which company?")), Field("survivor", say("Which of the two survives?")))


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
        deal = say(self.wording, company=company)
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

    def perform(self, writer: PositionWriter, action: Action) -> None:
        merge(writer, self.mode, writer.cursor.actor, action.args["company"], action.args["survivor"])


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

    def perform(self, writer: PositionWriter, action: Action) -> None:
        make_offer(writer, self._offer(writer, action))

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
        directors = say("The directors of {company} and {other} make this deal.")
        refused = check_presidents(view, offer, active, other, directors)
        return refused or check_merger(view, active, other)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        deal = offer.data
        merge(writer, deal["mode"], deal["active"], deal["company"], deal["survivor"])


class PartnersStep(TurnStep):
    """Open while a merger is possible or proposed."""

    subject: ClassVar[Subject] = Subject.MERGER

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
