"""What happened: sentences, and the events that clients look for."""

from __future__ import annotations

from engine.core.events import (
    CertMoved,
    CursorMoved,
    Event,
    GameEnded,
    OfferClosed,
    OfferMade,
    Said,
    TileLaid,
)
from engine.core.story import (
    TEMPLATES,
    Line,
    Part,
    Rank,
    Told,
    Words,
    called,
    lines,
    sentence,
    story,
    story_at,
)

__all__ = [
    "TEMPLATES",
    "CertMoved",
    "CursorMoved",
    "Event",
    "GameEnded",
    "Line",
    "OfferClosed",
    "OfferMade",
    "Part",
    "Rank",
    "Said",
    "TileLaid",
    "Told",
    "Words",
    "called",
    "lines",
    "sentence",
    "story",
    "story_at",
]
