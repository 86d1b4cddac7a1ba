"""What 1862 allows that the common laws forbid elsewhere (`engine.rules.laws`)."""

from __future__ import annotations

from engine.core.state import Train
from engine.core.view import View
from engine.rules.laws import Laws
from engine.titles.g1862.bands import rusted_by, warranties
from engine.titles.g1862.laws import LAWS


def under_warranty(view: View, train: Train) -> bool:
    """An obsolete train runs on until its last warranty is used up (7.10); some bands stay (11.2)."""
    return rusted_by(view, train.kind) is None or bool(warranties(train))


EXEMPTIONS = Laws(outlives=under_warranty, leaderless=True, own=LAWS)
