"""The last operating round: each railroad pays once more what it paid in the round before (13)."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.play import Play
from engine.core.view import View
from engine.steps.dividend import DISTRIBUTED, DividendStep, distribute, income, usual_way
from engine.steps.run import REVENUE, RunStep, earn
from engine.steps.turns import turn_note
from engine.titles.g18oe.ending import is_last_but_one, is_last_round
from engine.titles.g18oe.orient_express import ChooseBonus
from engine.titles.g18oe.running import PayOut, Payout, Runs

AGAIN = "again"
"""Data of a railroad: what it earned, how it paid and its trains in the first of the final two rounds."""


def remember(play: Play, way: str, revenue: int) -> None:
    """Write what is paid again in the last round."""
    if is_last_but_one(play):
        company = play.cursor.actor
        trains = sorted(t.id for t in play.trains(company))
        play.note_company(company, AGAIN, {"revenue": revenue, "way": way, "trains": trains})


def has_new_train(view: View) -> bool:
    """Whether the railroad got a train since it ran in the round before: it may count anew."""
    company = view.cursor.actor
    before = view.company(company).data.get(AGAIN)
    return before is None or any(t.id not in before["trains"] for t in view.trains(company))


def is_left_out(view: View, step: str) -> bool:
    """Whether the last round leaves a step out: there is no track laying, token placement or train buying."""
    return is_last_round(view) and step not in (RunStep.name, DividendStep.name)


class Run(Runs):
    """Run trains; in the last round only with a new train."""

    def is_open(self, view: View) -> bool:
        return super().is_open(view) and (not is_last_round(view) or has_new_train(view))

    def leave(self, play: Play) -> None:
        before = play.company(play.cursor.actor).data.get(AGAIN)
        repeats = is_last_round(play) and before and not has_new_train(play)
        if repeats and turn_note(play, REVENUE) is None:
            earn(play, play.cursor.actor, int(before["revenue"] if before else 0))
        else:
            super().leave(play)


class RememberedPay(PayOut):
    """Distribute the revenue, and remember how for the last round."""

    def perform(self, play: Play, action: Action) -> None:
        remember(play, str(action.get("payout")), income(play))
        super().perform(play, action)


class Pay(Payout):
    """Distribute revenue; in the last round as before, unless it was counted anew."""

    moves = (ChooseBonus(), RememberedPay())

    def is_open(self, view: View) -> bool:
        return super().is_open(view) and not _as_before(view)

    def leave(self, play: Play) -> None:
        if not turn_note(play, DISTRIBUTED):
            if _as_before(play):
                distribute(play, play.company(play.cursor.actor).data[AGAIN]["way"])
            else:
                remember(play, usual_way(play), income(play))
        super().leave(play)


def _as_before(view: View) -> bool:
    before = view.company(view.cursor.actor).data.get(AGAIN)
    return bool(is_last_round(view) and before and not has_new_train(view))
