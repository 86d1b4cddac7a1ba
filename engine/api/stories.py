"""What happened: sentences, and the events that clients look for."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.events import (
    CertMoved,
    CursorMoved,
    Event,
    Floated,
    GameEnded,
    OfferClosed,
    OfferMade,
    Paid,
    PlayerBankrupt,
    PriorityMoved,
    Said,
    TileLaid,
)
from engine.core.story import (
    TEMPLATES,
    EventKind,
    LogLine,
    Rank,
    Told,
    Words,
    lines,
    name_in_story,
    sentence,
    sentences,
    story,
    story_at,
)

__all__ = [
    "TEMPLATES",
    "CertMoved",
    "CursorMoved",
    "Event",
    "EventKind",
    "Floated",
    "GameEnded",
    "LogLine",
    "OfferClosed",
    "OfferMade",
    "PlayerBankrupt",
    "Rank",
    "Said",
    "TileLaid",
    "Told",
    "Words",
    "dividends",
    "keeps_priority",
    "lines",
    "name_in_story",
    "sentence",
    "sentences",
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


def keeps_priority(events: Sequence[Event], told: int) -> bool:
    """Whether event ``told`` says who takes the priority card, and he had it before."""
    event = events[told]
    if not isinstance(event, Said) or event.key != "priority":
        return False
    return not any(isinstance(other, PriorityMoved) for other in events[:told])
