"""What an action would do: told without doing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.core.events import CursorMoved, Event
from engine.core.flow import settle
from engine.core.play import Play
from engine.core.state import Cursor
from engine.core.view import Unanswered
from engine.steps.trains import due


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do: all events up to the next decision, and cash, prices and shares after its own.

    Its own are the first ``count`` events, up to where another step or turn begins; what follows there by the
    rules is `then`. ``asked``: for whose forced decision the game waits after it all. ``cash`` by holder,
    ``prices`` by company, ``shares`` in percent by company and owner. ``due``: what the company in turn must
    then still pay for a train (`engine.steps.trains.due`).
    """

    events: tuple[Event, ...]
    count: int
    cash: Mapping[str, int]
    prices: Mapping[str, int | None]
    shares: Mapping[str, Mapping[str, int]]
    asked: tuple[str, ...] = ()
    due: int | None = None

    @property
    def own(self) -> tuple[Event, ...]:
        """What the action itself does."""
        return self.events[: self.count]

    @property
    def then(self) -> tuple[Event, ...]:
        """What follows by the rules in later steps and turns, before somebody decides again."""
        return self.events[self.count :]


def previewed(play: Play, perform: Callable[[], None]) -> Preview:
    """Perform an action and tell what it did; whoever asked takes it back (`Play.revert`)."""
    before = play.cursor
    with suppress(Unanswered):
        perform()
        settle(play)
    events, pending = tuple(play.open), play.state.pending
    asked = pending[-1].players if pending else ()
    count = _back_to_own(play, events, before)
    cash = {h: play.cash(h) for h in (*play.state.players, *play.state.companies)}
    prices = {c: play.price(c) for c in play.state.companies}
    shares = {c: play.holdings(c) for c in play.state.companies}
    return Preview(events, count, cash, prices, shares, asked, due(play))


def _back_to_own(play: Play, events: Sequence[Event], before: Cursor) -> int:
    """Take back what came after the step that was, and count what is left."""
    count = next((i for i, e in enumerate(events) if _leaves(e, before)), len(events))
    if count < len(events):
        play.revert()
        for event in events[:count]:
            play.emit(event)
    return count


def _leaves(event: Event, here: Cursor) -> bool:
    """Whether another turn or step begins."""
    if not isinstance(event, CursorMoved):
        return False
    return not event.after.same_turn(here) or event.after.step != here.step
