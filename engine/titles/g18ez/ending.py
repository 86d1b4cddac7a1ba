"""How the game ends and who has won (2.11, 2.13).

Bankruptcy ends it at once (`engine.steps.emergency`); an empty bank after the set (`engine.rules.ending`).
"""

from __future__ import annotations

from engine.core.view import View
from engine.rules.ending import Asset, cash_and_shares, end_of_set, is_bank_broken, watch_bank

__all__ = ["end_of_set", "is_bank_broken", "watch_bank", "worth"]


def worth(view: View, player: str) -> list[Asset]:
    """Personal cash, IOUs included, and shares at market value (2.13).

    Treasuries, privates and minors count nothing; neither does a share of a company off the market.
    """
    return cash_and_shares(view, player)
