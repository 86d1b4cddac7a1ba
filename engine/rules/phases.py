"""Phases: what the first sale of a kind of train changes, and trains beyond the new limit.

A title names what happens at once in its data (``PhaseSpec.events``) and gives the code by that name in its
`PhasePolicy`; what lasts is asked with `reached`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from engine.core.state import OUT, POOL, Pending, Train
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.trains import rules_of, train_limit

tell(
    Rank.RUST,
    train_rusted="All {kind}-trains are scrapped: {trains}.",
    over_limit="{company} has {count} trains and may keep {limit}: {player} chooses what to discard.",
)

DISCARD = "discard"
"""The forced decision which train a company gives up."""


def reached(view: View, event: str) -> bool:
    """Whether the phase in force or an earlier one names this event."""
    return any(event in phase.events for phase in view.phases)


class PhasePolicy:
    """What the bank's sale of a train brings about; alone it writes. A title overrides what differs."""

    events: ClassVar[Mapping[str, Callable[[PositionWriter], None]]] = {}
    """What happens at once when a phase begins, by the names in its data."""

    def discard(self, writer: PositionWriter, train: Train) -> None:
        """Write where a train goes that its company gives up."""
        writer.move_train(train.id, POOL)

    def sold(self, writer: PositionWriter, kind: str, buyer: str) -> None:
        """The bank has sold a train of this kind to ``buyer``: if that begins a phase, all of it happens now.

        Order: the phase, scrapped trains, the phase's events, trains beyond the limit if the title has them
        discarded.
        """
        phase = next((p for p in writer.data.phases.values() if p.train == kind), None)
        if phase is None or phase in writer.phases:
            return
        writer.begin_phase(phase.key)
        rust(writer, kind)
        for event in phase.events:
            if event in self.events:
                self.events[event](writer)
        if rules_of(writer).discards_excess:
            ask_to_discard(writer, writer.president(buyer) or writer.seats[0], buyer)


def rust(writer: PositionWriter, kind: str) -> None:
    """Remove every train that this kind scraps, the open market's too, without compensation."""
    for spec in writer.data.trains.values():
        if spec.rusted_by != kind:
            continue
        old = [t for t in writer.state.trains.values() if t.kind == spec.kind and t.owner != OUT]
        if old:
            writer.say("train_rusted", kind=spec.kind, trains=_owners(old_owner.owner for old_owner in old))
        for train in old:
            writer.move_train(train.id, OUT)


def _owners(owners: Iterable[str]) -> str:
    counted: dict[str, int] = {}
    for owner in owners:
        name = say("open market") if owner == POOL else owner
        counted[name] = counted.get(name, 0) + 1
    return joined(
        ", ", (say("{owner} {count}", owner=owner, count=count) for owner, count in counted.items())
    )


def surplus(view: View, company: str) -> int:
    """How many trains a company has beyond its limit (below it: negative)."""
    return len(rules_of(view).limited(view, company)) - train_limit(view, company)


def over_limit(view: View) -> list[str]:
    """The companies under a president that hold more trains than they may, in printed order."""
    return [c.id for c in view.companies() if view.president(c.id) is not None and surplus(view, c.id) > 0]


def ask_to_discard(writer: PositionWriter, player: str, company: str = "") -> None:
    """Open a forced decision for each company over its limit: ``player`` first, then clockwise.

    Among companies of one president, ``company`` comes first, then the printed order.
    """
    seats = writer.from_seat(player)
    due = sorted(over_limit(writer), key=lambda c: (seats.index(writer.owner(c)), c != company))
    for name in due:
        limit = train_limit(writer, name)
        told = {"company": name, "count": limit + surplus(writer, name), "limit": limit}
        writer.say("over_limit", **told, player=writer.owner(name))
    for name in reversed(due):
        writer.push(Pending(DISCARD, (writer.owner(name),), {"company": name}))
