"""What an action would do: its own effects apart from what follows by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.events import CursorMoved, Event
from engine.core.play import Play
from engine.core.state import Cursor


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do: all events up to the next decision, and cash, prices and shares after its own.

    Its own are the first ``count`` events, up to where another step or turn begins; what follows there by the
    rules is `then`. ``cash`` by holder, ``prices`` by company, ``shares`` in percent by company and owner.
    """

    events: tuple[Event, ...]
    count: int
    cash: Mapping[str, int]
    prices: Mapping[str, int | None]
    shares: Mapping[str, Mapping[str, int]]

    @property
    def own(self) -> tuple[Event, ...]:
        """What the action itself does."""
        return self.events[: self.count]

    @property
    def then(self) -> tuple[Event, ...]:
        """What follows by the rules in later steps and turns, before somebody decides again."""
        return self.events[self.count :]


def previewed(play: Play, before: Cursor) -> Preview:
    """The preview of what is open; ``before``: where the game was. Leaves the action's own events open."""
    events = tuple(play.open)
    count = next((i for i, event in enumerate(events) if _leaves(event, before)), len(events))
    if count < len(events):
        play.revert()
        for event in events[:count]:
            play.emit(event)
    cash = {holder: play.cash(holder) for holder in (*play.state.players, *play.state.companies)}
    prices = {company: play.price(company) for company in play.state.companies}
    shares = {company: play.holdings(company) for company in play.state.companies}
    return Preview(events, count, cash, prices, shares)


def _leaves(event: Event, here: Cursor) -> bool:
    """Whether another turn or step begins."""
    if not isinstance(event, CursorMoved):
        return False
    return not event.after.same_turn(here) or event.after.step != here.step
