"""The trains of nationals (11.6.6): rusted ones for nothing, others of majors at the bank's expense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK, Train
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules.trains import rules_of
from engine.steps.trains import STEP
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import MAJOR, NATIONAL
from engine.titles.g18oe.trains.rusting import put_away
from engine.titles.g18oe.trains.trains import (
    PULLMAN,
    is_preserved,
    is_rusted,
    level_of,
    local_side,
    rusted_box,
)

tell(
    Rank.DEAL,
    claimed="{company} claims a rusted {kind} train.",
    exchanged_18oe="{company} gives a rusted {given} train back for a rusted {kind} train.",
    turned="{company} turns its {given} train: it is a {kind} train.",
    upgraded="{company} takes a {kind} train of {seller} for a rusted {given}; the bank pays {money}.",
)


UPGRADED = "upgraded"
NOTES = {TURN + UPGRADED: "the end of the turn"}
"""Turn note: the national has upgraded a train, so that it handles rusted ones no more."""


def _check_first(view: View) -> Violation | None:
    """First rusted trains are claimed, exchanged and turned, second they are upgraded (11.6.6)."""
    if not turn_note(view, UPGRADED):
        return None
    text = say("A national claims, exchanges and turns rusted trains before it upgrades any.")
    return Violation("upgraded_already", text)


def is_national(view: View) -> bool:
    """Whether a national is in its trains step."""
    actor = view.cursor.actor
    return actor in view.state.companies and view.company(actor).kind == NATIONAL


def _has_room(view: View, company: str) -> bool:
    rules = rules_of(view)
    return len(rules.limited(view, company)) < rules.limit(view, company)


def _of_each_kind(trains: Sequence[Train]) -> list[Train]:
    return list({t.kind: t for t in reversed(trains)}.values())[::-1]


def claimable(view: View, company: str) -> list[Train]:
    """One rusted train of each kind in the boxes, if the national has room."""
    able = _has_room(view, company) and _check_first(view) is None
    return _of_each_kind(rusted_box(view)) if able else []


def own_rusted(view: View, company: str) -> list[Train]:
    """The rusted trains of a national, one of each kind; the preserved 2+2 stays as it is (14.10)."""
    held = [t for t in view.trains(company) if level_of(view, t) and is_rusted(view, t)]
    return _of_each_kind([t for t in held if not is_preserved(t)])


def higher(view: View, given: Train) -> list[Train]:
    """The rusted trains of a higher level in the boxes."""
    return [t for t in _of_each_kind(rusted_box(view)) if level_of(view, t) > level_of(view, given)]


def upgrades(view: View, company: str) -> list[Train]:
    """The trains of majors of the same president that a national may take for a rusted one."""
    owner = view.president(company)
    mine = [c.id for c in view.companies(MAJOR) if view.president(c.id) == owner]
    found = [t for c in mine for t in view.trains(c) if t.kind != PULLMAN]
    return [t for t in found if not is_rusted(view, t) and not is_preserved(t)]


class NationalMove(Move):
    """A move of a national in its trains step: a rusted train of its own, then what becomes of it."""

    args: ClassVar = {"given": str, "train": str}
    button: ClassVar[str]
    note: ClassVar[str] = ""

    def wanted(self, view: View, company: str, given: Train) -> list[Train]:
        """What a rusted train may be given for."""
        raise NotImplementedError

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not is_national(view) or not self._given(view, company):
            return None
        fields = (Field("given", say("Which train is given back?")), Field("train", say("For which train?")))
        return Choice(self.kind, self.button, fields, self.note, STEP, company)

    def refusal(self, view: View) -> Violation | None:
        """Why the move is not open any more in this step."""
        return None

    def _given(self, view: View, company: str) -> list[Train]:
        if self.refusal(view) is not None:
            return []
        return [t for t in own_rusted(view, company) if self.wanted(view, company, t)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        company, given = view.cursor.actor, partial.get("given")
        open_now = self._given(view, company) if is_national(view) else []
        if field == "given":
            return [Option(t.id, rules_of(view).label(view, t)) for t in open_now]
        old = next((t for t in open_now if t.id == given), None)
        if old is None:
            return []
        found = self.wanted(view, company, old)
        alike = {(t.kind, t.owner): t for t in reversed(found)}
        return [self._option(view, old, t) for t in found if alike[t.kind, t.owner] == t]

    def _option(self, view: View, given: Train, train: Train) -> Option:
        """Of trains that are alike the first."""
        return Option(
            train.id, say("{label} for the {kind}", label=rules_of(view).label(view, train), kind=given.kind)
        )

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        if not is_national(view):
            return Violation("nationals_only", say("Nationals alone handle their trains so."))
        if (refused := self.refusal(view)) is not None:
            return refused
        given = next((t for t in own_rusted(view, company) if t.id == action.get("given")), None)
        if given is None:
            return Violation("no_such_train", say("Give back one of the national's rusted trains."))
        names = [t.id for t in self.wanted(view, company, given)]
        if action.get("train") in names:
            return None
        return Violation(
            "no_such_train",
            say("It may be given for: {names}.", names=joined(", ", names) or word("nothing")),
        )


class Claim(Move):
    """Take an unclaimed rusted train for nothing."""

    kind = "claim_train"
    args: ClassVar = {"train": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not is_national(view) or not claimable(view, view.cursor.actor):
            return None
        field = Field("train", say("Which rusted train?"))
        return Choice(self.kind, say("Claim a rusted train"), (field,), step=STEP, company=view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = claimable(view, view.cursor.actor) if is_national(view) else []
        labels = {t.kind: say("Claim {train}", train=rules_of(view).label(view, t)) for t in found}
        return [Option(kind, label, word("free")) for kind, label in labels.items()]

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        if not is_national(view):
            return Violation("nationals_only", say("Nationals alone claim rusted trains."))
        if (late := _check_first(view)) is not None:
            return late
        if not _has_room(view, company):
            return Violation("train_limit", rules_of(view).limit_text(view, company))
        kinds = [t.kind for t in claimable(view, company)]
        if action.get("train") in kinds:
            return None
        return Violation(
            "no_such_train", say("Rusted and unclaimed: {kinds}.", kinds=joined(", ", kinds) or word("none"))
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        train = next(t for t in claimable(writer, company) if t.kind == action.args["train"])
        writer.move_train(train.id, company)
        writer.say("claimed", company=company, kind=train.kind)


class Exchange(NationalMove):
    """Give a rusted train back for an unclaimed one of a higher level, for nothing."""

    kind = "exchange_train"
    button = say("Exchange a rusted train")

    def wanted(self, view: View, company: str, given: Train) -> list[Train]:
        return higher(view, given)

    def refusal(self, view: View) -> Violation | None:
        return _check_first(view)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        given, train = (writer.state.trains[action.args[name]] for name in ("given", "train"))
        writer.say("exchanged_18oe", company=company, given=given.kind, kind=train.kind)
        put_away(writer, given)
        writer.move_train(train.id, company)


class Upgrade(NationalMove):
    """Give a rusted train back for one of a major of its president; the bank pays half its face value."""

    kind = "upgrade_train"
    button = say("Upgrade a rusted train")
    note = say("The bank pays the major half the face value. Claim, exchange and turn rusted trains before.")

    def wanted(self, view: View, company: str, given: Train) -> list[Train]:
        return upgrades(view, company)

    def _option(self, view: View, given: Train, train: Train) -> Option:
        money = view.money(_half(view, train))
        label = say(
            "Upgrade {given} to the {train} of {owner}",
            given=given.kind,
            train=rules_of(view).label(view, train),
            owner=train.owner,
        )
        return Option(train.id, said(label, say("{money} from the bank", money=money)))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        given, train = (writer.state.trains[action.args[name]] for name in ("given", "train"))
        seller, money = train.owner, _half(writer, train)
        words = {"company": company, "kind": train.kind, "given": given.kind, "seller": seller}
        writer.say("upgraded", **words, money=money)
        writer.note(TURN + UPGRADED, True)
        put_away(writer, given)
        writer.move_train(train.id, company)
        writer.pay(BANK, seller, money, "train")


def _half(view: View, train: Train) -> int:
    """What the bank pays the seller (11.6.6)."""
    return view.data.trains[train.kind].price // 2


class Flip(Move):
    """Turn a rusted express train to its local side, for nothing."""

    kind = "flip_train"
    args: ClassVar = {"train": str}

    def _open(self, view: View) -> list[Train]:
        able = is_national(view) and _check_first(view) is None
        held = own_rusted(view, view.cursor.actor) if able else []
        return [t for t in held if local_side(view, t) != t.kind]

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._open(view):
            return None
        field = Field("train", say("Which train?"))
        return Choice(self.kind, say("Turn a rusted train"), (field,), step=STEP, company=view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [
            Option(t.id, say("{kind} to {exits_of}", kind=t.kind, exits_of=local_side(view, t)))
            for t in self._open(view)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        if action.get("train") in [t.id for t in self._open(view)]:
            return None
        return Violation("no_such_train", say("A national turns rusted express trains of its own."))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        train = writer.state.trains[action.args["train"]]
        given, kind = train.kind, local_side(writer, train)
        writer.turn_train(train.id, kind)
        writer.say("turned", company=writer.cursor.actor, given=given, kind=kind)
