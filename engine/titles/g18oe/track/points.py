"""Tile points: what a railroad may lay in one turn (11.1), with what minors add to it (15.2, 15.5-15.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.faces import CITY
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.steps.track import LAYS
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import has_power
from engine.titles.g18oe.track.board import METROPOLIS, city_class

OTHER = "points_used"
NOTES = {TURN + OTHER: "the end of the turn"}
"""Turn note: tile points spent on something else than a tile."""
YELLOW = "yellow"
SURVEYORS, FOUNDRY = "B", "G"
BUILDERS = {"E": "water", "F": "rough"}
"""The minors that build cheaper, and their terrain (15.5, 15.6)."""


def cost_of(view: View, company: str, coord: str, tile: str) -> int:
    """The tile points that a tile uses up (11.1); an upgrade without a city is cheaper for minor B (15.2)."""
    figures, kind = view.data.figures(Figures), view.board().catalogue[tile]
    if kind.colour == YELLOW:
        points = figures.lay_points[YELLOW]
    elif has_power(view, company, SURVEYORS) and not kind.drawing.indices(CITY):
        points = figures.minors.tile_points[SURVEYORS]
    else:
        points = figures.lay_points["later"]
    return points * figures.metropolis_factor if city_class(view, coord) == METROPOLIS else points


def builders_for(view: View, company: str, coord: str) -> list[str]:
    """The minors E and F of the railroad whose terrain a hex has (15.5, 15.6)."""
    kinds = {kind for kind, _ in view.board().hexmap[coord].terrain}
    return [m for m, kind in BUILDERS.items() if kind in kinds and has_power(view, company, m)]


def of_turn(view: View, company: str) -> int:
    """The tile points of a railroad in each turn (11.1), two more with minor G (15.7)."""
    figures = view.data.figures(Figures)
    more = figures.minors.tile_points[FOUNDRY] if has_power(view, company, FOUNDRY) else 0
    return figures.tile_points.get(view.company(company).kind, 0) + more


def left(view: View, company: str, lay: Sequence[object] | None = None) -> int:
    """The tile points that are left in this turn, for this lay: those of E and F are for their terrain.

    A tile of a colour that is not available yet has used up all (11.1.9).
    """
    extra = {m: view.data.figures(Figures).minors.tile_points[m] for m in BUILDERS}
    points: int = of_turn(view, company) - turn_note(view, OTHER, 0)
    for coord, tile, _ in turn_note(view, LAYS, []):
        if is_early(view, tile):
            return 0
        points -= cost_of(view, company, coord, tile) - _use_extra(view, company, coord, tile, extra)
    if lay is not None:
        coord, tile = str(lay[0]), str(lay[1])
        points += _use_extra(view, company, coord, tile, extra)
    return points


def is_early(view: View, tile: str) -> bool:
    """Whether a tile is of a colour that is not available yet."""
    return view.board().catalogue[tile].colour not in view.phase.tiles


def _use_extra(view: View, company: str, coord: str, tile: str, extra: dict[str, int]) -> int:
    """The extra points that a yellow tile uses up of what is left of them."""
    if view.board().catalogue[tile].colour != YELLOW:
        return 0
    cost = cost_of(view, company, coord, tile)
    used = 0
    for minor in builders_for(view, company, coord):
        taken = min(extra[minor], cost - used)
        extra[minor] -= taken
        used += taken
    return used


def may_lay_more(view: View, company: str) -> bool:
    """Whether any point is left, for any terrain."""
    if left(view, company) > 0:
        return True
    done = turn_note(view, LAYS, [])
    if any(is_early(view, tile) for _, tile, _ in done):
        return False
    return any(has_extra(view, company, m) for m in BUILDERS)


def has_extra(view: View, company: str, minor: str) -> bool:
    """Whether the extra point of minor E or F is there and not used in this turn (15.5, 15.6)."""
    kind = BUILDERS[minor]
    return has_power(view, company, minor) and not any(
        view.board().catalogue[tile].colour == YELLOW
        and kind in {k for k, _ in view.board().hexmap[coord].terrain}
        for coord, tile, _ in turn_note(view, LAYS, [])
    )


def spend(writer: PositionWriter, points: int) -> None:
    """Write that tile points of this turn go for something else than a tile (14.9)."""
    writer.note(TURN + OTHER, turn_note(writer, OTHER, 0) + points)
