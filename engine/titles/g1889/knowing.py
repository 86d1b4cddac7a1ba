"""What players know of 1889 (`engine.players.knowledge`)."""

from __future__ import annotations

from engine.core.view import View
from engine.players.knowledge import Knowledge

FAR_FROM_ALL = "KU"
"""Its home has one circle at the end of the board, and it has no marker besides."""


def _company(view: View, company: str) -> float:
    return -150.0 if company == FAR_FROM_ALL else 0.0


KNOWLEDGE = Knowledge(
    rounds=18,
    fresh_income=60,
    ripe_income=350,
    company=_company,
    payouts=3.0,
    sellers=True,
    envy=0.5,
)
