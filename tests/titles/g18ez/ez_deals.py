"""Positions in a share dealing round of 18EZ, for the tests of sections 1.5 to 1.14."""

from engine.steps.turns import SETS
from engine.titles.g18ez import TITLE
from tests.scenario import Scenario, act

PRIVATES = ("SLR", "HMH", "MRTA", "OBS")
MINORS = ("ONE", "TWO", "MIT", "ROC")


def dealing(*names, actor="p1", initial=False, title=TITLE):
    """A share dealing round with ``actor`` to play; the packet is out of the way."""
    scenario = Scenario(title, *(names or ("Tom", "Dick", "Harry"))).close(*PRIVATES, *MINORS)
    if initial:
        return scenario.note("sr_initial", True).at("shares", actor, "turn", number=1)
    return scenario.note(SETS, 1).at("shares", actor, "turn", number=2)


def buy(game, player, company, source="ipo"):
    return act(game, player, "buy_share", company=company, source=source)


def sell(game, player, company, percent):
    return act(game, player, "sell_shares", company=company, percent=percent)


def actor(game):
    (player,) = game.waiting().players
    return player


def values(options):
    return [option.value for option in options]


def passes(game, count):
    """Let the next ``count`` players pass."""
    for _ in range(count):
        act(game, actor(game), "pass")
