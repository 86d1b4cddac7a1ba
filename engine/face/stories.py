"""What happened: sentences, and the events that clients look for."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.events import (
    CertMoved,
    CursorMoved,
    Event,
    GameEnded,
    OfferClosed,
    OfferMade,
    Paid,
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
    "dividends",
    "lines",
    "sentence",
    "story",
    "story_at",
]


def dividends(events: Sequence[Event], told: int) -> list[tuple[str, int]]:
    """Who got how much of the income that event ``told`` tells of, in the order of payment."""
    paid = list[tuple[str, int]]()
    for event in reversed(events[:told]):
        if not isinstance(event, Paid) or event.why != "dividend":
            break
        paid.insert(0, (event.payee, event.amount))
    return paid
