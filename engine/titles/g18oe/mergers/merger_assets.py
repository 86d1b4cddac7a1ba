"""What the president of the railroad declines of a minor that merged into it (10.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move
from engine.core.story import Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.track import hex_name
from engine.rules.trains import TRAIN, rules_of
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.mergers.merging import ASSETS, decline_train, lacking, placed, settle_assets

tell(
    token_declined="{company} declines the token in {where}.",
    train_declined=Told("{company} declines a {kind}.", reads={"kind": TRAIN}),
)


def plan(view: View) -> dict[str, Any]:
    """The merger that waits: its minor, its railroad, the trains that the minor brought."""
    return dict(view.state.pending[-1].data)


class AssetMove(Move):
    """A move about what the minor brought."""

    question: ClassVar[Field]

    def label(self, minor: str) -> str:
        """The words of its button."""
        raise NotImplementedError

    def open(self, view: View) -> Sequence[Option]:
        """What may be declined now."""
        raise NotImplementedError

    def choice(self, view: View, player: str) -> Choice | None:
        if not self.open(view):
            return None
        now = plan(view)
        label = self.label(now["minor"])
        return Choice(self.kind, label, (self.question,), step=ASSETS, company=now["company"], declines=True)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return self.open(view)

    def check(self, view: View, action: Action) -> Violation | None:
        values = [option.value for option in self.open(view)]
        if action.get(self.question.name) in values:
            return None
        return Violation(
            "not_offered",
            say("You may decline: {values}.", values=joined(", ", values) or say("nothing more")),
        )


class DeclineToken(AssetMove):
    """Decline a token of the minor on the map."""

    kind = "decline_token"
    args: ClassVar = {"hex": str}
    question = Field("hex", say("Which token leaves the map?"))

    def label(self, minor: str) -> str:
        return say("Decline a token of minor {minor}", minor=minor)

    def open(self, view: View) -> Sequence[Option]:
        found = (t.place[0] for t in placed(view, plan(view)["minor"]) if t.place is not None)
        return [Option(coord, hex_name(view, coord)) for coord in found]

    def perform(self, writer: PositionWriter, action: Action) -> None:
        now, coord = plan(writer), action.args["hex"]
        token = next(t for t in placed(writer, now["minor"]) if t.place and t.place[0] == coord)
        writer.place_token(token.id, None)
        writer.say("token_declined", company=now["company"], where=hex_name(writer, coord))


class DeclineTrain(AssetMove):
    """Decline a train of the minor."""

    kind = "decline_train"
    args: ClassVar = {"train": str}
    question = Field("train", say("Which train is declined?"))

    def label(self, minor: str) -> str:
        return say("Decline a train of minor {minor}", minor=minor)

    def open(self, view: View) -> Sequence[Option]:
        now = plan(view)
        left = [t for t in reversed(view.trains(now["company"])) if t.id in now["trains"]]
        each = {rules_of(view).label(view, t): t.id for t in left}
        return [Option(train, label) for label, train in reversed(each.items())]

    def perform(self, writer: PositionWriter, action: Action) -> None:
        train = writer.state.trains[action.args["train"]]
        kind = rules_of(writer).label(writer, train)
        writer.say("train_declined", company=plan(writer)["company"], kind=kind)
        decline_train(writer, train.id)


class TakeRest(Move):
    """Take all that was not declined."""

    kind = "done"

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refusal(view):
            return None
        now, held = plan(view), [option.label for option in DeclineTrain().open(view)]
        left = [option.label for option in DeclineToken().open(view)]
        note = say(
            "Of minor {now}: {value}.",
            now=now["minor"],
            value=joined(", ", [*left, *held]) or say("no token and no train"),
        )
        ours = (
            say("{now} puts tokens of its own there free, the dearest first.", now=now["company"])
            if left
            else ""
        )
        note = joined("\n", filter(None, (note, ours)))
        return Choice(self.kind, say("Take the rest"), (), note, ASSETS, now["company"])

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view)

    def _refusal(self, view: View) -> Violation | None:
        now = plan(view)
        if lacking(view, now["minor"], now["company"]) <= 0:
            return None
        return Violation(
            "too_many_tokens", say("{now} has too few tokens: decline one of the minor.", now=now["company"])
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        now = plan(writer)
        writer.pop()
        settle_assets(writer, now["minor"], now["company"])


class AssetsStep(ForcedStep):
    """The president decides what the railroad takes of a minor."""

    name = ASSETS
    label = say("taking over a minor")
    subject: ClassVar[Subject] = Subject.MERGER
    moves = (DeclineToken(), DeclineTrain(), TakeRest())
