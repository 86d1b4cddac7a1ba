"""What the sale of a train brings about: its phase, the chance of nationals, Pullmans (5.2, 9.4, 11.6.2)."""

from __future__ import annotations

from engine.core.state import BANK, DEPOT, Train
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
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

    def sold(self, writer: PositionWriter, kind: str, buyer: str) -> None:
        if kind == PULLMAN:
            return pay_royalty(writer, buyer)
        if level(writer.data.trains[kind]) == FIRST_LEVEL and owes_reserved(writer, buyer):
            writer.note_company(buyer, RESERVED, True)
        card = first_side(writer, kind)
        phase = next(
            (p for p in writer.data.phases.values() if p.train == card and p not in writer.phases), None
        )
        if phase is None:
            return None
        writer.begin_phase(phase.key)
        rusting.note_phase(writer)
        if phase.key == writer.data.figures(Figures).minors.free_pullman_phase:
            give_pullman(writer)
        if CONSOLIDATES in phase.events:
            writer.note(WAITS, True)
            writer.say("consolidation_due")
        if level(writer.data.trains[card]) == LAST_LEVEL:
            ending.first_eight(writer)
        if NATIONALS in phase.events:
            nationals.ask(writer, buyer)
        return None

    def discard(self, writer: PositionWriter, train: Train) -> None:
        rusting.put_away(writer, train)


def waits(view: View) -> bool:
    """Whether the next stock round is the consolidation."""
    return bool(view.state.notes.get(WAITS))


def consolidate(writer: PositionWriter) -> None:
    """Write that the consolidation begins."""
    writer.note(WAITS, None)


def owner_of_m(view: View) -> str | None:
    """Minor M while it runs, or the major it merged into (15.12)."""
    runs = (c.id for c in view.companies() if c.floated and view.president(c.id) is not None)
    return next((company for company in runs if has_power(view, company, MINOR_M)), None)


def give_pullman(writer: PositionWriter) -> None:
    """Minor M, or its major, receives a Pullman at no cost as they become available (11.6.2)."""
    company = owner_of_m(writer)
    if company is None:
        return
    pullman = next(t for t in writer.trains(DEPOT) if t.kind == PULLMAN)
    writer.note_train(pullman.id, OF_M, True)
    writer.move_train(pullman.id, company)
    writer.say("free_pullman", company=company)


def pay_royalty(writer: PositionWriter, buyer: str) -> None:
    """Write what minor M, or its major, gets for a Pullman that was bought of it (11.6.2)."""
    company, amount = owner_of_m(writer), writer.data.figures(Figures).pullman["royalty"]
    if company is not None:
        writer.pay(BANK, company, amount, "royalty")
        writer.say("royalty_18oe", company=company, amount=amount, buyer=buyer)
