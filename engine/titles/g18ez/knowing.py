"""What players know of 18EZ (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.players.knowledge import Knowledge

KNOWLEDGE = Knowledge(
    rounds=16,
    fresh_income=60,
    ripe_income=330,
    lots={"SLR": 24, "HMH": 58, "MRTA": 92, "OBS": 240, "ONE": 230, "TWO": 230, "MIT": 230, "ROC": 230},
    keeps=0.0,
    minor_part=0.5,
    minor_end=150,
)
"""The Obsidian becomes the presidency of the Black Line, and each minor a share of it."""
