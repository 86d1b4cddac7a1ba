"""How the game ends and who has won (O175-O177)."""

from __future__ import annotations

from engine.core.play import Play
from engine.core.view import View
from engine.rules.ending import end_of_set, shares_worth, watch_bank
from engine.titles.g1826 import bonds

__all__ = ["end_of_set", "scores", "watch"]


def watch(play: Play) -> None:
    """Called after each action: the bank may be empty (O176), all players but one bankrupt (O177)."""
    watch_bank(play)
    if not play.state.ended and len([p for p in play.state.players.values() if not p.bankrupt]) == 1:
        play.end_game("bankruptcy")


def scores(view: View) -> dict[str, int]:
    """Cash, shares at market value, bonds, privates at face value (family), by player."""
    return {
        p: view.cash(p) + shares_worth(view, p) + bonds.worth(view, p) + _privates(view, p)
        for p in view.seats
    }


def _privates(view: View, player: str) -> int:
    mine = (c.id for c in view.companies("private") if view.owner(c.id) == player)
    return sum(view.spec(private).price for private in mine)
