"""Two lays that serve together: what the lay of the next turn adds to one of now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Action
from engine.players.building import first_look, reached
from engine.players.fork import Fork
from engine.players.seat import Budget
from engine.players.worth.appraisal import Appraiser, gain
from engine.rules.track import Lay, legal_lays
from engine.steps.track import HEX, LAYS, ROTATION, TILE, LayTile, perform_lay
from engine.steps.turns import TURN

FOLLOWS = 0.6
"""How much of what the lay of the next turn adds counts: others build, too, and it comes a turn later."""


class Planner:
    """Looks after a lay of a company at the lays on the same hex and beside it that could be next.

    most: so many of those that a first look likes best are tried on the board, each as one unit of work.
    """

    def __init__(self, eye: Appraiser, seat: str, company: str, most: int, budget: Budget) -> None:
        self.eye, self.fork, self.seat, self.company = eye, eye.fork, seat, company
        self.most, self.budget = most, budget

    def adds(self, coord: str, worths: Mapping[str, float]) -> float:
        """What the best next lay adds for the seat; ``worths``: what seats are worth after the lay of now.

        The branch is in the position after that lay, on the hex ``coord``.
        """
        best = 0.0
        for lay in self._next(coord):
            if not self.budget.take():
                break
            with self.fork.branch():
                perform_lay(self.fork.writer, self.company, lay)
                best = max(best, gain(worths, self.eye.worths(), self.seat))
        return FOLLOWS * best

    def _next(self, coord: str) -> list[Lay]:
        """The lays that are tried, best first."""
        with self.fork.branch():
            self.fork.writer.note(TURN + LAYS, None)
            known = reached(self.fork.view, self.company)
            found = [
                (first_look(self.fork.view, _action(self.seat, lay), known), lay)
                for lay in self._legal(coord)
            ]
        return [lay for _, lay in sorted(found, key=lambda each: (-each[0], each[1]))[: self.most]]

    def _legal(self, coord: str) -> Iterator[Lay]:
        return legal_lays(self.fork.view, self.company, _beside(self.fork, coord))


def _beside(fork: Fork, coord: str) -> list[str]:
    """A hex and those around it."""
    hexmap = fork.view.board().hexmap
    around = (hexmap.neighbour(coord, edge) for edge in range(6))
    return [coord, *(other for other in around if other is not None)]


def _action(seat: str, lay: Lay) -> Action:
    coord, tile, turn = lay
    return Action(LayTile.kind, seat, {HEX.name: coord, TILE.name: tile, ROTATION.name: str(turn)})
