"""Computer players: who decides for a seat, and how much he may think about it."""

from __future__ import annotations

from engine.players.answers import answer_offer
from engine.players.fork import fork_for_player
from engine.players.kinds import player, work_limit_of
from engine.players.proposing import Deal, deal_of, propose
from engine.players.seat import Budget, Decision

__all__ = [
    "GUIDE",
    "Budget",
    "Deal",
    "Decision",
    "answer_offer",
    "deal_of",
    "fork_for_player",
    "player",
    "propose",
    "work_limit_of",
]

GUIDE = "engine.players.strong:Guide"
"""The kind of player that advises who learns; the levels are those of `engine.players.kinds`."""
