"""The figures of 1889 (``data/game.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.data.figures import InitialAuctionFigures, PrivateSaleFigures, StockFigures


@dataclass(frozen=True, kw_only=True)
class Figures(StockFigures, InitialAuctionFigures, PrivateSaleFigures):
    """Besides those of shares and privates: the auction's fall of price, and the beginner's game."""

    dealt_to_beginners: tuple[str, ...]
    beginner_tiles: Mapping[str, int]
