"""The trains of a company as cards, in the colour of the tiles that came with them."""

from __future__ import annotations

from engine import View
from engine.api.table import train_key
from engine.core.state import Train
from engine.data.schema import PhaseSpec
from engine.rules.trains import rules_of
from render.cards.doc import TrainCard


def phase_of(view: View, kind: str) -> PhaseSpec | None:
    """The phase that begins with a kind of train; None of one that is sold beside those.

    Kinds without cards of their own are the other sides of the kind before them.
    """
    kinds = list(view.data.trains.values())
    at = next(i for i, spec in enumerate(kinds) if spec.kind == kind)
    while at and kinds[at].count == 0:
        at -= 1
    return next((p for p in view.data.phases.values() if p.train == kinds[at].kind and _last(view, p)), None)


def _last(view: View, phase: PhaseSpec) -> bool:
    """Whether no later phase begins with the same train."""
    later = [other.key for other in view.data.phases.values() if other.train == phase.train]
    return later[-1] == phase.key


def tile_colour(view: View, kind: str) -> str:
    """The newest colour of tiles when the bank begins to sell a kind of train."""
    phase = phase_of(view, kind)
    return phase.tiles[-1] if phase is not None and phase.tiles else "white"


def train_card(view: View, train: Train) -> TrainCard:
    """A train that somebody has, with what takes it out of the game."""
    lifespan = rules_of(view).lifespan(view, train)
    return TrainCard(train_key(view, train), tile_colour(view, train.kind), note=lifespan)
