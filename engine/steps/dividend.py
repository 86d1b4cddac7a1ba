"""The step in which a company distributes its income and its share value moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say, word
from engine.rules import dividends
from engine.rules.dividends import HALF, PAY, TOP_UP, WITHHOLD
from engine.steps.run import REVENUE, SUBSIDY
from engine.steps.turns import TURN, TurnStep, turn_note

DISTRIBUTED = "distributed"
NOTES = {TURN + DISTRIBUTED: "the end of the turn"}


def income(view: View) -> int:
    """What the company whose turn it is earned this turn."""
    return int(turn_note(view, REVENUE, 0))


def open_ways(view: View) -> tuple[str, ...]:
    """The ways to choose from; none without income, with a single way, or once it is distributed."""
    if turn_note(view, DISTRIBUTED) or not income(view):
        return ()
    ways = dividends.policy_of(view).ways(view, view.cursor.actor)
    return ways if len(ways) > 1 else ()


def way_label(view: View, company: str, revenue: int, way: str) -> str:
    """What a way does: "Pay $110: $11 a share, price 80 to 90"; a company may have no price."""
    share = dividends.payout(view, company, revenue, way)
    before, after = view.price(company), dividends.value_after(view, company, revenue, way)
    if before is None:
        return _label_without_price(view, company, revenue, way)
    price = (
        say("price stays {before}", before=before)
        if before == after
        else say("price {before} to {after}", before=before, after=after)
    )
    if way == WITHHOLD:
        return say("Withhold {money}: {price}", money=view.money(revenue), price=price)
    if way == HALF:
        kept = say("{company} keeps {money}", company=company, money=view.money(share.kept))
        return say(
            "Half of {money}: {money2} a share, {kept}, {price}",
            money=view.money(revenue),
            money2=view.money(share.per_share),
            kept=kept,
            price=price,
        )
    if way == TOP_UP:
        total = say(
            "{money}, {money2} of it from the treasury",
            money=view.money(revenue + share.added),
            money2=view.money(share.added),
        )
        return say(
            "Pay {total}: {money} a share, {price}",
            total=total,
            money=view.money(share.per_share),
            price=price,
        )
    return say(
        "Pay {money}: {money2} a share, {price}",
        money=view.money(revenue),
        money2=view.money(share.per_share),
        price=price,
    )


def _label_without_price(view: View, company: str, revenue: int, way: str) -> str:
    share, money = dividends.payout(view, company, revenue, way), view.money(revenue)
    if way == WITHHOLD:
        return say("Withhold {money}", money=money)
    if way == HALF:
        kept = say("{company} keeps {money}", company=company, money=view.money(share.kept))
        return say(
            "Half of {money}: {money2} a share, {kept}",
            money=money,
            money2=view.money(share.per_share),
            kept=kept,
        )
    return say("Pay {money}: {money2} a share", money=money, money2=view.money(share.per_share))


def way_note(view: View, company: str, revenue: int, way: str) -> str:
    """Who gets what, for people."""
    share = dividends.payout(view, company, revenue, way)
    given = dict(share.holders)
    given[company] = given.get(company, 0) + share.kept - share.added
    parts = [
        say("{name} {money}", name=view.name(holder), money=view.money(amount))
        for holder, amount in given.items()
        if amount
    ]
    return joined(", ", parts)


class Dividend(Move):
    """Choose how the income is distributed: ``payout`` is pay, half, withhold or top_up."""

    kind = "dividend"
    args: ClassVar = {"payout": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not open_ways(view):
            return None
        label = say("Distribute {money}", money=view.money(income(view)))
        return Choice(
            self.kind, label, (Field("payout", say("How?")),), "", view.cursor.step, view.cursor.actor
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        company, revenue = view.cursor.actor, income(view)
        return [
            Option(way, way_label(view, company, revenue, way), way_note(view, company, revenue, way))
            for way in open_ways(view)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        ways = open_ways(view)
        if action.get("payout") in ways:
            return None
        allowed = joined(OR, map(word, ways)) or say("nothing more")
        return Violation(
            "bad_payout",
            say("{actor} may choose {allowed}.", actor=view.cursor.actor, allowed=allowed),
            {"ways": list(ways)},
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        distribute(writer, action.get("payout"))


def distribute(writer: PositionWriter, way: str) -> None:
    """Pay the turn's subsidy to the treasury and distribute its income, once."""
    writer.note(TURN + DISTRIBUTED, True)
    subsidy = turn_note(writer, SUBSIDY, 0)
    if subsidy:
        writer.pay(BANK, writer.cursor.actor, subsidy, "subsidy")
        writer.say("subsidy", company=writer.cursor.actor, amount=subsidy)
    dividends.distribute(writer, writer.cursor.actor, income(writer), way)


def usual_way(view: View) -> str:
    """How income is distributed that nobody decides on."""
    ways = dividends.policy_of(view).ways(view, view.cursor.actor)
    return WITHHOLD if WITHHOLD in ways and not income(view) else next(iter(ways), PAY)


class DividendStep(TurnStep):
    """Distribute income. Without income, or with one way only, it happens by itself."""

    name = "dividend"
    label = say("pay or withhold")
    subject: ClassVar[Subject] = Subject.PAY
    moves: Sequence[Move] = (Dividend(),)

    def leave(self, writer: PositionWriter) -> None:
        if turn_note(writer, DISTRIBUTED):
            return
        distribute(writer, usual_way(writer))
