"""What comes next on the table: the trains that the bank sells now, and the tiles of the phases to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.flow import current_step
from engine.core.rounds import Move
from engine.core.state import DEPOT, OUT, Train
from engine.core.view import View
from engine.rules import trains
from engine.rules.boards import BoardPolicy
from engine.steps.track import LayTile
from engine.steps.trains import BuyTrain

__all__ = [
    "NextColour",
    "NextTrain",
    "next_colour",
    "next_trains",
    "sells_trains",
    "takes_tiles",
    "trains_held_and_limit",
]


@dataclass(frozen=True, slots=True)
class NextTrain:
    """A train of the bank: its name, its price in the title's currency, how many are left (None: no limit).

    ``phase`` begins with its sale (empty: none), which takes the ``rusts`` kinds away.
    """

    label: str
    price: int
    left: int | None
    phase: str
    rusts: tuple[str, ...]


def next_trains(view: View) -> list[NextTrain]:
    """What the bank sells now, one entry for each kind; a card with two sides has an entry for each side."""
    found = {train.kind: train for train in trains.offered(view, DEPOT)}
    cards = {card.id: card.kind for card in view.trains(DEPOT)}
    return [_next_train(view, train, cards[train.id]) for train in found.values()]


def _next_train(view: View, train: Train, kind: str) -> NextTrain:
    """What the bank sells as this train; ``kind`` is that of its card, which phases and rusting go by."""
    rules = trains.rules_of(view)
    left = None if view.data.trains[kind].count is None else sum(t.kind == kind for t in view.trains(DEPOT))
    begins = next((p.key for p in view.data.phases.values() if p.train == kind and p not in view.phases), "")
    owned = {t.kind for t in view.state.trains.values() if t.owner not in (DEPOT, OUT)}
    rusts = [k for k, spec in view.data.trains.items() if begins and spec.rusted_by == kind and k in owned]
    return NextTrain(rules.label(view, train), rules.price(view, train), left, begins, tuple(rusts))


def trains_held_and_limit(view: View, company: str) -> tuple[int, int]:
    """How many trains of a company count against its limit, and the limit."""
    rules = trains.rules_of(view)
    return len(rules.limited(view, company)), rules.limit(view, company)


@dataclass(frozen=True, slots=True)
class NextColour:
    """The colours of tiles that a company may lay now, and the next one: its phase and what begins that."""

    now: Sequence[str]
    colour: str
    phase: str
    train: str


def next_colour(view: View, company: str) -> NextColour | None:
    """Which colour of tiles comes next for a company; None when there is no further one."""
    now = view.policy(BoardPolicy).lay_rules(view, company).colours
    for phase in view.data.phases.values():
        fresh = [colour for colour in phase.tiles if colour not in now]
        if phase not in view.phases and fresh:
            return NextColour(now, fresh[0], phase.key, phase.train)
    return None


def sells_trains(view: View) -> bool:
    """Whether trains are bought in the step at hand."""
    return _has(view, BuyTrain)


def takes_tiles(view: View) -> bool:
    """Whether track is laid in the step at hand."""
    return _has(view, LayTile)


def _has(view: View, move: type[Move]) -> bool:
    step = current_step(view)
    return step is not None and any(isinstance(each, move) for each in step.moves)
