"""The home hex of another railroad takes its first tile with its president's consent (11.1.9)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.view import View
from engine.message import say
from engine.rules.track import is_bare
from engine.steps.consent import Consents
from engine.titles.g18oe.railroads.companies import MAJOR, MINOR, REGIONAL, home_hex


def bare_homes(view: View) -> dict[str, str]:
    """The bare home hexes of floated railroads, with the railroad of each."""
    board = view.board()
    floated = tuple(c.id for c in view.companies(MINOR, REGIONAL, MAJOR) if c.floated)
    found: dict[str, str] = board.remember(
        ("homes", floated),
        lambda: {
            home: company
            for company in floated
            if (home := home_hex(view, company)) is not None and is_bare(board, home)
        },
    )
    return found


def is_foreign(view: View, company: str, coord: str) -> bool:
    """Whether a hex is the bare home of a railroad that another player presides over."""
    other = bare_homes(view).get(coord, company)
    return view.president(other) not in (None, view.president(company))


class HomeConsents(Consents):
    """Railroads that have not floated permit it by themselves, nobody asks himself."""

    where = say("on the bare home hex of a floated railroad")
    asks = say("{data} may lay tile {data2} on {where}, the home of {other}")

    def hexes(self, view: View) -> Sequence[str]:
        return sorted(bare_homes(view))

    def speaker(self, view: View, coord: str) -> str | None:
        return bare_homes(view).get(coord)
