"""Holds a game to its invariants and its laws after each action."""

from __future__ import annotations

from engine.core.errors import BrokenInvariant
from engine.core.invariants import Totals, unsound
from engine.core.laws import Breach, Deeds, Watch
from engine.core.writer import PositionWriter


def hold(
    writer: PositionWriter, totals: Totals, watch: Watch, *, by_hand: bool = False, lenient: bool = False
) -> list[Breach]:
    """The laws that what is open breaks: none, but for a ``lenient`` game, where a breach is told and stands.

    Raises BrokenInvariant for a breach of an invariant, and of a law where the game is not lenient. A game
    that older rules left with a breach has it from before: then it may go on.
    """
    deeds = Deeds(writer.open, by_hand)
    fault, found = _lost(writer, totals, watch), watch.breaches(writer, deeds, lenient)
    if fault is None and not found:
        return []
    stood, before = _before(writer, totals, watch, deeds, lenient)
    new = [breach for breach in found if breach.unjudged or breach not in before]
    if fault is not None and fault != stood:
        raise BrokenInvariant(fault)
    if new and not lenient:
        raise BrokenInvariant(new[0].text)
    return new


def _lost(writer: PositionWriter, totals: Totals, watch: Watch) -> str | None:
    """The first invariant that does not hold."""
    own = (check(writer) for check in watch.conserved)
    return unsound(writer, totals) or next((fault for fault in own if fault is not None), None)


def _before(
    writer: PositionWriter, totals: Totals, watch: Watch, deeds: Deeds, lenient: bool
) -> tuple[str | None, list[Breach]]:
    """What did not hold before: laws of deeds are not asked, for what the action did, it did now."""
    events = list(writer.open)
    writer.revert()
    found = _lost(writer, totals, watch), watch.breaches(writer, deeds.undone(), lenient)
    for event in events:
        writer.emit(event)
    return found
