"""A company buys a share of its own from the pool (7.13)."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Subject
from engine.core.errors import Violation
from engine.core.flow import current_round
from engine.core.rounds import Move
from engine.core.state import BANK, POOL, Cert
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.costs import SHARE_COSTS, check_cost
from engine.rules.ownership import ordinary_certs
from engine.steps.turns import Skip, TurnStep
from engine.titles.g1862.data.options import is_novice
from engine.titles.g1862.data.story import tell

tell(Rank.DEAL, redeemed_1862="{company} redeems a share of its own for {price}.")


def redeemable(view: View, company: str) -> Cert | None:
    """A single share of the company in the pool; its director's certificate is none."""
    return next(iter(ordinary_certs(view, POOL, company)), None)


def check_redeem(view: View, company: str) -> Violation | None:
    """Why the company may not redeem a share now, or None."""
    if is_novice(view):
        return Violation("novice", say("In the game for new players no company redeems shares."))
    if redeemable(view, company) is None:
        return Violation(
            "no_share_in_pool", say("The open market has no share of {company} to redeem.", company=company)
        )
    return check_cost(view, company, view.price(company) or 0, SHARE_COSTS)


class Redeem(Move):
    """Buy one share from the pool at the market price, with or without a train."""

    kind = "redeem"
    missing = say("No share can be redeemed")

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if check_redeem(view, company) is not None:
            return None
        label = say(
            "Redeem a share of {company} for {money}",
            company=company,
            money=view.money(view.price(company) or 0),
        )
        return Choice(self.kind, label, step=view.cursor.step, company=company)

    def check(self, view: View, action: Action) -> Violation | None:
        return check_redeem(view, view.cursor.actor)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        price, cert = writer.price(company), redeemable(writer, company)
        assert price is not None
        assert cert is not None
        writer.pay(company, BANK, price, "redeem")
        writer.move_cert(cert, company)
        writer.say("redeemed_1862", company=company, price=price)
        current_round(writer).advance(writer)


class RedeemStep(TurnStep):
    """One share a turn; performing it ends the step."""

    name = "redeem"
    label = say("redeem a share")
    subject: ClassVar[Subject] = Subject.TREASURY
    moves = (Redeem(), Skip(say("Redeem nothing")))
