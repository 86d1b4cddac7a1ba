"""What goes with a trade besides the thing that is named: minors and privates put together for it (10.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.story import EventKind, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules.stock import stock_rules
from engine.steps.stock.share_turn import turn
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import over_limit, phases
from engine.titles.g18oe.floats.phases import CONSOLIDATION, MAJOR_PHASE
from engine.titles.g18oe.railroads.companies import MINOR
from engine.titles.g18oe.railroads.privates import face_up

BUNDLE = "trade_bundle"
NOTES = {BUNDLE: "the end of the turn"}
"""Note: the minors and privates that the actor has put together for a trade of his."""
tell(
    bundled=Told("{player} puts {item} together with a trade.", kind=EventKind.DRAFT),
    unbundled=Told("{player} puts no more together.", kind=EventKind.DRAFT),
)
Way = tuple[str, str, str]
"""A thing, who gives it, who gets it."""


def tradable(view: View, player: str) -> list[str]:
    """The unmerged minors and face-up privates of a player (10.4)."""
    minors = [c.id for c in view.companies(MINOR) if view.owner(c.id) == player]
    return [*face_up(view, player), *minors]


def thing(view: View, item: str) -> Option:
    """A thing with its owner and name."""
    return Option(
        item,
        said(
            say("{name} of {source_name}", name=item, source_name=view.name(view.owner(item))),
            view.spec(item).name,
        ),
    )


def is_closed(view: View, player: str) -> bool:
    """Whether the actor may not trade now: too early, he has acted, or has too many certificates."""
    early = not phases.in_phase(view, MAJOR_PHASE, CONSOLIDATION)
    return early or bool(turn(view)) or over_limit.refuse(view, player) is not None


def bundle(view: View) -> list[str]:
    """What is put together so far, and still there."""
    return [i for i in view.state.notes.get(BUNDLE, []) if i in tradable(view, str(view.owner(i)))]


def forget(writer: PositionWriter) -> None:
    """Write that nothing is put together any more: it was offered, or the turn is over."""
    writer.note(BUNDLE, None)


def owners(view: View) -> set[str]:
    """Who owns what is put together."""
    return {str(view.owner(item)) for item in bundle(view)}


def ways(view: View, by: str, to: str) -> list[Way]:
    """How what is put together changes hands between two players."""
    return [(i, str(view.owner(i)), to if view.owner(i) == by else by) for i in bundle(view)]


def fits(view: View, found: Iterable[Way]) -> bool:
    """Whether nobody comes over the certificate limit (4.1); who gets as much as he gives does not."""
    rules, more = stock_rules(view), dict[str, int]()
    for _, seller, buyer in found:
        more[buyer] = more.get(buyer, 0) + 1
        more[seller] = more.get(seller, 0) - 1
    limit = rules.certificate_limit(view)
    return all(count <= 0 or rules.certificates(view, p) + count <= limit for p, count in more.items())


class PutTogether(Move):
    """Put a minor or private together with the trade that one is about to offer."""

    kind = "put_together"
    subject: ClassVar[Subject] = Subject.PRIVATES
    seldom: ClassVar[bool] = True
    args: ClassVar = {"item": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._items(view, player):
            return None
        field = Field("item", say("What goes with the minor or private that you trade then?"))
        return Choice(self.kind, say("Put together a trade"), (field,))

    def _items(self, view: View, player: str) -> list[str]:
        """Of the actor and of one other player, who have two things at least between them."""
        if is_closed(view, player):
            return []
        taken, others = bundle(view), owners(view) - {player} or set(view.from_seat(player)[1:])
        found: dict[str, None] = {}
        for other in (p for p in view.from_seat(player)[1:] if p in others):
            left = [i for p in (player, other) for i in tradable(view, p) if i not in taken]
            found |= dict.fromkeys(left if len(left) > 1 else ())
        return list(found)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [thing(view, item) for item in self._items(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        found = self._items(view, action.player)
        if action.get("item") in found:
            return None
        text = say(
            "Put together what you or one other player could trade: {found}.",
            found=joined(", ", found) or word("nothing"),
        )
        return Violation("not_for_sale", text)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        item = action.args["item"]
        writer.note(BUNDLE, [*bundle(writer), item])
        writer.say("bundled", player=action.player, item=writer.spec(item).name)


class TakeApart(Move):
    """Put nothing together after all."""

    kind = "take_apart"
    subject: ClassVar[Subject] = Subject.PRIVATES
    seldom: ClassVar[bool] = True

    def choice(self, view: View, player: str) -> Choice | None:
        return Choice(self.kind, say("Put nothing together")) if bundle(view) else None

    def check(self, view: View, action: Action) -> Violation | None:
        return (
            None
            if bundle(view)
            else Violation("nothing_together", say("Nothing is put together for a trade."))
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        forget(writer)
        writer.say("unbundled", player=action.player)
