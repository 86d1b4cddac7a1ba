"""The hexes around Paris: the first tile with the consent of the corporation whose station faces them (O118).

As the hexes around London in 1822: while nobody presides over that corporation, and for upgrades, nobody is
asked. Nobody needs his own consent. For a corporation that has become part of a national the one that has its
station speaks. In recorded games the players agreed at the table.
"""

from __future__ import annotations

from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say
from engine.rules.boards import home_stop, stations
from engine.rules.track import hex_name, is_bare
from engine.titles.g1826.data.readings import readings


def speaker(view: View, coord: str) -> str | None:
    """The company that must consent to track on a hex, or None where none is needed."""
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


def check(view: View, company: str, coord: str) -> Violation | None:
    """Why the company may not simply lay there."""
    other = speaker(view, coord)
    if other in (None, company):
        return None
    assert other is not None
    if view.president(other) == view.president(company):
        return None
    text = say(
        "The first tile on {where} needs the consent of {other}'s president: ask for it.",
        where=hex_name(view, coord),
        other=other,
    )
    return Violation("needs_consent", text, {"company": other})
