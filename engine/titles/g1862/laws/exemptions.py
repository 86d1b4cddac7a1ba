"""What 1862 allows that the common laws forbid elsewhere (`engine.rules.laws.reading`)."""

from __future__ import annotations

from engine.core.state import Train
from engine.core.view import View
from engine.rules.laws.reading import Laws
from engine.titles.g1862.laws.laws import LAWS
from engine.titles.g1862.phases.bands import rusted_by, warranties


class Exemptions(Laws):
    """Obsolete trains run on, and companies in receivership without a director."""

    leaderless = True
    own = LAWS

    def outlives(self, view: View, train: Train) -> bool:
        """An obsolete train runs on until its last warranty is used up (7.10); some bands stay (11.2)."""
        return rusted_by(view, train.kind) is None or bool(warranties(train))
