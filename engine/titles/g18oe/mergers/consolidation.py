"""The Consolidation Railroad Phase (10.6): no minor and no regional outlives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move
from engine.core.state import Pending
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules.stock import TREASURY
from engine.rules.track import hex_name
from engine.rules.trains import rules_of
from engine.steps.stock.share_turn import acted
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import expanding, phases
from engine.titles.g18oe.floats.phases import CONSOLIDATION, MAJOR_PHASE
from engine.titles.g18oe.mergers import merging
from engine.titles.g18oe.mergers.merger_moves import MERGE, refuse_turn
from engine.titles.g18oe.nationals import insolvency, train_phases
from engine.titles.g18oe.nationals.abandoning import abandon
from engine.titles.g18oe.railroads.companies import MAJOR, NATIONAL, REGIONAL
from engine.titles.g18oe.railroads.explained import power_of

tell(
    Rank.MERGER,
    offers_asked="{player} asks for offers to merge minor {minor}.",
    offer_of_merger="{player} offers to merge minor {minor} into {company}.",
    no_offer="{player} makes no offer for minor {minor}.",
)
ASK, CHOOSE = "merger_request", "merger_choice"
NO_OFFER = "none"


def begin(writer: PositionWriter) -> None:
    """Called at the beginning of a stock round: it may be the consolidation (5.1.5)."""
    if train_phases.waits(writer) and phases.in_phase(writer, MAJOR_PHASE):
        train_phases.consolidate(writer)
        phases.enter(writer, CONSOLIDATION)


def end(writer: PositionWriter) -> None:
    """Called at the end of a stock round: what nobody rescued goes, the Major phase goes on (5.1.4)."""
    if phases.in_phase(writer, CONSOLIDATION):
        insolvency.dissolve(writer)
        phases.enter(writer, MAJOR_PHASE)


def refuse_pass(view: View, player: str) -> Violation | None:
    """Why a player may not pass in the consolidation (10.6)."""
    if not phases.in_phase(view, CONSOLIDATION):
        return None
    regionals = [c.id for c in view.companies(REGIONAL) if c.floated and view.president(c.id) == player]
    if regionals:
        return Violation(
            "must_expand", say("Expand your regionals first: {regionals}.", regionals=joined(", ", regionals))
        )
    minors = merging.mergeable(view, player)
    if not minors:
        return None
    text = say("Merge your minors first, or ask for offers: {minors}.", minors=joined(", ", minors))
    return Violation("must_merge", text, {"companies": minors})


def stranded(view: View, player: str) -> list[str]:
    """The minors for which a player may ask for offers: none of his railroads can take them (10.6)."""
    own = [c for c in expanding.expandable(view, player) if view.president(c) == player]
    if not phases.in_phase(view, CONSOLIDATION) or own:
        return []
    return [m for m in merging.mergeable(view, player) if not merging.own_partners(view, m)]


def bidders(view: View, minor: str) -> list[str]:
    """The railroads of other players that may make an offer: with a share to give, and none merged now."""
    owner = view.president(minor)
    found = (c.id for c in view.companies(MAJOR, NATIONAL) if view.president(c.id) not in (None, owner))
    able = (c for c in found if merging.share_from(view, minor, c) == TREASURY)
    return [c for c in able if merging.check(view, minor, c) is None]


class AskForOffers(Move):
    """Ask all other players to take a minor that one cannot merge; without an offer it is abandoned."""

    kind = "ask_offers"
    args: ClassVar = {"minor": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_turn(view, player) or not stranded(view, player):
            return None
        told = say(
            "All others whose railroads have a share for it are asked in turn. A single offer is "
            "taken, of several you choose; without one the minor is abandoned."
        )
        note = f"{told}\n{phases.must_settle(view, player)}"
        return Choice(
            self.kind, say("Ask for offers"), (Field("minor", say("For which minor?")),), note, danger=True
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [Option(m, say("Minor {m}", m=m), _power(view, m)) for m in stranded(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        left = stranded(view, action.player)
        if action.get("minor") not in left:
            text = say(
                "You may ask for minors that you cannot merge yourself: {left}.",
                left=joined(", ", left) or word("none"),
            )
            return Violation("not_stranded", text)
        return refuse_turn(view, action.player)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        minor = action.args["minor"]
        writer.say("offers_asked", player=action.player, minor=minor)
        acted(writer, MERGE)
        willing = {str(writer.president(c)) for c in bidders(writer, minor)}
        asked = [p for p in writer.from_seat(action.player)[1:] if p in willing]
        plan = {"minor": minor, "owner": action.player}
        writer.push(Pending(CHOOSE, (action.player,), plan))
        for player in reversed(asked):
            writer.push(Pending(ASK, (player,), plan))
        settle_choice(writer)


def request(view: View) -> dict[str, Any]:
    """The minor and its owner for whom offers are asked."""
    return dict(view.state.pending[-1].data)


OFFERS = "merger_offers"
NOTES = {OFFERS: "the choice of the minor's owner"}
"""Note: the railroads that offer to take the minor."""


def offers(view: View) -> list[str]:
    """The railroads that offer to take the minor, in the order of their offers."""
    found: list[str] = view.state.notes.get(OFFERS, [])
    return found


def made_by(view: View, player: str) -> list[str]:
    """The offers among them that a player makes."""
    return [c for c in offers(view) if view.president(c) == player]


def _worth(view: View, company: str) -> str:
    return said(company, say("a share, now {money}", money=view.money(view.price(company) or 0)))


def _sought(view: View) -> str:
    """What the minor brings, and what becomes of it."""
    minor, owner = request(view)["minor"], view.name(request(view)["owner"])
    found = [view.money(view.cash(minor))]
    found += [rules_of(view).label(view, train) for train in view.trains(minor)]
    found += [hex_name(view, t.place[0]) for t in merging.placed(view, minor) if t.place is not None]
    brought, made = joined(", ", found), joined(", ", offers(view))
    told = say("It brings {brought}; {owner} gets a share of the railroad.", brought=brought, owner=owner)
    if made:
        return joined(" ", (told, say("Offers so far: {made}.", made=made), _power(view, minor)))
    return joined(" ", (told, say("Without an offer it is abandoned."), _power(view, minor)))


def _power(view: View, minor: str) -> str:
    """What a minor brings to whoever takes it over, among sentences about others."""
    return say("Its power for the railroad that takes it: {power}", power=power_of(view, minor))


def settle_choice(writer: PositionWriter) -> None:
    """Write what follows by itself when all were asked: a single offer is accepted, without one it goes."""
    if writer.state.pending[-1].kind != CHOOSE or len(offers(writer)) > 1:
        return
    take_offer(writer, next(iter(offers(writer)), None))


def take_offer(writer: PositionWriter, company: str | None) -> None:
    """Write the end of a request for offers."""
    minor = request(writer)["minor"]
    writer.pop()
    writer.note(OFFERS, None)
    if company is None:
        abandon(writer, minor)
    else:
        merging.merge(writer, minor, company)


class MakeOffer(Move):
    """Offer one's railroad to a minor, or make no offer."""

    kind = "offer_home"
    args: ClassVar = {"company": str}

    def choice(self, view: View, player: str) -> Choice | None:
        minor, fields = request(view)["minor"], (Field("company", say("Into which railroad?")),)
        return Choice(self.kind, say("Offer for minor {minor}", minor=minor), fields, _sought(view), ASK)

    def _mine(self, view: View, player: str) -> list[str]:
        able = (c for c in bidders(view, request(view)["minor"]) if c not in offers(view))
        return [c for c in able if view.president(c) == player]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        mine = [
            Option(c, say("Offer by {worth}", worth=_worth(view, c)), view.spec(c).name)
            for c in self._mine(view, partial.player)
        ]
        made = made_by(view, partial.player)
        return [*mine, Option(NO_OFFER, say("Make no further offer") if made else say("Make no offer"))]

    def check(self, view: View, action: Action) -> Violation | None:
        mine = self._mine(view, action.player)
        if action.get("company") in (*mine, NO_OFFER):
            return None
        return Violation(
            "no_such_company",
            say("Offer one of {mine}, or {NO_OFFER}.", mine=joined(", ", mine), NO_OFFER=NO_OFFER),
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, minor = action.args["company"], request(writer)["minor"]
        if company != NO_OFFER:
            writer.note(OFFERS, [*offers(writer), company])
            writer.say("offer_of_merger", player=action.player, minor=minor, company=company)
        elif not made_by(writer, action.player):
            writer.say("no_offer", player=action.player, minor=minor)
        if company == NO_OFFER or not self._mine(writer, action.player):
            writer.pop()
            settle_choice(writer)


class ChooseOffer(Move):
    """The owner of the minor takes one of several offers."""

    kind = "choose_offer"
    args: ClassVar = {"company": str}

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(
            self.kind, say("Take an offer"), (Field("company", say("Whose?")),), _sought(view), CHOOSE
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [
            Option(c, said(_worth(view, c), view.name(view.owner(c))), view.spec(c).name)
            for c in offers(view)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("company") in offers(view):
            return None
        return Violation(
            "no_such_offer", say("Choose one of the offers: {offers}.", offers=joined(", ", offers(view)))
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        take_offer(writer, action.args["company"])


class AskStep(ForcedStep):
    """Another player may offer to take the minor."""

    name = ASK
    label = say("offers for a minor")
    subject: ClassVar[Subject] = Subject.CONSOLIDATION
    moves = (MakeOffer(),)


class ChooseStep(ForcedStep):
    """The owner of the minor chooses."""

    name = CHOOSE
    label = say("choosing an offer")
    subject: ClassVar[Subject] = Subject.CONSOLIDATION
    moves = (ChooseOffer(),)
