"""What players know of 1826 (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.players.knowledge import Knowledge

KNOWLEDGE = Knowledge(
    rounds=20,
    fresh_income=70,
    ripe_income=400,
    lots={
        "Bridge": 22,
        "Mail": 42,
        "Algerian": 72,
        "Belg-private": 120,
        "Paris-private": 180,
        "Als-private": 240,
    },
    keeps=0.0,
)
"""With Paris and Als comes the presidency, with Belg a share (O92)."""
