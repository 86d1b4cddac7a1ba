"""Stock rounds (6) and what follows them: fines for companies that have not floated (4.3).

The fine is paid from cash, then by selling shares of the company, then, as the player chooses, by selling
others. All of it happens after the last pass, before the operating rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.choices import Subject
from engine.core.rounds import PlayerStep, Step
from engine.core.state import BANK, Cursor
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.dealing import forget_dealing
from engine.rules.stock import stock_rules
from engine.steps.stock import stock_round
from engine.steps.stock.share_sale import SellShares
from engine.steps.stock.share_turn import end_turn
from engine.steps.stock.stock_round import hand_on_priority
from engine.steps.turns import SETS
from engine.titles.g1862.companies import companies
from engine.titles.g1862.companies.companies import BARRED, OBLIGATION
from engine.titles.g1862.data.figures import Figures
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases.ending import end_standstill
from engine.titles.g1862.stock import blocks

tell(
    fine_sale_1862="{player} sells {count:share|shares} of {company} for {price} towards the fine.",
    fine_paid_1862="{player} pays {amount} of the fine.",
    fine_paid_off_1862="{player} pays the fine of {amount}.",
    fine_let_off_1862="{player} has nothing left to sell: the other {amount} of the fine are never paid.",
)
tell(Rank.FLOAT, fine_1862="{company} has not floated: {player} is fined {amount}.")
FINE, OWED = "fine", "fines"
NOTES = {OWED: "the payment of the last fine"}
"""The step; the note with what is still owed by player, in order."""


def owed(view: View) -> dict[str, int]:
    """What players still owe in fines, in the order in which they pay."""
    found: dict[str, int] = view.state.notes.get(OWED, {})
    return found


class FineStep(PlayerStep):
    """A fined player sells shares of his choice until the fine is paid."""

    name = FINE
    label = say("selling shares for a fine")
    subject: ClassVar[Subject] = Subject.STOCK
    moves = (SellShares(),)

    def is_open(self, view: View) -> bool:
        player = view.cursor.actor
        short = owed(view).get(player, 0) > view.cash(player)
        return short and stock_rules(view).can_sell(view, player)


class StockRound(stock_round.StockRound):
    """A stock round, and the fines that close it."""

    steps: Mapping[str, Step] = {"turn": stock_round.StockStep(), FINE: FineStep()}

    def begin(self, writer: PositionWriter) -> None:
        """Numbered as the set of operating rounds that follows; what was barred may start again (4.3)."""
        forget_dealing(writer)
        for company in writer.companies():
            writer.note_company(company.id, BARRED, None)
        number = writer.state.notes.get(SETS, 0) + 1
        writer.set_cursor(Cursor(self.kind, number, actor=writer.state.priority, step="turn"))
        end_standstill(writer)

    def finish(self, writer: PositionWriter) -> None:
        """The first to pass takes the Priority Deal (6.6); companies that did not float are settled (4.3)."""
        hand_on_priority(writer)
        forget_dealing(writer)
        writer.note(OWED, _fine_all(writer) or None)
        self._next_fine(writer)

    def next_turn(self, writer: PositionWriter) -> None:
        blocks.end(writer)
        super().next_turn(writer)

    def advance(self, writer: PositionWriter) -> None:
        if writer.cursor.step == FINE:
            self._pay(writer, writer.cursor.actor)
            self._next_fine(writer)
        else:
            super().advance(writer)

    def _next_fine(self, writer: PositionWriter) -> None:
        due = next(iter(owed(writer)), None)
        if due is None:
            self.next_round(writer)
        else:
            writer.move_cursor(actor=due, step=FINE)

    def _pay(self, writer: PositionWriter, player: str) -> None:
        """Pay all, or what there is when nothing is left to sell."""
        left = dict(owed(writer))
        due = left.pop(player)
        amount = min(due, writer.cash(player))
        end_turn(writer)
        blocks.end(writer)
        writer.pay(player, BANK, amount, "fine")
        if amount == due:
            writer.say("fine_paid_off_1862", player=player, amount=amount)
        else:
            writer.say("fine_paid_1862", player=player, amount=amount)
            writer.say("fine_let_off_1862", player=player, amount=due - amount)
        writer.note(OWED, left or None)

    def next_round(self, writer: PositionWriter) -> None:
        forget_dealing(writer)
        super().next_round(writer)


def _fine_all(writer: PositionWriter) -> dict[str, int]:
    """Settle each obligation that was not met, from the Priority Deal clockwise; the sum owed by player."""
    due: dict[str, int] = {}
    missed = [c for c in writer.companies() if c.data.get(OBLIGATION) and not c.floated]
    order = writer.from_seat(writer.state.priority)
    for company in sorted(missed, key=lambda c: order.index(c.data[OBLIGATION])):
        player, par = company.data[OBLIGATION], company.par
        assert par is not None
        fine = par * writer.data.figures(Figures).fine_factor
        writer.say("fine_1862", company=company.id, player=player, amount=fine)
        due[player] = due.get(player, 0) + fine
        _sell_own(writer, player, company.id, due[player] - writer.cash(player))
        companies.return_to_ipo(writer, company.id)
        writer.note_company(company.id, BARRED, True)
    return due


def _sell_own(writer: PositionWriter, player: str, company: str, missing: int) -> None:
    """Sell as many of the player's shares of it as the fine takes, for half of par: it has no train."""
    par = writer.company(company).par
    assert par is not None
    each, held = par // 2, writer.percent(player, company) // 10
    count = min(held, -(-missing // each)) if missing > 0 else 0
    if count:
        writer.pay(BANK, player, count * each, "sale")
        writer.say("fine_sale_1862", player=player, count=count, company=company, price=count * each)
