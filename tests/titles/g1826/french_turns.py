"""Track and nationals in positions of 1826, for the tests of a company's turn."""

from __future__ import annotations

from typing import Any

from engine.board.tiles import standard_catalogue
from engine.core.state import Offer
from engine.game import Game
from tests.scenario import act, refusal
from tests.titles.g1826.france import France

SW, W, NW, NE, E, SE = range(6)


def turned(tile: str, *edges: int) -> int:
    """The rotation in which a tile has track to exactly these edges."""
    faces = standard_catalogue()[tile].faces
    return next(r for r, face in enumerate(faces) if set(face.exits) == set(edges))


class Turn(France):
    """A scenario in which companies run."""

    def lay(self, hex_: str, tile: str, *edges: int) -> Turn:
        """A tile with track to these edges."""
        self.tile(hex_, tile, turned(tile, *edges))
        return self

    def national(self, company: str, cell: tuple[int, int] = (0, 3), cash: int = 0, **owners: int) -> Turn:
        """A national on the market with percents by owner, the president first; the rest is its own."""
        self.par(company, self.title.data.market.value(cell), cell)
        self._hand_out(company, owners)
        for cert in self._certs(company):
            if cert.owner == "ipo":
                cert.owner = company
        self.state.companies[company].data["tokens"] = 8
        self.money({company: cash})
        return self

    def old_train(self, owner: str, train: str) -> Turn:
        """A train that the bank sold long ago."""
        self.state.trains[train].owner = owner
        return self

    def loans(self, company: str, count: int) -> Turn:
        """Loans taken before."""
        self.state.companies[company].data["loans"] = count
        return self

    def bonds(self, **held: int) -> Turn:
        """Who holds bonds of the SNCF."""
        self.state.companies["SNCF"].data["bonds"] = held
        return self

    def earned(self, revenue: int) -> Turn:
        """What the trains of the company of the turn have earned."""
        self.note("turn:revenue", revenue)
        return self


def build(game: Game, player: str, hex_: str, tile: str, *edges: int, kind: str = "lay_tile") -> Any:
    """Lay a tile (or ask for it) with track to these edges."""
    return act(game, player, kind, hex=hex_, tile=tile, rotation=turned(tile, *edges))


def refused_build(game: Game, player: str, hex_: str, tile: str, *edges: int, kind: str = "lay_tile") -> str:
    """The code with which such a lay is refused."""
    return refusal(game, player, kind, hex=hex_, tile=tile, rotation=turned(tile, *edges))


def offers(game: Game) -> list[Offer]:
    """The open offers."""
    return list(game.state.offers.values())
