"""Powers that end with a phase, and what a company takes over of those of another."""

from __future__ import annotations

from engine.abilities.bonus import RevenueBonus, placed
from engine.abilities.power import Power, printed
from engine.abilities.train_limit import MORE_TRAINS, TrainLimit
from engine.core.events import MarkerMoved
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter

tell(Rank.RUST, powers_end="The bonuses and places for more trains that privates brought are gone.")


def _key(power: Power) -> str | None:
    """Under which key of a company's data a power that lasts is kept."""
    if isinstance(power, RevenueBonus):
        return power.marker
    return MORE_TRAINS if isinstance(power, TrainLimit) else None


def _keys(view: View, until: str | None = None) -> list[str]:
    lasting = (held.power for held in printed(view, Power))
    ending = [p for p in lasting if until is None or getattr(p, "until", None) == until]
    return [key for power in ending if (key := _key(power)) is not None]


def end_powers(writer: PositionWriter, event: str, story: str = "powers_end") -> None:
    """Write that the powers end that last until the phase with this event."""
    keys = _keys(writer, event)
    users = [c.id for c in writer.companies() if any(c.data.get(key) for key in keys)]
    for company in users:
        for key in keys:
            writer.note_company(company, key, None)
    for marker in keys:
        if marker in writer.state.markers:
            writer.emit(MarkerMoved(marker, writer.state.markers[marker], None))
    if users:
        writer.say(story)


def hand_over_powers(writer: PositionWriter, company: str, to: str) -> None:
    """Write that a company takes over the lasting powers of another."""
    for key in sorted(_keys(writer)):
        kept = writer.company(company).data.get(key)
        if kept is not None:
            writer.note_company(to, key, kept)
            writer.note_company(company, key, None)


def give_back_bonuses(writer: PositionWriter, company: str) -> None:
    """Write that the bonuses of a company that closes leave the map."""
    for found, _, _ in list(placed(writer, company)):
        marker = found.power.marker
        writer.note_company(company, marker, None)
        writer.emit(MarkerMoved(marker, writer.state.markers[marker], None))
