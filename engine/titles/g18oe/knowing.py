"""What players know of 18OE (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.players.knowledge import Knowledge

KNOWLEDGE = Knowledge(
    rounds=18,
    fresh_income=70,
    ripe_income=450,
    lays=4,
    patience=20,
    minor_part=0.5,
    minor_end=250,
    keeps=0.0,
    shuns=frozenset({"surrender", "remove_private", "close_private", "remove_regional"}),
)
