"""How the game ends and who has won (O175-O177)."""

from __future__ import annotations

from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.ending import BONDS, Asset, end_of_set, watch_bank, with_privates
from engine.titles.g1826.finance import bonds

__all__ = ["end_of_set", "watch", "worth"]


def watch(writer: PositionWriter) -> None:
    """Called after each action: the bank may be empty (O176), all players but one bankrupt (O177)."""
    watch_bank(writer)
    if not writer.state.ended and len([p for p in writer.state.players.values() if not p.bankrupt]) == 1:
        writer.end_game("bankruptcy")


def worth(view: View, player: str) -> list[Asset]:
    """Cash, shares at market value, privates at face value (family), bonds."""
    return [*with_privates(view, player), Asset(BONDS, "", bonds.worth(view, player))]
