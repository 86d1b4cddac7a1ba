"""The stock action of merging a minor (10.5): into one's own railroad, or by consent with another player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import Offer
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from engine.steps.offers import check_offer, draft, make_offer
from engine.steps.stock.share_turn import acted, turn
from engine.titles.g18oe.floats import over_limit
from engine.titles.g18oe.floats.phases import must_settle
from engine.titles.g18oe.mergers import merging
from engine.titles.g18oe.railroads.companies import MAJOR, MINOR, NATIONAL
from engine.titles.g18oe.railroads.explained import power_of
from engine.titles.g18oe.stock.player_trades import (
    PAYER,
    PRICE,
    money_options,
    money_words,
    pay_side,
    refuse_another,
    refuse_money,
)

MERGE, OFFER_KIND = "m", "merger_18oe"
"""What the action is in a turn; the kind of offer."""
_MINOR, _COMPANY = Field("minor", say("Which minor?")), Field("company", say("Into which railroad?"))


def refuse_turn(view: View, player: str) -> Violation | None:
    """Why no action by itself may be taken now."""
    if turn(view):
        return Violation("turn_order", say("You have acted in this turn: end it."))
    return over_limit.refuse(view, player)


class MergeMinor(Move):
    """Merge one's minor into one's own major or national."""

    kind = "merge_minor"
    subject: ClassVar[Subject] = Subject.MERGER
    args: ClassVar = {"minor": str, "company": str}
    missing, partly = say("No minor can be merged"), say("No merger of {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The player's floated minors with each of his majors and nationals."""
        mine = [c for c in view.presided(player) if view.company(c).kind in (MAJOR, NATIONAL)]
        for minor in (c for c in view.presided(player) if view.company(c).kind == MINOR):
            for company in mine if view.company(minor).floated else ():
                args = {"minor": minor, "company": company}
                yield Sought(
                    say("{minor} into {company}", minor=minor, company=company),
                    Action(self.kind, player, args),
                )

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_turn(view, player) or not self._minors(view, player):
            return None
        note = must_settle(view, player)
        return Choice(self.kind, say("Merge a minor"), (_MINOR, _COMPANY), note, danger=True)

    def _minors(self, view: View, player: str) -> list[str]:
        return [m for m in merging.mergeable(view, player) if merging.own_partners(view, m)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field == "minor":
            return [_minor_option(view, m, partial.player) for m in self._minors(view, partial.player)]
        minor = partial.get("minor")
        mine = merging.mergeable(view, partial.player)
        return [_option(view, minor, c) for c in merging.own_partners(view, minor)] if minor in mine else []

    def check(self, view: View, action: Action) -> Violation | None:
        minor, company = action.get("minor"), action.get("company")
        mine = merging.mergeable(view, action.player)
        if minor not in mine:
            return Violation(
                "not_your_minor",
                say("You may merge your minors: {mine}.", mine=joined(", ", mine) or word("none")),
            )
        refused = refuse_turn(view, action.player) or merging.check(view, minor, company)
        if refused is not None:
            return refused
        if view.president(company or "") == action.player:
            return None
        return Violation(
            "needs_consent", say("{company} has another president; make an offer.", company=company)
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        acted(writer, MERGE)
        merging.merge(writer, action.args["minor"], action.args["company"])


def _minor_option(view: View, minor: str, player: str) -> Option:
    owner = str(view.president(minor))
    label = said(
        say("Minor {m}", m=minor), "" if owner == player else view.name(owner), view.money(view.cash(minor))
    )
    return Option(minor, label, power_of(view, minor))


def _option(view: View, minor: str, company: str) -> Option:
    source = merging.share_from(view, minor, company)
    what = {"treasury": say("share from its treasury"), "pool": say("share from the Open Market")}.get(
        source, say("no share")
    )
    president = view.name(str(view.president(company)))
    return Option(
        company,
        said(say("{minor} into {company}", minor=minor, company=company), what),
        said(view.spec(company).name, president),
    )


class OfferMerger(Move):
    """Propose to merge a minor and a railroad of two players; money may go either way."""

    kind = "offer_merger"
    subject: ClassVar[Subject] = Subject.MERGER
    seldom: ClassVar[bool] = True
    args: ClassVar = {"minor": str, "company": str, "payer": str, "price": int}

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refuse(view, player) or not self._minors(view, player):
            return None
        return Choice(self.kind, say("Offer a merger"), (_MINOR, _COMPANY, PAYER, PRICE))

    def _minors(self, view: View, player: str) -> list[str]:
        found = (c.id for c in view.companies(MINOR) if c.floated and view.president(c.id) is not None)
        return [m for m in found if self._companies(view, player, m)]

    def _refuse(self, view: View, player: str) -> Violation | None:
        return refuse_turn(view, player) or refuse_another(view, player, OFFER_KIND)

    def _companies(self, view: View, player: str, minor: str) -> list[str]:
        if self._refuse(view, player):
            return []
        mine = view.president(minor) == player
        found = (c.id for c in view.companies(MAJOR, NATIONAL) if (view.president(c.id) == player) != mine)
        return [c for c in found if check_offer(view, self._draft(view, player, minor, c, player, 0)) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        minor, player = partial.get("minor"), partial.player
        if field == "minor":
            return [_minor_option(view, m, player) for m in self._minors(view, player)]
        companies = self._companies(view, player, minor) if minor in self._minors(view, player) else []
        if field == "company":
            return [_option(view, str(minor), c) for c in companies]
        if partial.get("company") not in companies:
            return ()
        other = _other(view, player, str(minor), str(partial.get("company")))
        return money_options(view, partial, field, other)

    def _draft(self, view: View, player: str, minor: str, company: str, payer: str, price: int) -> Offer:
        to = _other(view, player, minor, company)
        return draft(view, OFFER_KIND, player, to, price, minor=minor, company=company, payer=payer)

    def check(self, view: View, action: Action) -> Violation | None:
        minor, company = action.get("minor"), action.get("company")
        large = [record.id for record in view.companies(MAJOR, NATIONAL)]
        if minor not in [record.id for record in view.companies(MINOR)] or company not in large:
            return Violation("bad_offer", say("Name a minor, and a major or national."))
        if action.player not in (view.president(minor), view.president(company)):
            return Violation("not_yours", say("One of the two must be yours."))
        if view.president(minor) == view.president(company):
            return Violation("no_consent_needed", say("Both are yours: merge them."))
        other = _other(view, action.player, minor, company)
        refused = self._refuse(view, action.player) or refuse_money(action, other)
        payer, price = action.get("payer", ""), action.get("price", 0)
        return refused or check_offer(view, self._draft(view, action.player, minor, company, payer, price))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        make_offer(writer, self._draft(writer, action.player, **action.args))


def _other(view: View, player: str, minor: str, company: str) -> str:
    """The other side of a merger."""
    owner, president = view.president(minor), view.president(company)
    return str(president if owner == player else owner)


class MergerOffer:
    """A merger of two players; it is the stock action of the one who proposed it."""

    kind: ClassVar = OFFER_KIND

    def label(self, view: View, offer: Offer) -> str:
        minor, company = offer.data["minor"], offer.data["company"]
        return say(
            "minor {minor} merges into {company}{money_words}",
            minor=minor,
            company=company,
            money_words=money_words(view, offer),
        )

    def check(self, view: View, offer: Offer) -> Violation | None:
        minor, company = offer.data["minor"], offer.data["company"]
        if (view.cursor.round, view.cursor.actor) != ("shares", offer.by) or turn(view):
            return Violation("turn_over", say("A merger is the stock action of the player who proposes it."))
        crowded = over_limit.refuse(view, offer.by)
        if crowded is not None:
            return crowded
        sides = {view.president(minor), view.president(company)}
        if sides != {offer.by, offer.to} or view.company(minor).kind != MINOR:
            return Violation(
                "president_changed", say("A minor's owner and a railroad's president agree on it.")
            )
        money = stock_rules(view).check_money(view, offer.data["payer"], offer.price)
        return money or merging.check(view, minor, company)

    def perform(self, writer: PositionWriter, offer: Offer) -> None:
        acted(writer, MERGE)
        pay_side(writer, offer, "merger")
        merging.merge(writer, offer.data["minor"], offer.data["company"])
