"""What happened: sentences, and the events that clients look for."""

from __future__ import annotations

from engine.core.events import CursorMoved, Event, GameEnded, OfferClosed, OfferMade, Said, TileLaid
from engine.core.story import TEMPLATES, Line, Rank, Words, lines, sentence, story

__all__ = [
    "TEMPLATES",
    "CursorMoved",
    "Event",
    "GameEnded",
    "Line",
    "OfferClosed",
    "OfferMade",
    "Rank",
    "Said",
    "TileLaid",
    "Words",
    "lines",
    "sentence",
    "story",
]
