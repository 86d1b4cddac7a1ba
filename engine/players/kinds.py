"""The kinds of player by name: the levels, random choices, and classes from outside."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from engine.checks.random_play import RandomPlayer
from engine.core.errors import Refused, Violation
from engine.game import Game
from engine.players.easy import Easy
from engine.players.seat import Budget, Decision, Player
from engine.players.steady import Steady
from engine.players.strong import Strong


class Dice:
    """Random legal choices, as the checks make them, for one seat."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._dice: RandomPlayer | None = None

    def choose(self, game: Game, seat: str, budget: Budget) -> Decision:
        """Any legal action."""
        began = budget.clock()
        dice = self._dice = self._dice or RandomPlayer(game.title, self.seed)
        return Decision((dice.action(game, seat),), "Chance decided.", (), budget.clock() - began)


LEVELS: dict[str, Callable[[int], Player]] = {
    "random": Dice,
    "easy": Easy,
    "steady": Steady,
    "strong": Strong,
}
WORK = {"random": 1, "easy": 120, "steady": 200, "strong": 1200}
"""The work of one decision, by level; of classes from outside that of the strongest."""
MOST = max(WORK.values())


def player(kind: str, seed: int) -> Player:
    """A player of a level, or of a class outside (``module:Class``, called with the seed or without).

    Raises Refused when there is no such level or class.
    """
    if kind in LEVELS:
        return LEVELS[kind](seed)
    outside = _outside(kind)
    try:
        found: Player = outside(seed)
    except TypeError:
        found = outside()
    return found


def _outside(kind: str) -> Callable[..., Player]:
    """The class that ``module:Class`` names; raises Refused when it cannot be imported."""
    module, _, name = kind.partition(":")
    if not name:
        text = f"{kind} is no player: levels are {', '.join(LEVELS)}; others are given as module:Class."
        raise Refused(Violation("no_such_player", text))
    try:
        found: Callable[..., Player] = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        text = f"The player {name} cannot be imported from {module} ({error})."
        raise Refused(Violation("no_such_player", text)) from error
    return found


def work_limit_of(kind: str) -> int:
    """The work that a kind of player may spend on one decision."""
    return WORK.get(kind, MOST)
