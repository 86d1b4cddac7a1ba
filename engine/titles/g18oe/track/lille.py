"""Who runs through Lille, and over the ferry to London (11.2.2, 14.7)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.faces import CITY
from engine.core.state import Place
from engine.core.view import View
from engine.routes.terms import End
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.railroads.marks import OPENED, WHITE_CLIFFS, passages


@dataclass(frozen=True, slots=True)
class Passage:
    """How a railroad passes Lille: freely at these stops, over these ends though it is full, or never."""

    unblocked: frozenset[Place] = frozenset()
    gates: frozenset[End] = frozenset()
    bars: frozenset[End] = frozenset()


def passage(view: View, company: str) -> Passage:
    """How the railroad passes Lille now.

    Until the White Cliffs Ferry position is open the ferry leads through a full city, from then on all track
    does; once a token lies there the ferry is for those with a token in Lille, and if a national took it away
    Lille never blocks again.
    """
    lille = europe().lille
    holder = view.state.notes.get(WHITE_CLIFFS, "")
    stops = frozenset((lille.hex, i) for i in view.board().face(lille.hex).indices(CITY))
    ferry = frozenset({(lille.hex, lille.edge)})
    if holder == OPENED:
        return Passage(unblocked=stops)
    if holder:
        return Passage(bars=frozenset() if _is_there(view, company, stops) else ferry)
    begun = [phase.key for phase in view.phases]
    return Passage(unblocked=stops) if lille.phase in begun else Passage(gates=ferry)


def _is_there(view: View, company: str, stops: frozenset[Place]) -> bool:
    """Whether the railroad has a token in Lille, or the Central Circle token."""
    own = any(company in view.board().companies_at(*place) for place in stops)
    return own or any(place in stops for place in passages(view, company))
