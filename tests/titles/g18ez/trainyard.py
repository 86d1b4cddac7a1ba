"""Positions of 18EZ in which a company buys trains, and a walk over all that is offered there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from engine.core.actions import Action
from engine.core.choices import Choice, Range
from engine.game import Game
from engine.titles.g18ez import TITLE
from tests.scenario import Scenario

BUYER = "BCRR"
HEX_OF_ROUTE = ("C5", "57", 1)  # Blue Creek with straight track to the grey city beside it


def yard(*names: str, company: str = BUYER, route: bool = True) -> Scenario:
    """The train step of BCRR, led by p1 with 60 %; it can trace a route if asked for."""
    scenario = Scenario(TITLE, *names).at("operating", company, "trains", number=1, part=1)
    scenario.note("rounds_in_set", 2).note("sets", 1)
    scenario.shares(BUYER, p1=60).par(BUYER, 100)
    if route:
        scenario.tile(*HEX_OF_ROUTE).token(BUYER, "C5")
    return scenario


def rival(scenario: Scenario, company: str = "M&R", **percents: int) -> Scenario:
    """Another floated major; the first holder named is its president."""
    return scenario.shares(company, **percents).par(company, 90)


def players(game: Game) -> tuple[str, ...]:
    """The seats that the game waits for."""
    waiting = game.waiting()
    return () if waiting is None else waiting.players


def company(game: Game) -> str | None:
    """The company that decides now."""
    waiting = game.waiting()
    return None if waiting is None else waiting.company


def values(game: Game, player: str, kind: str, field: str, **partial: Any) -> list[str]:
    """The values offered for a field."""
    found = game.options(player, kind, field, partial)
    assert not isinstance(found, Range)
    return [option.value for option in found]


def amounts(game: Game, player: str, kind: str, **partial: Any) -> tuple[int, int]:
    """The lowest and highest price offered."""
    found = game.options(player, kind, "price", partial)
    assert isinstance(found, Range)
    return found.low, found.high


def drawn(game: Game, player: str) -> list[Choice]:
    """The choices whose fields are listed; routes are searched for, not listed."""
    return [c for c in game.choices(player) if all(f.kind != "routes" for f in c.fields)]


def complete_actions(game: Game, player: str) -> Iterator[Action]:
    """Every action that the offered choices lead to; of amounts the ends and the suggestions."""
    for choice in drawn(game, player):
        fields = [f.name for f in choice.fields]
        yield from (
            Action(choice.kind, player, args) for args in _paths(game, player, choice.kind, fields, {})
        )


def _paths(
    game: Game, player: str, kind: str, fields: list[str], partial: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    if not fields:
        yield partial
        return
    found = game.options(player, kind, fields[0], partial)
    values: list[Any]
    if isinstance(found, Range):
        values = sorted({found.low, found.high, *found.suggested})
    else:
        values = [option.value for option in found]
    assert values, f"{kind}: nothing is offered for {fields[0]} after {partial}"
    yield from chain.from_iterable(
        _paths(game, player, kind, fields[1:], {**partial, fields[0]: v}) for v in values
    )


def assert_offers_are_legal(game: Game) -> None:
    """Every offered option path passes the check, and each choice has at least one."""
    for player in game.state.players:
        kinds = {choice.kind for choice in drawn(game, player)}
        actions = list(complete_actions(game, player))
        assert {action.kind for action in actions} == kinds
        assert [(a, game.check(a)) for a in actions if game.check(a) is not None] == []
