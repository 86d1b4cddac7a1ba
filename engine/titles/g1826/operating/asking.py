"""Consent to a lay around Paris (O118), as `engine.steps.consent` asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say
from engine.rules.track import Lay
from engine.steps.consent import Consents
from engine.titles.g1826.companies import consent
from engine.titles.g1826.operating import track


class AroundParis(Consents):
    """The corporation whose station faces the hex consents."""

    where = say("on a hex beside Paris")
    asks = say("{data} may lay tile {data2} on {where} beside {other}'s station")

    def hexes(self, view: View) -> Sequence[str]:
        return [coord for coord, spot in view.board().hexmap.hexes.items() if "consent_of" in spot.extras]

    def speaker(self, view: View, coord: str) -> str | None:
        return consent.speaker(view, coord)

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        return track.may_build(view, company, lay)


AROUND_PARIS = AroundParis()
