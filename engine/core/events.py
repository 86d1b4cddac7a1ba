"""The primitive facts of a game: each applies to the State, reverts exactly, and has a wire form.

An event is what happened, never what was asked: loading a game applies its events and runs no
rules. The wire form is ``[name, field, field, ...]`` in the order of the class's fields.
"""

from __future__ import annotations

from engine.core.events_base import KINDS, Event, from_json
from engine.core.events_board import MarkerMoved, PriceMoved, TileLaid, TokenMoved
from engine.core.events_flow import (
    CursorMoved,
    GameEnded,
    Noted,
    OfferClosed,
    OfferMade,
    PendingPopped,
    PendingPushed,
    PhaseBegan,
    PriorityMoved,
    Said,
    SeatsDrawn,
)
from engine.core.events_holdings import (
    CertMoved,
    CertResized,
    CompanyChanged,
    CompanyNoted,
    Floated,
    Paid,
    PlayerBankrupt,
    TrainMade,
    TrainMoved,
    TrainNoted,
    TrainTurned,
)

__all__ = [
    "KINDS",
    "CertMoved",
    "CertResized",
    "CompanyChanged",
    "CompanyNoted",
    "CursorMoved",
    "Event",
    "Floated",
    "GameEnded",
    "MarkerMoved",
    "Noted",
    "OfferClosed",
    "OfferMade",
    "Paid",
    "PendingPopped",
    "PendingPushed",
    "PhaseBegan",
    "PlayerBankrupt",
    "PriceMoved",
    "PriorityMoved",
    "Said",
    "SeatsDrawn",
    "TileLaid",
    "TokenMoved",
    "TrainMade",
    "TrainMoved",
    "TrainNoted",
    "TrainTurned",
    "from_json",
]
