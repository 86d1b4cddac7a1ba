"""What players know of 18EZ (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.players.knowledge import Formation, Knowledge

KNOWLEDGE = Knowledge(
    rounds=16,
    sales=0.15,
    fresh_income=60,
    ripe_income=330,
    lots={"SLR": 22, "HMH": 52, "MRTA": 84, "OBS": 170, "ONE": 170, "TWO": 170, "MIT": 170, "ROC": 170},
    judges_lots=True,
    keeps=0.0,
    minor_part=0.5,
    minor_end=150,
    minors_close="system_opens",
    formation=Formation("BL", "OBS", "system_opens", "system_shares", price=150, cell=(0, 9), cash=750),
)
"""The Obsidian becomes the presidency of the Black Line, and each minor a share of it."""
