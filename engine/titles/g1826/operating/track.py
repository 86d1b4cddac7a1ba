"""Laying track in 1826: one lay, two yellow ones in a first turn, Belgium (O114, O115, O119).

The hexes around Paris are in `consent` (O118).
"""

from __future__ import annotations

from engine.abilities.terrain import lay_cost
from engine.core.errors import Violation
from engine.core.view import View
from engine.message import say
from engine.rules.track import Lay, TrackPolicy
from engine.steps.track import LAYS
from engine.steps.turns import turn_note
from engine.titles.g1826.companies.companies import NATIONAL
from engine.titles.g1826.companies.consent import AroundParis

YELLOW = "yellow"
BELGIAN_CORPORATION = "Belg"


def is_yellow(view: View, tile: str) -> bool:
    """Whether a tile is yellow."""
    return view.board().catalogue[tile].colour == YELLOW


def may_build(view: View, company: str, lay: Lay) -> Violation | None:
    """Why a lay is forbidden whoever consents: a second one that is not yellow (O114), Belgium (O119)."""
    coord, tile, _ = lay
    if turn_note(view, LAYS) and not is_yellow(view, tile):
        return Violation("second_lay_is_yellow", say("The second lay of a first turn is a yellow tile."))
    return _check_belgium(view, company, coord)


AROUND_PARIS = AroundParis(may_build)


def belgium_is_open(view: View) -> bool:
    """Whether every corporation may build in Belgium (O119)."""
    return view.company(BELGIAN_CORPORATION).operated


def _check_belgium(view: View, company: str, coord: str) -> Violation | None:
    if not view.board().hexmap[coord].extras.get("belgian"):
        return None
    if company == BELGIAN_CORPORATION or belgium_is_open(view):
        return None
    text = say(
        "Belgium is open once {BELGIAN_CORPORATION} has operated; lay outside it.",
        BELGIAN_CORPORATION=BELGIAN_CORPORATION,
    )
    return Violation("belgium_closed", text, {"hex": coord})


class Track(TrackPolicy):
    """One lay or two, with consent around Paris."""

    def cost(self, view: View, company: str, coord: str) -> int:
        return lay_cost(view, company, coord)

    def lays(self, view: View, company: str) -> int:
        """One lay or upgrade; two in the first turn of a corporation if the first is yellow (O114, O115)."""
        record, done = view.company(company), turn_note(view, LAYS, [])
        if record.operated or record.kind == NATIONAL:
            return 1
        return 2 if all(is_yellow(view, tile) for _, tile, _ in done) else 1

    def allows(self, view: View, company: str, lay: Lay) -> Violation | None:
        """Why the title forbids the lay now: the above, or a consent that nobody has given (O118)."""
        return may_build(view, company, lay) or AROUND_PARIS.check(view, company, lay[0])
