"""Stock rounds (6) and what follows them: fines for companies that have not floated (4.3).

The fine is paid from cash, then by selling shares of the company, then, as the player chooses, by selling
others. All of it happens after the last pass, before the operating rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.choices import Page
from engine.core.play import Play
from engine.core.rounds import PlayerStep, Step
from engine.core.state import BANK, Cursor
from engine.core.story import Rank
from engine.core.view import View
from engine.message import say
from engine.rules.dealing import forget_dealing
from engine.rules.stock import stock_rules
from engine.steps.share_sale import SellShares
from engine.steps.share_turn import end_turn
from engine.steps.shares import ShareRound, ShareStep, hand_on_priority
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
    page: ClassVar[Page] = Page.STOCK
    moves = (SellShares(),)

    def is_open(self, view: View) -> bool:
        player = view.cursor.actor
        short = owed(view).get(player, 0) > view.cash(player)
        return short and stock_rules(view).can_sell(view, player)


class StockRound(ShareRound):
    """A stock round, and the fines that close it."""

    steps: Mapping[str, Step] = {"turn": ShareStep(), FINE: FineStep()}

    def begin(self, play: Play) -> None:
        """Numbered as the set of operating rounds that follows; what was barred may start again (4.3)."""
        forget_dealing(play)
        for company in play.companies():
            play.note_company(company.id, BARRED, None)
        number = play.state.notes.get(SETS, 0) + 1
        play.set_cursor(Cursor(self.kind, number, actor=play.state.priority, step="turn"))
        end_standstill(play)

    def finish(self, play: Play) -> None:
        """The first to pass takes the Priority Deal (6.6); companies that did not float are settled (4.3)."""
        hand_on_priority(play)
        forget_dealing(play)
        play.note(OWED, _fine_all(play) or None)
        self._next_fine(play)

    def next_turn(self, play: Play) -> None:
        blocks.end(play)
        super().next_turn(play)

    def advance(self, play: Play) -> None:
        if play.cursor.step == FINE:
            self._pay(play, play.cursor.actor)
            self._next_fine(play)
        else:
            super().advance(play)

    def _next_fine(self, play: Play) -> None:
        due = next(iter(owed(play)), None)
        if due is None:
            self.next_round(play)
        else:
            play.move_cursor(actor=due, step=FINE)

    def _pay(self, play: Play, player: str) -> None:
        """Pay all, or what there is when nothing is left to sell."""
        left = dict(owed(play))
        due = left.pop(player)
        amount = min(due, play.cash(player))
        end_turn(play)
        blocks.end(play)
        play.pay(player, BANK, amount, "fine")
        if amount == due:
            play.say("fine_paid_off_1862", player=player, amount=amount)
        else:
            play.say("fine_paid_1862", player=player, amount=amount)
            play.say("fine_let_off_1862", player=player, amount=due - amount)
        play.note(OWED, left or None)

    def next_round(self, play: Play) -> None:
        forget_dealing(play)
        super().next_round(play)


def _fine_all(play: Play) -> dict[str, int]:
    """Settle each obligation that was not met, from the Priority Deal clockwise; the sum owed by player."""
    due: dict[str, int] = {}
    missed = [c for c in play.companies() if c.data.get(OBLIGATION) and not c.floated]
    order = play.from_seat(play.state.priority)
    for company in sorted(missed, key=lambda c: order.index(c.data[OBLIGATION])):
        player, par = company.data[OBLIGATION], company.par
        assert par is not None
        fine = par * play.data.figures(Figures).fine_factor
        play.say("fine_1862", company=company.id, player=player, amount=fine)
        due[player] = due.get(player, 0) + fine
        _sell_own(play, player, company.id, due[player] - play.cash(player))
        companies.return_to_ipo(play, company.id)
        play.note_company(company.id, BARRED, True)
    return due


def _sell_own(play: Play, player: str, company: str, missing: int) -> None:
    """Sell as many of the player's shares of it as the fine takes, for half of par: it has no train."""
    par = play.company(company).par
    assert par is not None
    each, held = par // 2, play.percent(player, company) // 10
    count = min(held, -(-missing // each)) if missing > 0 else 0
    if count:
        play.pay(BANK, player, count * each, "sale")
        play.say("fine_sale_1862", player=player, count=count, company=company, price=count * each)
