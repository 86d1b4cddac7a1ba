"""Phases: what the first sale of a kind of train changes, and trains beyond the new limit.

A title names what happens at once in its data (``PhaseSpec.events``) and gives the code by that name in its
`PhasePolicy`; what lasts is asked with `reached`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from engine.core.play import Play
from engine.core.state import OUT, POOL, Pending, Train
from engine.core.story import Rank, tell
from engine.core.view import View
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

    events: ClassVar[Mapping[str, Callable[[Play], None]]] = {}
    """What happens at once when a phase begins, by the names in its data."""

    def discard(self, play: Play, train: Train) -> None:
        """Write where a train goes that its company gives up."""
        play.move_train(train.id, POOL)

    def sold(self, play: Play, kind: str, buyer: str) -> None:
        """The bank has sold a train of this kind to ``buyer``: if that begins a phase, all of it happens now.

        Order: the phase, scrapped trains, the phase's events, trains beyond the limit if the title has them
        discarded.
        """
        phase = next((p for p in play.data.phases.values() if p.train == kind), None)
        if phase is None or phase in play.phases:
            return
        play.begin_phase(phase.key)
        rust(play, kind)
        for event in phase.events:
            if event in self.events:
                self.events[event](play)
        if rules_of(play).discards_excess:
            ask_to_discard(play, play.president(buyer) or play.seats[0], buyer)


def rust(play: Play, kind: str) -> None:
    """Remove every train that this kind scraps, the open market's too, without compensation."""
    for spec in play.data.trains.values():
        if spec.rusted_by != kind:
            continue
        old = [t for t in play.state.trains.values() if t.kind == spec.kind and t.owner != OUT]
        if old:
            play.say("train_rusted", kind=spec.kind, trains=_owners(old_owner.owner for old_owner in old))
        for train in old:
            play.move_train(train.id, OUT)


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


def ask_to_discard(play: Play, player: str, company: str = "") -> None:
    """Open a forced decision for each company over its limit: ``player`` first, then clockwise.

    Among companies of one president, ``company`` comes first, then the printed order.
    """
    seats = play.from_seat(player)
    due = sorted(over_limit(play), key=lambda c: (seats.index(play.owner(c)), c != company))
    for name in due:
        limit = train_limit(play, name)
        told = {"company": name, "count": limit + surplus(play, name), "limit": limit}
        play.say("over_limit", **told, player=play.owner(name))
    for name in reversed(due):
        play.push(Pending(DISCARD, (play.owner(name),), {"company": name}))
