"""Build a position of any title directly, to test one rule at a time.

    game = Scenario(TITLE, "Tom", "Dick", "Harry").cash(p1=500).shares("M&R", p1=60, pool=10).game()

Everything not named stays as the set-up leaves it. Money that the builder gives comes from the bank. `act`
takes an action, `refusal` returns the code with which one is refused, `kinds` what a player is offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, Self, TypeVar

from engine.core import state as states
from engine.core.actions import Action
from engine.core.errors import Refused, Violation
from engine.core.log import Record, Setup
from engine.core.state import Cell, State
from engine.data.crosscheck import nearest
from engine.game import Game
from engine.steps.turns import ROUNDS_IN_SET, SETS, OperatingRound
from engine.title import Title

T = TypeVar("T")


class Scenario:
    """Edits the set-up position of a title; `game` wraps it without running the opening.

    A ValueError says what the title does not have.
    """

    def __init__(self, title: Title, *names: str, **options: str) -> None:
        self.title = title
        self.names = names or ("Tom", "Dick", "Harry")
        chosen = {o.key: o.default for o in title.options} | options
        self.options = chosen
        self.state: State = title.first_position(self.names, chosen)
        self.state.priority = self.state.seats[0]

    def cash(self, **amounts: int) -> Self:
        """Set the money of players (p1=...) or companies (pass symbols with `money`)."""
        return self.money(amounts)

    def money(self, amounts: dict[str, int]) -> Self:
        """Set the money of any purse; the bank gives or takes the difference."""
        for holder, amount in amounts.items():
            _known("player or company", holder, (*self.state.players, *self.state.companies))
            purse = self.state.purse(holder)
            self.state.bank += purse.cash - amount
            purse.cash = amount
        return self

    def bank(self, amount: int) -> Self:
        """Set the bank's money alone (the total of the game changes with it)."""
        self.state.bank = amount
        return self

    def shares(self, company: str, **percents: int) -> Self:
        """Hand out a company's certificates: the first holder named takes the president's."""
        self._has(company)
        certs = [c for c in self.state.certs.values() if c.company == company]
        for owner, percent in percents.items():
            certs = self._give(certs, owner, percent)
        return self

    def _give(self, certs: list[states.Cert], owner: str, percent: int) -> list[states.Cert]:
        left = []
        for cert in certs:
            if cert.percent <= percent and percent > 0:
                cert.owner = owner
                percent -= cert.percent
            else:
                left.append(cert)
        if percent:
            raise ValueError(f"cannot give {owner} exactly the percent asked for")
        return left

    def own(self, owner: str, *companies: str) -> Self:
        """Give whole companies (privates, minors) to an owner."""
        for company in self._have(companies):
            self.state.certs[f"{company}:0"].owner = owner
        return self

    def par(self, company: str, par: int, cell: Cell | None = None, floated: bool = True) -> Self:
        """Set par, the market space (default: the par space of that value) and whether it has floated."""
        self._has(company)
        record = self.state.companies[company]
        record.par, record.floated = par, floated
        market = self.title.data.market
        pars = ", ".join(map(str, market.pars))
        at = cell or market.par_cell(par)
        if at is None:
            raise ValueError(f"{par} is no par ({pars}); name the market space as `cell`")
        if floated:
            record.cell = at
            self.state.market.setdefault(at, []).append(company)
        return self

    def start(self, *companies: str, cash: int | None = None) -> Self:
        """Mark companies without a market place (minors) as running, with money if given."""
        for company in self._have(companies):
            self.state.companies[company].floated = True
            if cash is not None:
                self.money({company: cash})
        return self

    def operated(self, *companies: str) -> Self:
        """Mark companies as having operated before."""
        for company in self._have(companies):
            self.state.companies[company].operated = True
        return self

    def close(self, *companies: str) -> Self:
        """Close companies; their certificates leave play."""
        for company in self._have(companies):
            self.state.companies[company].closed = True
            for cert in self.state.certs.values():
                if cert.company == company:
                    cert.owner = states.OUT
        return self

    def trains(self, owner: str, *kinds: str) -> Self:
        """Give an owner trains of these kinds from the depot."""
        for kind in kinds:
            _known("kind of train", kind, self.title.data.trains)
            here = (t for t in self.state.trains.values() if t.kind == kind and t.owner == states.DEPOT)
            train = _first(here, f"the depot has no train of the kind {kind!r} left to give")
            train.owner = owner
        return self

    def no_trains_left(self, *kinds: str) -> Self:
        """Remove what the depot still has of these kinds; give companies theirs before (`trains`)."""
        for train in self.state.trains.values():
            if train.kind in kinds and train.owner == states.DEPOT:
                train.owner = states.OUT
        return self

    def tile(self, hex_: str, tile: str, rotation: int = 0) -> Self:
        """Lay a tile from the supply."""
        board = self.title.board(self.state)
        _known("tile", tile, board.catalogue)
        _known("hex", hex_, board.hexmap.hexes)
        self.state.tiles[hex_] = (tile, rotation)
        self.state.supply[self.title.rules.board.stock_of(tile)] -= 1
        return self

    def token(self, company: str, hex_: str, stop: int = 0) -> Self:
        """Place a company's next station token."""
        self._has(company)
        left = (t for t in self.state.tokens.values() if t.company == company and t.place is None)
        token = _first(left, f"{company} has no station token left")
        token.place = (hex_, stop)
        return self

    def phase(self, key: str) -> Self:
        """Set the phase."""
        _known("phase", key, self.title.data.phases)
        self.state.phase = key
        return self

    def at(self, round_: str, actor: str = "", step: str = "", **more: Any) -> Self:
        """Set the kind of round, who acts (a player or a company) and the step (the first, if none is named).

        ``more`` are fields of `engine.core.state.Cursor`: ``number`` of the round, ``part`` of an operating
        set, ``passes`` in a row, ``done`` (the companies that have had their turns). ValueError names an
        unknown one. An operating round is the last of its set, unless the note ``rounds_in_set`` gives
        their number.
        """
        valid = [field.name for field in fields(states.Cursor)]
        for name in more:
            if name not in valid:
                raise ValueError(f"at() knows no {name!r}; the nearest is {nearest(name, valid)!r}")
        self.state.cursor = replace(self.state.cursor, round=round_, actor=actor, step=step, **more)
        return self

    def note(self, key: str, value: Any) -> Self:
        """Set a bookkeeping note."""
        self.state.notes[key] = value
        return self

    def game(self) -> Game:
        """The game at this position; ValueError names a round or a step that the title does not have."""
        self._find_step()
        self._count_rounds()
        setup = Setup(
            self.title.key, self.title.rules_version, self.names, self.options, 0, states.to_json(self.state)
        )
        game = Game(self.title, setup)
        game.fold(Record(1, "opening", ""))
        return game

    def _find_step(self) -> None:
        """Point the cursor at the first step of its round, where `at` named none."""
        cursor, rounds = self.state.cursor, self.title.rounds
        if cursor.round and cursor.round not in rounds:
            raise ValueError(f"no round is called {cursor.round!r}; rounds: {', '.join(rounds)}")
        steps = list(rounds[cursor.round].steps) if cursor.round else []
        if cursor.step and cursor.step not in steps:
            raise ValueError(f"{cursor.round!r} has no step {cursor.step!r}; steps: {', '.join(steps)}")
        if cursor.actor and not cursor.step and steps:
            self.state.cursor = replace(cursor, step=steps[0])

    def _count_rounds(self) -> None:
        """Note how many operating rounds there are, so that the last turn of one can end."""
        cursor = self.state.cursor
        if isinstance(self.title.rounds.get(cursor.round), OperatingRound):
            self.state.notes.setdefault(SETS, max(cursor.number, 1))
            self.state.notes.setdefault(ROUNDS_IN_SET, max(cursor.part, 1))

    def _have(self, companies: Iterable[str]) -> Iterable[str]:
        for company in companies:
            self._has(company)
        return companies

    def _has(self, company: str) -> None:
        _known("company", company, self.state.companies)


def _known(what: str, name: str, valid: Iterable[str]) -> None:
    there = list(valid)
    if name not in there:
        raise ValueError(f"no {what} is called {name!r}; the nearest is {nearest(name, there)!r}")


def _first(found: Iterable[T], otherwise: str) -> T:
    """The first of some things; ValueError says why there is none."""
    for each in found:
        return each
    raise ValueError(otherwise)


def act(game: Game, player: str, kind: str, **args: Any) -> Record:
    """Submit an action; the test fails with the refusal when it is illegal."""
    return game.submit(Action(kind, player, args))


def code_of(found: Violation | None) -> str:
    """The code of a violation; fails when there is none."""
    assert found is not None, "nothing is refused"
    return found.code


def refusal(game: Game, player: str, kind: str, **args: Any) -> str:
    """The code with which an action is refused; fails when it is legal or changes anything."""
    before = game.digest()
    try:
        game.submit(Action(kind, player, args))
    except Refused as refused:
        assert game.digest() == before
        return refused.violation.code
    raise AssertionError(f"{kind} {args} was accepted")


def kinds(game: Game, player: str) -> set[str]:
    """The kinds of action that a player is offered."""
    return {choice.kind for choice in game.choices(player)}
