"""The end of the game and the winner (13)."""

from __future__ import annotations

from engine.core.view import View
from engine.rules.ending import end_of_set, shares_worth, watch_bank
from engine.titles.g18oe.privates import face_up

__all__ = ["end_of_set", "scores", "watch_bank"]


def scores(view: View) -> dict[str, int]:
    """Cash, stock at share value, and privates that lie face up at face value, by player (13.1)."""
    return {p: view.cash(p) + shares_worth(view, p) + _privates(view, p) for p in view.seats}


def _privates(view: View, player: str) -> int:
    return sum(view.spec(private).price for private in face_up(view, player))
