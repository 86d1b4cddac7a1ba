"""The board of 18OE as the rules see it (2.1, 11.1.3)."""

from __future__ import annotations

from engine.core.view import View
from engine.rules.boards import BoardPolicy
from engine.titles.g18oe.europe import europe
from engine.titles.g18oe.figures import Figures

NORMAL, GRAND, METROPOLIS = "normal", "grand", "metropolis"
GRAND_LABEL = "Y"


class Map(BoardPolicy):
    """A circle is kept for the home of each regional in the game that has yet to place its token (3.1)."""


BOARD = Map(__file__)


def city_class(view: View, coord: str) -> str:
    """Whether a city or red zone is normal, grand or a metropolis (1.3.2, 11.5)."""
    red = europe().red_zones.get(coord)
    if red is not None:
        return red.kind
    labels = view.board().hexmap[coord].labels
    if GRAND_LABEL in labels:
        return GRAND
    return METROPOLIS if set(labels) & set(view.data.figures(Figures).metropolis_labels) else NORMAL
