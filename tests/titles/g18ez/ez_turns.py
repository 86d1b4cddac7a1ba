"""Positions of 18EZ in the turn of a company, for the tests of its operating rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.board.tiles import standard_catalogue
from engine.core.choices import Option, Range
from engine.game import Game
from engine.titles.g18ez import TITLE
from tests.scenario import Scenario

# Edges of the board's hexes.
SW, W, NW, NE, E, SE = range(6)


def turned(tile: str, *edges: int) -> int:
    """The rotation in which a tile has track to exactly these edges."""
    faces = standard_catalogue()[tile].faces
    return next(r for r, face in enumerate(faces) if set(face.exits) == set(edges))


class Turn(Scenario):
    """A scenario in which railroads run; `of` gives the turn to one of them."""

    def __init__(self, *names: str) -> None:
        super().__init__(TITLE, *names)
        self.note("sets", 1).note("rounds_in_set", 2)

    def major(
        self, company: str, president: str = "p1", cash: int = 500, par: int = 80, **others: int
    ) -> Turn:
        """A floated major of a president with 50 percent."""
        self.shares(company, **{president: 50}, **others).par(company, par).money({company: cash})
        return self

    def minor(self, company: str, owner: str = "p1", cash: int = 160) -> Turn:
        """A running minor."""
        self.own(owner, company).start(company, cash=cash)
        return self

    def lay(self, hex_: str, tile: str, *edges: int) -> Turn:
        """A tile with track to these edges."""
        self.tile(hex_, tile, turned(tile, *edges))
        return self

    def turn(self, company: str, step: str = "track", part: int = 1) -> Turn:
        """The turn of a company, at one of its steps."""
        self.at("operating", company, step, number=1, part=part)
        return self

    def earned(self, revenue: int) -> Turn:
        """What the company of the turn has earned, for the dividend step."""
        self.note("turn:revenue", revenue)
        return self


def offered(game: Game, player: str, kind: str, field: str, **partial: Any) -> Sequence[Option]:
    """The options of a field that is no amount."""
    options = game.options(player, kind, field, partial)
    assert not isinstance(options, Range)
    return options


def paths(game: Game, player: str, kind: str, fields: tuple[str, ...]) -> list[dict[str, str]]:
    """Every way to fill the fields of a choice from its options."""
    found: list[dict[str, str]] = [{}]
    for name in fields:
        found = [{**args, name: o.value} for args in found for o in offered(game, player, kind, name, **args)]
    return found
