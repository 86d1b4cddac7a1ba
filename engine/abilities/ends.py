"""Powers that end with a phase, and what a company takes over of those of another."""

from __future__ import annotations

from engine.abilities.bonus import RevenueBonus
from engine.abilities.power import Power, printed
from engine.abilities.train_limit import MORE_TRAINS, TrainLimit
from engine.core.events import MarkerMoved
from engine.core.play import Play
from engine.core.story import Rank, tell
from engine.core.view import View

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


def end_powers(play: Play, event: str, story: str = "powers_end") -> None:
    """Write that the powers end that last until the phase with this event."""
    keys = _keys(play, event)
    users = [c.id for c in play.companies() if any(c.data.get(key) for key in keys)]
    for company in users:
        for key in keys:
            play.note_company(company, key, None)
    for marker in keys:
        if marker in play.state.markers:
            play.emit(MarkerMoved(marker, play.state.markers[marker], None))
    if users:
        play.say(story)


def hand_over_powers(play: Play, company: str, to: str) -> None:
    """Write that a company takes over the lasting powers of another."""
    for key in sorted(_keys(play)):
        kept = play.company(company).data.get(key)
        if kept is not None:
            play.note_company(to, key, kept)
            play.note_company(company, key, None)
