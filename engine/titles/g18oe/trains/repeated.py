"""The last operating round: each railroad pays once more what it paid in the round before (13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.core.actions import Action
from engine.core.choices import Choice
from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.dividends import policy_of
from engine.steps.dividend import DISTRIBUTED, DividendStep, distribute, income, usual_way
from engine.steps.run import REVENUE, RunStep, earn
from engine.steps.turns import TURN, Skip, turn_note
from engine.titles.g18oe.railroads.companies import NATIONAL
from engine.titles.g18oe.railroads.ending import is_last_but_one, is_last_round
from engine.titles.g18oe.routes.national_revenue import account
from engine.titles.g18oe.routes.orient_express import ChooseBonus
from engine.titles.g18oe.routes.running import PayOut, Payout, RunNone, RunOnce, Runs
from engine.titles.g18oe.trains.trains import level_of

AGAIN, COUNTED = "again", "counted_anew"
"""Data of a railroad: what it earned, how it paid and its trains in the first of the final two rounds."""
NOTES = {TURN + COUNTED: "the end of the turn"}
"""Turn note: in the last round it has run its trains."""


def remember(writer: PositionWriter, way: str, revenue: int) -> None:
    """Write what is paid again in the last round."""
    if is_last_but_one(writer):
        _remember_trains(writer)
        writer.note_company(writer.cursor.actor, AGAIN, {**_before(writer), "revenue": revenue, "way": way})


def _remember_trains(writer: PositionWriter) -> None:
    """Write, once, with which trains the railroad runs: any other is new in the last round."""
    if not _before(writer):
        company = writer.cursor.actor
        writer.note_company(company, AGAIN, {"trains": sorted(t.id for t in writer.trains(company))})


def _before(view: View) -> dict[str, Any]:
    """What the railroad earned, how it paid and its trains in the round before; nothing for none."""
    found: dict[str, Any] = view.company(view.cursor.actor).data.get(AGAIN, {})
    return found


def has_new_train(view: View) -> bool:
    """Whether the railroad got a train since it ran in the round before: it may count anew.

    A Pullman is none: it is attached to one, and fulfils no duty to own one (11.6, 11.6.2).
    """
    before, own = _before(view), view.trains(view.cursor.actor)
    return not before or any(t.id not in before["trains"] for t in own if level_of(view, t))


def is_left_out(view: View, step: str) -> bool:
    """Whether the last round leaves a step out: there is no track laying, token placement or train buying."""
    return is_last_round(view) and step not in (RunStep.name, DividendStep.name)


class Anew(RunOnce):
    """Run trains; in the last round the revenue is counted anew then."""

    def perform(self, writer: PositionWriter, action: Action) -> None:
        super().perform(writer, action)
        if is_last_round(writer):
            writer.note(TURN + COUNTED, True)


class Same(RunNone):
    """Run no train; in the last round the revenue of the round before is earned again (13).

    That may be whatever is pointed out: who does not count anew chooses no routes.
    """

    def choice(self, view: View, player: str) -> Choice | None:
        if not _as_before(view):
            return super().choice(view, player)
        found = Skip.choice(self, view, player)
        return found and replace(found, label=say("Earn what it earned in the round before"))

    def check(self, view: View, action: Action) -> Violation | None:
        return None if _as_before(view) else super().check(view, action)


class RunOrRepeat(Runs):
    """Run trains; in the last round only with a new train."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = (Anew(), Same(say("Run no train")))

    def is_open(self, view: View) -> bool:
        return super().is_open(view) and (not is_last_round(view) or has_new_train(view))

    def leave(self, writer: PositionWriter) -> None:
        if is_last_but_one(writer):
            _remember_trains(writer)
        if is_last_round(writer) and turn_note(writer, REVENUE) is None:
            _repeat(writer)
        super().leave(writer)


def _repeat(writer: PositionWriter) -> None:
    """Write the revenue of the round before; a national with a new train has the better of two counts."""
    company, before = writer.cursor.actor, _before(writer)
    if not before:
        return
    counts = writer.company(company).kind == NATIONAL and has_new_train(writer)
    if not counts or account(writer, company).total <= before["revenue"]:
        earn(writer, company, int(before["revenue"]))


class RememberedPay(PayOut):
    """Distribute the revenue, and remember how for the last round."""

    def perform(self, writer: PositionWriter, action: Action) -> None:
        remember(writer, str(action.get("payout")), income(writer))
        super().perform(writer, action)


class Pay(Payout):
    """Distribute revenue; in the last round as before, unless it was counted anew."""

    moves = (ChooseBonus(), RememberedPay())

    def is_open(self, view: View) -> bool:
        return super().is_open(view) and not _as_before(view)

    def leave(self, writer: PositionWriter) -> None:
        if not turn_note(writer, DISTRIBUTED):
            if _as_before(writer):
                distribute(writer, _way(writer))
            else:
                remember(writer, usual_way(writer), income(writer))
        super().leave(writer)


def _as_before(view: View) -> bool:
    return bool(is_last_round(view) and _before(view) and not turn_note(view, COUNTED))


def _way(view: View) -> str:
    """As in the round before; a railroad that has become a national since can only pay (11.4)."""
    way, legal = str(_before(view)["way"]), policy_of(view).ways(view, view.cursor.actor)
    return way if way in legal else usual_way(view)
