"""The hexes around Paris: the first tile with the consent of the corporation whose station faces them (O118).

As the hexes around London in 1822: while nobody presides over that corporation, and for upgrades, nobody is
asked. Nobody needs his own consent. For a corporation that has become part of a national the one that has its
station speaks. In recorded games the players agreed at the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.view import View
from engine.message import say
from engine.rules.boards import home_stop, stations
from engine.rules.track import is_bare
from engine.steps.consent import Consents
from engine.titles.g1826.data.readings import readings


class AroundParis(Consents):
    """The corporation whose station faces the hex consents."""

    where = say("on a hex beside Paris")
    asks = say("{data} may lay tile {data2} on {where} beside {other}'s station")

    def hexes(self, view: View) -> Sequence[str]:
        return [coord for coord, spot in view.board().hexmap.hexes.items() if "consent_of" in spot.extras]

    def speaker(self, view: View, coord: str) -> str | None:
        corporation = view.board().hexmap[coord].extras.get("consent_of")
        if not isinstance(corporation, str) or not readings(view).consent_around_paris:
            return None
        if not is_bare(view.board(), coord):
            return None
        other = heir(view, corporation) if view.company(corporation).closed else corporation
        return None if other is None or view.president(other) is None else other


def heir(view: View, corporation: str) -> str | None:
    """The company whose token stands at the home of a closed corporation."""
    home = home_stop(view.board(), corporation)
    return next(iter(stations(view.state).get(home, ())), None) if home else None
