"""What players know of 1889 (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.players.knowledge import Knowledge

KNOWLEDGE = Knowledge(rounds=18, fresh_income=60, ripe_income=350)
