"""Positions of 1826 in which a national may form: PO, led by p1, is to buy the first train of a kind."""

from __future__ import annotations

from typing import Self

from engine.core.log import Record
from engine.core.state import DEPOT
from engine.game import Game
from tests.scenario import act
from tests.titles.g1826.french_turns import Turn

BEFORE = {"6H": "4H", "10H": "6H", "E": "10H"}


class Formation(Turn):
    """A scenario in which the next train of the bank begins a phase."""

    def ten_shares(
        self, company: str, par: int, cash: int = 0, *, operated: bool = True, **owners: int
    ) -> Self:
        """A floated corporation of 10 shares; what nobody has is in its treasury."""
        self.ten(company)
        self.corporation(company, par, cash, operated=operated, **owners)
        return self

    def buying(self, kind: str, president: str = "p1") -> Self:
        """PO is at the trains step of its turn, with money for the first train of this kind."""
        self.ten_shares("PO", 75, 3000, operated=True, **{president: 60})
        kinds = list(self.title.data.trains)
        self.no_trains_left(*kinds[: kinds.index(kind)])
        self.phase(BEFORE[kind]).turn("PO", "trains")
        return self

    def had_turns(self, *companies: str) -> Self:
        """These have operated in this round."""
        return self.at("operating", "PO", "trains", number=1, part=1, done=companies)

    def holds_tokens(self, company: str, *hexes: str) -> Self:
        """Station tokens beside the home one."""
        for coord in hexes:
            self.token(company, coord)
        return self


def buy(game: Game, kind: str, player: str = "p1") -> Record:
    """PO buys the train from the bank."""
    return act(game, player, "buy_train", source=DEPOT, train=kind)


def stations(game: Game, company: str) -> set[str]:
    """The hexes with tokens of a company."""
    return {coord for coord, _ in game.view.stations(company)}


def merged(game: Game, national: str) -> list[str]:
    """Of whom a national is formed; empty when it is not."""
    found: list[str] = game.view.company(national).data.get("merged", [])
    return found
