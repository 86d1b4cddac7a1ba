"""Positions of 1862 for its tests: a deal in printed order, companies that run, trains of a type."""

from __future__ import annotations

from typing import Self

from engine.core.errors import Refused
from engine.core.state import IPO, OUT, POOL
from engine.core.view import View
from engine.game import Game
from engine.titles.g1862 import TITLE
from engine.titles.g1862.data.market import par_of
from tests.scenario import Scenario, act, kinds, refusal

__all__ = ["Mania", "Refused", "act", "actor", "cash", "kinds", "refusal", "values"]

ORDER = tuple(TITLE.data.companies)
PERMITS = ("freight", "local", "express")


class Mania(Scenario):
    """A scenario in which 16 companies are dealt in printed order: 8 from the start, 4 from B, 4 from C.

    Permits go freight, local, express, freight... in the same order. The last four are out of play.
    """

    def __init__(self, *names: str, **options: str) -> None:
        super().__init__(TITLE, *names, **options)
        for n, company in enumerate(ORDER):
            record = self.state.companies[company]
            if n < 16:
                permit = PERMITS[n % 3]
                record.data |= {"from": "AABC"[n // 4], "permit": permit, "permits": [permit]}
            else:
                self._out(company)

    def _out(self, company: str) -> None:
        self.state.companies[company].closed = True
        for cert in self.state.certs.values():
            if cert.company == company:
                cert.owner = OUT

    def in_play(self, company: str, start: str = "A", permit: str = "freight") -> Self:
        """Deal a company that this scenario leaves out, or deal it otherwise."""
        record = self.state.companies[company]
        record.closed = False
        record.data |= {"from": start, "permit": permit, "permits": [permit]}
        for cert in self.state.certs.values():
            if cert.company == company and cert.owner == OUT:
                cert.owner = IPO
        return self

    def company(
        self,
        company: str,
        price: int,
        *,
        chartered: bool = True,
        floated: bool = True,
        cash: int = 0,
        par: int | None = None,
        markers: int = 3,
        permits: tuple[str, ...] = (),
        **holders: int,
    ) -> Self:
        """A started company with a price token; certificates not named lie in the IPO or on its charter.

        A chartered company that has not floated has a par (``price``) and no price token.
        """
        record = self.state.companies[company]
        if par is None:
            par = par_of(View(self.title, self.state), price)
        record.par, record.floated = par, floated
        record.data |= {"chartered": chartered, "tokens_bought": markers}
        if permits:
            record.data["permits"] = list(permits)
        if floated or not chartered:
            record.cell = (0, self.title.data.market.rows[0].index(price))
            self.state.market.setdefault(record.cell, []).append(company)
        self.shares(company, **holders)
        if not chartered:
            for cert in self.state.certs.values():
                if cert.company == company and cert.owner == IPO:
                    cert.owner = company
        return self.money({company: cash}) if cash else self

    def train(self, owner: str, band: str, kind: str, warranties: int = 0, expiring: bool = False) -> Self:
        """Give a company a train of a band and type from the depot."""
        card = next(t for t in self.state.trains.values() if t.kind == band and t.owner == "depot")
        card.owner = owner
        card.data["type"] = kind
        if warranties:
            card.data["warranties"] = warranties
        if expiring:
            card.data["expiring"] = True
        return self

    def lner(self, limit: int) -> Self:
        """The LNER has formed, with this certificate limit: the IPO has no shares of running companies."""
        for cert in self.state.certs.values():
            if cert.owner == IPO and self.state.companies[cert.company].par is not None:
                cert.owner = POOL
        return self.note("lner", limit)

    def parliament(self, player: str = "p1", number: int = 1) -> Self:
        """At the start of a Parliament Round, the opening one held before."""
        self.note("parliaments", 2)
        if number > 1:
            self.note("sets", number - 1)
        return self.at("parliament", player, "propose", number=number)

    def dealing(self, player: str = "p1", number: int = 1) -> Self:
        """In a stock round, at a player's turn."""
        self.note("parliaments", 2)
        if number > 1:
            self.note("sets", number - 1)
        return self.at("shares", player, "turn", number=number)

    def operating(self, company: str, step: str, number: int = 1, part: int = 1, rounds: int = 1) -> Self:
        """In an operating round, at a step of a company's turn."""
        self.note("parliaments", 2).note("sets", number).note("rounds_in_set", rounds)
        return self.at("operating", company, step, number=number, part=part)


def actor(game: Game) -> str:
    """The one seat that the game waits for."""
    waiting = game.waiting()
    assert waiting is not None
    (player,) = waiting.players
    return player


def values(options: object) -> list[str]:
    """The values of a list of options."""
    return [o.value for o in options]  # type: ignore[attr-defined]


def cash(game: Game, *holders: str) -> tuple[int, ...]:
    """The money of several purses."""
    return tuple(game.view.cash(h) for h in holders)
