"""Positions of 1862 in which the SVR buys trains."""

from __future__ import annotations

from typing import Any

from engine.core.state import DEPOT, OUT
from engine.game import Game
from engine.titles.g1862.phases.bands import type_of, warranties
from tests.titles.g1862.mania import Mania, act, refusal
from tests.titles.g1862.mania_turns import offered

BANDS = "ABCDEFGH"
NAMES = {
    "A": ("1F", "2L", "2E"),
    "B": ("2F", "2/3L", "2/3E"),
    "C": ("3F", "3L", "3E"),
    "D": ("5F", "4L", "4E"),
    "E": ("6F", "4/5L", "4/5E"),
    "F": ("7F", "5L", "5E"),
    "G": ("8F", "5/6L", "5/6E"),
    "H": ("9F", "6L", "6E"),
}
PRICES = {"A": 100, "B": 200, "C": 280, "D": 360, "E": 500, "F": 600, "G": 700, "H": 800}
TYPES = ("freight", "local", "express")


def buyer(cash: int = 2000, band: str = "A", **options: str) -> Mania:
    """The SVR (permit local) buys trains; all bands before this one are sold and forgotten."""
    permits = ("express" if options.get("trains") == "simple_express" else "local",)
    scenario = Mania(**options).company("SVR", 82, cash=cash, p1=50, permits=permits).operated("SVR")
    scenario.no_trains_left(*BANDS[: BANDS.index(band)])
    return scenario.phase(band).operating("SVR", "trains")


def buy(game: Game, train: str, source: str = DEPOT, player: str = "p1", **more: Any) -> Any:
    """Buy a train."""
    return act(game, player, "buy_train", source=source, train=train, **more)


def refused(game: Game, train: str, source: str = DEPOT, **more: Any) -> str:
    """The code with which a purchase is refused."""
    return refusal(game, "p1", "buy_train", source=source, train=train, **more)


def names(game: Game, source: str = DEPOT) -> list[str]:
    """The trains that a source offers."""
    return [o.value for o in offered(game, "p1", "buy_train", "train", source=source)]


def held(game: Game, company: str = "SVR") -> list[tuple[str, str, int]]:
    """Band, type and warranties of a company's trains."""
    return [(t.kind, type_of(t), warranties(t)) for t in game.view.trains(company)]


def owning(scenario: Mania, *owned: tuple[str, str]) -> Mania:
    """Give the SVR trains of (band, type), whatever was sold."""
    for band, kind in owned:
        card = next(t for t in scenario.state.trains.values() if t.kind == band and t.owner in (DEPOT, OUT))
        card.owner, card.data["type"] = "SVR", kind
    return scenario


def seller(
    band: str = "B", phase: str = "B", player: str = "p1", kind: str = "express", left: int = 0
) -> Mania:
    """The ECR has a train of a band in a phase."""
    scenario = buyer(band=phase).company("ECR", 60).shares("ECR", **{player: 50}).operated("ECR")
    card = next(t for t in scenario.state.trains.values() if t.kind == band and t.owner in (DEPOT, OUT))
    card.owner, card.data["type"] = "ECR", kind
    if left:
        card.data["warranties"] = left
    return scenario
