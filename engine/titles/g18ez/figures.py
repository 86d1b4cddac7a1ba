"""The figures of 18EZ (``data/game.toml``)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.data.figures import InitialAuctionFigures, PrivateSaleFigures, StockFigures


@dataclass(frozen=True, kw_only=True)
class Figures(StockFigures, InitialAuctionFigures, PrivateSaleFigures):
    """Besides shares and the initial auction: what a turn allows, the map's Metropolis, the Black Line."""

    minor_capital: int
    tile_lays: int
    token_lays: int
    price_cap: int
    system: str
    system_value: int
    system_treasury: int
    system_cell: tuple[int, ...]
