"""The forced decision after a limit fell: which trains a company gives to the open market."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Subject
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move
from engine.core.state import Train
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.phases import DISCARD, PhasePolicy, surplus
from engine.rules.trains import rules_of

tell(Rank.RUST, train_discarded="{company} discards a {kind}-train to the open market.")


def _company(view: View) -> str:
    company: str = view.state.pending[-1].data["company"]
    return company


def _trains(view: View) -> list[Train]:
    return rules_of(view).limited(view, _company(view))


class DiscardTrain(Move):
    """Give one train to the open market; the decision closes once the company keeps its limit."""

    kind = "discard_train"
    args: ClassVar = {"train": str}

    def choice(self, view: View, player: str) -> Choice | None:
        company = _company(view)
        return Choice(
            self.kind,
            say("Discard a train"),
            (Field("train", say("Which train goes to the open market?")),),
            note=say(
                "{company} must discard {surplus:train|trains}.",
                company=company,
                surplus=surplus(view, company),
            ),
            step=DiscardStep.name,
            company=company,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        kinds = dict.fromkeys(t.kind for t in _trains(view))
        return [Option(kind, say("Discard the {kind}-train", kind=kind)) for kind in kinds]

    def check(self, view: View, action: Action) -> Violation | None:
        held = _trains(view)
        if action.get("train") in {t.kind for t in held} | {t.id for t in held}:
            return None
        kinds = joined(", ", dict.fromkeys(say("{kind}-train", kind=t.kind) for t in held))
        return Violation(
            "no_such_train", say("{company} may discard: {kinds}.", company=_company(view), kinds=kinds)
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, name = _company(writer), action.args["train"]
        train = next(t for t in _trains(writer) if name in (t.id, t.kind))
        writer.say("train_discarded", company=company, kind=train.kind)
        writer.policy(PhasePolicy).discard(writer, train)
        if surplus(writer, company) <= 0:
            writer.pop()


class DiscardStep(ForcedStep):
    """The president of the company on top of the stack discards, at once."""

    name = DISCARD
    label = say("discard trains over the limit")
    subject: ClassVar[Subject] = Subject.DISCARD
    moves = (DiscardTrain(),)
