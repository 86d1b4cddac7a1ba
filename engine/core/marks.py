"""What lies on the map besides tiles and stations, as a title tells it to pictures and texts."""

from __future__ import annotations

from dataclasses import dataclass

HOME, GONE, GOAL, CONSENT, CLOSED = "home", "gone", "goal", "consent", "closed"
"""Kinds of mark: home of a company for which no circle is kept, of one out of play; the destination of a
company; a hex where it must consent to track; a hex where nobody may lay track now."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a hex: its kind, what texts say, and the company whose letters pictures show."""

    kind: str
    hex: str
    words: str
    company: str = ""
