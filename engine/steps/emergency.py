"""A president raises money for a train that the company must buy, or is declared bankrupt.

These moves belong to the step in which trains are bought; they appear when they are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Range, Subject
from engine.core.errors import Violation
from engine.core.events import PlayerBankrupt
from engine.core.rounds import Move
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import emergency, trains
from engine.rules.emergency import EmergencyPolicy
from engine.rules.stock import stock_rules
from engine.steps.stock.share_options import block_option, held_option

tell(Rank.BANKRUPTCY, bankrupt="{player} cannot raise the money that {company} needs, and is bankrupt.")


class EmergencySale(Move):
    """Sell a block of shares of one company while money for a forced purchase is missing."""

    kind = "sell_shares"
    subject: ClassVar[Subject] = Subject.EMERGENCY
    args: ClassVar = {"company": str, "percent": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        needy = view.cursor.actor
        lacking = emergency.missing(view, needy)
        if not lacking or not self._companies(view, player):
            return None
        owes = view.policy(EmergencyPolicy).debts(view, needy)
        why = say("cannot pay what it owes") if owes else say("must buy a train")
        note = say(
            "{needy} {why}; {money} more must be raised.", needy=needy, why=why, money=view.money(lacking)
        )
        fields = (Field("company", say("Shares of which company?")), Field("percent", say("How much of it?")))
        return Choice(self.kind, say("Sell shares"), fields, note=note, company=needy)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        if field == "company":
            player = partial.player
            return [held_option(view, c, player) for c in self._companies(view, player)]
        return self._blocks(view, partial.player, partial.args["company"])

    def _blocks(self, view: View, player: str, company: str) -> list[Option]:
        blocks = emergency.blocks_for_sale(view, player, view.cursor.actor, company)
        return [block_option(view, company, p) for p in blocks]

    def _companies(self, view: View, player: str) -> list[str]:
        needy = view.cursor.actor
        held = emergency.holdings(view, player)
        return [c for c in held if emergency.blocks_for_sale(view, player, needy, c)]

    def check(self, view: View, action: Action) -> Violation | None:
        company = action.get("company") or ""
        return emergency.check_sale(
            view, action.player, view.cursor.actor, company, as_amount(action.get("percent"))
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        stock_rules(writer).sell(
            writer, action.player, action.args["company"], as_amount(action.get("percent"))
        )


class DeclareBankruptcy(Move):
    """Give up: open only when no sale of shares can bring the money."""

    kind = "declare_bankruptcy"
    subject: ClassVar[Subject] = Subject.EMERGENCY

    def choice(self, view: View, player: str) -> Choice | None:
        needy = view.cursor.actor
        if not emergency.is_hopeless(view, needy):
            return None
        note = say("The money that {needy} needs cannot be raised.", needy=needy)
        return Choice(self.kind, say("Declare bankruptcy"), note=note, company=needy, danger=True)

    def check(self, view: View, action: Action) -> Violation | None:
        if emergency.is_hopeless(view, view.cursor.actor):
            return None
        text = say("A president who can still raise the money must do so.")
        return Violation("not_bankrupt", text)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        declare_bankrupt(writer, action.player)


def declare_bankrupt(writer: PositionWriter, player: str) -> None:
    """The player is bankrupt; the title says what follows."""
    writer.say("bankrupt", player=player, company=writer.cursor.actor)
    writer.emit(PlayerBankrupt(player))
    writer.policy(EmergencyPolicy).bankrupt(writer, player)


def settle_bankruptcy(writer: PositionWriter, step: str) -> None:
    """Declare the president bankrupt by rule when nothing can help: no money, no train of others, no private.

    Call it from a title's ``settle``; ``step`` is the name of the step in which trains are bought.
    """
    needy = writer.cursor.actor
    if writer.state.pending or writer.cursor.step != step or not emergency.is_hopeless(writer, needy):
        return
    president = writer.owner(needy)
    owns_private = any(writer.owner(c.id) in (president, needy) for c in writer.companies("private"))
    if not trains.sellers(writer, needy) and not owns_private:
        declare_bankrupt(writer, president)
