"""The Orient Express: who has operated it, and the bonus of the first time (12.2).

The major has the marker from the run on. Its president chooses the bonus before he distributes the revenue;
it is given after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.routes.paths import Route
from engine.routes.policy import policy_of
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.data import market
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import ORIENT_EXPRESS
from engine.titles.g18oe.routes.revenue import EXPRESS

FIRST, BONUS = "express", "express_bonus"
NOTES = {TURN + FIRST: "the end of the turn", TURN + BONUS: "the end of the turn"}
"""Turn notes: what the first Orient Express earned, and the bonus that was chosen for it."""
CASH, MOVES = "cash", "moves"

tell(
    Rank.DEAL,
    express="{company} operates the Orient Express for the first time.",
    express_cash="{company} gets {amount} from the bank for its Orient Express.",
    express_moves="For its Orient Express the share value of {company} moves right {times} times.",
)


def express_of(view: View, company: str, routes: Sequence[Route]) -> int | None:
    """What the train earns that operates the Orient Express on these routes; None when none does (12)."""
    found = policy_of(view).settled(view, company, routes)
    at = found.bonuses.get(EXPRESS)
    return None if at is None else found.earned[at]


def watch(writer: PositionWriter, company: str, routes: Sequence[Route]) -> None:
    """Write what follows from a run: the marker of the first time, and what its train earned (12.2)."""
    earned = express_of(writer, company, routes)
    if earned is None or (
        writer.company(company).data.get(ORIENT_EXPRESS) and turn_note(writer, FIRST) is None
    ):
        return
    if turn_note(writer, FIRST) is None:
        writer.say("express", company=company)
    writer.note(TURN + FIRST, earned)
    writer.note_company(company, ORIENT_EXPRESS, True)


def is_owed(view: View) -> bool:
    """Whether a bonus has yet to be chosen."""
    return turn_note(view, FIRST) is not None and turn_note(view, BONUS) is None


def give(writer: PositionWriter) -> None:
    """Write the bonus that was chosen, after the revenue is distributed."""
    company, earned, chosen = writer.cursor.actor, turn_note(writer, FIRST), turn_note(writer, BONUS)
    if chosen == CASH:
        writer.pay(BANK, company, earned, "express")
        writer.say("express_cash", company=company, amount=earned)
    elif chosen == MOVES:
        times = writer.data.figures(Figures).orient_express.moves
        writer.say("express_moves", company=company, times=times)
        market.move(writer, company, market.RIGHT, times)


class ChooseBonus(Move):
    """Choose between the train's revenue in cash and three moves of the share value (12.2)."""

    kind = "express_bonus"
    args: ClassVar = {"bonus": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not is_owed(view):
            return None
        field, note = (
            Field("bonus", say("Which bonus?")),
            say("Once for each major; given after the revenue is distributed."),
        )
        return Choice(
            self.kind,
            say("Bonus of the first Orient Express"),
            (field,),
            note,
            view.cursor.step,
            view.cursor.actor,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        company, times = view.cursor.actor, view.data.figures(Figures).orient_express.moves
        return [
            Option(
                CASH,
                say(
                    "{money} from the bank for {company}",
                    money=view.money(turn_note(view, FIRST)),
                    company=company,
                ),
            ),
            Option(
                MOVES,
                say(
                    "The share value of {company} moves right {times} times more",
                    company=company,
                    times=times,
                ),
            ),
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        if not is_owed(view):
            text = say("A bonus is chosen once, after a major's first run of the Orient Express.")
            return Violation("no_express_bonus", text)
        if action.get("bonus") not in (CASH, MOVES):
            text = say(
                "Choose {CASH} (the revenue of the train) or {MOVES} (three moves to the right).",
                CASH=CASH,
                MOVES=MOVES,
            )
            return Violation("bad_express_bonus", text)
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        writer.note(TURN + BONUS, action.args["bonus"])
