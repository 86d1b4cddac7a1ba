"""Loans and bonds in a corporation's turn (O127, O131; facts: operating steps).

They are taken and issued only for a train that must be bought; loans are repaid after the trains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Sought, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import emergency, trains
from engine.steps.turns import Skip, TurnStep
from engine.titles.g1826.companies import companies
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.finance import bonds, loans


class NeededMoney(Move):
    """A way to the money for a train that a company must buy: as many pieces as it needs, in one go."""

    args: ClassVar = {"count": (int, str)}
    wording: ClassVar[str]
    piece: ClassVar[str]
    needed: Callable[[View, str], int]
    each: Callable[[View], int]

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """As many as the purchase needs."""
        yield Sought("", Action(self.kind, player))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        count = self.needed(view, company)
        if not count:
            return None
        price = view.money(count * self.each(view))
        label = say(self.wording, pieces=bonds.counted(count, self.piece), money=price)
        note = say(
            "{company} must own a train and cannot pay for it; {cost}",
            company=company,
            cost=self.cost(view, count),
        )
        return Choice(self.kind, label, note=note, step=view.cursor.step, company=company)

    def cost(self, view: View, count: int) -> str:
        """What the money costs in each of the next turns."""
        raise NotImplementedError

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        count = self.needed(view, company)
        if not count:
            return Violation("not_needed", self.refusal(view, company))
        if not 1 <= self.count(view, action) <= count:
            return Violation(
                "too_many",
                say("{company} needs {count} of these.", company=company, count=count),
                {"count": count},
            )
        return None

    def refusal(self, view: View, company: str) -> str:
        """Why the company has no use for it now, in a sentence."""
        if not trains.is_forced(view, company):
            return say(
                "{company} does so only when it must buy a train and its treasury cannot pay for one.",
                company=company,
            )
        return say("{company} has taken all loans that it may.", company=company)

    def count(self, view: View, action: Action) -> int:
        """How many: as named, else as many as the purchase needs."""
        named = action.get("count")
        return self.needed(view, view.cursor.actor) if named is None else as_amount(named)


class TakeLoan(NeededMoney):
    """Take the loans that the purchase needs (O127)."""

    kind = "take_loan"
    missing = say("No loan can be taken")
    wording, piece = say("Take {pieces} for {money}"), "loan"
    needed = staticmethod(loans.loans_needed)
    each = staticmethod(loans.value)

    def refusal(self, view: View, company: str) -> str:
        if bonds.unissued(view, company) and trains.is_forced(view, company):
            return say("{company} issues bonds first.", company=company)
        return super().refusal(view, company)

    def cost(self, view: View, count: int) -> str:
        interest = count * view.data.figures(Figures).loan_interest
        return say(
            "interest of {money} a turn, and the price goes left for each loan.", money=view.money(interest)
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        loans.take(writer, writer.cursor.actor, self.count(writer, action))


class IssueBonds(NeededMoney):
    """Issue bonds to the pool, before any loan (O131)."""

    kind = "issue_bonds"
    missing = say("No bond can be issued")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        return super().sought(view, player) if view.cursor.actor == bonds.ISSUER else iter(())

    def refusal(self, view: View, company: str) -> str:
        none_left = say("{company} has issued all its bonds.", company=company)
        return none_left if trains.is_forced(view, company) else super().refusal(view, company)

    wording, piece = say("Issue {pieces} for {money}"), "bond"
    needed = staticmethod(loans.bonds_needed)
    each = staticmethod(bonds.price)

    def cost(self, view: View, count: int) -> str:
        interest = count * view.data.figures(Figures).bond_interest
        return say("interest of {money} a turn to whoever holds them.", money=view.money(interest))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        bonds.issue(writer, self.count(writer, action))


class SellBondsInNeed(Move):
    """A president in need of money sells bonds of his own, no more than he must."""

    kind = "sell_bonds"
    args: ClassVar = {"count": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._most(view, player):
            return None
        company, fields = view.cursor.actor, (Field("count", say("How many?")),)
        return Choice(
            self.kind,
            say("Sell bonds of {ISSUER}", ISSUER=bonds.ISSUER),
            fields,
            "",
            view.cursor.step,
            company,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return bonds.pieces(
            view,
            say("Sell {pieces} for {money}"),
            "bond",
            self._most(view, partial.player),
            bonds.price(view),
        )

    def check(self, view: View, action: Action) -> Violation | None:
        most = self._most(view, action.player)
        if 1 <= as_amount(action.get("count")) <= most:
            return None
        if not most:
            text = say("Bonds are sold in an operating round only by a president who must raise money.")
            return Violation("nothing_to_raise", text)
        return Violation(
            "more_than_needed", say("You may sell up to {most} bonds now.", most=most), {"most": most}
        )

    def _most(self, view: View, player: str) -> int:
        needed = -(-emergency.missing(view, view.cursor.actor) // bonds.price(view))
        return min(bonds.held(view, player), needed)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        bonds.sell(writer, action.player, as_amount(action.get("count")))


class RepayLoan(Move):
    """Repay loans from the treasury."""

    kind = "repay_loan"
    args: ClassVar = {"count": (int, str)}
    missing = say("No loan can be repaid")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """A loan, of a company that has one."""
        if companies.loans(view, view.cursor.actor):
            yield Sought("", Action(self.kind, player, {"count": 1}))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not loans.repayable(view, company):
            return None
        field, note = Field("count", say("How many loans?")), say("The price goes right for each.")
        return Choice(self.kind, say("Repay loans"), (field,), note, view.cursor.step, company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        most = loans.repayable(view, view.cursor.actor)
        return bonds.pieces(view, say("Repay {pieces} for {money}"), "loan", most, loans.value(view))

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        most = loans.repayable(view, company)
        if 1 <= as_amount(action.get("count")) <= most:
            return None
        if not most:
            each, have = view.money(loans.value(view)), view.money(view.cash(company))
            owes = companies.loans(view, company)
            text = (
                say("A loan is {each}; {company} has {have}.", each=each, company=company, have=have)
                if owes
                else say("{company} has no loan.", company=company)
            )
            return Violation("nothing_to_repay", text)
        return Violation(
            "bad_count", say("{company} can repay up to {most}.", company=company, most=most), {"most": most}
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        loans.repay(writer, writer.cursor.actor, as_amount(action.get("count")))


class LoansStep(TurnStep):
    """Repay loans, after the trains."""

    name = "loans"
    label = say("repay loans")
    subject: ClassVar[Subject] = Subject.LOANS
    moves = (RepayLoan(), Skip(say("Repay nothing")))
