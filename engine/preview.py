"""What an action would do: told without doing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.core.events import CursorMoved, Event
from engine.core.flow import settle
from engine.core.state import Cursor
from engine.core.view import SearchNeeded
from engine.core.writer import PositionWriter
from engine.steps.trains import required_train_price


@dataclass(frozen=True, slots=True)
class Preview:
    """What an action would do: all events up to the next decision, and cash, prices and shares after its own.

    Its own are the first ``count`` events, up to where another step or turn begins; what follows there by the
    rules is `later_events`. ``players_asked``: for whose forced decision the game waits after it. ``cash``
    by holder, ``prices`` by company, ``shares`` in percent by company and owner. ``unpaid_train_price``: what
    the company in turn must then still pay for a train (`engine.steps.trains.required_train_price`).
    """

    events: tuple[Event, ...]
    count: int
    cash: Mapping[str, int]
    prices: Mapping[str, int | None]
    shares: Mapping[str, Mapping[str, int]]
    players_asked: tuple[str, ...] = ()
    unpaid_train_price: int | None = None

    @property
    def own_events(self) -> tuple[Event, ...]:
        """What the action itself does."""
        return self.events[: self.count]

    @property
    def later_events(self) -> tuple[Event, ...]:
        """What follows by the rules in later steps and turns, before somebody decides again."""
        return self.events[self.count :]


def previewed(writer: PositionWriter, perform: Callable[[], None]) -> Preview:
    """Perform an action and tell what it did; whoever asked takes it back (`PositionWriter.revert`)."""
    before = writer.cursor
    with suppress(SearchNeeded):
        perform()
        settle(writer)
    events, pending = tuple(writer.open), writer.state.pending
    asked = pending[-1].players if pending else ()
    count = _back_to_own(writer, events, before)
    cash = {h: writer.cash(h) for h in (*writer.state.players, *writer.state.companies)}
    prices = {c: writer.price(c) for c in writer.state.companies}
    shares = {c: writer.holdings(c) for c in writer.state.companies}
    return Preview(events, count, cash, prices, shares, asked, required_train_price(writer))


def _back_to_own(writer: PositionWriter, events: Sequence[Event], before: Cursor) -> int:
    """Take back what came after the step that was, and count what is left."""
    count = next((i for i, e in enumerate(events) if _leaves(e, before)), len(events))
    if count < len(events):
        writer.revert()
        for event in events[:count]:
            writer.emit(event)
    return count


def _leaves(event: Event, here: Cursor) -> bool:
    """Whether another turn or step begins."""
    if not isinstance(event, CursorMoved):
        return False
    return not event.after.same_turn(here) or event.after.step != here.step
