"""Positions of 1862 in the turn of a company that has operated before, for the tests of its steps."""

from __future__ import annotations

from typing import Any, Self

from engine.game import Game
from tests.scenario import act, refusal
from tests.titles.g18ez.ez_turns import offered, paths, turned
from tests.titles.g1862.mania import Mania

__all__ = [
    "NE",
    "NW",
    "SE",
    "SW",
    "N",
    "S",
    "Turn",
    "lay",
    "offered",
    "paths",
    "refused",
    "turned",
    "yellow",
]

# Edges of the board's hexes.
S, SW, NW, N, NE, SE = range(6)


def yellow(*edges: int) -> str:
    """The yellow tile of a town without a letter with track to these two edges."""
    apart = abs(edges[0] - edges[1])
    return {1: "5", 2: "6", 3: "57"}[min(apart, 6 - apart)]


class Turn(Mania):
    """The SVR of p1 at home in Sudbury (D11), Witham to the south and Bury St. Edmunds to the north."""

    def __init__(self, *names: str, **options: str) -> None:
        super().__init__(*names, **options)
        self.company("SVR", 82, cash=500, p1=50).operated("SVR")
        self.operating("SVR", "track")

    def at_home(self, *edges: int, tile: str = "") -> Self:
        """The home tile with the home marker; a yellow one when none is named."""
        at = edges or (S, N)
        return self.lay("D11", tile or yellow(*at), *at).token("SVR", "D11")

    def lay(self, hex_: str, tile: str, *edges: int) -> Self:
        """A tile with track to these edges."""
        return self.tile(hex_, tile, turned(tile, *edges))

    def step(self, step: str) -> Self:
        """At another step of the same turn."""
        return self.operating("SVR", step)

    def other(self, company: str, *places: str, cash: int = 0, player: str = "p2", price: int = 68) -> Self:
        """A company of another director that has operated, with markers on these hexes."""
        self.company(company, price, cash=cash, markers=7).shares(company, **{player: 50})
        self.operated(company)
        for place in places:
            self.token(company, place)
        return self


def lay(game: Game, hex_: str, tile: str, *edges: int, player: str = "p1") -> Any:
    """Lay a tile with track to these edges."""
    return act(game, player, "lay_tile", hex=hex_, tile=tile, rotation=turned(tile, *edges))


def refused(game: Game, hex_: str, tile: str, *edges: int) -> str:
    """The code with which such a lay is refused."""
    return refusal(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=turned(tile, *edges))
