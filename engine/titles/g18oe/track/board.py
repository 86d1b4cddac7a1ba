"""The board of 18OE as the rules see it (2.1, 11.1.3)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.board.board import Board
from engine.board.hexmap import HexMap, Place
from engine.core.state import State
from engine.core.view import View
from engine.rules.boards import BoardPolicy
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import NATIONAL
from engine.titles.g18oe.railroads.marks import WHITE_CLIFFS
from engine.titles.g18oe.track.seas import waters

NORMAL, GRAND, METROPOLIS = "normal", "grand", "metropolis"
GRAND_LABEL = "Y"


class Map(BoardPolicy):
    """A circle is kept for the home of each regional in the game that has yet to place its token (3.1).

    A brown double town has the four sides of the green one: a route over its track is enough (11.1.3).
    """

    old_track = True

    @property
    def hexmap(self) -> HexMap:
        """The printed map; track may lead to port arrows (11.1.3)."""
        return with_arrows(super().hexmap)

    def board(self, state: State) -> Board:
        """Nationals have no home (9.4); Lille has one position more while its token lies there (11.2.2)."""
        board = super().board(state)
        nationals = {c.id for c in state.companies.values() if c.kind == NATIONAL}
        kept = {place: [c for c in here if c not in nationals] for place, here in board.reserved.items()}
        return replace(board, reserved=kept, extra_slots=_ferry_position(state))


BOARD = Map(Path(__file__).parents[1])


@cache
def with_arrows(printed: HexMap) -> HexMap:
    """A map of which the port arrows are sides to which track may lead."""
    arrows = frozenset((p.coord, p.edge) for p in waters(printed).ports if p.edge is not None)
    return replace(printed, openings=arrows)


def _ferry_position(state: State) -> dict[Place, int]:
    """The position beside the White Cliffs Ferry counts while the token for which it was opened is there."""
    holder, place = state.notes.get(WHITE_CLIFFS), (europe().lille.hex, 0)
    here = any(token.place == place and token.company == holder for token in state.tokens.values())
    return {place: 1} if here else {}


def city_class(view: View, coord: str) -> str:
    """Whether a city or red zone is normal, grand or a metropolis (1.3.2, 11.5)."""
    red = europe().red_zones.get(coord)
    if red is not None:
        return red.kind
    labels = view.board().hexmap[coord].labels
    if not labels:
        return NORMAL
    if GRAND_LABEL in labels:
        return GRAND
    return METROPOLIS if set(labels) & set(view.data.figures(Figures).metropolis_labels) else NORMAL
