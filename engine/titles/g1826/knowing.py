"""What players know of 1826 (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.players.knowledge import Knowledge

KNOWLEDGE = Knowledge(
    rounds=20,
    fresh_income=70,
    ripe_income=400,
    lots={
        "Bridge": 22,
        "Mail": 44,
        "Algerian": 80,
        "Belg-private": 150,
        "Paris-private": 270,
        "Als-private": 320,
    },
    keeps=0.0,
)
"""With Paris and Als comes the presidency, with Belg a share (O92)."""
