"""A major deals in its own stock at the end of its turn, and takes an abandoned minor (11.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Sought, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.steps.stock.own_shares import COUNT, IssueShares, OwnShares, RedeemShares
from engine.steps.turns import TURN, Skip, TurnStep, turn_note
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.mergers import merging
from engine.titles.g18oe.nationals import abandoning
from engine.titles.g18oe.railroads import custody
from engine.titles.g18oe.railroads.companies import MAJOR
from engine.titles.g18oe.railroads.explained import power_of

tell(
    Rank.DEAL,
    redeems="{company} buys {percent} % of its stock for {price}.",
    issues="{company} sells {percent} % of its stock for {price}.",
    takes_minor="{company} takes the abandoned minor {minor} for {price}.",
)
STEP = "own_shares"
DEALT, TAKEN = "own_dealt", "minor_taken"
NOTES = {TURN + DEALT: "the end of the turn", TURN + TAKEN: "the end of the turn"}
"""Turn notes: the major has dealt in its stock; it has taken a minor."""


class _OfMajor(OwnShares):
    """One deal a turn, at the share value; majors alone."""

    args: ClassVar = {"count": (int, str)}
    field = COUNT

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        if view.company(view.cursor.actor).kind == MAJOR:
            yield from super().sought(view, player)

    def barred(self, view: View, company: str) -> Violation | None:
        text = None
        if view.company(company).kind != MAJOR:
            text = say("Majors alone deal in shares of their own.")
        elif turn_note(view, DEALT):
            text = say("{company} has dealt in its shares in this turn.", company=company)
        return None if text is None else Violation("bad_count", text, {"most": 0})

    def remember(self, writer: PositionWriter) -> None:
        writer.note(TURN + DEALT, True)

    def label(self, view: View, company: str) -> str:
        money = view.money(view.price(company) or 0)
        return say("{button} at {money} each", button=self.button, money=money)


class Redeem(_OfMajor, RedeemShares):
    """Buy shares from the Open Market into the treasury: up to 60 %, as a player (10.2)."""

    button, wording = say("Buy own shares"), say("Buy {company} {percent} %")
    missing = say("No own share can be bought")
    story, limit = "redeems", True


class Issue(_OfMajor, IssueShares):
    """Sell shares up to half of the railroad in the Open Market (10.1); the share value falls for each."""

    story = "issues"

    def issuable(self, view: View, company: str) -> int:
        return custody.free_shares(view, company, None)


class TakeMinor(Move):
    """Buy an abandoned minor from the Open Market: it is added as if merged, without a share."""

    kind = "take_minor"
    args: ClassVar = {"minor": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._open(view):
            return None
        cost, company = view.money(view.data.figures(Figures).abandoned_minor), view.cursor.actor
        field = Field("minor", say("Which minor?"))
        note = say(
            "{cost} to the bank; {company} gets its power and track rights, no share is given for it.",
            cost=cost,
            company=company,
        )
        return Choice(self.kind, say("Take an abandoned minor"), (field,), note, STEP, company)

    def _open(self, view: View) -> list[str]:
        company, cost = view.cursor.actor, view.data.figures(Figures).abandoned_minor
        able = view.company(company).kind == MAJOR and view.cash(company) >= cost
        return abandoning.abandoned(view) if able and not turn_note(view, TAKEN) else []

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [Option(m, say("Minor {m}", m=m), power_of(view, m)) for m in self._open(view)]

    def check(self, view: View, action: Action) -> Violation | None:
        found = self._open(view)
        if action.get("minor") in found:
            return None
        cost = view.money(view.data.figures(Figures).abandoned_minor)
        text = say(
            "A major with {cost} may take one abandoned minor a turn: {found}.",
            cost=cost,
            found=joined(", ", found) or say("none now"),
        )
        return Violation("no_minor", text)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, minor = writer.cursor.actor, action.args["minor"]
        cost = writer.data.figures(Figures).abandoned_minor
        writer.note(TURN + TAKEN, True)
        writer.pay(company, BANK, cost, "minor")
        writer.say("takes_minor", company=company, minor=minor, price=cost)
        merging.take_over(writer, minor, company)


class OwnSharesStep(TurnStep):
    """Majors buy or sell their own stock, and take an abandoned minor (11.7)."""

    name = STEP
    label = say("buy or sell shares")
    subject: ClassVar[Subject] = Subject.TREASURY
    moves = (Redeem(), Issue(), TakeMinor(), Skip(say("End the turn")))
