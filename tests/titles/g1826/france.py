"""Positions of 1826 for its tests: corporations of 5 or 10 shares, stock rounds, turns of a company."""

from __future__ import annotations

from typing import Self

from engine.core.choices import Range
from engine.core.state import IPO, OUT
from engine.core.view import View
from engine.game import Game, new_game
from engine.titles.g1826 import TITLE
from tests.scenario import Scenario, act, kinds, refusal

__all__ = ["France", "act", "cash", "fresh", "holds", "kinds", "offered", "price", "refusal"]


class France(Scenario):
    """A scenario of 1826. Shares of a corporation that are given to nobody stay in its treasury."""

    def __init__(self, *names: str, **options: str) -> None:
        super().__init__(TITLE, *names, **options)

    def ten(self, *companies: str) -> Self:
        """Make corporations that are printed with 5 shares 10-share ones, before anything is sold."""
        for company in companies:
            for cert in self._certs(company):
                cert.percent, cert.owner = (20 if cert.president else 10), IPO
            self.state.companies[company].data["shares"] = 10
        return self

    def corporation(
        self, company: str, par: int, cash: int = 0, *, operated: bool = True, **owners: int
    ) -> Self:
        """A floated corporation at its par, with percents by owner (the president first)."""
        self.par(company, par)
        self._hand_out(company, {**owners})
        for cert in self._certs(company):
            if cert.owner == IPO:
                cert.owner = company
        record = self.state.companies[company]
        record.operated = operated
        record.data["tokens"] = 3 if record.data["shares"] == 5 else 4
        home = TITLE.board(self.state).hexmap.homes[company]
        return self.token(company, *home).money({company: cash})

    def _certs(self, company: str) -> list:
        return [c for c in self.state.certs.values() if c.company == company]

    def _hand_out(self, company: str, owners: dict[str, int]) -> None:
        for owner, percent in owners.items():
            for cert in self._certs(company):
                if cert.owner == IPO and self._held(company, owner) + cert.percent <= percent:
                    cert.owner = owner
            assert self._held(company, owner) == percent, f"{owner} cannot get exactly that"

    def _held(self, company: str, owner: str) -> int:
        return sum(cert.percent for cert in self._certs(company) if cert.owner == owner)

    def started(self, company: str, par: int, **owners: int) -> Self:
        """A corporation that has a par and has not floated."""
        self.par(company, par, floated=False)
        cell = next(c for c in TITLE.data.market.par_cells if TITLE.data.market.value(c) == par)
        self.state.companies[company].cell = cell
        self.state.market.setdefault(cell, []).append(company)
        self._hand_out(company, owners)
        return self

    def stock_round(self, actor: str = "p1", number: int = 2) -> Self:
        """A turn of a stock round; from the second on players may sell."""
        return self.at("shares", actor, "turn", number=number)

    def turn(self, company: str, step: str = "track", part: int = 1) -> Self:
        """A company's turn in an operating round."""
        self.note("sets", 1).note("rounds_in_set", 1)
        return self.at("operating", company, step, number=1, part=part)


def fresh(players: int = 3, seed: int = 1, **options: str) -> Game:
    """A game from its set-up; the seats are drawn."""
    return new_game(TITLE, [f"P{i}" for i in range(players)], seed=seed, options=options)


def cash(game: Game, holder: str) -> int:
    """Money of anybody."""
    return game.state.cash(holder)


def price(game: Game, company: str) -> int | None:
    """The share value of a company."""
    return game.view.price(company)


def holds(game: Game, company: str) -> dict[str, int]:
    """Percents by owner, what is out of play left out."""
    return {o: p for o, p in View(TITLE, game.state).holdings(company).items() if o != OUT}


def offered(game: Game, player: str, kind: str, field: str, **partial: object) -> list[str]:
    """The values that a field offers."""
    options = game.options(player, kind, field, partial)
    assert not isinstance(options, Range)
    return [o.value for o in options]
