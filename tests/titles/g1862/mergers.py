"""Positions for mergers of 1862: two companies, N&E and I&B, that share a city, and their shareholders."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.choices import Option, Range
from engine.game import Game
from tests.titles.g1862.mania import Mania, act, actor

CITY = "C6"


def merger(scenario: Mania, active: str, other: str, step: str = "merge", done: Sequence[str] = ()) -> Game:
    """The game at a merging step of the active company in phase B, whose marker stands beside the other's."""
    scenario.phase("B").tile(CITY, "14").token(active, CITY).token(other, CITY)
    return scenario.operating(active, step).at("operating", active, step, done=tuple(done)).game()


def hold(
    *,
    prices: tuple[int, int] = (74, 54),
    money: int = 500,
    treasury: tuple[int, int] = (0, 0),
    treasuries: tuple[int, int] = (0, 0),
    trains: bool = True,
    readings: str = "rulebook",
    step: str = "merge",
    done: Sequence[str] = (),
    **percents: tuple[int, int],
) -> Game:
    """Percent of (N&E, I&B) by holder (p1, p2, p3, pool); N&E is active, both have a train.

    The rest of the shares is in the IPO.

    The first player named with shares of a company directs it.
    """
    scenario = Mania("Tom", "Dick", "Harry", readings=readings).cash(p1=money, p2=money, p3=money)
    for i, company in enumerate(("N&E", "I&B")):
        held = {p: both[i] for p, both in percents.items() if both[i]}
        held |= {company: treasury[i]} if treasury[i] else {}
        permit = ("local", "freight")[i]
        scenario.company(company, prices[i], cash=treasuries[i], permits=(permit,)).shares(company, **held)
        if trains:
            scenario.train(company, "A", "local")
    return merger(scenario, "N&E", "I&B", step, done)


def shares(game: Game, owner: str) -> dict[str, int]:
    """Percent by company of an owner's certificates in N&E, I&B and WStI."""
    found = {c: game.view.percent(owner, c) for c in ("N&E", "I&B", "WStI")}
    return {c: percent for c, percent in found.items() if percent}


def propose(game: Game, by: str, to: str, survivor: str, choice: str = "") -> None:
    """The director of N&E proposes the merger with I&B, the other agrees; options go as ``choice`` says."""
    act(game, by, "offer_merger", company="I&B", survivor=survivor)
    act(game, to, "accept_offer", offer="o1")
    while choice and game.state.pending:
        act(game, actor(game), "option_share", choice=choice)


def company_asked(game: Game) -> str | None:
    """The company about which somebody decides now."""
    waiting = game.waiting()
    assert waiting is not None
    return waiting.company


def labels(options: Sequence[Option] | Range) -> list[str]:
    """The labels of a list of options."""
    assert not isinstance(options, Range)
    return [o.label for o in options]


def notes(options: Sequence[Option] | Range) -> list[str]:
    """The remarks of a list of options."""
    assert not isinstance(options, Range)
    return [o.note for o in options]
