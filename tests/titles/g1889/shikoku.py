"""Positions of 1889 for its tests: the auction, stock rounds, turns of a company."""

from __future__ import annotations

from typing import Any, Self

from engine.board.tiles import standard_catalogue
from engine.core.choices import Range, Waiting
from engine.core.state import IPO, OUT, Cell
from engine.game import Game, new_game
from engine.titles.g1889 import TITLE
from tests.scenario import Scenario, act, kinds, refusal

__all__ = [
    "TITLE",
    "Shikoku",
    "act",
    "cash",
    "decision",
    "fresh",
    "holds",
    "kinds",
    "offered",
    "price",
    "refusal",
    "turned",
]
# Edges of the board's hexes.
S, SW, NW, N, NE, SE = range(6)


class Shikoku(Scenario):
    """A scenario of 1889; nobody owns a private unless it is said."""

    def __init__(self, *names: str, **options: str) -> None:
        super().__init__(TITLE, *names, **options)

    def company(
        self, company: str, par: int = 100, cash: int = 0, cell: Cell | None = None, **owners: int
    ) -> Self:
        """A floated company with its home token, and percents by owner (the president first)."""
        self.shares(company, **owners).par(company, par, cell).money({company: cash})
        return self.token(company, *TITLE.board(self.state).hexmap.homes[company])

    def started(self, company: str, par: int = 100, **owners: int) -> Self:
        """A company with a par and a place on the market that has not floated."""
        self.shares(company, **owners).par(company, par)
        self.state.companies[company].floated = False
        return self

    def auction(self, actor: str = "p1") -> Self:
        """The auction before anything is sold."""
        return self.at("packet", actor, "packet", number=1)

    def stock_round(self, actor: str = "p1", number: int = 2) -> Self:
        """A turn of a stock round; from the second on players may sell."""
        return self.at("shares", actor, "turn", number=number)

    def turn(self, company: str, step: str = "track", part: int = 1, rounds: int = 1) -> Self:
        """A company's turn in an operating round."""
        self.note("sets", 1).note("rounds_in_set", rounds)
        return self.at("operating", company, step, number=1, part=part)

    def lay(self, hex_: str, tile: str, *edges: int) -> Self:
        """A tile with track to these edges."""
        return self.tile(hex_, tile, turned(tile, *edges))


def turned(tile: str, *edges: int) -> int:
    """The rotation in which a tile has track to exactly these edges."""
    faces = standard_catalogue()[tile].faces
    return next(r for r, face in enumerate(faces) if set(face.exits) == set(edges))


def fresh(players: int = 3, seed: int = 1, **options: str) -> Game:
    """A game from its set-up; the seats are drawn."""
    return new_game(TITLE, [f"P{i}" for i in range(players)], seed=seed, options=options)


def decision(game: Game) -> Waiting:
    """What a game that is not over waits for."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting


def cash(game: Game, *holders: str) -> list[int]:
    """Money of some."""
    return [game.state.cash(holder) for holder in holders]


def price(game: Game, company: str) -> int | None:
    """The share value of a company."""
    return game.view.price(company)


def holds(game: Game, company: str) -> dict[str, int]:
    """Percents by owner; without the initial offering and what is out of play."""
    return {o: p for o, p in game.view.holdings(company).items() if o not in (IPO, OUT)}


def offered(game: Game, player: str, kind: str, field: str, **partial: Any) -> list[str]:
    """The values that a field offers."""
    options = game.options(player, kind, field, partial)
    assert not isinstance(options, Range)
    return [o.value for o in options]
