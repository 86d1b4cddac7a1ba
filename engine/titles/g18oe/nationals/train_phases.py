"""What the sale of a train brings about: its phase, the chance of nationals, Pullmans (5.2, 9.4, 11.6.2)."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.state import BANK, DEPOT, Train
from engine.core.story import Rank
from engine.core.view import View
from engine.rules.phases import PhasePolicy
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats.phases import first_side, level
from engine.titles.g18oe.nationals import nationals
from engine.titles.g18oe.nationals.abandoning import OF_M
from engine.titles.g18oe.railroads import ending
from engine.titles.g18oe.railroads.companies import has_power
from engine.titles.g18oe.trains import rusting
from engine.titles.g18oe.trains.trains import FIRST_LEVEL, LAST_LEVEL, PULLMAN, RESERVED, owes_reserved

tell(
    Rank.PHASE,
    phase="Train Phase {phase} begins.",
    train_phase_18oe="Train Phase {phase} begins.",  # in logs of before, beside the other
    consolidation_due="The next stock round is the Consolidation: the last minors merge or are abandoned.",
)
tell(
    Rank.DEAL,
    royalty_18oe="{company} gets {amount} for the Pullman of {buyer}.",
    free_pullman="{company} receives its own Pullman.",
)
MINOR_M = "M"
WAITS, NATIONALS, CONSOLIDATES = "consolidation_due", "nationals", "consolidation"
NOTES = {WAITS: "the beginning of the Consolidation phase"}
"""Note: the next stock round is the Consolidation Railroad Phase (5.1.5)."""


class Phases(PhasePolicy):
    """A phase begins with either side of the first card of its level; rust waits for the end of the step."""

    def sold(self, play: Play, kind: str, buyer: str) -> None:
        if kind == PULLMAN:
            return pay_royalty(play, buyer)
        if level(play.data.trains[kind]) == FIRST_LEVEL and owes_reserved(play, buyer):
            play.note_company(buyer, RESERVED, True)
        card = first_side(play, kind)
        phase = next((p for p in play.data.phases.values() if p.train == card and p not in play.phases), None)
        if phase is None:
            return None
        play.begin_phase(phase.key)
        rusting.note_phase(play)
        if phase.key == play.data.figures(Figures).minors.free_pullman_phase:
            give_pullman(play)
        if CONSOLIDATES in phase.events:
            play.note(WAITS, True)
            play.say("consolidation_due")
        if level(play.data.trains[card]) == LAST_LEVEL:
            ending.first_eight(play)
        if NATIONALS in phase.events:
            nationals.ask(play, buyer)
        return None

    def discard(self, play: Play, train: Train) -> None:
        rusting.put_away(play, train)


def waits(view: View) -> bool:
    """Whether the next stock round is the consolidation."""
    return bool(view.state.notes.get(WAITS))


def consolidate(play: Play) -> None:
    """Write that the consolidation begins."""
    play.note(WAITS, None)


def owner_of_m(view: View) -> str | None:
    """Minor M while it runs, or the major it merged into (15.12)."""
    runs = (c.id for c in view.companies() if c.floated and view.president(c.id) is not None)
    return next((company for company in runs if has_power(view, company, MINOR_M)), None)


def give_pullman(play: Play) -> None:
    """Minor M, or its major, receives a Pullman at no cost as they become available (11.6.2)."""
    company = owner_of_m(play)
    if company is None:
        return
    pullman = next(t for t in play.trains(DEPOT) if t.kind == PULLMAN)
    play.note_train(pullman.id, OF_M, True)
    play.move_train(pullman.id, company)
    play.say("free_pullman", company=company)


def pay_royalty(play: Play, buyer: str) -> None:
    """Write what minor M, or its major, gets for a Pullman that was bought of it (11.6.2)."""
    company, amount = owner_of_m(play), play.data.figures(Figures).pullman["royalty"]
    if company is not None:
        play.pay(BANK, company, amount, "royalty")
        play.say("royalty_18oe", company=company, amount=amount, buyer=buyer)
