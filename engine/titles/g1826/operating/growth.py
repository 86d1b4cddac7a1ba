"""A 5-share corporation that has reached its destination may grow, in its own turn (O87, O88)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.abilities.power import acting
from engine.core.actions import Action
from engine.core.choices import Choice, Sought, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.steps.turns import Skip, TurnStep
from engine.titles.g1826.companies import companies
from engine.titles.g1826.companies.companies import CORPORATION
from engine.titles.g1826.data.board import hexmap


class Convert(Move):
    """Become a 10-share corporation: at any point of the turn."""

    kind = "convert"
    missing = say("No 10-share corporation yet")

    def sought(self, view: View, player: str) -> Iterable[Sought]:
        """Growth, of a corporation of 5 shares whose turn it is."""
        company = acting(view, player)
        grows = company is not None and view.company(company).kind == CORPORATION
        return super().sought(view, player) if grows and companies.is_five(view, str(company)) else []

    def choice(self, view: View, player: str) -> Choice | None:
        company = acting(view, player)
        if company is None or self._refusal(view, player) is not None:
            return None
        note = say("each share stays a share, of 10 % now; five more go to the treasury")
        label = say("Make {company} a 10-share corporation", company=company)
        return Choice(self.kind, label, note=note, step=view.cursor.step, company=company)

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view, action.player)

    def _refusal(self, view: View, player: str) -> Violation | None:
        company = acting(view, player)
        if company is None:
            return Violation("not_your_turn", say("A corporation grows in its own turn, by its president."))
        if view.company(company).kind != CORPORATION or not companies.is_five(view, company):
            text = say("{company} has 10 shares; corporations of 5 shares can grow.", company=company)
            return Violation("not_five_shares", text)
        if not companies.has_arrived(view, company):
            goal = companies.destination(view, company)
            where = hexmap()[goal].name if goal else None
            text = say(
                "{company} may grow once track joins its home to {where}.",
                company=company,
                where=where or goal,
            )
            return Violation("destination_not_reached", text)
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        companies.grow(writer, writer.cursor.actor)


class GrowthStep(TurnStep):
    """Asked before trains are bought, so that the choice is never missed."""

    name = "growth"
    label = say("5 or 10 shares")
    subject: ClassVar[Subject] = Subject.CONVERSION
    moves = (Convert(), Skip(say("Stay a 5-share corporation")))
