"""The end of a corporation's turn: deals in its own shares, and bonds that it redeems (O60, O131, O136)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import POOL
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.steps.stock.own_shares import PERCENT, IssueShares, OwnShares, RedeemShares
from engine.steps.turns import TURN, Skip, TurnStep, turn_note
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance import bonds
from engine.titles.g1826.stock.stock import issue

tell(
    Rank.DEAL,
    treasury_sold_1826="{company} sells {percent} % of itself to the open market for {price}.",
    redeemed_1826="{company} redeems {percent} % of itself for {price}.",
)
TRADED = "traded"
NOTES = {TURN + TRADED: "the end of the turn"}
"""Turn note: "sold" or "bought" once the company has dealt in its own shares, never both."""


class _Traded(OwnShares):
    """From the second turn on, in one direction a turn (O60); ``word`` names it."""

    args: ClassVar = {"percent": (int, str)}
    field = PERCENT
    word: ClassVar[str]

    def barred(self, view: View, company: str) -> Violation | None:
        if not view.company(company).operated:
            text = say("{company} deals in shares of itself from its second turn on.", company=company)
            return Violation("not_operated", text)
        if turn_note(view, TRADED, self.word) == self.word:
            return None
        return Violation(
            "one_direction", say("In one turn a company sells shares of itself or redeems some.")
        )

    def remember(self, writer: PositionWriter) -> None:
        writer.note(TURN + TRADED, self.word)


class SellTreasury(_Traded, IssueShares):
    """The price falls a row for each share (O60)."""

    word, story = "sold", "treasury_sold_1826"

    def fall(self, writer: PositionWriter, company: str, count: int) -> None:
        issue(writer, company, count)


class Redeem(_Traded, RedeemShares):
    """Buy shares of its own back from the pool; the price stays."""

    button, wording = say("Redeem own shares"), say("Redeem {company} {percent} %")
    missing = say("No own share can be redeemed")
    word, story = "bought", "redeemed_1826"


class RedeemBonds(Move):
    """The SNCF buys its bonds back: of the pool first, then of players, as it chooses (facts: bonds)."""

    kind = "redeem_bonds"
    args: ClassVar = {"holder": str, "count": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        found = bonds.redeemable(view, view.cursor.actor)
        if not found:
            return None
        whose = (Field("holder", say("Whose bonds?")),) if len(found) > 1 else ()
        note = "" if whose else say("those of {holder} come next.", holder=_holder(view, next(iter(found))))
        fields = (*whose, Field("count", say("How many bonds?")))
        return Choice(self.kind, say("Redeem bonds"), fields, note, view.cursor.step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = bonds.redeemable(view, view.cursor.actor)
        if field == "holder":
            return [self._holder(view, h, n) for h, n in found.items()]
        most = found.get(self._whose(view, partial), 0)
        return bonds.pieces(view, say("Redeem {pieces} for {money}"), "bond", most, bonds.price(view))

    def _holder(self, view: View, holder: str, count: int) -> Option:
        left = say("{name} of {source_name}", name=count, source_name=_holder(view, holder))
        return Option(
            holder, said(say("Redeem bonds {money} each", money=view.money(bonds.price(view))), left)
        )

    def _whose(self, view: View, action: Action) -> str:
        """The holder named, or the only one."""
        found = bonds.redeemable(view, view.cursor.actor)
        return str(action.get("holder") or (next(iter(found)) if len(found) == 1 else ""))

    def check(self, view: View, action: Action) -> Violation | None:
        found = bonds.redeemable(view, view.cursor.actor)
        if not found:
            text = say(
                "{ISSUER} redeems its bonds, {money} each.",
                ISSUER=bonds.ISSUER,
                money=view.money(bonds.price(view)),
            )
            return Violation("no_bond", text)
        most = found.get(self._whose(view, action))
        if most is None:
            names = joined(", ", (_holder(view, holder) for holder in found))
            return Violation(
                "wrong_holder",
                say("Bonds of the open market come first; now those of: {names}.", names=names),
            )
        if 1 <= as_amount(action.get("count")) <= most:
            return None
        return Violation(
            "bad_count", say("Up to {most} of these bonds can be redeemed now.", most=most), {"most": most}
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        bonds.redeem(writer, self._whose(writer, action), as_amount(action.get("count")))


def _holder(view: View, holder: str) -> str:
    return say("the open market") if holder == POOL else view.name(holder)


class OwnSharesStep(TurnStep):
    """Deal in shares and bonds of its own; the last step of a turn."""

    name = "own_shares"
    label = say("own shares")
    subject: ClassVar[Subject] = Subject.TREASURY
    moves = (SellTreasury(), Redeem(), RedeemBonds(), Skip(say("End the turn")))
