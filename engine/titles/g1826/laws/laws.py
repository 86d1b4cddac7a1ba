"""What no action of 1826 may bring about, beyond the common laws (`engine.rules.laws.common`)."""

from __future__ import annotations

from engine.core.events import CompanyChanged, PlayerBankrupt
from engine.core.laws import Deeds
from engine.core.view import View
from engine.rules.laws.reading import HOLDING, OPEN_MARKET, Laws
from engine.titles.g1826.companies.companies import NATIONAL
from engine.titles.g1826.laws.position_laws import POSITION_LAWS


class Exceptions(Laws):
    """Companies run on without a president."""

    leaderless = True
    own = POSITION_LAWS

    def may_exceed(self, view: View, holder: str, company: str, limit: str, deeds: Deeds) -> bool:
        """A national that forms exchanges shares without limit (O155); a bankrupt leaves all (O134)."""
        if limit == OPEN_MARKET and deeds.of(PlayerBankrupt):
            return True
        formed = {e.company for e in deeds.of(CompanyChanged) if (e.name, e.after) == ("floated", True)}
        national = view.company(company).kind == NATIONAL and company in formed
        return national and limit in (HOLDING, OPEN_MARKET)
